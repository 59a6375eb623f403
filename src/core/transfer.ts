// The states of a transfer, the only moves between them, and where its money is in each.

/** `owed`: still with us. `on-its-way`: the bank accepted the transfer. `gone`: out of our account. */
export type TransferMoney = 'owed' | 'on-its-way' | 'gone'

interface TransferStateDescriptor {
  meaning: string
  money: TransferMoney
  /** The state is not final: the network is asked, or asked again. */
  isOpen: boolean
}

export const transferStates = {
  pending: { meaning: 'to be sent, or the network has not said yet whether it took it', money: 'owed', isOpen: true },
  accepted: { meaning: 'the network took it and has not settled it yet', money: 'on-its-way', isOpen: true },
  settled: { meaning: 'it arrived', money: 'gone', isOpen: false },
  rejected: { meaning: 'the network did not take it, or gave it up', money: 'owed', isOpen: false },
  returned: { meaning: 'the receiving bank sent it back, perhaps days later', money: 'owed', isOpen: false },
  withheld: { meaning: 'it differs from what asks for it, and is not sent', money: 'owed', isOpen: false },
  closed: { meaning: 'it was withheld, and the operator gave it up; it is never sent', money: 'owed', isOpen: false },
} as const satisfies Record<string, TransferStateDescriptor>

export type TransferState = keyof typeof transferStates

/** Every legal move. A state without moves is final. */
export const transferMoves = {
  pending: ['accepted', 'settled', 'rejected', 'returned', 'withheld'],
  accepted: ['settled', 'rejected', 'returned'],
  settled: ['returned'],
  // The bank corrects itself: the money arrived after all, or it went and came back.
  rejected: ['settled', 'returned'],
  returned: [],
  // An operator releases a transfer that agrees with its cause again, or gives it up.
  withheld: ['pending', 'closed'],
  closed: [],
} as const satisfies Record<TransferState, readonly TransferState[]>

/** The states that a network can report. */
export type ReportedState = Exclude<TransferState, 'pending' | 'withheld' | 'closed'>

export const transferStateNames = Object.keys(transferStates) as TransferState[]

export const reportedStateNames = transferStateNames.filter(
  (state): state is ReportedState => !['pending', 'withheld', 'closed'].includes(state),
)

/** Whether the table has this move. A state is not a move to itself. */
export function mayTransferMove(from: TransferState, to: TransferState): boolean {
  const targets: readonly TransferState[] = transferMoves[from]
  return targets.includes(to)
}

/** Whether a network's report moves the transfer. The money of a replaced transfer has gone another way, so it does not move any more. */
export function mayBeReported(
  { state, replaced_by }: { state: TransferState; replaced_by: string | null },
  report: ReportedState,
): boolean {
  return replaced_by === null && mayTransferMove(state, report)
}

/**
 * Whether a reported state is one that the transfer has already passed: the report is late or repeated. Sample: `accepted`
 * for a transfer that is `settled`. A report that is neither a move nor behind contradicts the record.
 */
export function isBehind(report: ReportedState, state: TransferState): boolean {
  if (report === state) return true
  if (report === 'accepted') return state !== 'pending' && state !== 'withheld' && state !== 'closed'
  return report === 'settled' && state === 'returned'
}

/** Whether the money is owed again and may be sent again. */
export function hasFailed(state: TransferState): boolean {
  return state === 'rejected' || state === 'returned'
}
