// The instants of the last tries of signing in. Tries of before, which were counted in windows, are forgotten.
import { check } from './checks.ts'

export const signInTries = {
  name: '0128-sign-in-tries',
  statements: [
    `create table sign_in_tries (
      kind text not null,
      subject text not null,
      tries text not null,
      until text not null,
      primary key (kind, subject)
    )`,
    ...check('sign_in_tries', { kind: ['address', 'code', 'pair'] }),
    `delete from rate_budgets where account_id like 'sign-in:%'`,
  ],
}
