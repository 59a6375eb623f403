// A queue of messages for each channel, so that a look for SMS does not walk through e-mails that wait.

export const messageQueues = {
  name: '0016-message-queues',
  statements: [
    'drop index messages_due',
    `create index messages_due on messages (channel, due_at) where due_at is not null`,
  ],
}
