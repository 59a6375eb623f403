// Disputes of card payments: their stages, their states with the only moves between them, and where the money is in each
// state.
import { DAY_MS, type Instant, instantPlus } from './time.ts'

/** The stages, in order of severity. Each occurs at most once for an operation. */
export const disputeStages = {
  retrieval: { meaning: 'the bank asks about the payment; no money moves', takesMoney: false },
  chargeback: { meaning: 'the bank takes the money back', takesMoney: true },
  arbitration: { meaning: 'the bank takes it back again after a chargeback that was won', takesMoney: true },
} as const satisfies Record<string, { meaning: string; takesMoney: boolean }>

export type DisputeStage = keyof typeof disputeStages

export const disputeStageNames = Object.keys(disputeStages) as DisputeStage[]

interface StateDescriptor {
  meaning: string
  /** The merchant may still answer. */
  isOpen: boolean
  /** Where the disputed money is, in a stage that takes it: in the reserve, with the merchant, or with the network. */
  money: 'reserved' | 'merchant' | 'network'
}

export const disputeStates = {
  retrieval: {
    meaning: 'the bank asks about the payment, and waits for an answer until the deadline',
    isOpen: true,
    money: 'reserved',
  },
  needs_response: {
    meaning: 'the money is held back; answer with evidence, or accept, before the deadline',
    isOpen: true,
    money: 'reserved',
  },
  under_review: { meaning: 'the evidence was submitted; the bank decides', isOpen: false, money: 'reserved' },
  won: {
    meaning: 'the bank decided for the merchant, or gave up: the money is back',
    isOpen: false,
    money: 'merchant',
  },
  lost: {
    meaning: 'the bank decided for the cardholder, or the deadline passed without an answer',
    isOpen: false,
    money: 'network',
  },
  accepted: { meaning: 'the merchant let the bank have it', isOpen: false, money: 'network' },
} as const satisfies Record<string, StateDescriptor>

export type DisputeState = keyof typeof disputeStates

export const disputeStateNames = Object.keys(disputeStates) as DisputeState[]

/** Every legal move. A state without moves is final. */
export const disputeMoves = {
  retrieval: ['under_review', 'won', 'lost', 'accepted'],
  needs_response: ['under_review', 'won', 'lost', 'accepted'],
  under_review: ['won', 'lost'],
  won: [],
  // The bank gives up a chargeback that was not answered in time, or that the merchant had accepted.
  lost: ['won'],
  accepted: ['won'],
} as const satisfies Record<DisputeState, readonly DisputeState[]>

/** Whether the table has this move. A state is not a move to itself. */
export function mayDisputeMove(from: DisputeState, to: DisputeState): boolean {
  const targets: readonly DisputeState[] = disputeMoves[from]
  return targets.includes(to)
}

/** The state that a dispute of a stage begins in. */
export function firstStateOf(stage: DisputeStage): 'retrieval' | 'needs_response' {
  return stage === 'retrieval' ? 'retrieval' : 'needs_response'
}

/** Whether a dispute holds or has taken the money of its operation, so that a refund or reversal may not use it. */
export function claimsMoney({ stage, state }: { stage: DisputeStage; state: DisputeState }): boolean {
  return disputeStages[stage].takesMoney && disputeStates[state].money !== 'merchant'
}

/** How many days before the deadline the merchant is reminded, first to last. */
export const REMINDER_DAYS = [7, 3, 1] as const

/** When an open dispute falls due next: at its first reminder after `now`, or else at its deadline. */
export function nextLookAt(respondBy: Instant, now: Instant): Instant {
  const reminders = REMINDER_DAYS.map((days) => instantPlus(respondBy, -days * DAY_MS))
  return reminders.find((at) => at > now) ?? respondBy
}

/** `retrieval (the bank asks ...), chargeback (...)`, for descriptions of the API. */
export const disputeStageTexts = disputeStageNames
  .map((stage) => `\`${stage}\` (${disputeStages[stage].meaning})`)
  .join(', ')
