// Rows of background work whose work fails each time, so that the rows behind them are worked: tried again later, and at last set aside. And the
// processes that run, with the key that they seal under and how far their clocks are from the database's.
import { check, FLAG } from './checks.ts'

export const setAside = {
  name: '0147-set-aside',
  statements: [
    `create table troubled_rows (
      id text not null primary key,
      source text not null,
      row_id text not null,
      account_id text,
      tries integer not null,
      error text not null,
      first_at text not null,
      last_at text not null,
      until_ms bigint not null,
      set_aside integer not null
    )`,
    ...check('troubled_rows', { tries: '>= 0', until_ms: '>= 0', set_aside: FLAG }),
    'create unique index troubled_rows_by_row on troubled_rows (source, row_id)',
    'create index troubled_rows_set_aside on troubled_rows (id) where set_aside = 1',
    'create index troubled_rows_last on troubled_rows (last_at)',
    `create table processes (
      id text not null primary key,
      host text not null,
      at_rest_key text not null,
      system_ms bigint not null,
      started_at text not null,
      seen_ms bigint not null
    )`,
    ...check('processes', { system_ms: '>= 0', seen_ms: '>= 0' }),
  ],
}
