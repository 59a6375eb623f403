// The words of the codes in lists: those that each room tells in its `code-words.ts`.
import { accountLists } from './accounts/code-words.ts'
import { riskLists } from './cards/risk/code-words.ts'
import { checkoutLists } from './checkout/code-words.ts'
import { closingLists } from './closings/code-words.ts'
import type { ListWords } from './core/language/state-words.ts'
import { disputeLists } from './disputes/code-words.ts'
import { eventWords } from './event-types.ts'
import { webhookLists } from './events/webhooks/code-words.ts'
import { ledgerLists } from './ledger/code-words.ts'
import { payoutLists } from './payouts/code-words.ts'
import { invoiceLists } from './payouts/invoices/code-words.ts'
import { planLists } from './plans/code-words.ts'
import { refundLists } from './refunds/code-words.ts'
import { transferLists } from './transfers/code-words.ts'
import { cardLists } from './vault/code-words.ts'
import { receivedLists } from './vouchers/code-words.ts'

export const listWords: ListWords = {
  ...accountLists,
  ...cardLists,
  ...riskLists,
  ...receivedLists,
  ...refundLists,
  ...disputeLists,
  ...transferLists,
  ...payoutLists,
  ...invoiceLists,
  ...planLists,
  ...checkoutLists,
  ...closingLists,
  ...webhookLists,
  ...ledgerLists,
  '/v1/events': { type: eventWords },
}
