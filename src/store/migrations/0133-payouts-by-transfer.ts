// The payout of a transfer is found by the transfer.

export const payoutsByTransfer = {
  name: '0133-payouts-by-transfer',
  statements: ['create unique index payouts_by_transfer on payouts (transfer_id)'],
}
