// Reads the fees of a month from the books, for closing the month and for the audit.
import type { Kysely } from 'kysely'
import { ivaDue } from '../../core/fees.ts'
import type { Tables } from '../../tables.ts'
import type { FeeStatementRow } from './tables.ts'

/** Sums of a month, in centavos. */
export type FeesOfMonth = Pick<
  FeeStatementRow,
  'fee_centavos' | 'charged_centavos' | 'due_centavos' | 'rounding_centavos'
>

/**
 * What an account was charged in a month by the days of posting: fees, the IVA on each, and the IVA on their sum. Fees
 * given back are subtracted. The rounding of earlier months that was posted in this month is not part of its IVA.
 */
export async function feesOfMonth(
  db: Pick<Kysely<Tables>, 'selectFrom'>,
  { accountId, month }: { accountId: string; month: string },
): Promise<FeesOfMonth> {
  const days = { from: `${month}-01`, to: `${month}-31` }
  const [sums, rounded] = await Promise.all([
    db
      .selectFrom('balances')
      .select((eb) => ['ledger_account', eb.fn.sum<number>('amount_centavos').as('amount')])
      .where('account_id', '=', accountId)
      .where('ledger_account', 'in', ['income:fees', 'payable:iva'])
      .where('day', '>=', days.from)
      .where('day', '<=', days.to)
      .groupBy('ledger_account')
      .execute(),
    db
      .selectFrom('fee_statements')
      .select((eb) => eb.fn.sum<number | null>('rounding_centavos').as('amount'))
      .where('account_id', '=', accountId)
      .where('posted_day', '>=', days.from)
      .where('posted_day', '<=', days.to)
      .executeTakeFirst(),
  ])
  const owed = (account: string) => -(sums.find((row) => row.ledger_account === account)?.amount ?? 0)
  return sumsOf(owed('income:fees') + 0, owed('payable:iva') + (rounded?.amount ?? 0))
}

function sumsOf(fee_centavos: number, charged_centavos: number): FeesOfMonth {
  const due_centavos = ivaDue(fee_centavos)
  return { fee_centavos, charged_centavos, due_centavos, rounding_centavos: charged_centavos - due_centavos }
}
