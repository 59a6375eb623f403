// Money that leaves suspense for an account that somebody writes, and where affiliates are paid: a second person approves these too.
import { checkAnew } from './checks.ts'

export const newPlaces = {
  name: '0124-new-places',
  statements: checkAnew('approvals', {
    kind: [
      ...['refund', 'reversal', 'retry', 'transfer', 'release', 'affiliate', 'affiliate_account'],
      ...['credential', 'roll', 'rule'],
    ],
  }),
}
