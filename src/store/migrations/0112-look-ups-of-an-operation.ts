// What was sent about an operation, and who did something to it, is found without reading everything of its account.

export const operationLookUps = {
  name: '0112-look-ups-of-an-operation',
  statements: [
    `create index messages_by_operation on messages (operation_id, id) where operation_id <> ''`,
    'create index audit_trail_by_subject on audit_trail (account_id, subject, id)',
  ],
}
