// Every payout account that holds has the change that set it. Of accounts that were set before changes were kept, only the last is known.

export const payoutAccountHistory = {
  name: '0066-payout-account-history',
  statements: [
    `insert into payout_account_changes (id, account_id, clabe, previous_clabe, state, language, code_hash, tries, confirm_until,
        requested_by, requested_operator, confirmed_by, requested_at, confirmed_at, effective_at, ended_at)
      select 'pac_0' || id, id, payout_clabe, null, 'changed', 'es', null, 0, created_at, '', '', null, created_at, null, null, created_at
      from accounts
      where payout_clabe is not null and not exists (
        select 1 from payout_account_changes as changes where changes.account_id = accounts.id and changes.state = 'changed')`,
  ],
}
