// Changes of the account that payouts go to, from the request to the day they hold; and e-mails that are about no operation.

export const payoutAccountChanges = {
  name: '0045-payout-account-changes',
  statements: [
    `create table payout_account_changes (
      id text primary key,
      account_id text not null references accounts (id),
      clabe text not null,
      previous_clabe text,
      state text not null,
      language text not null,
      code_hash text,
      tries integer not null,
      confirm_until text not null,
      requested_by text not null,
      requested_operator text not null,
      confirmed_by text,
      requested_at text not null,
      confirmed_at text,
      effective_at text,
      ended_at text
    )`,
    `create unique index payout_account_changes_open on payout_account_changes (account_id)
      where state in ('requested', 'confirmed')`,
    'create index payout_account_changes_by_account on payout_account_changes (account_id, id)',
    `create index payout_account_changes_due on payout_account_changes (effective_at) where state = 'confirmed'`,
    'alter table messages add column letter text',
    'alter table messages add column sealed_code text',
  ],
}
