// Why a transfer is not sent: it has no cause, or differs from its cause.

export const withheldTransfers = {
  name: '0021-withheld-transfers',
  statements: [
    `alter table transfers add column withheld_because text not null default ''`,
    `create index transfers_withheld on transfers (id) where state = 'withheld'`,
  ],
}
