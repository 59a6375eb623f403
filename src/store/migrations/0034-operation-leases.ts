// Whoever takes an operation that is due leases it, as all other work; before, its due time was moved.
export const operationLeases = {
  name: '0034-operation-leases',
  statements: ['alter table operations add column leased_until bigint not null default 0'],
}
