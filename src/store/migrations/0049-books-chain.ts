// Records of each account and day are hashed into heads, hour by hour, and found by when they were written.
import { check, FLAG } from './checks.ts'

export const booksChain = {
  name: '0049-books-chain',
  statements: [
    `create table book_days (
      account_id text not null,
      day text not null,
      until_at text not null,
      records bigint not null,
      parts text not null,
      head text not null,
      told integer not null,
      primary key (account_id, day)
    ) without rowid`,
    'create index book_days_by_day on book_days (day, account_id)',
    'create index book_days_untold on book_days (day) where told = 0',
    `create table book_progress (
      id integer primary key,
      until_at text not null,
      goal_at text,
      leased_until bigint not null
    )`,
    `insert into book_progress (id, until_at, goal_at, leased_until) values (1, '1970-01-01T00:00:00.000Z', null, 0)`,
    'create index postings_by_time on postings (created_at, entry) where line = 0',
    'create index transfers_by_time on transfers (created_at, id)',
    'create index transfer_retries_by_time on transfer_retries (created_at, transfer_id)',
    'create index releases_by_time on releases (created_at, payment_id)',
    'create index plan_charges_by_time on plan_charges (created_at, subscription_id, period)',
    ...check('book_days', { records: '>= 0', told: FLAG }),
    ...check('book_progress', { id: '> 0', leased_until: '>= 0' }),
  ],
}
