// What a statement must have is found by the instant at which it happened, however old its record is: transfers that settled, refunds that an
// acquirer completed, and payments that were reversed.

export const movementsByInstant = {
  name: '0136-movements-by-instant',
  statements: [
    `create index transfers_settled on transfers (settled_at, id) where state = 'settled'`,
    `create index refunds_completed on refunds (settled_at, id) where way = 'acquirer'`,
    `create index operations_reversed on operations (status_at, id) where status = 'cancelled' and paid_at is not null`,
  ],
}
