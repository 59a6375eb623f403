// Reads the profile of a merchant.
import { columns } from '../../store/columns.ts'
import type { Store } from '../../store/store.ts'
import type { LogoRow, ProfileRow } from './tables.ts'

/** The profile of an account without one. */
export const BLANK_PROFILE = {
  trade_name: '',
  legal_name: '',
  rfc: '',
  phone: '',
  email: '',
  site: '',
  colour: '',
  logo: '',
  closing: 'off',
  closed_day: '',
  closing_due_at: null,
} as const satisfies Partial<ProfileRow>

export async function readProfile({ db }: Store, accountId: string): Promise<ProfileRow | undefined> {
  return db.selectFrom('profiles').select(columns.profiles).where('account_id', '=', accountId).executeTakeFirst()
}

export async function readLogo({ db }: Store, accountId: string): Promise<LogoRow | undefined> {
  return db.selectFrom('logos').select(columns.logos).where('account_id', '=', accountId).executeTakeFirst()
}
