// Saves the card of a token for a customer.
import { activeCustomer } from '../../customers/read.ts'
import { Failure } from '../../failures.ts'
import { addWithin } from '../../store/limited-list.ts'
import type { Store } from '../../store/store.ts'
import { Duplicate, Unmet, type Write } from '../../store/write.ts'
import type { CardVault } from '../../vault/cards.ts'
import { presentSavedCard, type SavedCard } from '../../vault/saved-cards.ts'

/** The list of saved cards has no pages, so its length is bounded. */
const MAX_CARDS = 50

/**
 * Uses the token and saves its card, in one batch with the writes of `also`. `card-unknown` and `token-used` as
 * `CardVault.resolve`; `card-existing` when the customer has the card, whatever its expiration: the token then stays
 * unused; `cards-too-many` past MAX_CARDS; `customer-inactive` when the customer was deleted.
 */
export async function saveCard(
  { store, cardVault }: { store: Store; cardVault: CardVault },
  wanted: { accountId: string; customerId: string; token: string },
  also: (saved: SavedCard) => Write[],
): Promise<SavedCard> {
  const { accountId, customerId, token } = wanted
  if (!token.startsWith('tok_')) throw new Failure('card-unknown')
  const resolved = await cardVault.resolve(accountId, token)
  const cards = store.db
    .selectFrom('cards')
    .where('account_id', '=', accountId)
    .where('customer_id', '=', customerId)
    .where('deactivated_at', 'is', null)
  const has = await cards.select('fingerprint').execute()
  if (has.some(({ fingerprint }) => resolved.source.fingerprints.includes(fingerprint)))
    throw new Failure('card-existing')

  const { row, writes } = cardVault.save({ accountId, customerId }, resolved)
  const saved = presentSavedCard(row)
  try {
    const limited = { accountId, ownerId: customerId, list: 'cards', most: MAX_CARDS } as const
    await addWithin(
      store,
      limited,
      cards.select((eb) => eb.fn.countAll().as('members')),
      {
        full: () => new Failure('cards-too-many', { values: { limit: MAX_CARDS } }),
        add: async (place) => {
          await activeCustomer(store, accountId, customerId)
          await store.commit([place, ...writes, ...also(saved)])
        },
      },
    )
  } catch (error) {
    if (error instanceof Duplicate && error.of('cards')) throw new Failure('card-existing', { cause: error })
    if (error instanceof Unmet) throw new Failure('token-used', { cause: error })
    throw error
  }
  return saved
}
