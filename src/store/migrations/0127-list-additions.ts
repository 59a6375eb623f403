// How many members each limited list has ever got. Lists of before begin at nothing: their members of now are counted, not added up.
import { check } from './checks.ts'

export const listAdditions = {
  name: '0127-list-additions',
  statements: [
    `create table list_additions (
      account_id text not null references accounts (id),
      owner_id text not null,
      list text not null,
      added bigint not null,
      primary key (account_id, owner_id, list)
    )`,
    ...check('list_additions', { list: ['approvals', 'cards', 'exports', 'sources'], added: '>= 0' }),
  ],
}
