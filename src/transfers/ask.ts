// Asks a network to send a transfer, or for the state of one. A network that did not answer is never made to send the money twice.
import type { TransferStateOutcome } from '../connectors/spei-bank.ts'
import { numericReferenceOf } from '../core/banks/numeric-reference.ts'
import { participantOf } from '../core/banks/participants.ts'
import type { Clock } from '../core/clock.ts'
import { railOf } from '../core/rail.ts'
import type { RailPort } from '../core/rail-port.ts'
import type { DepositIdentity } from '../core/received.ts'
import { businessDaysAfter, HOUR_MS, instantPlus, speiDay } from '../core/time.ts'
import { NO_ACCOUNT } from '../store/no-account.ts'
import { update } from '../store/write.ts'
import type { TransferNeeds } from './needs.ts'
import { isOfAnother } from './shown.ts'
import type { TransferRow } from './tables.ts'
import type { Cause } from './transfer-causes.ts'

export type Answer = Exclude<TransferStateOutcome, { kind: 'never-seen' }>

const UNKNOWN = { kind: 'unknown' } as const
/** "Never seen" is believed this long after the request. Before that, the request may still be on its way to the bank. */
const SURE_AFTER_MS = 2 * HOUR_MS
/** No transfer is sent this long before and after the turn of the banking day to a bank that refuses repeated keys for one day only. */
const TURN_MS = 5 * 60_000
/** A transfer that took longer than this to be marked as asked is not sent: the day may have turned, or another worker may have looked it up meanwhile. */
const MARKED_WITHIN_MS = 60_000
/** The bank's clock may be behind ours by so much. */
const CLOCKS_APART_MS = 6 * HOUR_MS
/** A transfer that was never sent, as far as the database knows, is looked up on at most this many banking days. */
const MAX_DAYS = 5
const NEVER_SEEN = 'the bank never saw it'

/** Asks the network to send a pending transfer as its cause says. Throws `Unmet` when another worker is sending it. */
export function askToSend(needs: TransferNeeds, row: TransferRow, cause: Cause): Promise<Answer> {
  return sendBy[railOf(cause.rail).port](needs, row, cause)
}

/**
 * Asks the bank for the state of a transfer that it accepted. "Never seen" is `unknown` here, because the bank did accept it. `deposit`: it
 * sends this deposit back.
 */
export async function askAfter(
  needs: TransferNeeds,
  row: TransferRow,
  deposit: DepositIdentity | undefined,
): Promise<Answer> {
  if (row.network !== needs.speiBank.name) return UNKNOWN
  const found = await find(needs, row, { now: needs.clock.now(), deposit })
  return found.kind === 'never-seen' ? UNKNOWN : found
}

/**
 * How each port sends. A transfer of a network that is no longer configured waits: only that network can send it, or knows whether it did.
 * An acquirer sends no transfers: it gives a card payment back by reversing it.
 */
const sendBy: Record<RailPort, (needs: TransferNeeds, row: TransferRow, cause: Cause) => Promise<Answer>> = {
  'spei-bank': async (needs, row, cause) =>
    row.network === needs.speiBank.name ? sendBySpei(needs, row, cause) : UNKNOWN,
  'cash-network': async ({ cashNetwork }, row, cause) => {
    if (row.network !== cashNetwork.name) return UNKNOWN
    const request = {
      returnId: row.id,
      networkTransaction: cause.destination,
      chain: cause.till?.chain ?? '',
      day: cause.till?.day ?? '',
      amountCentavos: cause.amount_centavos,
    }
    const outcome = await cashNetwork.giveBack(request, aboutOf(row))
    switch (outcome.kind) {
      case 'sent':
        return { kind: 'settled' }
      case 'refused':
        return { kind: 'rejected', reason: outcome.reason }
      case 'unknown':
        return UNKNOWN
    }
  },
  acquirer: async () => UNKNOWN,
}

/**
 * `asked_at` is on disk before the bank is asked. A worker that finds it set, and no answer, first looks the transfer up at the bank, and
 * sends it again only while the bank refuses a second transfer under the same tracking key. One that waits since an earlier banking day is looked up
 * before it is sent first.
 */
