// The lines of received money that pays nothing: it is returned, or held in suspense until a person decides.
import type { Rail } from '../core/rail.ts'
import { type Line, move, receivableOf } from '../ledger/postings.ts'

/** Received money that pays nothing is owed to its sender. */
export function returnLines(rail: Rail, amountCentavos: number): Line[] {
  return move(receivableOf(rail), 'payable:returns', amountCentavos)
}

/** Received money that pays nothing and is not returned automatically is kept in suspense. */
export function suspenseLines(rail: Rail, amountCentavos: number): Line[] {
  return move(receivableOf(rail), 'payable:suspense', amountCentavos)
}

/** A payment leaves suspense to be sent back: it is owed to the account that it goes to. */
export function givenBackLines(amountCentavos: number): Line[] {
  return move('payable:suspense', 'payable:returns', amountCentavos)
}

/** A payment leaves suspense because it never happened: the network owes nothing for it. */
export function neverReceivedLines(rail: Rail, amountCentavos: number): Line[] {
  return move('payable:suspense', receivableOf(rail), amountCentavos)
}

/** A payment leaves suspense for an operation, whose own entry books it. */
export function acceptedLines(rail: Rail, amountCentavos: number): Line[] {
  return move('payable:suspense', receivableOf(rail), amountCentavos)
}
