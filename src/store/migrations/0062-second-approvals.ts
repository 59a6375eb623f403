// A payment that was given up may be approved late more than once, each time under another reference of the acquirer: each is undone.
import { checkAnew } from './checks.ts'

export const secondApprovals = {
  name: '0062-second-approvals',
  statements: [
    ...checkAnew('advices', { reason: ['no-answer', 'cancelled', 'late-approval', 'another-approval'] }),
    'drop index advices_operation',
    `create unique index advices_operation on advices (account_id, operation_id) where reason <> 'another-approval'`,
    'create unique index advices_reference on advices (account_id, operation_id, network_reference)',
  ],
}