async function sendBySpei(needs: TransferNeeds, row: TransferRow, cause: Cause): Promise<Answer> {
  const { speiBank, clock, store } = needs
  const deposit = cause.deposit ?? undefined
  const method = deposit === undefined ? 'transfer' : 'returnDeposit'
  // A bank that cannot send deposits back may be configured later.
  if (!speiBank.hasMethod(method)) return UNKNOWN
  // The clock is read once: a transfer counts as unseen only on the days on which it was looked up.
  const now = clock.now()
  if (row.asked_at === null) {
    // A database of an earlier moment does not know what was sent since then, and the key protects on its banking day alone.
    const days = bankingDays(cause.mayBeSentSince ?? row.created_at, now)
    if (speiBank.keyLife === 'banking-day' && days.length > 1) {
      const found = await findOn(needs, row, { days, deposit })
      if (found.kind !== 'never-seen') return found
    }
  } else {
    const found = await find(needs, row, { now, deposit })
    if (found.kind !== 'never-seen') return found
    const isSameDay = speiDay(row.asked_at) === speiDay(now)
    if (speiBank.keyLife === 'banking-day' && !isSameDay) {
      const isSure = now >= instantPlus(row.asked_at, SURE_AFTER_MS)
      return isSure ? { kind: 'rejected', reason: NEVER_SEEN } : UNKNOWN
    }
  }
  if (speiBank.keyLife === 'banking-day' && isAtTurnOfDay(clock)) return UNKNOWN
  // While the circuit is open the bank is not asked, so `asked_at` must not say that it was.
  if (!speiBank.mayCall(method, aboutOf(row).account)) return UNKNOWN
  const markedFromMs = clock.wallMs()
  const { id, account_id, attempts, asked_at } = row
  const asked = { id, account_id, state: 'pending', attempts, asked_at } as const
  await store.commit([update('transfers', { asked_at: clock.now() }, asked)])
  // The next run looks it up first.
  if (clock.wallMs() > markedFromMs + MARKED_WITHIN_MS) return UNKNOWN
  if (deposit !== undefined) return speiBank.returnDeposit({ trackingKey: cause.tracking_key, deposit }, aboutOf(row))
  const request = {
    kind: row.kind,
    participant: participantOf(cause.destination) ?? '',
    numericReference: numericReferenceOf(cause.tracking_key),
    trackingKey: cause.tracking_key,
    destination: cause.destination,
    beneficiary: row.beneficiary,
    amountCentavos: cause.amount_centavos,
    concept: row.concept,
  }
  return speiBank.transfer(request, aboutOf(row))
}

function aboutOf({ account_id }: TransferRow): { account?: string } {
  return account_id === NO_ACCOUNT ? {} : { account: account_id }
}

/**
 * Near the turn of the day the bank's clock may show another banking day than ours: then it would accept the same key as a
 * new one.
 */
function isAtTurnOfDay(clock: Clock): boolean {
  const nowMs = clock.epochMs()
  return speiDay(nowMs - TURN_MS) !== speiDay(nowMs + TURN_MS)
}

/**
 * Looks a transfer up on the banking day of its request, on the next one, on which the bank counts a request that arrived after the turn of the day,
 * and on the one before, when the bank's clock may have shown it.
 */
function find(
  needs: TransferNeeds,
  row: TransferRow,
  { now, deposit }: { now: string; deposit: DepositIdentity | undefined },
): Promise<TransferStateOutcome> {
  const askedAt = row.asked_at ?? row.created_at
  const first = speiDay(askedAt)
  const before = speiDay(Date.parse(askedAt) - CLOCKS_APART_MS)
  const days = [
    first,
    ...(first < speiDay(now) ? [businessDaysAfter(first, 1)] : []),
    ...(before < first ? [before] : []),
  ]
  return findOn(needs, row, { days, deposit })
}

async function findOn(
  { speiBank, log }: TransferNeeds,
  row: TransferRow,
  { days, deposit }: { days: readonly string[]; deposit: DepositIdentity | undefined },
): Promise<TransferStateOutcome> {
  let isKnown = true
  for (const day of days) {
    const found = await speiBank.findTransfer(
      { trackingKey: row.tracking_key, day, ...(deposit && { deposit }) },
      aboutOf(row),
    )
    if (found.kind === 'never-seen') continue
    if (found.kind !== 'unknown' && !isOfAnother(row, found)) return found
    if (found.kind !== 'unknown')
      log.error({ transfer: row.id, reported: found.kind }, 'a network shows another transfer under the key of ours')
    isKnown = false
  }
  return isKnown ? { kind: 'never-seen' } : UNKNOWN
}

/** The banking days from one instant to another, at most the first `MAX_DAYS`: a transfer is sent within minutes, unless its bank is away. */
function bankingDays(from: string, to: string): string[] {
  const [first, last] = [speiDay(from), speiDay(to)]
  const days = Array.from({ length: MAX_DAYS }, (_, at) => businessDaysAfter(first, at))
  return days.filter((day) => day <= last)
}
