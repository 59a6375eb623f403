// What a person at the console asks for that another person of the account approves, and from which amount on.
import { check } from './checks.ts'

export const approvals = {
  name: '0117-approvals',
  statements: [
    'alter table accounts add column second_person_centavos bigint',
    ...check('accounts', { second_person_centavos: '>= 0' }),
    `create table approvals (
      id text primary key,
      account_id text not null references accounts (id),
      kind text not null,
      subject text not null,
      asked text not null,
      amount_centavos bigint,
      needed_scopes text not null,
      state text not null,
      asked_by text not null references users (id),
      asked_name text not null,
      decided_by text references users (id),
      decided_name text not null,
      reason text not null,
      result text not null,
      created_at text not null,
      expires_at text not null,
      decided_at text
    )`,
    'create index approvals_by_account on approvals (account_id, id)',
    `create index approvals_open on approvals (account_id, expires_at) where state = 'asked' or state = 'approved'`,
    ...check('approvals', {
      kind: ['refund', 'reversal', 'retry', 'transfer', 'credential', 'roll', 'rule'],
      state: ['asked', 'approved', 'done', 'refused', 'withdrawn'],
      amount_centavos: '> 0',
    }),
    'alter table approvals add constraint approvals_another_check check (decided_by <> asked_by)',
  ],
}
