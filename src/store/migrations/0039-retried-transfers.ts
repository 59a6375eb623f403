// What asks for a failed transfer to be sent anew, and what the sandbox's bank knows of the transfers it was sent.

export const retriedTransfers = {
  name: '0039-retried-transfers',
  statements: [
    `create table transfer_retries (
      transfer_id text primary key,
      replaces text not null unique,
      account_id text not null,
      destination text not null,
      beneficiary text not null,
      created_at text not null
    )`,
    `create table sandbox_transfers (
      tracking_key text primary key,
      state text not null,
      reason text not null,
      next_state text,
      next_reason text not null,
      due_at text,
      leased_until bigint not null
    )`,
    'create index sandbox_transfers_due on sandbox_transfers (due_at) where due_at is not null',
  ],
}
