// Withheld transfers, and failed returns of money that belongs to no account, which need an operator.
import { sql } from 'kysely'
import { type Bilingual, filled, same } from '../core/language/bilingual.ts'
import { own } from '../core/own.ts'
import type { HeldPart } from '../ledger/held.ts'
import { networkReason } from '../reasons.ts'
import { NO_ACCOUNT } from '../store/no-account.ts'
import { transferStateWords } from './code-words.ts'
import type { TransferRow } from './tables.ts'
import { faults } from './transfer-causes.ts'

/** The condition of the partial index on failed transfers, limited to those of no account. */
const isNobodysFailed = sql<boolean>`state in ('rejected', 'returned') and replaced_by is null and kind <> 'payout' and account_id = ${sql.lit(NO_ACCOUNT)}`

export const transfersHeld: HeldPart = {
  readers: [
    async (db, { after, limit }) => {
      const rows = await db
        .selectFrom('transfers')
        .select(['id', 'account_id', 'amount_centavos', 'created_at as at', 'withheld_because'])
        .where('state', '=', sql.lit('withheld' as const))
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ withheld_because: code, ...row }) => ({
        ...row,
        code,
        because: own<Bilingual>(faults, code) ?? same(code),
      }))
    },
    async (db, { after, limit }) => {
      const rows = await db
        .selectFrom('transfers')
        .select(['id', 'account_id', 'amount_centavos', 'state_at as at', 'state', 'reason'])
        .where(isNobodysFailed)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ state, reason, ...row }) => ({ ...row, because: stateAndReason({ state, reason }) }))
    },
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

/** What a transfer is not settled for. English has the state as its field names it. */
export function stateAndReason({ state, reason }: Pick<TransferRow, 'state' | 'reason'>): Bilingual {
  const words: Bilingual = [transferStateWords[state][0], state]
  return reason === '' ? words : filled(['{}: {}', '{}: {}'], words, networkReason(reason))
}
