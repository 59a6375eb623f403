// What Openpay was asked for, on disk before it is asked: without an idempotency key of Openpay's, this keeps one charge, refund or payout from
// being made twice.
import { randomUUID } from 'node:crypto'
import type { OpenpayNeeds } from './needs.ts'

/** `first`: nobody has asked. `before`: somebody has, so long ago. `stopped`: nobody has, and nobody may. */
export type Asked =
  | { kind: 'first' }
  | { kind: 'before'; agoMs: number; amountCentavos: number | undefined }
  | { kind: 'stopped' }

const KEPT_DAYS = 400
const STOPPED = 'stopped'
/** A call of that age has arrived or never will, and Openpay lists what it has made of it. */
export const SETTLED_AFTER_MS = 15 * 60_000
/** Longer than Openpay takes for a charge. One that is not listed then is given up, and its advice waits for the rest of the time. */
export const LISTED_AFTER_MS = 3 * 60_000

/** Claims the first asking. `name`: such as `charge.` and our id. `amountCentavos`: what is asked for, kept with it. */
export async function claimAsked(
  { state, calendar }: Pick<OpenpayNeeds, 'state' | 'calendar'>,
  name: string,
  amountCentavos?: number,
): Promise<Asked> {
  const mine = writtenAsked(calendar, amountCentavos)
  const kept = await state.keepFirst(name, mine, KEPT_DAYS)
  return kept === mine ? { kind: 'first' } : askedIn(calendar, kept)
}

/** Whether it was asked for; undefined: it was not. */
export async function readAsked(
  { state, calendar }: Pick<OpenpayNeeds, 'state' | 'calendar'>,
  name: string,
): Promise<Asked | undefined> {
  const kept = await state.read(name)
  return kept === undefined ? undefined : askedIn(calendar, kept)
}

/** Lets nobody ask for it from now on; `before` when somebody has. */
export async function stopAsking(
  { state, calendar }: Pick<OpenpayNeeds, 'state' | 'calendar'>,
  name: string,
): Promise<Asked> {
  return askedIn(calendar, await state.keepFirst(name, STOPPED, KEPT_DAYS))
}

/** It is asked for again: its age counts from now. */
export async function askAgain(
  { state, calendar }: Pick<OpenpayNeeds, 'state' | 'calendar'>,
  name: string,
  amountCentavos?: number,
): Promise<void> {
  await state.write(name, writtenAsked(calendar, amountCentavos))
}

function writtenAsked(calendar: OpenpayNeeds['calendar'], amountCentavos: number | undefined): string {
  return `${calendar.nowMs()} ${randomUUID()} ${amountCentavos ?? ''}`
}

function askedIn(calendar: Pick<OpenpayNeeds, 'state' | 'calendar'>['calendar'], kept: string): Asked {
  if (kept === STOPPED) return { kind: 'stopped' }
  const [ms, , amount = ''] = kept.split(' ')
  return {
    kind: 'before',
    agoMs: calendar.nowMs() - Number(ms),
    amountCentavos: amount === '' ? undefined : Number(amount),
  }
}

/** Whether what Openpay shows is of the amount that it was asked for, in pesos. */
export function isOfAmount(asked: Asked | undefined, shownCentavos: number | undefined): shownCentavos is number {
  const wanted = asked?.kind === 'before' ? asked.amountCentavos : undefined
  return shownCentavos !== undefined && (wanted === undefined || wanted === shownCentavos)
}

/** Whether what was asked for and is not there will not come any more. */
export function isSettled(asked: Asked | undefined, afterMs = SETTLED_AFTER_MS): boolean {
  return asked === undefined || asked.kind === 'stopped' || (asked.kind === 'before' && asked.agoMs >= afterMs)
}
