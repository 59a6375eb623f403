// Sends a failed refund again, in the same way or to an account that the merchant gives; or sends the payer a new link.
import { singleControlWrites } from '../accounts/single-control.ts'
import type { Actor } from '../accounts/trail/record.ts'
import { Failure } from '../failures.ts'
import { decide } from '../store/decide.ts'
import type { Write } from '../store/write.ts'
import { retryTransfer } from '../transfers/retry.ts'
import type { RefundNeeds } from './needs.ts'
import { nextStep } from './next-step.ts'
import { findRefund } from './search.ts'
import { stayWrites, stepWrites } from './steps.ts'
import type { RefundRow } from './tables.ts'
import { type Destination, readAccount } from './way.ts'

export interface RetryNeeds extends RefundNeeds {
  transfers: Parameters<typeof retryTransfer>[0]
}

interface RetryRequest {
  accountId: string
  refundId: string
  destination: Destination | undefined
  /**
   * The person at the console who sends it to another account alone; undefined: a program, or another person approves it.
   */
  alone?: Actor | undefined
}

/**
 * Returns the refund, which is on its way again. Throws `resource-unknown`, `refund-cancelled`, `refund-not-failed`,
 * `transfer-replaced` and `parameters-invalid`.
 */
export async function retryRefund(
  needs: RetryNeeds,
  request: RetryRequest,
  answered: (refund: RefundRow) => Write[],
): Promise<RefundRow> {
  return decide(
    async () => {
      const refund = await findRefund(needs.store, request)
      checkUnsent(refund)
      const account = readAccount(request.destination ?? {})
      // A retry to another account counts like a new refund.
      const alone = account.clabe === undefined ? undefined : request.alone
      const { account_id: accountId, amount_centavos: amountCentavos } = refund
      const counted = await singleControlWrites(needs, { accountId, alone, amountCentavos })
      const extra = (now: RefundRow) => [...counted, ...answered(now)]
      return refund.transfer_id === null
        ? retryItself(needs, refund, account, extra)
        : retryItsTransfer(needs, { ...refund, transfer_id: refund.transfer_id }, account, extra)
    },
    { row: `refund ${request.refundId}` },
  )
}

/** Fails with `refund-cancelled` and `refund-not-failed`. */
export function checkUnsent({ state, waits_for }: RefundRow): void {
  if (state === 'cancelled') throw new Failure('refund-cancelled')
  const hasFailed = state === 'failed' || state === 'returned'
  const asksPayer = state === 'pending' && waits_for === 'details'
  if (!hasFailed && !asksPayer) throw new Failure('refund-not-failed')
}

type Account = ReturnType<typeof readAccount>

/**
 * The refund has no transfer yet: the acquirer is asked again, the merchant gives an account, or the payer gets a new link.
 */
async function retryItself(
  needs: RetryNeeds,
  refund: RefundRow,
  { clabe, name }: Account,
  answered: (refund: RefundRow) => Write[],
): Promise<RefundRow> {
  const { store, clock, payerName } = needs
  const to = clabe === undefined ? {} : ({ way: 'transfer', destination: clabe, beneficiary: name } as const)
  const merchant = await payerName(refund.account_id)
  const next = nextStep(needs, { ...refund, ...to, failure: '' }, merchant)
  const { way, destination, beneficiary, failure, waits_for, transfer_id, due_at, link_hash, link_expires_at } =
    next.refund
  const { attempts, leased_until } = next.refund
  const set = {
    ...{ way, destination, beneficiary, failure, waits_for, transfer_id },
    ...{ due_at, link_hash, link_expires_at, attempts, leased_until },
  }
  const isPending = refund.state === 'pending'
  const anew = isPending ? set : { ...set, state_at: clock.now() }
  const now: RefundRow = { ...refund, ...anew, state: 'pending' }
  await store.commit([
    ...(isPending ? stayWrites(needs, refund, anew) : stepWrites(needs, refund, 'pending', anew)),
    ...next.writes,
    ...answered(now),
  ])
  return now
}

/** A new transfer replaces the failed one, and both rows record it. */
async function retryItsTransfer(
  needs: RetryNeeds,
  refund: RefundRow & { transfer_id: string },
  { clabe, name }: Account,
  answered: (refund: RefundRow) => Write[],
): Promise<RefundRow> {
  const anew = { failure: '', state_at: needs.clock.now() }
  const on = (transferId: string): RefundRow => ({ ...refund, ...anew, state: 'pending', transfer_id: transferId })
  const made = await retryTransfer(
    needs.transfers,
    {
      accountId: refund.account_id,
      transferId: refund.transfer_id,
      clabe,
      beneficiary: clabe === undefined ? undefined : name,
    },
    ({ id }) => [...stepWrites(needs, refund, 'pending', { transfer_id: id, ...anew }), ...answered(on(id))],
  ).catch((error: unknown) => {
    // The bank has settled it since the refund was read.
    throw error instanceof Failure && error.reason === 'transfer-not-failed' ? new Failure('refund-not-failed') : error
  })
  return on(made.id)
}
