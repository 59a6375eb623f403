// The queue of a webhook in the order in which it is sent, so that a look at its head ends there however long it is.

export const webhookQueue = {
  name: '0015-webhook-queue',
  statements: [
    'drop index webhook_deliveries_due',
    `create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at, event_id) where due_at is not null`,
  ],
}
