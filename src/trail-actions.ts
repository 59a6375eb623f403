// All actions of the audit trail: those that each room defines in its `trail-actions.ts`, with their words in the console.
import { feeActions } from './accounts/fees/trail-actions.ts'
import { profileActions } from './accounts/profile/trail-actions.ts'
import { settingsActions } from './accounts/trail/trail-actions.ts'
import { accountActions } from './accounts/trail-actions.ts'
import { riskActions } from './cards/risk/trail-actions.ts'
import { routingActions } from './cards/routing/trail-actions.ts'
import { cardActions } from './cards/trail-actions.ts'
import { closingActions } from './closings/trail-actions.ts'
import { consoleActions } from './console/trail-actions.ts'
import type { ActionWords } from './core/language/action-words.ts'
import { webhookActions } from './events/webhooks/trail-actions.ts'
import { ledgerActions } from './ledger/trail-actions.ts'
import { operationActions } from './operations/trail-actions.ts'
import { claimActions } from './payouts/claims/trail-actions.ts'
import { invoiceActions } from './payouts/invoices/trail-actions.ts'
import { payoutActions } from './payouts/trail-actions.ts'
import { noticeActions } from './reconciliation/notices/trail-actions.ts'
import { reconciliationActions } from './reconciliation/trail-actions.ts'
import { refundActions } from './refunds/trail-actions.ts'
import { simulatorActions } from './sandbox/trail-actions.ts'
import { transferActions } from './transfers/trail-actions.ts'
import { vaultActions } from './vault/trail-actions.ts'
import { voucherActions } from './vouchers/trail-actions.ts'

export const trailActions = {
  ...accountActions,
  ...cardActions,
  ...claimActions,
  ...closingActions,
  ...consoleActions,
  ...feeActions,
  ...invoiceActions,
  ...ledgerActions,
  ...noticeActions,
  ...operationActions,
  ...payoutActions,
  ...profileActions,
  ...reconciliationActions,
  ...refundActions,
  ...riskActions,
  ...routingActions,
  ...simulatorActions,
  ...settingsActions,
  ...transferActions,
  ...vaultActions,
  ...voucherActions,
  ...webhookActions,
} satisfies ActionWords

export type TrailAction = keyof typeof trailActions

export const trailActionNames = Object.keys(trailActions) as TrailAction[]
