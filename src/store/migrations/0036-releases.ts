// How a payment left suspense: it was given back to an account, or accepted as an operation.

export const releases = {
  name: '0036-releases',
  statements: [
    `create table releases (
      payment_id text primary key,
      account_id text,
      action text not null,
      rail text not null,
      network text not null,
      destination text,
      beneficiary text not null,
      created_at text not null
    )`,
  ],
}
