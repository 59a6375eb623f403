// Tables: months that an account closes, and their packages.
import { instant, natural, oneOf, positive, type Row, table, text } from '../core/table.ts'

/** A month that an account has closed: its amounts stay as they are here. */
export const monthClosings = table(
  'month_closings',
  {
    fact: {
      id: text(),
      account_id: text(),
      /** `2026-11` */
      month: text(),
      /** JSON: the balances, movements, payouts and fees of the month, and what they were compared with. */
      figures: text(),
      /** JSON: what stood open when the closing was asked for. */
      open_items: text(),
      /** The checkpoint of the account's books up to the end of the month. */
      head: text(),
      /** SHA-256 in hex, and the bytes, of the package. */
      package_hash: text(),
      package_bytes: positive(),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    recorded: { by: 'id', prefix: 'mcl' },
    references: { account_id: 'accounts' },
    unique: { month_closings_once: 'account_id, month' },
    indexes: { month_closings_in_order: 'id' },
  },
)
export type MonthClosingRow = Row<typeof monthClosings>

/** The package of a month, from the request to close the month on. The month is closed by the batch that makes it whole. */
export const monthPackages = table(
  'month_packages',
  {
    work: {
      id: text(),
      account_id: text(),
      month: text(),
      language: oneOf(['es', 'en']),
      /** JSON: who asked, for the audit trail; and what stood open. */
      actor: text(),
      open_items: text(),
      state: oneOf(['making', 'made']),
      /** Which try wrote the parts, from 1 on; 0 before the first. */
      attempt: natural(),
      created_at: instant(),
      /** Null once it is made. */
      due_at: instant().orNull(),
      leased_until: natural(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    unique: { month_packages_once: 'account_id, month' },
    indexes: { month_packages_due: 'due_at where due_at is not null' },
  },
)
export type MonthPackageRow = Row<typeof monthPackages>

/** A part of a package, from 0 on: base64 of bytes. */
export const monthPackageParts = table(
  'month_package_parts',
  {
    work: {
      account_id: text(),
      package_id: text(),
      attempt: natural(),
      part: natural(),
      content: text(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, package_id, attempt, part',
    isClustered: true,
  },
)
