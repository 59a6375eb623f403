// The sandbox's bank on SPEI: numbers its accounts, and settles every transfer at once except to the destinations of its table.
import { bankNameOf, isValidClabe, makeClabe } from '../../core/banks/clabe.ts'
import type { Clock } from '../../core/clock.ts'
import { HOUR_MS, instantPlus } from '../../core/time.ts'
import type { ReportedState } from '../../core/transfer.ts'
import { conditionHeld, conflictOn } from '../../store/decide.ts'
import { rowOf } from '../../store/rows.ts'
import { sequence } from '../../store/sequence.ts'
import type { Store } from '../../store/store.ts'
import { Duplicate, insert } from '../../store/write.ts'
import type { IssuedAccount, SpeiBank, TransferOutcome, TransferStateOutcome } from '../spei-bank.ts'
import type { SandboxTransferRow } from '../tables.ts'

export const SANDBOX_SPEI_BANK = 'sandbox-spei'

/** STP in Mexico City, and the prefix of our accounts. */
const BANK = '646'
const PLACE = '180'
const CLIENT_PREFIX = '11'
const NUMBER_DIGITS = 9
/** The number of remembered accounts, for repeated calls. */
const REMEMBERED = 1_000

/** The bank's behaviour for a transfer: its immediate answer, and the later states. */
export interface Play {
  /** The answer to the request to send. */
  answer: 'settled' | 'accepted' | 'rejected' | 'unknown'
  /** The state in its books, if it differs from the answer; null: no record. */
  books?: 'settled' | null
  reason?: string
  later?: { state: ReportedState; afterMs: number; reason?: string }
  /** The text in the table. */
  meaning: string
}

const ORDINARY: Play = { answer: 'settled', meaning: 'It arrives' }
const UNHEARD = { kind: 'unknown' } as const

const CLOSED = 'the account is closed'

/** CLABEs with a special outcome of transfers: pay from one of them to see the outcome of a return. */
export const unusualDestinations: Readonly<Record<string, Play>> = {
  '646180990000000012': {
    answer: 'rejected',
    reason: CLOSED,
    meaning: 'The account is closed: a transfer to it is refused',
  },
  '646180990000000025': {
    answer: 'unknown',
    books: null,
    meaning: 'The bank does not answer the first try; the next one arrives',
  },
  '646180990000000038': {
    answer: 'accepted',
    later: { state: 'settled', afterMs: HOUR_MS },
    meaning: 'Accepted, and settled an hour later',
  },
  '646180990000000041': {
    answer: 'accepted',
    later: { state: 'rejected', afterMs: HOUR_MS, reason: 'the beneficiary’s bank did not take it' },
    meaning: 'Accepted, and rejected an hour later',
  },
  '646180990000000054': {
    answer: 'accepted',
    later: { state: 'returned', afterMs: 48 * HOUR_MS, reason: CLOSED },
    meaning: 'Accepted, and returned two days later without having been settled',
  },
  '646180990000000067': {
    answer: 'settled',
    later: { state: 'returned', afterMs: 72 * HOUR_MS, reason: CLOSED },
    meaning: 'Settled, and returned three days later',
  },
  '646180990000000070': {
    answer: 'unknown',
    books: 'settled',
    meaning: 'Settled, but the bank’s answer never comes; it says so when it is asked',
  },
}

/** Totals, in centavos, with the same outcomes for any account: 4002.01 to 4002.07, in the order of the table above. */
export const unusualAmounts: Readonly<Record<number, Play>> = Object.fromEntries(
  Object.values(unusualDestinations).map((play, at) => [400_201 + at, play]),
)

function playOf(destination: string, amountCentavos: number): Play {
  if (Object.hasOwn(unusualDestinations, destination)) return unusualDestinations[destination] ?? ORDINARY
  return (Object.hasOwn(unusualAmounts, amountCentavos) && unusualAmounts[amountCentavos]) || ORDINARY
}

/**
 * A bank that issues 646 180 11 + nine digits + control digit. Its payment_id: the nine with the control digit. `faultOf`:
 * the fault of a transfer by its concept, for any destination.
 */
