// Payments in suspense, which may need an operator.
import { sql } from 'kysely'
import type { HeldPart } from '../ledger/held.ts'
import { NO_ACCOUNT } from '../store/no-account.ts'

export const vouchersHeld: HeldPart = {
  readers: [
    (db, { after, limit, ofOperator }) =>
      db
        .selectFrom('payments_received')
        .select(['id', 'account_id', 'amount_centavos', 'received_at as at', 'reason as because'])
        .where('outcome', '=', sql.lit('suspended' as const))
        .$if(ofOperator, (query) => query.where('account_id', '=', NO_ACCOUNT))
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
  ],
  gauges: [
    {
      name: 'cobro_payments_suspended',
      help: 'Received payments in suspense, which wait for a person',
      value: (db) =>
        db
          .selectFrom('payments_received')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('outcome', '=', sql.lit('suspended' as const)),
    },
  ],
}
