// Creates a refund: one batch takes its amount from the payment and from what the merchant is owed, and starts it.
import { singleControlWrites } from '../accounts/single-control.ts'
import type { Actor } from '../accounts/trail/record.ts'
import { newId } from '../core/ids.ts'
import type { Language } from '../core/language/bilingual.ts'
import { formatAmount } from '../core/money.ts'
import { instantPlus } from '../core/time.ts'
import { Failure } from '../failures.ts'
import { owedRow } from '../ledger/standing.ts'
import { takingWrite } from '../operations/record.ts'
import { decide } from '../store/decide.ts'
import { insert, type Write } from '../store/write.ts'
import { bookWrites } from './book.ts'
import type { RefundNeeds } from './needs.ts'
import { nextStep, refundEvent } from './next-step.ts'
import { quoteRefund } from './quote.ts'
import type { RefundRow } from './tables.ts'
import { BALANCE_WAIT_MS } from './wait-on.ts'
import { type Destination, wayOf } from './way.ts'

interface RefundRequest {
  accountId: string
  operationId: string
  /** Undefined: all that is left. */
  amountCentavos: number | undefined
  reason: string
  destination: Destination | undefined
  operator: string
  language: Language
  /** The person at the console who refunds alone; undefined: a program, or another person approves it. */
  alone?: Actor | undefined
}

/**
 * Returns the refund, written with `answered`. Throws the refusals of `refund-*`, `resource-unknown` and
 * `parameters-invalid`. Of two concurrent refunds of the same money, one is refused.
 */
export async function createRefund(
  needs: RefundNeeds,
  request: RefundRequest,
  answered: (refund: RefundRow) => Write[],
): Promise<RefundRow> {
  return decide(() => tryRefund(needs, request, answered), { row: owedRow(request.accountId) })
}

async function tryRefund(
  needs: RefundNeeds,
  request: RefundRequest,
  answered: (refund: RefundRow) => Write[],
): Promise<RefundRow> {
  const { store, clock } = needs
  const { accountId } = request
  const [{ operation, parts, standing, cover }, merchant] = await Promise.all([
    quoteRefund(needs, request),
    needs.payerName(accountId),
  ])
  const { amount_centavos: amountCentavos } = parts
  // Earlier refunds of the payment and of the day count, so that several small refunds need a second person like one large
  // refund.
  const beforeCentavos = operation.refunded_centavos
  const counted = await singleControlWrites(needs, { accountId, alone: request.alone, amountCentavos, beforeCentavos })
  const way = await wayOf(needs, operation, { amountCentavos, destination: request.destination })
  if (cover.kind === 'refused')
    throw new Failure('refund-beyond-balance', { values: { owed: formatAmount(Math.max(0, standing.owedCentavos)) } })
  const now = clock.now()
  const asked: RefundRow = {
    id: newId(clock, 'ref'),
    account_id: accountId,
    operation_id: operation.id,
    rail: operation.rail,
    ...way,
    ...parts,
    state: 'pending',
    waits_for: '',
    reserve_centavos: cover.kind === 'taken' ? cover.reserveCentavos : 0,
    reason: request.reason,
    operator: request.operator,
    transfer_id: null,
    language: request.language,
    link_hash: null,
    link_expires_at: null,
    failure: '',
    attempts: 0,
    due_at: null,
    leased_until: 0,
    created_at: now,
    booked_at: cover.kind === 'taken' ? now : null,
    state_at: now,
    settled_at: null,
  }
  const next =
    cover.kind === 'taken'
      ? nextStep(needs, asked, merchant)
      : {
          refund: { ...asked, waits_for: 'balance' as const, due_at: instantPlus(now, BALANCE_WAIT_MS) },
          writes: [],
        }
  const { refund } = next
  await store.commit([
    takingWrite(operation, { refunded_centavos: operation.refunded_centavos + amountCentavos }),
    ...(cover.kind === 'taken' ? bookWrites(operation, refund, standing) : []),
    insert('refunds', refund),
    ...next.writes,
    ...refundEvent(needs, 'refund.created', refund),
    ...counted,
    ...answered(refund),
  ])
  return refund
}
