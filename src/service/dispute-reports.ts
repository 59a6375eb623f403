// Disputes as the acquirer reports them: taken with card numbers masked, kept while their payment is unknown, opened for the rest by a person.
import { disputeRecorder, outcomeRecorder, restDisputer } from '../disputes/report.ts'
import { disputeLetterWriter } from '../messages/dispute-letters.ts'
import { takeKeptAgain } from '../notices/again.ts'
import { type OpenedForRest, openForRest } from '../notices/open-for-rest.ts'
import { refundWithdrawer } from '../refunds/withdraw.ts'
import type { Actor } from '../trail/record.ts'
import type { Foundations } from './foundations.ts'
import { maskedDispute } from './mask-reports.ts'

export function disputeReports(needs: Pick<Foundations, 'store' | 'clock' | 'fees' | 'atRest' | 'maskIdentifier'>) {
  const { store, clock, fees, atRest, maskIdentifier } = needs
  const disputes = {
    ...{ store, clock, fees, atRest },
    letter: disputeLetterWriter({ clock }),
    withdrawRefunds: refundWithdrawer({ store, clock }),
  }
  const [opens, ends, opensForRest] = [disputeRecorder(disputes), outcomeRecorder(disputes), restDisputer(disputes)]
  const disputeTold: typeof opens = async (told) => opens(await maskedDispute(maskIdentifier, told))
  const disputeEnded: typeof ends = async (told) => ends(await maskedDispute(maskIdentifier, told))
  const take: Parameters<typeof takeKeptAgain>[0]['take'] = (told) =>
    told.kind === 'dispute' ? disputeTold(told) : disputeEnded(told)
  /** Takes again what was kept about the payment, after a report about it could be taken. */
  const takeAgain = (network: string, operationId: string) =>
    takeKeptAgain({ store, clock, take }, network, operationId)
  /** Opens the dispute of a kept report for what is left of its payment. */
  const openDisputeForRest = (id: string, because: string, by: Actor): Promise<OpenedForRest> =>
    openForRest(
      {
        store,
        clock,
        open: async (told, alongside) => opensForRest(await maskedDispute(maskIdentifier, told), alongside),
        again: takeAgain,
      },
      id,
      because,
      by,
    )
  return { disputes, disputeTold, disputeEnded, takeAgain, openDisputeForRest }
}
