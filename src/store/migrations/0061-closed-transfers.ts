// A withheld transfer that the operator has given up is closed.
import { checkAnew } from './checks.ts'

export const closedTransfers = {
  name: '0061-closed-transfers',
  statements: checkAnew('transfers', {
    state: ['pending', 'accepted', 'settled', 'rejected', 'returned', 'withheld', 'closed'],
  }),
}
