// Every change of an account's fees is kept. Of terms that are older than this, only what they are now is known.
import { check } from './checks.ts'

export const feeChanges = {
  name: '0050-fee-changes',
  statements: [
    `create table fee_changes (
      id text primary key,
      account_id text not null,
      rail text not null,
      percentage_millis integer not null,
      fixed_centavos bigint not null,
      created_at text not null
    )`,
    'create index fee_changes_by_time on fee_changes (created_at, id)',
    `insert into fee_changes (id, account_id, rail, percentage_millis, fixed_centavos, created_at)
      select 'fch_' || account_id || '_' || rail, account_id, rail, percentage_millis, fixed_centavos, accounts.created_at
      from fee_schedules inner join accounts on accounts.id = fee_schedules.account_id`,
    ...check('fee_changes', { rail: ['card', 'store', 'spei'], percentage_millis: '>= 0', fixed_centavos: '>= 0' }),
  ],
}
