// The audit of the books: what every room declares of them.
import { accountsAudit } from '../accounts/audit.ts'
import { feesAudit } from '../accounts/fees/audit.ts'
import { type AuditOptions, type AuditReport, auditRooms } from '../audit/audit.ts'
import { authorityAudit } from '../audit/authority.ts'
import { directoryAudit } from '../audit/directory.ts'
import type { Count } from '../audit/invariant.ts'
import type { RoomAudit } from '../audit/room-audit.ts'
import { schemaAudit } from '../audit/schema.ts'
import { cardsAudit } from '../cards/audit.ts'
import { routingAudit } from '../cards/routing/audit.ts'
import { checkoutAudit } from '../checkout/audit.ts'
import { closingsAudit } from '../closings/audit.ts'
import { disputesAudit } from '../disputes/audit.ts'
import { eventsAudit } from '../events/audit.ts'
import { ledgerAudit } from '../ledger/audit.ts'
import { operationsAudit } from '../operations/audit.ts'
import { payoutsAudit } from '../payouts/audit.ts'
import { claimsAudit } from '../payouts/claims/audit.ts'
import { invoicesAudit } from '../payouts/invoices/audit.ts'
import { reconciliationAudit } from '../reconciliation/audit.ts'
import { refundsAudit } from '../refunds/audit.ts'
import type { Store } from '../store/store.ts'
import { transfersAudit as transfersAuditWith } from '../transfers/audit.ts'
import { sealedAudit } from '../vault/sealed-faults.ts'
import { vouchersAudit } from '../vouchers/audit.ts'
import { readCauses } from './transfer-causes.ts'

const transfersAudit = transfersAuditWith(readCauses)

/** The rooms in the order in which their rows are read, and reported. */
export const audited: readonly RoomAudit[] = [
  ledgerAudit,
  operationsAudit({
    beside: [vouchersAudit, refundsAudit, disputesAudit, cardsAudit, routingAudit],
    posters: {
      ...vouchersAudit.posters,
      ...transfersAudit.posters,
      ...refundsAudit.posters,
      ...disputesAudit.posters,
      ...payoutsAudit.posters,
      ...claimsAudit.posters,
      ...invoicesAudit.posters,
      ...reconciliationAudit.posters,
    },
  }),
  vouchersAudit,
  transfersAudit,
  refundsAudit,
  disputesAudit,
  cardsAudit,
  routingAudit,
  payoutsAudit,
  feesAudit,
  invoicesAudit,
  claimsAudit,
  closingsAudit,
  reconciliationAudit,
  checkoutAudit,
  accountsAudit,
  authorityAudit,
  schemaAudit,
  directoryAudit,
  eventsAudit,
  sealedAudit,
]

/** What is counted as rows are read, in the order of the report. */
export const counted: readonly Count[] = audited.flatMap(({ counts = [] }) => counts)

/** Checks what every room declares, while the service works. */
export function audit(store: Store, options: AuditOptions = {}): Promise<AuditReport> {
  return auditRooms(audited, store, options)
}
