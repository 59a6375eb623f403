// What other rooms check as an audit reads the operations, beside them: their own records of an operation, and entries that are not an operation's.
import type { RoomAudit } from '../../audit/room-audit.ts'
import type { Scan } from '../../audit/scan.ts'
import type { PosterReader } from '../../ledger/audit-posters.ts'
import type { CauseKind } from '../../ledger/entry-name.ts'
import type { OperationRow } from '../tables.ts'

/** What an audit reads of an operation. */
export const auditedColumns = [
  'id',
  'account_id',
  'day',
  'rail',
  'network',
  'network_trace',
  'reroutes',
  'card_brand',
  'operator',
  'status',
  'status_at',
  'created_at',
  'total_centavos',
  'fee_centavos',
  'surcharge_centavos',
  'months',
  'iva_centavos',
  'affiliate',
  'affiliate_centavos',
  'affiliate_rule',
  'decline_code',
  'authorized_centavos',
  'authorized_at',
  'tip_centavos',
  'fee_percentage_millis',
  'paid_at',
  'posted_day',
  'authorization_code',
  'external_claim',
  'external_transaction',
  'has_devolution',
  'refund_state',
  'expired_at',
  'captures_asked',
  'refunded_centavos',
  'disputed_centavos',
  'refunds_settled_centavos',
  'refunds_failed_centavos',
] as const satisfies readonly (keyof OperationRow)[]

export interface AuditedOperation extends Pick<OperationRow, (typeof auditedColumns)[number]> {}

/** The audit of a room that looks at operations too, or posts entries. */
export interface AuditBeside extends RoomAudit {
  /** Made once for each reading: what is called for every operation. `wasPaid`: it is paid, or was before it was cancelled. */
  ofOperation?(scan: Scan): (operation: AuditedOperation, wasPaid: boolean) => void
  /** Called for each portion of operations. */
  ofOperations?(scan: Scan, operations: readonly AuditedOperation[]): Promise<void>
  /** Finds the causes of its entries. */
  posters?: Partial<Record<OtherCause, PosterReader>>
}

/** The causes of entries that are not operations. */
export type OtherCause = Exclude<CauseKind, 'operation'>
