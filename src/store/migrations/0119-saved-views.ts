// Views of a list that people of the console keep under a name, each for themselves and one account.
import { check } from './checks.ts'

export const savedViews = {
  name: '0119-saved-views',
  statements: [
    `create table saved_views (
      id text primary key,
      account_id text not null references accounts (id),
      user_id text not null references users (id),
      slot integer not null,
      name text not null,
      query text not null,
      created_at text not null
    )`,
    'create unique index saved_views_by_person on saved_views (user_id, account_id, slot)',
    'create unique index saved_views_by_name on saved_views (user_id, account_id, name)',
    ...check('saved_views', { slot: '> 0' }),
  ],
}
