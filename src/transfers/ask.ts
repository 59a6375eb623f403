// Asks a network to send a transfer, or what became of it: how a network that did not answer is never made to send twice.
import type { CashNetworkPort } from '../connectors/cash-network.ts'
import type { SpeiBankPort, TransferStateOutcome } from '../connectors/spei-bank.ts'
import type { Clock } from '../core/clock.ts'
import { type RailPort, railOf } from '../core/rail.ts'
import { businessDaysAfter, instantPlus, speiDay } from '../core/time.ts'
import type { Cause } from '../ledger/transfer-causes.ts'
import type { Store } from '../store/store.ts'
import type { TransferRow } from '../store/tables.ts'
import { update } from '../store/write.ts'

export interface AskNeeds {
  store: Store
  clock: Clock
  bank: SpeiBankPort
  cash: CashNetworkPort
}

export type Answer = Exclude<TransferStateOutcome, { kind: 'never-seen' }>

const UNKNOWN = { kind: 'unknown' } as const
/** A bank that says so long after it was asked that it never saw a transfer has not got it. */
const SURE_AFTER_MS = 2 * 3_600_000
/** So long before and after the turn of the banking day nothing is sent to a bank whose keys live for a day. */
const TURN_MS = 5 * 60_000
export const NEVER_SEEN = 'the bank never saw it'

/** Has a pending transfer sent, as its cause says. Throws `Unmet` when somebody else is at it. */
export function askToSend(needs: AskNeeds, row: TransferRow, cause: Cause): Promise<Answer> {
  return sendBy[railOf(cause.rail).port](needs, row, cause)
}

/** What became of a transfer that a bank accepted. */
export async function askAfter(needs: AskNeeds, row: TransferRow): Promise<Answer> {
  if (row.network !== needs.bank.name) return UNKNOWN
  const found = await find(needs, row)
  return found.kind === 'never-seen' ? UNKNOWN : found
}

/** By port. The row waits while its network is not the one that is set up now, and what an acquirer carried goes back by its reversal. */
const sendBy: Record<RailPort, (needs: AskNeeds, row: TransferRow, cause: Cause) => Promise<Answer>> = {
  'spei-bank': async (needs, row, cause) => (row.network === needs.bank.name ? sendBySpei(needs, row, cause) : UNKNOWN),
  'cash-network': async ({ cash }, row, cause) => {
    if (row.network !== cash.name) return UNKNOWN
    const outcome = await cash.giveBack({
      returnId: row.id,
      networkTransaction: cause.destination,
      chain: cause.till?.chain ?? '',
      day: cause.till?.day ?? '',
      amountCentavos: cause.amount_centavos,
    })
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
 * That the bank is asked is written down before it is. Whoever finds that, and no answer, first looks for the transfer, and has it sent again
 * only where its tracking key cannot make a second one of it.
 */
async function sendBySpei(needs: AskNeeds, row: TransferRow, cause: Cause): Promise<Answer> {
  const { bank, clock, store } = needs
  if (row.asked_at !== null) {
    const found = await find(needs, row)
    if (found.kind !== 'never-seen') return found
    const isSameDay = speiDay(row.asked_at) === speiDay(clock.now())
    if (bank.keyLife === 'banking-day' && !isSameDay) {
      const isSure = clock.now() >= instantPlus(row.asked_at, SURE_AFTER_MS)
      return isSure ? { kind: 'rejected', reason: NEVER_SEEN } : UNKNOWN
    }
  }
  if (bank.keyLife === 'banking-day' && isAtTurnOfDay(clock)) return UNKNOWN
  // While the circuit is open nobody is asked: then it is not written either.
  if (!bank.reachable('transfer')) return UNKNOWN
  const asked = { id: row.id, state: 'pending', attempts: row.attempts, asked_at: row.asked_at } as const
  await store.commit([update('transfers', { asked_at: clock.now() }, asked)])
  return bank.transfer({
    trackingKey: cause.tracking_key,
    destination: cause.destination,
    beneficiary: row.beneficiary,
    amountCentavos: cause.amount_centavos,
    concept: row.concept,
  })
}

/** The bank's clock may already show the next banking day, on which a key of this one is new to it. */
function isAtTurnOfDay(clock: Clock): boolean {
  return speiDay(clock.epochMs() - TURN_MS) !== speiDay(clock.epochMs() + TURN_MS)
}

/** A transfer is in the books of the banking day on which it was asked for, or of the next, when it came in at the turn of the day. */
async function find({ bank, clock }: AskNeeds, row: TransferRow): Promise<TransferStateOutcome> {
  const first = speiDay(row.asked_at ?? row.created_at)
  const days = first < speiDay(clock.now()) ? [first, businessDaysAfter(first, 1)] : [first]
  let isKnown = true
  for (const day of days) {
    const found = await bank.findTransfer({ trackingKey: row.tracking_key, day })
    if (found.kind === 'unknown') isKnown = false
    else if (found.kind !== 'never-seen') return found
  }
  return isKnown ? { kind: 'never-seen' } : UNKNOWN
}
