// Background work: books refunds that waited for money, asks the acquirer for refunds to cards, and ends refunds whose
// payer entered no account in time.
import { capturedPart, chargeIdentity } from '../connectors/charge-identity.ts'
import { backoffMs } from '../core/backoff.ts'
import { NO_NETWORK } from '../core/rail-port.ts'
import type { Task } from '../core/task.ts'
import { instantPlus } from '../core/time.ts'
import { owedRow, readStanding } from '../ledger/standing.ts'
import { finder } from '../operations/find.ts'
import { conditionHeld, decide } from '../store/decide.ts'
import type { Operation } from '../store/operation.ts'
import { leases } from '../store/queues/lease.ts'
import { bookWrites, coverOf } from './book.ts'
import type { RefundNeeds } from './needs.ts'
import { nextStep } from './next-step.ts'
import { readRules } from './rules.ts'
import { findRefund } from './search.ts'
import { changeWrites, settledWrites, stayWrites, stepWrites } from './steps.ts'
import type { RefundRow } from './tables.ts'
import { waitOnWrites } from './wait-on.ts'

const BATCH_SIZE = 10
const LEASE_MARGIN_MS = 60_000
const FIRST_WAIT_MS = 30_000

const LINK_EXPIRED = 'the payer did not say an account in time'

export function attendRefundsTask(needs: RefundNeeds): Task {
  const work = leases(needs, 'refunds')
  return {
    name: 'refunds',
    wokenBy: ['refunds'],
    nextDueAt: work.nextDueAt,
    run: async () => {
      const leaseMs = needs.acquirers.deadlineMs + LEASE_MARGIN_MS
      const due = await work.take({ leaseMs, limit: BATCH_SIZE })
      return work.each(due, (refund) => attend(needs, refund))
    },
  }
}

async function attend(needs: RefundNeeds, refund: RefundRow): Promise<void> {
  const { store } = needs
  if (refund.state !== 'pending') return
  if (refund.waits_for === 'balance') return book(needs, refund)
  if (refund.waits_for === 'details') {
    // If the payer enters the account at this moment, the account counts.
    await conditionHeld(store.commit(stepWrites(needs, refund, 'failed', { failure: LINK_EXPIRED, waits_for: '' })))
    return
  }
  if (refund.way === 'acquirer') await askAcquirer(needs, refund)
}

/** Books a refund when the merchant is owed enough, and starts it. */
async function book(needs: RefundNeeds, leased: RefundRow): Promise<void> {
  const { store, clock } = needs
  await decide(
    async () => {
      const refund = await findRefund(store, { accountId: leased.account_id, refundId: leased.id })
      if (refund.state !== 'pending' || refund.waits_for !== 'balance') return
      const operation = await operationOf(needs, refund)
      const [standing, rules, merchant] = await Promise.all([
        readStanding(store, refund.account_id, operation.affiliate),
        readRules(store, refund.account_id),
        needs.payerName(refund.account_id),
      ])
      const cover = coverOf(standing, refund, rules.beyond_balance)
      // Without a bank it waits like without the money: a later start may have one.
      if (cover.kind !== 'taken' || (refund.way !== 'acquirer' && needs.speiBank.name === NO_NETWORK)) {
        await store.commit(waitOnWrites(needs, refund))
        return
      }
      const booked = { ...refund, booked_at: clock.now(), reserve_centavos: cover.reserveCentavos }
      const next = nextStep(needs, booked, merchant)
      const { waits_for, transfer_id, due_at, link_hash, link_expires_at, attempts, leased_until } = next.refund
      await store.commit([
        ...stayWrites(needs, refund, {
          booked_at: booked.booked_at,
          reserve_centavos: booked.reserve_centavos,
          ...{ waits_for, transfer_id, due_at, link_hash, link_expires_at, attempts, leased_until },
        }),
        ...bookWrites(operation, next.refund, standing),
        ...next.writes,
      ])
    },
    { row: owedRow(leased.account_id) },
  )
}

/**
 * Asks the acquirer outside any batch; the acquirer gives the money back once for each refund, also if it is asked again.
 */
async function askAcquirer(needs: RefundNeeds, refund: RefundRow): Promise<void> {
  const { store, clock } = needs
  const operation = await operationOf(needs, refund)
  const outcome = await ask(needs, operation, refund)
  switch (outcome.kind) {
    case 'refunded':
      await conditionHeld(store.commit(settledWrites(needs, refund, { network: operation.network })))
      return
    case 'refused':
      await conditionHeld(store.commit(stepWrites(needs, refund, 'failed', { failure: outcome.reason })))
      return
    case 'unknown': {
      const waitMs = backoffMs(FIRST_WAIT_MS, refund.attempts)
      const later = { attempts: refund.attempts + 1, due_at: instantPlus(clock.now(), waitMs), leased_until: 0 }
      await conditionHeld(store.commit(changeWrites(refund, later)))
      return
    }
  }
}

async function ask(
  { acquirers }: RefundNeeds,
  operation: Operation,
  refund: RefundRow,
): Promise<{ kind: 'refunded' | 'unknown' } | { kind: 'refused'; reason: string }> {
  const acquirer = acquirers.of(operation.network)
  if (acquirer === undefined) return { kind: 'unknown' }
  const networkReference = operation.network_reference ?? ''
  const request = { ...chargeIdentity(operation), ...capturedPart(operation), networkReference }
  const about = { account: refund.account_id }
  if (acquirer.hasMethod('refund'))
    return acquirer.refund({ ...request, refundId: refund.id, refundCentavos: refund.amount_centavos }, about)
  // A connector without `refund` gives back the whole charge, so a part waits until it has that method again.
  if (refund.amount_centavos !== operation.total_centavos) return { kind: 'unknown' }
  const { kind } = await acquirer.reverse(request, about)
  if (kind === 'reversed') return { kind: 'refunded' }
  return kind === 'refused' ? { kind, reason: 'the acquirer refused it' } : { kind }
}

async function operationOf({ store }: RefundNeeds, refund: RefundRow): Promise<Operation> {
  const operation = await finder(store).byId(refund.account_id, refund.operation_id)
  if (operation === undefined) throw new Error(`the refund ${refund.id} has no operation`)
  return operation
}
