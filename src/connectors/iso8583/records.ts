// What is on disk about a charge before the host hears of it, and what the host said. Never a card's number, code or track.
import { randomUUID } from 'node:crypto'
import type { ChargeResult } from '../acquirer.ts'
import type { Merchant } from './messages.ts'
import type { IsoNeeds } from './needs.ts'

/** That a charge was sent, once; by whom, because the settings may change before it is undone. */
export interface Sent {
  atMs: number
  isMerchantInitiated: boolean
  merchant: Merchant
}

/** A reversal, the same in every repeat. */
interface Undoing {
  trace: string
  atMs: number
  reason: string
}

/** Longer than any reversal is asked for. */
const KEPT_DAYS = 400
/** In place of a `Sent`: nobody may send it any more. */
const STOPPED = 'stopped'

const nameOf = (what: 'sent' | 'said' | 'undoing' | 'undone', operationId: string) => `${what}.${operationId}`

/** Claims the sending of a charge. `mine`: the caller sends it, and nobody else does. */
export async function claimSending(
  { state, calendar }: Pick<IsoNeeds, 'state' | 'calendar'>,
  operationId: string,
  by: Omit<Sent, 'atMs'>,
): Promise<'mine' | 'before' | 'stopped'> {
  const sent: Sent = { atMs: calendar.nowMs(), ...by }
  const mine = JSON.stringify({ ...sent, by: randomUUID() })
  const kept = await state.keepFirst(nameOf('sent', operationId), mine, KEPT_DAYS)
  if (kept === mine) return 'mine'
  return kept === STOPPED ? 'stopped' : 'before'
}

/** Lets nobody send a charge from now on. Answers how it was sent; undefined: it never was. */
export async function stopSending({ state }: Pick<IsoNeeds, 'state'>, operationId: string): Promise<Sent | undefined> {
  return sentIn(await state.keepFirst(nameOf('sent', operationId), STOPPED, KEPT_DAYS))
}

export async function readSending(
  { state }: Pick<IsoNeeds, 'state'>,
  operationId: string,
): Promise<Sent | 'stopped' | undefined> {
  const kept = await state.read(nameOf('sent', operationId))
  if (kept === undefined) return undefined
  return sentIn(kept) ?? 'stopped'
}

function sentIn(kept: string): Sent | undefined {
  return kept === STOPPED ? undefined : (JSON.parse(kept) as Sent)
}

export async function keepOutcome(
  { state }: Pick<IsoNeeds, 'state'>,
  operationId: string,
  outcome: ChargeResult,
): Promise<void> {
  await state.keepFirst(nameOf('said', operationId), JSON.stringify(outcome), KEPT_DAYS)
}

export async function readOutcome(
  { state }: Pick<IsoNeeds, 'state'>,
  operationId: string,
): Promise<ChargeResult | undefined> {
  const kept = await state.read(nameOf('said', operationId))
  return kept === undefined ? undefined : (JSON.parse(kept) as ChargeResult)
}

/** Begins a reversal, or answers the one that has begun: `isRepeat`. */
export async function beginUndoing(
  { state }: Pick<IsoNeeds, 'state'>,
  operationId: string,
  undoing: Undoing,
): Promise<Undoing & { isRepeat: boolean }> {
  const mine = JSON.stringify({ ...undoing, by: randomUUID() })
  const kept = await state.keepFirst(nameOf('undoing', operationId), mine, KEPT_DAYS)
  return { ...(JSON.parse(kept) as Undoing), isRepeat: kept !== mine }
}

export async function readUndoing(
  { state }: Pick<IsoNeeds, 'state'>,
  operationId: string,
): Promise<Undoing | undefined> {
  const kept = await state.read(nameOf('undoing', operationId))
  return kept === undefined ? undefined : (JSON.parse(kept) as Undoing)
}

/** The host has undone the charge, with this response. */
export async function keepUndone({ state }: Pick<IsoNeeds, 'state'>, operationId: string, code: string): Promise<void> {
  await state.keepFirst(nameOf('undone', operationId), code, KEPT_DAYS)
}

export async function isUndone({ state }: Pick<IsoNeeds, 'state'>, operationId: string): Promise<boolean> {
  return (await state.read(nameOf('undone', operationId))) !== undefined
}
