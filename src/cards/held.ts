// Charges that may have happened and were not undone, which may need an operator.
import { type Kysely, sql } from 'kysely'
import { type Bilingual, filled } from '../core/language/bilingual.ts'
import type { HeldPart } from '../ledger/held.ts'
import { networkReason } from '../reasons.ts'
import type { Tables } from '../tables.ts'

const NOT_UNDONE: Bilingual = ['el cobro {} no se deshizo tras {} avisos', 'charge of {} not undone after {} advices']
const WITH_REASON: Bilingual = ['{}: {}', '{}: {}']

export const cardsHeld: HeldPart = {
  readers: [
    async (db, { after, limit, ofOperator }) => {
      const rows = await openAdvices(db)
        .select(['id', 'account_id', 'amount_centavos', 'created_at as at', 'operation_id', 'attempts', 'refusal'])
        .$if(ofOperator, (query) => query.where('state', '=', 'refused'))
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ operation_id, attempts, refusal, ...row }) => {
        const notUndone = filled(NOT_UNDONE, operation_id, attempts)
        return { ...row, because: refusal === '' ? notUndone : filled(WITH_REASON, notUndone, networkReason(refusal)) }
      })
    },
  ],
  gauges: [
    {
      name: 'cobro_advices_open',
      help: 'Charges that may have happened, were given up, and are not acknowledged as undone',
      value: (db) => openAdvices(db).select(({ fn }) => fn.countAll<number>().as('count')),
    },
    {
      name: 'cobro_advices_oldest_seconds',
      help: 'Age of the oldest of them',
      value: (db) => openAdvices(db).select(({ fn }) => fn.min('created_at').as('oldest')),
      shown: (oldestAt, clock) =>
        oldestAt === null ? 0 : Math.max(0, (clock.epochMs() - Date.parse(String(oldestAt))) / 1_000),
    },
  ],
}

/** The partial index needs its condition written out. */
function openAdvices(db: Kysely<Tables>) {
  return db
    .selectFrom('advices')
    .where('state', '<>', sql.lit('acknowledged' as const))
    .where('state', '<>', sql.lit('closed' as const))
}
