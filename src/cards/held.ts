// Charges that may have happened and were not undone, which may need an operator.
import { type Kysely, sql } from 'kysely'
import type { HeldPart } from '../ledger/held.ts'
import type { Tables } from '../tables.ts'

export const cardsHeld: HeldPart = {
  readers: [
    (db, { after, limit, ofOperator }) =>
      openAdvices(db)
        .select(['id', 'account_id', 'amount_centavos', 'created_at as at'])
        .select((eb) =>
          sql<string>`'charge of ' || ${eb.ref('operation_id')} || ' not undone after ' || ${eb.ref('attempts')} || ' advices'
          || case when ${eb.ref('refusal')} = '' then '' else ': ' || ${eb.ref('refusal')} end`.as('because'),
        )
        .$if(ofOperator, (query) => query.where('state', '=', 'refused'))
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
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
