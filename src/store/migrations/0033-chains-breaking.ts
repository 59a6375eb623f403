// The stores at which a voucher is paid belong to a chain: the columns say so, and `store` is the name of the way of paying alone.
export const chains = {
  name: '0033-chains-breaking',
  statements: ['operations', 'abandoned_references'].map(
    (table) => `alter table ${table} rename column store to chain`,
  ),
}
