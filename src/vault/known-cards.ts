// Refuses client identifiers that are the number of a known card. One order number in ten of that length looks like a card
// number, so an identifier is compared with the account's cards and not refused for its form.

import { cardNumberProblem, cardNumbersIn } from '../core/cards/number-in-text.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import { Failure } from '../failures.ts'
import { acrossDb } from '../store/across.ts'
import type { Store } from '../store/store.ts'
import type { AtRest } from './at-rest.ts'
import { FINGERPRINTED } from './cards.ts'

/** Identifiers by field name; an empty or absent one means none. */
export type Identifiers = Record<string, string | null | undefined>

export type RefuseKnownCards = (accountId: string, identifiers: Identifiers) => Promise<void>

/** Whether the text contains the number of a token or saved card of the account; of any account when it is undefined. */
export type HoldsKnownCard = (accountId: string | undefined, text: string) => Promise<boolean>

export function knownCardFinder({ store, atRest }: { store: Store; atRest: AtRest }): HoldsKnownCard {
  const isKnown = async (accountId: string | undefined, number: string): Promise<boolean> => {
    const fingerprints = atRest.fingerprints(`${FINGERPRINTED}${number}`)
    const found = await Promise.all(
      (['cards', 'card_tokens'] as const).map((table) =>
        (accountId === undefined
          ? acrossDb(store.db, 'operator')
              .selectFrom(table)
              // The index begins with the account.
              .where('account_id', 'in', (eb) => eb.selectFrom('accounts').select('accounts.id'))
          : store.db.selectFrom(table).where('account_id', '=', accountId)
        )
          .select('id')
          .where('fingerprint', 'in', fingerprints)
          .limit(1)
          .executeTakeFirst(),
      ),
    )
    return found.some((row) => row !== undefined)
  }
  return async (accountId, text) => {
    for (const number of cardNumbersIn(text)) {
      if (await isKnown(accountId, number)) return true
    }
    return false
  }
}

/** Fails with `parameters-invalid`, by the name of each identifier that holds the number of a card that the account knows. */
export function knownCardRefuser(holdsKnownCard: HoldsKnownCard): RefuseKnownCards {
  return async (accountId, identifiers) => {
    const names: string[] = []
    for (const [name, text] of Object.entries(identifiers)) {
      if (await holdsKnownCard(accountId, text ?? '')) names.push(name)
    }
    refuse(names)
  }
}

function refuse(names: string[]): void {
  if (names.length === 0) return
  const [es, en] = cardNumberProblem
  const fields = Object.fromEntries(
    names.map((name): [string, Bilingual[]] => [name, [[`${name} ${es}`, `${name} ${en}`]]]),
  )
  throw new Failure('parameters-invalid', { fields })
}
