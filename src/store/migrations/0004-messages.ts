// E-mails and SMS to be sent, and the mailbox where the sandbox's land.

export const messages = {
  name: '0004-messages',
  statements: [
    `create table messages (
      id text primary key,
      account_id text not null,
      operation_id text not null,
      channel text not null,
      recipient text not null,
      language text not null,
      state text not null,
      attempts integer not null,
      due_at text,
      leased_until bigint not null,
      last_error text,
      created_at text not null,
      sent_at text
    )`,
    `create index messages_due on messages (due_at) where due_at is not null`,
    `create table mailbox (
      id text primary key,
      account_id text not null,
      message_id text not null unique,
      channel text not null,
      recipient text not null,
      subject text not null,
      body text not null,
      html text,
      created_at text not null
    )`,
    `create index mailbox_by_account on mailbox (account_id, id)`,
  ],
}
