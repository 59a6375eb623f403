// The lines of a payout about disputes: amount and fee that were held back, or that came back.
import type { Kysely } from 'kysely'
import { causeOf, entryIsOf, whatHappened } from '../../ledger/entry-name.ts'
import type { OperationRow } from '../../operations/tables.ts'
import { sameAccount } from '../../store/same-account.ts'
import type { Tables } from '../../tables.ts'

/** What a line about a refund or a dispute says of the operation. */
export type OperationOfLine = Pick<
  OperationRow,
  'id' | 'rail' | 'card_brand' | 'operator' | 'reference_number' | 'description' | 'months' | 'paid_at'
>

export const columnsOfLine = [
  'operations.id',
  'operations.rail',
  'operations.card_brand',
  'operations.operator',
  'operations.reference_number',
  'operations.description',
  'operations.months',
  'operations.paid_at',
] as const

interface DisputeLine extends OperationOfLine {
  disputeId: string
  amount_centavos: number
  dispute_fee: number
  dispute_iva: number
  dispute_affiliate: number
}

/** Disputes by id, with the columns of their operations for the lines. */
export async function readDisputes(
  db: Kysely<Tables>,
  accountId: string,
  ids: string[],
): Promise<Map<string, DisputeLine>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('disputes')
    .innerJoin('operations', sameAccount('operations.id', 'disputes.operation_id'))
    .select(['disputes.id as disputeId', 'disputes.amount_centavos'])
    .select(['disputes.fee_centavos as dispute_fee', 'disputes.iva_centavos as dispute_iva'])
    .select('disputes.affiliate_centavos as dispute_affiliate')
    .select(columnsOfLine)
    .where('disputes.account_id', '=', accountId)
    .where('disputes.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.disputeId, row]))
}

/**
 * Fees of disputes on days of posting, IVA included. `charged`: to the merchant when they are opened, less what came back. `earned`: by the service when
 * they are lost, which the posted totals count among the fees. The cost grows with the account's disputes alone.
 */
export async function disputeFees(
  db: Kysely<Tables>,
  { accountId, from, to }: { accountId: string; from: string; to: string },
): Promise<{ charged: number; earned: number }> {
  const rows = await db
    .selectFrom('entries')
    .select(['entry', 'day'])
    .where('account_id', '=', accountId)
    .where(entryIsOf('dispute'))
    .execute()
  // Asked for the days as well, a database would read all entries of those days.
  const entries = rows.flatMap(({ entry, day }) => (day >= from && day <= to ? [entry] : []))
  const disputes = await readDisputes(db, accountId, entries.map(causeOf))
  const sumOf = (signs: Readonly<Record<string, number>>) =>
    entries.reduce((sum, entry) => {
      const { dispute_fee = 0, dispute_iva = 0 } = disputes.get(causeOf(entry)) ?? {}
      return sum + (signs[whatHappened(entry)] ?? 0) * (dispute_fee + dispute_iva)
    }, 0)
  return { charged: sumOf({ opened: 1, won: -1, recovered: -1 }), earned: sumOf({ lost: 1, recovered: -1 }) }
}

/** The line of an entry of a dispute. The merchant pays its fee in addition, so the fee has the opposite sign. */
export function disputeEntry(line: DisputeLine, entry: string) {
  const isOpened = whatHappened(entry) === 'opened'
  const { disputeId, amount_centavos, dispute_fee, dispute_iva, dispute_affiliate, ...operation } = line
  return {
    ...operation,
    type: isOpened ? 'dispute' : 'dispute_won',
    disputeId,
    refundId: '',
    sign: isOpened ? -1 : 1,
    total_centavos: amount_centavos,
    fee_centavos: -dispute_fee,
    iva_centavos: -dispute_iva,
    surcharge_centavos: 0,
    affiliate_centavos: dispute_affiliate,
  } as const
}
