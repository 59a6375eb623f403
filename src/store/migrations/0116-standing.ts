// Accounts that are suspended, how much they may take at once and in a day, and what they have taken of a limited day.
import { check } from './checks.ts'

export const standing = {
  name: '0116-standing',
  statements: [
    'alter table accounts add column suspended_at text',
    `alter table accounts add column suspended_because text not null default ''`,
    'alter table accounts add column payment_limit_centavos bigint',
    'alter table accounts add column day_limit_centavos bigint',
    ...check('accounts', { payment_limit_centavos: '> 0', day_limit_centavos: '> 0' }),
    `create table account_days (
      account_id text primary key references accounts (id),
      day text not null,
      taken_centavos bigint not null
    )`,
    ...check('account_days', { taken_centavos: '>= 0' }),
  ],
}
