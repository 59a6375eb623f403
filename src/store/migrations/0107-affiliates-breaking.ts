// Affiliates are registered and paid out: whose the lines on `payable:affiliate` are, by day; payouts and changes of the payout account say whom
// of the account they are for. Older programs would take an affiliate's payout for the merchant's.
import { check, FLAG } from './checks.ts'

const RULE = ['proportional', 'merchant']

export const affiliates = {
  name: '0107-affiliates-breaking',
  statements: [
    `alter table accounts add column affiliate_rule text not null default 'proportional'`,
    'alter table operations add column affiliate_rule text',
    `create table affiliates (
      id text primary key,
      account_id text not null references accounts (id),
      affiliate text not null,
      name text not null,
      email text not null,
      clabe text not null,
      settled_day text not null,
      created_at text not null
    )`,
    'create unique index affiliates_once on affiliates (account_id, affiliate)',
    'create index affiliates_to_settle on affiliates (settled_day, id)',
    `create table affiliate_entries (
      entry text primary key,
      account_id text not null,
      affiliate text not null,
      day text not null,
      is_payout integer not null,
      amount_centavos bigint not null
    )`,
    'create index affiliate_entries_by_day on affiliate_entries (account_id, affiliate, day, entry)',
    `insert into affiliate_entries (entry, account_id, affiliate, day, is_payout, amount_centavos)
      select postings.entry, postings.account_id, coalesce(operations.affiliate, ''), postings.day, 0, -sum(postings.amount_centavos)
      from postings inner join operations on operations.id = substr(postings.entry, 1, 36)
      where postings.ledger_account = 'payable:affiliate'
      group by postings.entry, postings.account_id, operations.affiliate, postings.day`,
    `alter table payouts add column affiliate text not null default ''`,
    'drop index payouts_once',
    'create unique index payouts_once on payouts (account_id, affiliate, day)',
    `alter table payout_account_changes add column affiliate text not null default ''`,
    'drop index payout_account_changes_open',
    `create unique index payout_account_changes_open on payout_account_changes (account_id, affiliate)
      where state in ('requested', 'confirmed')`,
    ...check('accounts', { affiliate_rule: RULE }),
    ...check('operations', { affiliate_rule: RULE }),
    ...check('affiliate_entries', { is_payout: FLAG }),
  ],
}
