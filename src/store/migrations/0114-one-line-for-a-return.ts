// That a transfer of ours came back counts once, whether a statement tells it as a return or as a payment.
export const oneLineForAReturn = {
  name: '0114-one-line-for-a-return',
  statements: [
    'alter table statement_lines add column returned_transfer text',
    `update statement_lines set returned_transfer = cause_id where kind = 'return'`,
    // Where both were counted already, the line of the return keeps it, and the audit names the other.
    `update statement_lines set returned_transfer = (
        select transfers.id from payments_received
          join transfers on transfers.tracking_key = payments_received.network_transaction
            and transfers.network = payments_received.network
          where payments_received.id = statement_lines.cause_id and payments_received.outcome = 'taken-back'
            and not exists (select 1 from statement_lines as other where other.kind = 'return' and other.cause_id = transfers.id)
      ) where kind = 'payment' and rail = 'spei' and cause_id is not null`,
    `create unique index statement_lines_returned on statement_lines (returned_transfer) where returned_transfer is not null`,
  ],
}
