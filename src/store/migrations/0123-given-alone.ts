// What each person of an account with the rule of second persons has given back without another one, on one day.
import { check } from './checks.ts'

export const givenAlone = {
  name: '0123-given-alone',
  statements: [
    `create table person_days (
      account_id text not null references accounts (id),
      user_id text not null references users (id),
      day text not null,
      given_centavos bigint not null,
      primary key (account_id, user_id)
    )`,
    ...check('person_days', { given_centavos: '>= 0' }),
  ],
}
