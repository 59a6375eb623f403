// Payments in suspense, which may need an operator.
import { sql } from 'kysely'
import { type Bilingual, same } from '../core/language/bilingual.ts'
import { own } from '../core/own.ts'
import type { HeldPart } from '../ledger/held.ts'
import { NO_ACCOUNT } from '../store/no-account.ts'
import { receivedReasonWords } from './code-words.ts'

export const vouchersHeld: HeldPart = {
  readers: [
    async (db, { after, limit, ofOperator }) => {
      const rows = await db
        .selectFrom('payments_received')
        .select(['id', 'account_id', 'amount_centavos', 'received_at as at', 'reason as code'])
        .where('outcome', '=', sql.lit('suspended' as const))
        .$if(ofOperator, (query) => query.where('account_id', '=', NO_ACCOUNT))
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ ...row, because: own<Bilingual>(receivedReasonWords, row.code) ?? same(row.code) }))
    },
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
