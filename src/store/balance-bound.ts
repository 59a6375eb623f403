// The bound of a balance of a day, which the database holds: an amount beyond it is refused, and the batch writes nothing.
import { BALANCE_CHECK, formatAmount, MAX_BALANCE_CENTAVOS } from '../core/money.ts'
import { Failure } from '../failures.ts'

/** Whether the message of either engine says that the check refused a row. */
export function isBeyondBalance(message: string): boolean {
  return message.includes(BALANCE_CHECK)
}

export function balanceTooLarge(): Failure {
  return new Failure('balance-too-large', { values: { most: formatAmount(MAX_BALANCE_CENTAVOS) } })
}
