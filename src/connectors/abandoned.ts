// Cancels references and accounts that no operation received: the network did not answer in time, so the client was asked to
// try again.
import { backoffMs } from '../core/backoff.ts'
import type { Clock } from '../core/clock.ts'
import { railOf } from '../core/rail.ts'
import type { RailPort } from '../core/rail-port.ts'
import type { Task } from '../core/task.ts'
import { instantPlus } from '../core/time.ts'
import { conditionHeld } from '../store/decide.ts'
import { placeOf } from '../store/directory.ts'
import { KEPT_LEASE_MS, whileLeased } from '../store/queues/kept-lease.ts'
import { leases } from '../store/queues/lease.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { holderOf } from '../store/voucher-references.ts'
import { insert, run, update, type Write } from '../store/write.ts'
import type { CashNetworkPort } from './cash-network.ts'
import type { SpeiBankPort } from './spei-bank.ts'
import type { AbandonedReferenceRow } from './tables.ts'

/** A request to issue a reference or account; chain, amount and expiry are those of a store's reference. */
interface UnansweredIssue {
  accountId: string
  ownerId: string
  network: string
  rail: AbandonedReferenceRow['rail']
  chain?: string
  amountCentavos?: number
  expiresAt?: string
}

const BATCH_SIZE = 20
const FIRST_WAIT_MS = 30_000

/**
 * Records a request to issue before the network is asked, so that the reference is cancelled if no operation receives it:
 * the network answered too late, the owner's batch was refused, or the process died. Returns the writes for the owner's
 * batch; if the worker has begun to cancel the reference, they make the batch `Unmet`. A simulated network needs no record.
 */
export async function beforeIssuing(
  { store, clock }: StoreAndClock,
  port: Pick<CashNetworkPort, 'name' | 'simulated' | 'deadlineMs'>,
  asked: Omit<UnansweredIssue, 'network'>,
): Promise<Write[]> {
  if (port.simulated) return []
  await store.commit([abandonedWrite(clock, { ...asked, network: port.name }, port.deadlineMs)])
  const received = store.db
    .deleteFrom('abandoned_references')
    .where('account_id', '=', asked.accountId)
    .where('owner_id', '=', asked.ownerId)
    .where('attempts', '=', 0)
    .where('leased_until', '=', 0)
  return [run(received.compile(), 1)]
}

function abandonedWrite(clock: Clock, asked: UnansweredIssue, deadlineMs: number): Write {
  const now = clock.now()
  return insert('abandoned_references', {
    account_id: asked.accountId,
    owner_id: asked.ownerId,
    rail: asked.rail,
    network: asked.network,
    chain: asked.chain ?? null,
    amount_centavos: asked.amountCentavos ?? null,
    expires_at: asked.expiresAt ?? null,
    reference: null,
    attempts: 0,
    due_at: instantPlus(now, deadlineMs + FIRST_WAIT_MS),
    leased_until: 0,
    created_at: now,
  })
}

interface CancelAbandonedNeeds extends StoreAndClock {
  cashNetwork: CashNetworkPort
  speiBank: SpeiBankPort
}

/**
 * Asks the network again (it issues one reference for each owner, however often it is asked) and cancels the reference that it answers. A
 * network that does not answer is asked again later, at least once an hour.
 */
export function cancelAbandonedTask(needs: CancelAbandonedNeeds): Task {
  const work = leases(needs, 'abandoned_references', { key: 'owner_id' })
  return {
    name: 'cancel abandoned references',
    wokenBy: ['abandoned_references'],
    nextDueAt: work.nextDueAt,
    run: async () => {
      const rows = await work.take({ leaseMs: KEPT_LEASE_MS, limit: BATCH_SIZE })
      return work.each(rows, (row) => {
        const { account_id, owner_id, leased_until } = row
        const renewal = (from: number, to: number) =>
          update('abandoned_references', { leased_until: to }, { account_id, owner_id, leased_until: from })
        return whileLeased(needs, leased_until, renewal, () => cancel(needs, row))
      })
    },
  }
}

async function cancel(needs: CancelAbandonedNeeds, row: AbandonedReferenceRow): Promise<void> {
  const outcome = await cancelBy[railOf(row.rail).port](needs, row)
  const attempts = row.attempts + 1
  const waitMs = backoffMs(FIRST_WAIT_MS, row.attempts)
  const set =
    outcome === 'unknown'
      ? { due_at: instantPlus(needs.clock.now(), waitMs) }
      : { due_at: null, reference: outcome.reference }
  const condition = { account_id: row.account_id, owner_id: row.owner_id, attempts: row.attempts }
  const writing = needs.store.commit([update('abandoned_references', { ...set, attempts, leased_until: 0 }, condition)])
  // Otherwise the lease lapsed, and another worker has recorded its own answer.
  await conditionHeld(writing)
}

/** By port. An acquirer issues nothing beforehand. */
const cancelBy = {
  'cash-network': cancelReference,
  'spei-bank': closeAccount,
  acquirer: async (): Promise<Cancelled> => ({ reference: null }),
} as const satisfies Record<RailPort, (needs: CancelAbandonedNeeds, row: AbandonedReferenceRow) => Promise<Cancelled>>

/** The reference that the network had issued; null when it refuses to issue one; `unknown` while it does not answer. */
type Cancelled = { reference: string | null } | 'unknown'

async function cancelReference(
  { store, cashNetwork }: CancelAbandonedNeeds,
  row: AbandonedReferenceRow,
): Promise<Cancelled> {
  if (cashNetwork.name !== row.network) return 'unknown'
  const issued = await cashNetwork.issue({
    operationId: row.owner_id,
    chain: row.chain ?? '',
    amountCentavos: row.amount_centavos ?? 0,
    expiresAt: row.expires_at ?? row.created_at,
  })
  if (issued.kind === 'unknown') return 'unknown'
  if (issued.kind === 'refused' || (await isOwned(store, row, issued.reference))) return { reference: null }
  const { kind } = await cashNetwork.cancel({ operationId: row.owner_id, reference: issued.reference })
  // If it was paid, the network reports a payment with an unknown reference, and the payment is returned.
  return kind === 'unknown' ? 'unknown' : { reference: issued.reference }
}

async function closeAccount({ store, speiBank }: CancelAbandonedNeeds, row: AbandonedReferenceRow): Promise<Cancelled> {
  if (speiBank.name !== row.network) return 'unknown'
  const issued = await speiBank.issueAccount({ ownerId: row.owner_id })
  if (issued.kind === 'unknown') return 'unknown'
  if (issued.kind === 'refused' || (await isOwned(store, row, issued.clabe))) return { reference: null }
  const { kind } = await speiBank.closeAccount({ clabe: issued.clabe })
  return kind === 'unknown' ? 'unknown' : { reference: issued.clabe }
}

/** Whether a waiting voucher or a source has the reference. A network may issue it twice by mistake; then it must not be cancelled. */
async function isOwned(store: Store, { rail, network }: AbandonedReferenceRow, reference: string): Promise<boolean> {
  const [voucher, source] = await Promise.all([
    holderOf(store, { rail, network, reference }),
    placeOf(store, 'clabe', reference),
  ])
  return voucher?.status === 'pending' || source !== undefined
}
