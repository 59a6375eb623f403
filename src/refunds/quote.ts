// Computes a refund before it is made: whether the payment can be refunded, the parts of the amount, and whether the money
// is available.
import { formatAmount } from '../core/money.ts'
import { leftOf } from '../core/operation.ts'
import { DAY_MS, instantPlus } from '../core/time.ts'
import { Failure } from '../failures.ts'
import { readStanding, type Standing } from '../ledger/standing.ts'
import { finder } from '../operations/find.ts'
import { type RefundParts, returnedPartsOf } from '../operations/returned-parts.ts'
import { isReversing } from '../operations/reversal/under-way.ts'
import type { Operation } from '../store/operation.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { type Cover, coverOf } from './book.ts'
import { partsOf } from './parts.ts'
import { readRules, termsOf } from './rules.ts'

/** The most refunds of one payment, cancelled ones included: its payer's page and PDF have a line for each, and each refund is computed from those before it. */
export const MAX_REFUNDS = 1_000

export interface RefundQuote {
  operation: Operation
  /** The part that can be refunded, in centavos. */
  leftCentavos: number
  parts: RefundParts
  standing: Standing
  cover: Cover
}

interface Asked {
  accountId: string
  operationId: string
  /** Undefined: all that is left. */
  amountCentavos: number | undefined
}

/** Throws when the operation cannot be refunded; whether the merchant is owed enough is part of the result. */
export async function quoteRefund(
  { store, clock }: Pick<StoreAndClock, 'store' | 'clock'>,
  { accountId, operationId, amountCentavos: asked }: Asked,
): Promise<RefundQuote> {
  const [operation, rules] = await Promise.all([
    finder(store).byId(accountId, operationId),
    readRules(store, accountId),
  ])
  if (operation === undefined) throw new Failure('resource-unknown')
  // After the operation was read: a reversal that begins later makes the batch `Unmet`.
  await checkRefundable(store, operation)
  const terms = termsOf(rules, operation.rail)
  if (clock.now() > instantPlus(operation.paid_at ?? operation.status_at, terms.days * DAY_MS))
    throw new Failure('refund-window-over', { values: { days: terms.days } })
  const leftCentavos = leftOf(operation)
  const amountCentavos = asked ?? leftCentavos
  if (leftCentavos <= 0 || amountCentavos > leftCentavos) throw tooMuch(operation, leftCentavos)
  const { refunds: before, disputes: disputed, everRefunded } = await returnedPartsOf(store, operation)
  if (everRefunded >= MAX_REFUNDS) throw new Failure('refunds-too-many', { values: { most: MAX_REFUNDS } })
  const standing = await readStanding(store, accountId, operation.affiliate)
  const { affiliateCentavos } = standing
  const parts = partsOf(operation, before, { amountCentavos, feeBack: terms.feeBack, affiliateCentavos, disputed })
  return { operation, leftCentavos, parts, standing, cover: coverOf(standing, parts, rules.beyond_balance) }
}

/** The refusal for each state without a payment to refund. */
const refusals = {
  pending: 'refund-of-pending',
  authorized: 'refund-of-authorized',
  expired: 'refund-of-expired',
  declined: 'refund-of-declined',
  cancelled: 'refund-of-cancelled',
} as const

async function checkRefundable(store: Store, operation: Operation): Promise<void> {
  if (operation.status !== 'paid') throw new Failure(refusals[operation.status])
  if (await isReversing(store, operation)) throw new Failure('refund-during-reversal')
}

function tooMuch(operation: Operation, left: number): Failure {
  const reason = operation.disputed_centavos > 0 ? 'refund-of-disputed' : 'refund-exceeds'
  return new Failure(reason, { values: { left: formatAmount(left) } })
}
