// Roles of an account that need a second factor; tries of signing in by person; and changes that take power, which another person approves.
import { checkAnew } from './checks.ts'

export const peopleInTwos = {
  name: '0152-people-in-twos',
  statements: [
    `alter table accounts add column factor_roles text not null default ''`,
    ...checkAnew('sign_in_tries', { kind: ['address', 'code', 'pair', 'person'] }),
    ...checkAnew('approvals', {
      kind: [
        ...['refund', 'reversal', 'retry', 'transfer', 'release', 'affiliate', 'affiliate_account'],
        ...['credential', 'roll', 'rule', 'person', 'change'],
      ],
    }),
  ],
}
