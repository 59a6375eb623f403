// What causes transfers: payouts, returned payments, reversed operations, refunds. A kind without a reader does not compile.
import { reversalCauses } from '../operations/transfer-causes.ts'
import { payoutCauses } from '../payouts/transfer-causes.ts'
import { refundCauses } from '../refunds/transfer-causes.ts'
import { causesReader } from '../transfers/read-causes.ts'
import { returnCauses } from '../vouchers/transfer-causes.ts'

export const readCauses = causesReader({
  payout: payoutCauses,
  return: returnCauses,
  reversal: reversalCauses,
  refund: refundCauses,
})
