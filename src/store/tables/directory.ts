// Table: the directory of what is unique or found across accounts.
import { oneOf, type Row, table, text } from '../table.ts'

/** What is registered. */
const directoryKinds = [
  'checkout',
  'clabe',
  'export',
  'invitation',
  'key',
  'refund link',
  'session',
  'short address',
  'tracking key',
] as const

/**
 * What must be unique, or found, across accounts. The row that is found has the value too, and whoever finds it compares: the directory says only
 * where to look.
 */
export const directory = table(
  'directory',
  {
    work: {
      kind: oneOf(directoryKinds),
      value: text(),
      account_id: text(),
      /** The id of the row in the account. */
      subject: text(),
    },
  },
  {
    owner: 'directory',
    key: 'value, kind',
    isClustered: true,
  },
)
export type DirectoryRow = Row<typeof directory>
