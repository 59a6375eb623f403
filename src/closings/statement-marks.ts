// Which line of a network's statement has each payment, refund or dispute.
import type { MerchantEntry } from '../payouts/report/merchant-entries.ts'
import type { StatementLineRow } from '../reconciliation/tables.ts'
import { sameAccount } from '../store/same-account.ts'
import type { Store } from '../store/store.ts'

export type Mark = Pick<StatementLineRow, 'statement_id' | 'differs'>

type Kinds = readonly StatementLineRow['kind'][]

/** The kinds of line that say the same as an entry. */
const kindsOf = {
  payment: ['payment'],
  reversal: ['reversal', 'transfer-out'],
  refund: ['reversal', 'transfer-out'],
  refund_cancelled: [],
  reserve: [],
  dispute: ['chargeback'],
  dispute_won: ['chargeback-reversal'],
  iva_rounding: [],
  claim_written_off: [],
} as const satisfies Record<MerchantEntry['type'], Kinds>

/** The marks of some entries, in their order; undefined: no line of a statement has it, or none can. */
export async function readMarks(
  { db }: Store,
  accountId: string,
  entries: readonly MerchantEntry[],
): Promise<(Mark | undefined)[]> {
  const operations = idsOf(entries, ({ type, id }) => (type === 'payment' || type === 'reversal' ? id : ''))
  const refunds = idsOf(entries, ({ refundId }) => refundId)
  const [received, sent] = await Promise.all([
    db
      .selectFrom('payments_received')
      .select(['id', 'operation_id'])
      .where('account_id', '=', accountId)
      .where('operation_id', 'in', operations)
      .where('outcome', 'in', ['matched', 'accepted'])
      .execute(),
    db
      .selectFrom('transfers')
      .leftJoin('refunds', sameAccount('refunds.transfer_id', 'transfers.id'))
      .select(['transfers.id', 'transfers.operation_id', 'refunds.id as refund_id'])
      .where('transfers.account_id', '=', accountId)
      .where((eb) => eb.or([eb('refunds.id', 'in', refunds), eb('transfers.operation_id', 'in', operations)]))
      .execute(),
  ])
  const causes = entries.map((entry): string[] => {
    switch (entry.type) {
      case 'payment':
        return [entry.id, ...received.flatMap((one) => (one.operation_id === entry.id ? one.id : []))]
      case 'reversal':
        return [
          entry.id,
          ...sent.flatMap((one) => (one.operation_id === entry.id && one.refund_id === null ? one.id : [])),
        ]
      case 'refund':
        return [entry.refundId, ...sent.flatMap((one) => (one.refund_id === entry.refundId ? one.id : []))]
      default:
        return [entry.disputeId]
    }
  })
  const lines = await db
    .selectFrom('statement_lines')
    .select(['cause_id', 'kind', 'statement_id', 'differs'])
    .where('cause_id', 'in', [...new Set(causes.flat()), ''])
    .where('superseded_at', 'is', null)
    .execute()
  return entries.map(({ type }, at) => {
    const kinds: Kinds = kindsOf[type]
    return lines.find(({ kind, cause_id }) => kinds.includes(kind) && causes[at]?.includes(cause_id ?? ''))
  })
}

/** Whether a statement can have such an entry. */
export function isStated({ type }: Pick<MerchantEntry, 'type'>): boolean {
  return kindsOf[type].length > 0
}

/** With one that no record has, as an empty list is no SQL. */
function idsOf(entries: readonly MerchantEntry[], of: (entry: MerchantEntry) => string): string[] {
  return [...new Set([NO_ID, ...entries.map(of).filter((id) => id !== '')])]
}

/** Ids of operations are UUIDs. */
const NO_ID = '00000000-0000-0000-0000-000000000000'
