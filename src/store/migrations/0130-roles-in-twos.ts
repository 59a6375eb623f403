// Who gets a role that may approve: a second person approves that too.
import { checkAnew } from './checks.ts'

export const rolesInTwos = {
  name: '0130-roles-in-twos',
  statements: checkAnew('approvals', {
    kind: [
      ...['refund', 'reversal', 'retry', 'transfer', 'release', 'affiliate', 'affiliate_account'],
      ...['credential', 'roll', 'rule', 'person'],
    ],
  }),
}
