// Tables: a merchant's public data and logo.
import { day, instant, oneOf, positive, type Row, table, text } from '../../core/table.ts'

/** A merchant's public data; unset texts are empty. */
export const profiles = table(
  'profiles',
  {
    authority: {
      account_id: text(),
      trade_name: text(),
      legal_name: text(),
      rfc: text(),
      phone: text(),
      email: text(),
      site: text(),
      /** `#0c5c4c` */
      colour: text(),
      /** The digest of its logo; empty: none. */
      logo: text(),
      /** The daily closing by e-mail, and its language. */
      closing: oneOf(['off', 'es', 'en']),
      changed_at: instant(),
    },
    work: {
      /** The last day that was closed; empty before the first. */
      closed_day: day(),
      closing_due_at: instant().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id',
    indexes: {
      profiles_closing_due: 'closing_due_at where closing_due_at is not null',
    },
  },
)
export type ProfileRow = Row<typeof profiles>

/** The picture on slips and receipts, in base64. */
export const logos = table(
  'logos',
  {
    authority: {
      account_id: text(),
      digest: text(),
      type: oneOf(['image/png', 'image/jpeg']),
      width: positive(),
      height: positive(),
      content: text(),
    },
  },
  {
    owner: 'account',
    key: 'account_id',
  },
)
export type LogoRow = Row<typeof logos>
