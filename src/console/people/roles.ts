// The permissions of people at the console: a role is a table of the scopes that credentials have too.
import { type Scope, scopes } from '../../api/caller.ts'
import { Failure } from '../../failures.ts'
import type { UserRoleRow } from '../tables.ts'

export type Role = UserRoleRow['role']

/** A person who may invite people may give any of these. `operator` is given at a terminal only: it reaches beyond the account. */
export const roles = {
  reader: ['read'],
  cashier: ['read', 'charge'],
  finance: ['read', 'refund', 'payouts'],
  developer: ['read', 'charge', 'webhooks', 'admin'],
  owner: scopes,
  operator: scopes,
} as const satisfies Record<Role, readonly Scope[]>

export const roleNames = Object.keys(roles) as Role[]

/** The roles that manage the people of an account. */
export function keepsPeople(role: string): boolean {
  return role === 'owner' || role === 'operator'
}

/** Fails with `role-missing` for a role that does not manage people. */
export function refuseOthers(role: string | undefined): void {
  if (!keepsPeople(role ?? '')) throw new Failure('role-missing')
}

/** Whether a person who has the role `from` may do less with the role `to`. */
export function takesAway(from: Role, to: Role): boolean {
  const scopes: readonly Scope[] = roles[to]
  return roles[from].some((scope) => !scopes.includes(scope)) || (from === 'operator' && to !== 'operator')
}
