// What is open in the whole service: the items of every room that may need an operator, and what waits for a network.
import { sql } from 'kysely'
import { cardsHeld } from '../cards/held.ts'
import { filled } from '../core/language/bilingual.ts'
import { disputesHeld } from '../disputes/held.ts'
import { eachHeldOf, type Held, type HeldPart } from '../ledger/held.ts'
import { operationsHeld } from '../operations/held.ts'
import { noticesHeld } from '../reconciliation/notices/held.ts'
import { eachOfOperatorWith, eachOpenWith, eachWaitingWith, type OpenItem } from '../reconciliation/open.ts'
import type { Store } from '../store/store.ts'
import { transfersHeld } from '../transfers/held.ts'
import { vouchersHeld } from '../vouchers/held.ts'

/** Rows of background work that failed each time. */
const setAside: HeldPart = {
  readers: [
    async (db, { after, limit }) => {
      const rows = await db
        .selectFrom('troubled_rows')
        .select(['id', 'account_id', 'last_at as at', 'source', 'row_id', 'error'])
        .where('set_aside', '=', sql.lit(1))
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ source, row_id, error, ...row }) => ({
        ...row,
        amount_centavos: 0,
        because: filled(['{} {} falló cada vez: {}', '{} {} failed each time: {}'], source, row_id, error),
      }))
    },
  ],
  gauges: [],
}

/** In the order in which they are listed. */
export const heldParts: readonly HeldPart[] = [
  vouchersHeld,
  transfersHeld,
  cardsHeld,
  operationsHeld,
  noticesHeld,
  disputesHeld,
  setAside,
]

/** Of the operator's, those that an account decides about or that the service repeats are left out. */
export function eachHeld(store: Store, whose: 'all' | 'operator' = 'all'): AsyncGenerator<Held> {
  return eachHeldOf(heldParts, store, whose)
}

/** `eachOpenWith` of everything that is held. */
export function eachOpen(store: Store): AsyncGenerator<OpenItem> {
  return eachOpenWith(store, eachHeld)
}

/** `eachWaitingWith` of everything that is held. */
export function eachWaiting(store: Store): AsyncGenerator<OpenItem> {
  return eachWaitingWith(store, eachHeld)
}

/** `eachOfOperatorWith` of everything that is held. */
export function eachOfOperator(store: Store, before: string): AsyncGenerator<OpenItem> {
  return eachOfOperatorWith(store, eachHeld, before)
}
