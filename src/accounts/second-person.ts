// What a person at the console does not do alone, where the account has the rule: make or roll keys with power, send money to a new place.
import type { Caller, Scope } from '../api/caller.ts'
import { Failure } from '../core/failure.ts'
import type { Store } from '../store/store.ts'

/** Keys with any of these move money away, or make keys that do. */
const POWER: readonly Scope[] = ['refund', 'payouts', 'admin']

/** Up to how many centavos of a payment, and in a day, a person gives back alone; null: the account does not have the rule. */
export async function secondPersonAbove({ db }: Store, accountId: string): Promise<number | null> {
  const row = await db
    .selectFrom('accounts')
    .select('second_person_centavos')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.second_person_centavos ?? null
}

/** The person who makes a call. Undefined: a program, which nobody is asked about. What a key may do says its scopes. */
export function aloneOf(caller: Caller): string | undefined {
  return caller.person?.id
}

/** What needs another person whatever the amount. Fails with `second-person-needed`; `alone` as `aloneOf` answers it. */
export async function refuseAlone(store: Store, accountId: string, alone: string | undefined): Promise<void> {
  if (alone === undefined) return
  if ((await secondPersonAbove(store, accountId)) !== null) throw new Failure('second-person-needed')
}

/** Fails with `second-person-needed` when a person would get a key with power. */
export async function refuseKeyAlone(store: Store, caller: Caller, wanted: readonly Scope[]): Promise<void> {
  if (!wanted.some((scope) => POWER.includes(scope))) return
  await refuseAlone(store, caller.accountId, aloneOf(caller))
}
