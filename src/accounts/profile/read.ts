// Reads the profile of a merchant.
import { rowOf } from '../../store/rows.ts'
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
  return rowOf(db, 'profiles', { account_id: accountId })
}

export async function readLogo({ db }: Store, accountId: string): Promise<LogoRow | undefined> {
  return rowOf(db, 'logos', { account_id: accountId })
}
