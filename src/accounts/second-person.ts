// Actions that a person at the console may not do alone, in an account with the rule: create or roll keys with power, send
// money to a new destination.
import type { FastifyRequest } from 'fastify'
import type { Caller, Scope } from '../api/caller.ts'
import { Failure } from '../failures.ts'
import { rowOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { type Actor, requestActor } from './trail/record.ts'

/** Keys with one of these scopes can send money away, or create such keys; a person with one may approve. */
export const POWER: readonly Scope[] = ['refund', 'payouts', 'admin']

/** The most centavos that a person gives back alone, of a payment and in a day; null: the account does not have the rule. */
export async function secondPersonAbove({ db }: Store, accountId: string): Promise<number | null> {
  const row = await rowOf(db, 'accounts', { id: accountId }, ['second_person_centavos'])
  return row?.second_person_centavos ?? null
}

/** The person who makes a request alone. Undefined: another person has approved it, or a program, which its scopes limit, makes it. */
export function singleActorOf(request: Pick<FastifyRequest, 'caller' | 'address' | 'id'>): Actor | undefined {
  const { person, isApproved } = request.caller
  return person === undefined || isApproved ? undefined : requestActor(request)
}

/** For actions that need another person at any amount. Fails with `second-person-needed`; `alone` comes from `singleActorOf`. */
export async function requireSecondPerson(store: Store, accountId: string, alone: unknown): Promise<void> {
  if (alone === undefined) return
  if ((await secondPersonAbove(store, accountId)) !== null) throw new Failure('second-person-needed')
}

/** Fails with `second-person-needed` when a person would get a key with power. */
export async function requireSecondPersonForKey(store: Store, caller: Caller, wanted: readonly Scope[]): Promise<void> {
  if (!wanted.some((scope) => POWER.includes(scope))) return
  await requireSecondPerson(store, caller.accountId, caller.person)
}

/** Fails with `second-person-needed` when a person would end the secret of a key that can do more than read. */
export async function requireSecondPersonForRoll(store: Store, caller: Caller, held: readonly Scope[]): Promise<void> {
  if (held.some((scope) => scope !== 'read')) await requireSecondPerson(store, caller.accountId, caller.person)
}
