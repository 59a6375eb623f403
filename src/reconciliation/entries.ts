// The postings of a statement's line: when it is read, when its record is found later, and when it is written off.
import type { MovementKind } from '../core/movement.ts'
import { type Rail, rails } from '../core/rail.ts'
import { railPortRows } from '../core/rail-port.ts'
import { combined, type Line, move, type Place, receivableOf } from '../ledger/postings.ts'

/** The facts of a statement's line. */
export interface Stated {
  rail: Rail
  network: string
  kind: MovementKind
  amountCentavos: number
  feeCentavos: number
}

const BANK: Place = { account: 'bank' }

/**
 * The lines of a statement's line. `recordedCentavos` is the amount of our record of the same movement on the receivable
 * (positive: the network owes us), zero when there is no record. A bank's line moves that amount to our bank account; a
 * line of any other network only confirms it. Whatever the line says more or less than the record stands on
 * `suspense:statements`.
 *
 * Sample: a bank says that 100.00 came in, where 90.00 are recorded: `bank` +100.00, `receivable:bank` -90.00, `suspense:statements` -10.00.
 */
export function statedLines(stated: Stated, recordedCentavos: number): Line[] {
  const { rail, network, kind, amountCentavos: amount, feeCentavos: fee } = stated
  const receivable = receivableOf(rail, network)
  const { moneyOn, cost } = railPortRows[rails[rail].port]
  const place = moneyOn === 'bank' ? BANK : receivable
  const kept = kind === 'fee' ? amount : fee
  return combined([
    ...linesOfStated(stated, { place, receivable, recordedCentavos }),
    { account: cost, amountCentavos: kept },
    { ...place, amountCentavos: -kept },
  ])
}

function linesOfStated(
  { kind, amountCentavos: amount }: Stated,
  to: { place: Place; receivable: Place; recordedCentavos: number },
): Line[] {
  const { place, receivable, recordedCentavos: recorded } = to
  switch (kind) {
    case 'fee':
      return []
    // A settlement of another network is on its way to our bank, whose statement shows its arrival.
    case 'settlement':
      return place === BANK ? move(BANK, 'receivable:bank', amount) : move('receivable:bank', receivable, amount)
    case 'payment':
    case 'return':
    case 'reversal':
    case 'chargeback':
    case 'chargeback-reversal':
    case 'transfer-out': {
      const statedCentavos = signedOf(kind, amount)
      return [
        { ...place, amountCentavos: statedCentavos },
        // A network other than a bank has the amount on its receivable already: the recorded amount cancels out.
        { ...(place === BANK ? receivable : place), amountCentavos: -recorded },
        { account: 'suspense:statements', amountCentavos: recorded - statedCentavos },
      ]
    }
  }
}

/** A line's rail, and the network whose statement has it. */
type Carried = Pick<Stated, 'rail' | 'network'>

/** The record of a line is found after the line was posted without one: its amount leaves suspense. */
export function foundLines({ rail, network }: Carried, recordedCentavos: number): Line[] {
  return combined(move('suspense:statements', receivableOf(rail, network), recordedCentavos))
}

/**
 * The record of a line is found after the line was written off: the recorded amount is no longer written off; a difference
 * stays written off.
 */
export function foundLaterLines({ rail, network }: Carried, recordedCentavos: number): Line[] {
  return combined(move('cost:differences', receivableOf(rail, network), recordedCentavos))
}

/** A person writes off the difference between a line and its record: a cost, or the reduction of one. */
export function closedLines(stated: Stated, recordedCentavos: number): Line[] {
  return combined(move('suspense:statements', 'cost:differences', differenceOf(stated, recordedCentavos)))
}

/** What an entry or some entries of a line posted, taken back. */
export function reversedLines(posted: readonly Line[]): Line[] {
  return combined(posted.map((line) => ({ ...line, amountCentavos: -line.amountCentavos })))
}

/** What a line says more than its record, or less: as an amount on `suspense:statements`. */
export function differenceOf({ kind, amountCentavos }: Stated, recordedCentavos: number): number {
  return signedOf(kind, amountCentavos) - recordedCentavos
}

/** The kinds of movement that bring money to us. */
const incoming: readonly MovementKind[] = ['payment', 'return', 'chargeback-reversal']

/** The amount of a movement as its network states it: positive when money comes to us. */
export function signedOf(kind: MovementKind, amountCentavos: number): number {
  return incoming.includes(kind) ? amountCentavos : -amountCentavos
}
