// Who changed what, from where, and how it was before and after. Rows are added and never changed.

export const auditTrail = {
  name: '0044-audit-trail',
  statements: [
    `create table audit_trail (
      id text primary key,
      account_id text,
      created_at text not null,
      actor_kind text not null,
      actor text not null,
      operator text not null,
      address text not null,
      request_id text not null,
      action text not null,
      subject text not null,
      before text,
      after text
    )`,
    'create index audit_trail_by_account on audit_trail (account_id, id)',
    'create index audit_trail_by_action on audit_trail (action, id)',
  ],
}
