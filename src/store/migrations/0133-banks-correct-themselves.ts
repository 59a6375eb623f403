// A bank may settle what it had refused: transfers and payouts record both.

export const banksCorrectThemselves = {
  name: '0133-banks-correct-themselves',
  statements: [
    'alter table transfers add column rejected_at text',
    `update transfers set rejected_at = state_at where state = 'rejected'`,
    'alter table payouts add column failed_at text',
    `update payouts set failed_at = state_at where state = 'failed'`,
    'alter table payouts add column corrected_at text',
    // A failed payout is looked at again when its transfer is settled.
    `create index payouts_failed on payouts (transfer_id) where state = 'failed'`,
  ],
}
