// Table: the directory of what is unique or found across accounts.
import { directoryKindNames } from '../directory-kinds.ts'
import { oneOf, type Row, table, text } from '../table.ts'

/**
 * What must be unique, or found, across accounts. The row that is found has the value too, and whoever finds it compares: the directory says only
 * where to look. The audit makes it again from these rows.
 */
export const directory = table(
  'directory',
  {
    derived: {
      kind: oneOf(directoryKindNames),
      value: text(),
      /** Tells rows apart that share a value; empty where a value is of one row. */
      variant: text(),
      account_id: text(),
      /** The id of the row in the account. */
      subject: text(),
    },
  },
  {
    owner: 'directory',
    key: 'value, kind, variant',
    isClustered: true,
  },
)
export type DirectoryRow = Row<typeof directory>
