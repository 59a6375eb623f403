// A payment in suspense that never happened is closed, unless a statement has it; how often an acquirer was asked about a payment is counted.
import { check, checkAnew, FLAG } from './checks.ts'

export const neverReceived = {
  name: '0113-never-received',
  statements: [
    'alter table payments_received add column stated integer not null default 0',
    `update payments_received set stated = 1
      where outcome = 'suspended' and exists (select 1 from statement_lines where cause_id = payments_received.id)`,
    'alter table operations add column inquiries bigint not null default 0',
    ...check('payments_received', { stated: FLAG }),
    ...check('operations', { inquiries: '>= 0' }),
    ...checkAnew('payments_received', {
      outcome: [
        'matched',
        'returned',
        'unmatched',
        'suspended',
        'accepted',
        'given-back',
        'taken-back',
        'never-received',
      ],
    }),
    ...checkAnew('releases', { action: ['return', 'accept', 'never-received'] }),
  ],
}
