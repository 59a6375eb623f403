// The calls that an account made in the last days, for its developers. Nothing refers to them, and old ones are erased.
import { check, FLAG } from './checks.ts'

export const requests = {
  name: '0111-requests',
  statements: [
    `create table requests (
      id text primary key,
      account_id text not null,
      created_at text not null,
      method text not null,
      path text not null,
      route text not null,
      status integer not null,
      code text not null,
      duration_ms bigint not null,
      caller text not null,
      operator text not null,
      address text not null,
      idempotency_key text not null,
      replayed integer not null,
      operation_id text,
      headers text,
      body text,
      answer text
    )`,
    'create index requests_by_account on requests (account_id, id)',
    'create index requests_by_operation on requests (account_id, operation_id)',
    'create index requests_by_day on requests (created_at)',
    ...check('requests', { status: '> 0', duration_ms: '>= 0', replayed: FLAG }),
  ],
}