export function sandboxSpeiBank(
  store: Store,
  clock: Clock,
  faultOf: (concept: string) => Play | undefined = () => undefined,
): SpeiBank {
  const nextNumber = sequence(store, 'spei-accounts')
  const issuedLately = new Map<string, IssuedAccount>()
  return {
    name: SANDBOX_SPEI_BANK,
    simulated: true,
    keyLife: 'always',
    issueAccount: async ({ ownerId }) => {
      const known = issuedLately.get(ownerId)
      if (known) return known
      const number = String(await nextNumber())
      if (number.length > NUMBER_DIGITS) return { kind: 'refused', reason: 'no account number is left' }
      const clabe = makeClabe({
        bank: BANK,
        place: PLACE,
        account: CLIENT_PREFIX + number.padStart(NUMBER_DIGITS, '0'),
      })
      const issued: IssuedAccount = {
        kind: 'issued',
        clabe,
        bankName: bankNameOf(clabe) ?? '',
        paymentId: clabe.slice(-10),
      }
      issuedLately.set(ownerId, issued)
      forgetOldest(issuedLately)
      return issued
    },
    // A transfer to a closed account is reported like any payment, and Cobro returns it.
    closeAccount: async () => ({ kind: 'closed' }),
    transfer: async ({ destination, trackingKey, amountCentavos, concept }) => {
      const known = await findRow(store, trackingKey)
      if (known) return answerOf(known)
      if (!isValidClabe(destination)) return { kind: 'rejected', reason: 'the destination is not a CLABE' }
      const play = faultOf(concept) ?? playOf(destination, amountCentavos)
      // The first try has no answer, the next one arrives.
      const isHeard = play.books !== null || !(await isFirstTry(store, trackingKey))
      return isHeard ? start(store, clock, trackingKey, play.books === null ? ORDINARY : play) : UNHEARD
    },
    findTransfer: async ({ trackingKey }) => {
      const row = await findRow(store, trackingKey)
      return row ? saysOf(row) : { kind: 'never-seen' }
    },
  }
}

/** Enters a transfer into the bank's books with its later states, and answers by its play. */
async function start(store: Store, clock: Clock, trackingKey: string, play: Play): Promise<TransferOutcome> {
  const state = play.books ?? play.answer
  if (state !== 'unknown') {
    const row: SandboxTransferRow = {
      tracking_key: trackingKey,
      state,
      reason: play.reason ?? '',
      next_state: play.later?.state ?? null,
      next_reason: play.later?.reason ?? '',
      due_at: play.later ? instantPlus(clock.now(), play.later.afterMs) : null,
      leased_until: 0,
    }
    try {
      await store.commit([insert('sandbox_transfers', row)])
    } catch (error) {
      // A concurrent request has entered the same transfer already.
      if (!(error instanceof Duplicate)) throw error
    }
  }
  return play.answer === 'rejected' ? { kind: 'rejected', reason: play.reason ?? '' } : { kind: play.answer }
}

async function findRow({ db }: Store, trackingKey: string): Promise<SandboxTransferRow | undefined> {
  return rowOf(db, 'sandbox_transfers', { tracking_key: trackingKey })
}

function saysOf({ state, reason }: SandboxTransferRow): TransferStateOutcome {
  return state === 'rejected' || state === 'returned' ? { kind: state, reason } : { kind: state }
}

/** The answer to a repeated request to send: accepted, even if the transfer came back later. */
function answerOf(row: SandboxTransferRow): TransferOutcome {
  const says = saysOf(row)
  return says.kind === 'returned' || says.kind === 'never-seen' ? { kind: 'accepted' } : says
}

/** Recorded, so that the next try arrives from any process. */
function isFirstTry(store: Store, trackingKey: string): Promise<boolean> {
  const writing = store.commit([insert('sandbox_unanswered', { tracking_key: trackingKey })])
  return conditionHeld(writing, conflictOn('sandbox_unanswered'))
}

function forgetOldest(kept: Map<string, unknown>): void {
  if (kept.size <= REMEMBERED) return
  const oldest = kept.keys().next()
  if (!oldest.done) kept.delete(oldest.value)
}
