// That of two owners who remove each other at once, one stays.
import { check } from './checks.ts'

export const peopleVersion = {
  name: '0115-people-version',
  statements: [
    'alter table accounts add column people_version bigint not null default 0',
    ...check('accounts', { people_version: '>= 0' }),
  ],
}
