// What causes lines of the journal, as the room of each cause reads it. A kind without a reader does not compile.
import { disputeCausesOfLines } from '../disputes/journal-causes.ts'
import type { CauseReader, JournalReaders } from '../ledger/journal-causes.ts'
import { operationCausesOfLines } from '../operations/journal-causes.ts'
import { invoicesOfLines, statementCausesOfLines } from '../payouts/invoices/journal-causes.ts'
import { payoutCausesOfLines } from '../payouts/journal-causes.ts'
import { lineCausesOfLines } from '../reconciliation/journal-causes.ts'
import { refundCausesOfLines } from '../refunds/journal-causes.ts'
import { transferCausesOfLines } from '../transfers/journal-causes.ts'
import { paymentCausesOfLines } from '../vouchers/journal-causes.ts'

/** Of these the journal has the id alone. */
const idAlone: CauseReader = async () => []

export const journalReaders: JournalReaders = {
  causes: {
    operation: operationCausesOfLines,
    payment: paymentCausesOfLines,
    transfer: transferCausesOfLines,
    payout: payoutCausesOfLines,
    dispute: disputeCausesOfLines,
    refund: refundCausesOfLines,
    line: lineCausesOfLines,
    'fee-statement': statementCausesOfLines,
    reserve: idAlone,
    claim: idAlone,
  },
  invoicesOf: invoicesOfLines,
}
