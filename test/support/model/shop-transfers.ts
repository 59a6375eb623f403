// The expected transfers of a shop: the bank's outcome of each, and its time. Own rules, no code of src/.

/** Kinds of accounts, by the sandbox's bank's outcome of a transfer to them. */
export type Payer =
  | 'ordinary'
  | 'closed'
  | 'unanswered'
  | 'settled-later'
  | 'rejected-later'
  | 'returned-unsettled'
  | 'returned-later'
  | 'silent'

export type TransferState = 'pending' | 'accepted' | 'settled' | 'rejected' | 'returned'

export interface Transfer {
  kind: 'refund' | 'return' | 'payout'
  /** Its tracking key; empty until the service has named it. */
  key: string
  /** The operation that it concerns. */
  transaction: string | null
  amount: number
  to: Payer
  state: TransferState
  /** Its outcomes to come, in order. */
  steps: { ms: number; state: TransferState }[]
  isReplaced: boolean
  /** The object that its outcome concerns. */
  report(state: TransferState): void
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The account of each kind. */
export const clabes: Record<Payer, string> = {
  ordinary: '002010077777777771',
  closed: '646180990000000012',
  unanswered: '646180990000000025',
  'settled-later': '646180990000000038',
  'rejected-later': '646180990000000041',
  'returned-unsettled': '646180990000000054',
  'returned-later': '646180990000000067',
  silent: '646180990000000070',
}

/** The bank's outcome of a transfer, and its delay after the sending. */
const stepsOf: Record<Payer, [afterMs: number, state: TransferState][]> = {
  ordinary: [[0, 'settled']],
  closed: [[0, 'rejected']],
  unanswered: [[MINUTE_MS, 'settled']],
  'settled-later': [
    [0, 'accepted'],
    [HOUR_MS, 'settled'],
  ],
  'rejected-later': [
    [0, 'accepted'],
    [HOUR_MS, 'rejected'],
  ],
  'returned-unsettled': [
    [0, 'accepted'],
    [48 * HOUR_MS, 'returned'],
  ],
  'returned-later': [
    [0, 'settled'],
    [72 * HOUR_MS, 'returned'],
  ],
  silent: [[MINUTE_MS, 'settled']],
}

/** A transfer is sent as soon as time passes. */
export function send(
  transfers: Transfer[],
  nowMs: number,
  asked: Pick<Transfer, 'kind' | 'transaction' | 'amount' | 'to' | 'report'>,
): Transfer {
  const steps = stepsOf[asked.to].map(([afterMs, state]) => ({ ms: nowMs + afterMs, state }))
  const sent: Transfer = { ...asked, key: '', state: 'pending', steps, isReplaced: false }
  transfers.push(sent)
  return sent
}

/** A failed one is sent again. */
export function resend(transfers: Transfer[], nowMs: number, failed: Transfer, to: Payer): Transfer {
  failed.isReplaced = true
  // What the bank says of it from now on contradicts what is on record.
  failed.steps = []
  failed.report('pending')
  return send(transfers, nowMs, { ...failed, to })
}

/** Its next outcome happens. */
export function step(transfer: Transfer): void {
  const next = transfer.steps.shift()
  if (next === undefined) return
  transfer.state = next.state
  transfer.report(next.state)
}

export function hasFailed({ state }: Transfer): boolean {
  return state === 'rejected' || state === 'returned'
}
