// Whether a signed-in person has to set up a second factor before anything else: the roles of the account that need one.
import { SANDBOX_ACCOUNT } from '../../accounts/open-account.ts'
import { rowOf } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import { type Role, roleNames } from '../people/roles.ts'

export async function readFactorRoles({ db }: Store, accountId: string): Promise<string> {
  const query = db.selectFrom('accounts').select('factor_roles').where('id', '=', accountId)
  return (await query.executeTakeFirstOrThrow()).factor_roles
}

export function factorRolesIn(text: string): Role[] {
  const held = text.split(' ')
  return roleNames.filter((name) => held.includes(name))
}

/** What is known of a person's session when it is read. */
interface SignedIn {
  user_id: string
  email: string
  role: Role
  factor_roles: string
  sealed_totp: string | null
}

/** Whether the person has to set up a second factor before anything else. The person that the sandbox signs in by itself never has a password. */
export async function lacksFactor({ db }: Store, one: SignedIn): Promise<boolean> {
  if (!factorRolesIn(one.factor_roles).includes(one.role)) return false
  if (one.sealed_totp !== null || one.email === SANDBOX_ACCOUNT.email) return false
  const passkey = await rowOf(db, 'passkeys', { user_id: one.user_id }, ['id'])
  return passkey === undefined
}
