// Tables: fees of accounts.
import { railNames } from '../../core/rail.ts'
import { instant, natural, oneOf, positive, type Row, table, text } from '../../core/table.ts'

export const feeSchedules = table(
  'fee_schedules',
  {
    derived: {
      account_id: text(),
      rail: oneOf(railNames),
      /** Thousandths of a percent: 3.6 % is 3600. */
      percentage_millis: natural(),
      fixed_centavos: natural(),
      /** For each dispute, without IVA. Null: the rail's standard fee. */
      dispute_centavos: natural().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, rail',
    references: { account_id: 'accounts' },
  },
)
export type FeeScheduleRow = Row<typeof feeSchedules>

/** A change of an account's fees: the last for account and rail is its schedule. */
export const feeChanges = table(
  'fee_changes',
  {
    fact: {
      id: text(),
      account_id: text(),
      rail: oneOf(railNames),
      /** Counts the changes of account and rail, from 1 on: the clocks of processes do not tell their order. */
      number: positive(),
      percentage_millis: natural(),
      fixed_centavos: natural(),
      dispute_centavos: natural().orNull(),
      /** For terms older than this history: when the account was opened. */
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    recorded: { by: 'created_at', keys: ['id'] },
    unique: {
      fee_changes_number: 'account_id, rail, number',
    },
    indexes: {
      fee_changes_by_time: 'created_at, id',
    },
  },
)
