// Lists that are written into files in the background, and the parts of those files.
import { check } from './checks.ts'

export const exports = {
  name: '0105-exports',
  statements: [
    `create table exports (
      id text primary key,
      account_id text not null,
      list text not null,
      query text not null,
      format text not null,
      language text not null,
      state text not null,
      attempt bigint not null,
      rows_read bigint not null,
      rows_total bigint,
      bytes bigint not null,
      created_at text not null,
      finished_at text,
      expires_at text,
      due_at text,
      leased_until bigint not null
    )`,
    `create index exports_due on exports (due_at) where due_at is not null`,
    `create index exports_open on exports (account_id, id) where state = 'pending'`,
    // Base64 of compressed bytes: no part is longer than half a mebibyte.
    `create table export_parts (
      export_id text not null,
      attempt bigint not null,
      part bigint not null,
      content text not null,
      primary key (export_id, attempt, part)
    ) without rowid`,
    ...check('exports', {
      format: ['csv', 'xlsx'],
      language: ['es', 'en'],
      state: ['pending', 'finished', 'failed', 'expired'],
      attempt: '>= 0',
      rows_read: '>= 0',
      rows_total: '>= 0',
      bytes: '>= 0',
      leased_until: '>= 0',
    }),
    ...check('export_parts', { attempt: '>= 0', part: '>= 0' }),
    ...check('finding_lease', { id: '>= 0', leased_until: '>= 0' }),
  ],
}
