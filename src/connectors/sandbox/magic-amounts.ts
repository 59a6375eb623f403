// The sandbox's magic amounts: one table with the outcome of a payment of exactly this total on a card that would be
// approved.
import { type DeclineCode, declines } from '../../core/cards/decline-codes.ts'
import { type CardBehaviour, SLOW_CARD_MS } from './test-cards.ts'

const AT_ONCE = { unanswered: 0, finally: 'acknowledged' } as const

export interface MagicAmount {
  /** The outcome of a payment. */
  payment: CardBehaviour
  /** The outcome of its reversal. */
  reversal: 'reversed' | 'refused' | 'unknown'
  /** The outcome of its reversal advice: a number of tries without an answer, and then the final answer. */
  advice: { unanswered: number; finally: 'acknowledged' | 'refused' }
  /** The outcome of a capture of exactly this amount; others are captured. `late`: the first try has no answer. */
  capture?: 'refused' | 'late'
  /** The bank's reply to the answer to a dispute; the bank takes all others. */
  disputeAnswer?: 'refused'
  /** The text in the list of magic amounts. */
  meaning: string
}

/**
 * By total, in centavos. 4000.CC is declined with the response code CC, for each code with a text (4000.51: insufficient
 * funds); 4001.01 to 4001.14 are faults of the connection to the bank. For every other total the card decides.
 */
export const magicAmounts: Readonly<Record<number, MagicAmount>> = {
  ...Object.fromEntries(
    Object.entries(declines).map(([code, [, english]]) => [
      400_000 + Number(code),
      pays({ kind: 'declined', code: code as DeclineCode }, `Declined with ${code}: ${english}`),
    ]),
  ),
  400101: pays({ kind: 'slow', delayMs: SLOW_CARD_MS }, 'Approved after 2 seconds'),
  400102: pays(
    { kind: 'unknown', later: 'approved' },
    'No answer comes; the payment stays pending and is later found approved',
  ),
  400103: pays(
    { kind: 'unknown', later: { declined: '05' } },
    'No answer comes; the payment stays pending and is later found declined',
  ),
  400104: pays(
    { kind: 'unknown', later: 'never-seen' },
    'No answer comes; the payment stays pending and the bank has never seen it',
  ),
  400105: {
    payment: { kind: 'approved' },
    reversal: 'refused',
    advice: AT_ONCE,
    meaning: 'Approved; the bank refuses to reverse it',
  },
  400106: {
    payment: { kind: 'approved' },
    reversal: 'unknown',
    advice: AT_ONCE,
    meaning: 'Approved; the answer to a reversal never comes',
  },
  400107: pays(
    { kind: 'unknown', later: 'approved', lateApprovalMs: 200 },
    'The bank approves it just after the deadline; the payment is pending for a moment, then paid',
  ),
  400108: pays(
    { kind: 'unknown', later: 'never-seen', lateApprovalMs: 12_000 },
    'The bank approves it when the payment has been given up; it stays declined and the charge is undone',
  ),
  400109: advised({ unanswered: 2, finally: 'acknowledged' }, 'the reversal advice is taken at the third try'),
  400110: advised({ unanswered: 10, finally: 'acknowledged' }, 'the reversal advice is taken at the eleventh try'),
  400114: {
    payment: { kind: 'approved' },
    reversal: 'reversed',
    advice: AT_ONCE,
    disputeAnswer: 'refused',
    meaning: 'Approved; when all of it is disputed, the bank does not take the answer',
  },
  400115: captures('refused', 'Approved; the bank refuses to capture this amount'),
  400116: captures(
    'late',
    'Approved; the first try to capture this amount goes unanswered, and the next one is captured',
  ),
  400111: advised({ unanswered: 0, finally: 'refused' }, 'the bank refuses the reversal advice for good'),
}

/** The row of a total; undefined for an ordinary one. */
export function magicOf(amountCentavos: number): MagicAmount | undefined {
  return Object.hasOwn(magicAmounts, amountCentavos) ? magicAmounts[amountCentavos] : undefined
}

function pays(payment: CardBehaviour, meaning: string): MagicAmount {
  return { payment, reversal: 'reversed', advice: AT_ONCE, meaning }
}

function captures(capture: 'refused' | 'late', meaning: string): MagicAmount {
  return { ...pays({ kind: 'approved' }, meaning), capture }
}

function advised(advice: MagicAmount['advice'], meaning: string): MagicAmount {
  const payment = { kind: 'unknown', later: 'never-seen' } as const
  return {
    payment,
    reversal: 'reversed',
    advice,
    meaning: `No answer comes, and the bank has never seen it; ${meaning}`,
  }
}

/** The outcome of a refund to a card of exactly this amount, in centavos; others are given back at once. */
export const refundPlays: Readonly<Record<number, { outcome: 'refused' | 'unknown' | 'late'; meaning: string }>> = {
  400112: {
    outcome: 'refused',
    meaning: 'The bank refuses the refund: it has failed, and can go to an account instead',
  },
  400113: {
    outcome: 'unknown',
    meaning: 'The answer to the refund never comes; it stays pending and is asked for again',
  },
  400114: { outcome: 'late', meaning: 'The first try of the refund goes unanswered; the next one is given back' },
}
