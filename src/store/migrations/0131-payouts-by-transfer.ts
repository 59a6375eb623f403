// The payout of a transfer is found by the transfer.

export const payoutsByTransfer = {
  name: '0131-payouts-by-transfer',
  statements: ['create index payouts_by_transfer on payouts (transfer_id)'],
}
