// Saves the card of a token for a customer.
import { Failure } from '../core/failure.ts'
import type { Store } from '../store/store.ts'
import { Duplicate, Unmet, type Write } from '../store/write.ts'
import type { CardVault } from '../vault/cards.ts'
import { presentSavedCard, type SavedCard } from '../vault/saved-cards.ts'

/** The list of saved cards has no pages, so its length is bounded. */
const MAX_CARDS = 50

/**
 * Uses the token and saves its card, in one batch with the writes of `also`. `card-unknown` and `token-used` as
 * `CardVault.resolve`; `card-existing` when the customer has the card, whatever its expiration: the token then stays
 * unused; `cards-too-many` past MAX_CARDS.
 */
export async function saveCard(
  { store, cardVault }: { store: Store; cardVault: CardVault },
  wanted: { accountId: string; customerId: string; token: string },
  also: (saved: SavedCard) => Write[],
): Promise<SavedCard> {
  const { accountId, customerId, token } = wanted
  if (!token.startsWith('tok_')) throw new Failure('card-unknown')
  const resolved = await cardVault.resolve(accountId, token)
  const has = await store.db
    .selectFrom('cards')
    .select('fingerprint')
    .where('customer_id', '=', customerId)
    .where('deactivated_at', 'is', null)
    .execute()
  if (has.some(({ fingerprint }) => resolved.source.fingerprints.includes(fingerprint)))
    throw new Failure('card-existing')
  if (has.length >= MAX_CARDS) throw new Failure('cards-too-many', { values: { limit: MAX_CARDS } })

  const { row, writes } = cardVault.save({ accountId, customerId }, resolved)
  const saved = presentSavedCard(row)
  try {
    await store.commit([...writes, ...also(saved)])
  } catch (error) {
    if (error instanceof Duplicate && error.of('cards')) throw new Failure('card-existing', { cause: error })
    if (error instanceof Unmet) throw new Failure('token-used', { cause: error })
    throw error
  }
  return saved
}
