// Refuses identifiers of a client's own that are the number of a card known here. One order number in ten of that length looks like a card
// number, so an identifier is held against the cards of the account and is not refused for its form.
import { cardNumberProblem, cardNumbersIn } from '../core/card-in-text.ts'
import { type Bilingual, Failure } from '../core/failure.ts'
import type { Store } from '../store/store.ts'
import type { AtRest } from './at-rest.ts'
import { FINGERPRINTED } from './cards.ts'

/** Identifiers by the name of their field; an empty or absent one is none. */
export type Identifiers = Record<string, string | null | undefined>

export type RefuseKnownCards = (accountId: string, identifiers: Identifiers) => Promise<void>

/** Fails with `parameters-invalid`, by the name of each identifier that is the number of a token's or a saved card of the account. */
export function knownCardRefuser({ store, atRest }: { store: Store; atRest: AtRest }): RefuseKnownCards {
  const isKnown = async (accountId: string, number: string): Promise<boolean> => {
    const fingerprints = atRest.fingerprints(`${FINGERPRINTED}${number}`)
    const found = await Promise.all(
      (['cards', 'card_tokens'] as const).map((table) =>
        store.db
          .selectFrom(table)
          .select('id')
          .where('account_id', '=', accountId)
          .where('fingerprint', 'in', fingerprints)
          .limit(1)
          .executeTakeFirst(),
      ),
    )
    return found.some((row) => row !== undefined)
  }
  return async (accountId, identifiers) => {
    const names: string[] = []
    for (const [name, text] of Object.entries(identifiers)) {
      for (const number of cardNumbersIn(text ?? '')) {
        if (await isKnown(accountId, number)) names.push(name)
      }
    }
    refuse(names)
  }
}

/** The same for the card of the request itself: a merchant's own number for a payment is never the number of its card. */
export function refuseOwnCard(card: { number: string }, identifiers: Identifiers): void {
  const holds = (text: string) => [...cardNumbersIn(text)].includes(card.number)
  refuse(Object.keys(identifiers).filter((name) => holds(identifiers[name] ?? '')))
}

function refuse(names: string[]): void {
  if (names.length === 0) return
  const [es, en] = cardNumberProblem
  const fields = Object.fromEntries(
    names.map((name): [string, Bilingual[]] => [name, [[`${name} ${es}`, `${name} ${en}`]]]),
  )
  throw new Failure('parameters-invalid', { fields })
}
