// Withheld transfers, and failed returns of money that belongs to no account, which need an operator.
import { sql } from 'kysely'
import type { HeldPart } from '../ledger/held.ts'
import { NO_ACCOUNT } from '../store/no-account.ts'

/** The condition of the partial index on failed transfers, limited to those of no account. */
const isNobodysFailed = sql<boolean>`state in ('rejected', 'returned') and replaced_by is null and kind <> 'payout' and account_id = ${sql.lit(NO_ACCOUNT)}`

export const transfersHeld: HeldPart = {
  readers: [
    (db, { after, limit }) =>
      db
        .selectFrom('transfers')
        .select(['id', 'account_id', 'amount_centavos', 'created_at as at', 'withheld_because as because'])
        .where('state', '=', sql.lit('withheld' as const))
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    (db, { after, limit }) =>
      db
        .selectFrom('transfers')
        .select(['id', 'account_id', 'amount_centavos', 'state_at as at'])
        .select((eb) => sql<string>`${eb.ref('state')} || ': ' || ${eb.ref('reason')}`.as('because'))
        .where(isNobodysFailed)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
  ],
  gauges: [
    {
      name: 'cobro_transfers_withheld',
      help: 'Transfers that are not sent because they differ from their cause or have none',
      value: (db) =>
        db
          .selectFrom('transfers')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('state', '=', sql.lit('withheld' as const)),
    },
  ],
}
