// All subscriptions of an account are listed, also those that have ended.

export const allSubscriptions = {
  name: '0155-all-subscriptions',
  statements: [`create index subscriptions_of_account on subscriptions (account_id, id)`],
}
