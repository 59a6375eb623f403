// What each credential has used of its requests in the current ten seconds, in all processes together.

export const rateBudgets = {
  name: '0052-rate-budgets',
  statements: [
    `create table rate_budgets (
      account_id text not null,
      credential_id text not null,
      period bigint not null,
      taken bigint not null,
      primary key (account_id, credential_id)
    )`,
  ],
}
