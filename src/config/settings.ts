// Every setting with its default and its meaning in both languages: those of the process, and those that each room defines in its `config.ts`.
import { apiSettings } from '../api/config.ts'
import { cardSettings } from '../cards/config.ts'
import { riskSettings } from '../cards/risk/config.ts'
import { commandSettings } from '../cli/config.ts'
import { connectorSettings } from '../connectors/config.ts'
import { consoleSettings } from '../console/config.ts'
import { webhookSettings } from '../events/webhooks/config.ts'
import { messageSettings } from '../messages/config.ts'
import { payoutSettings } from '../payouts/config.ts'
import { invoiceSettings } from '../payouts/invoices/config.ts'
import { storeSettings } from '../store/config.ts'
import { vaultSettings } from '../vault/config.ts'
import { voucherSettings } from '../vouchers/config.ts'
import { processSettings } from './process.ts'

/** In the order in which docs/settings.md lists them. */
export const settings = {
  ...processSettings,
  ...storeSettings,
  ...vaultSettings,
  ...apiSettings,
  ...riskSettings,
  ...cardSettings,
  ...payoutSettings,
  ...connectorSettings,
  ...voucherSettings,
  ...invoiceSettings,
  ...webhookSettings,
  ...messageSettings,
  ...consoleSettings,
  ...commandSettings,
}
