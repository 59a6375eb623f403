// The charges whose answer never came are found without reading the open vouchers, which fall due too and are many.

export const unansweredCharges = {
  name: '0125-unanswered-charges',
  statements: [`create index operations_unanswered on operations (due_at) where due_at is not null and rail = 'card'`],
}
