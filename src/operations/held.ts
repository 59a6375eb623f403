// Cancellations that a network refused after they were answered as under way, which need an operator.
import { sql } from 'kysely'
import type { HeldPart } from '../ledger/held.ts'
import { sameAccount } from '../store/same-account.ts'

export const operationsHeld: HeldPart = {
  readers: [
    (db, { after, limit }) =>
      db
        .selectFrom('reversals')
        .innerJoin('operations', sameAccount('operations.id', 'reversals.operation_id'))
        .select(['operation_id as id', 'reversals.account_id', 'total_centavos as amount_centavos'])
        .select(['reversals.created_at as at'])
        .select(sql<string>`'the network refused to reverse what was answered as under way'`.as('because'))
        .where('refused_later', '=', sql.lit(1))
        .where('operation_id', '>', after)
        .orderBy('operation_id')
        .limit(limit)
        .execute(),
  ],
  gauges: [
    {
      name: 'cobro_reversals_refused_later',
      help: 'Cancellations that were answered as under way and that the network then refused, which wait for a person',
      value: (db) =>
        db
          .selectFrom('reversals')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('refused_later', '=', sql.lit(1)),
    },
  ],
}
