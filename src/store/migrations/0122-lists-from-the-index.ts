// The indexes of lists hold all that a list reads, so that SQLite fetches no row: an untouched value costs a byte. PostgreSQL, which fetches the
// newest rows all the same, keeps its narrower indexes.

const STATE =
  'status, rail, card_brand, operator, has_devolution, refund_state, refunded_centavos, disputed_centavos, refunds_settled_centavos, refunds_failed_centavos'

export const listsFromTheIndex = {
  name: '0122-lists-from-the-index',
  statements: [],
  onSqlite: async (run: (text: string) => Promise<unknown[]>) => {
    for (const statement of [
      'drop index operations_listed',
      `create index operations_listed on operations (account_id, day, id, ${STATE})`,
      'drop index operations_posted',
      `create index operations_posted on operations (account_id, posted_day, id, ${STATE}) where posted_day is not null`,
    ])
      await run(statement)
  },
}
