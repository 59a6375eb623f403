// What a person at the console does not do alone, where the account has the rule: give back more than an amount, make or roll keys with power.
import type { Caller, Scope } from '../api/caller.ts'
import { Failure } from '../core/failure.ts'
import type { Store } from '../store/store.ts'

/** Keys with any of these move money away, or make keys that do. */
const POWER: readonly Scope[] = ['refund', 'payouts', 'admin']

/** Up to how many centavos of a payment a person gives back alone; null: the account does not have the rule. */
export async function secondPersonAbove({ db }: Store, accountId: string): Promise<number | null> {
  const row = await db
    .selectFrom('accounts')
    .select('second_person_centavos')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.second_person_centavos ?? null
}

/** The same for whoever asks. Undefined: any amount. Programs are not asked: what a key may do says its scopes. */
export async function aloneUpTo(store: Store, caller: Caller): Promise<number | undefined> {
  if (caller.person === undefined) return undefined
  return (await secondPersonAbove(store, caller.accountId)) ?? undefined
}

/** Fails with `second-person-needed` when it is more. */
export function refuseAlone(upToCentavos: number | undefined, centavos: number): void {
  if (upToCentavos !== undefined && centavos > upToCentavos) throw new Failure('second-person-needed')
}

/** Fails with `second-person-needed` when a person would get a key with power. */
export async function refuseKeyAlone(store: Store, caller: Caller, wanted: readonly Scope[]): Promise<void> {
  if (!wanted.some((scope) => POWER.includes(scope))) return
  if ((await aloneUpTo(store, caller)) !== undefined) throw new Failure('second-person-needed')
}
