// The lines of a payout about refunds: what was given back, or came back because the refund was cancelled.
import type { Kysely } from 'kysely'
import { whatHappened } from '../../ledger/entry-name.ts'
import { sameAccount } from '../../store/same-account.ts'
import type { Tables } from '../../tables.ts'
import { columnsOfLine, type OperationOfLine } from './dispute-lines.ts'

interface RefundLine extends OperationOfLine {
  refundId: string
  amount_centavos: number
  fee_back: number
  iva_back: number
  affiliate_back: number
}

/** Refunds by id, with the columns of their operations for the lines. */
export async function readRefunds(
  db: Kysely<Tables>,
  accountId: string,
  ids: string[],
): Promise<Map<string, RefundLine>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('operations', sameAccount('operations.id', 'refunds.operation_id'))
    .select(['refunds.id as refundId', 'refunds.amount_centavos'])
    .select(['refunds.fee_centavos as fee_back', 'refunds.iva_centavos as iva_back'])
    .select('refunds.affiliate_centavos as affiliate_back')
    .select(columnsOfLine)
    .where('refunds.account_id', '=', accountId)
    .where('refunds.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.refundId, row]))
}

/** The line of an entry of a refund. */
export function refundEntry(line: RefundLine, entry: string) {
  const isCancelled = whatHappened(entry) === 'cancelled'
  const { amount_centavos, fee_back, iva_back, affiliate_back, ...operation } = line
  return {
    ...operation,
    type: isCancelled ? 'refund_cancelled' : 'refund',
    disputeId: '',
    sign: isCancelled ? 1 : -1,
    total_centavos: amount_centavos,
    fee_centavos: fee_back,
    iva_centavos: iva_back,
    surcharge_centavos: 0,
    affiliate_centavos: affiliate_back,
  } as const
}
