// What of a payment has been refunded, and what of it is disputed. The database refuses that more is taken of a payment than was paid.
import { check } from './checks.ts'

export const takenOfPayments = {
  name: '0101-taken-of-payments',
  statements: [
    'alter table operations add column refunded_centavos bigint not null default 0',
    'alter table operations add column disputed_centavos bigint not null default 0',
    ...check('operations', { refunded_centavos: '>= 0', disputed_centavos: '>= 0' }),
    `alter table operations add constraint operations_left_check check (refunded_centavos + disputed_centavos <= total_centavos)`,
  ],
}
