// Sends the money that is to go out: leases what is due, holds it against its cause, asks the network under one tracking key,
// records what it said.
import type { FastifyBaseLogger } from 'fastify'
import type { CashNetworkPort } from '../connectors/cash-network.ts'
import type { SpeiBankPort, TransferOutcome } from '../connectors/spei-bank.ts'
import type { Clock } from '../core/clock.ts'
import { type RailPort, railOf } from '../core/rail.ts'
import type { Task } from '../core/task.ts'
import { instantPlus, mexicoCityDay } from '../core/time.ts'
import { entryWrites, returnSentLines } from '../ledger/postings.ts'
import { type Cause, faultOf, readCauses, type TransferFault, UNMATCHED_ACCOUNT } from '../ledger/transfer-causes.ts'
import { conditionHeld } from '../store/decide.ts'
import { leases } from '../store/lease.ts'
import type { Store } from '../store/store.ts'
import type { TransferRow } from '../store/tables.ts'
import { update, type Write } from '../store/write.ts'

export interface SendNeeds {
  store: Store
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  bank: SpeiBankPort
  cash: CashNetworkPort
}

const CHUNK = 50
const LEASE_MS = 60_000
const MINUTE_MS = 60_000
/** Pauses after an answer that never came; the last one repeats. Nothing is given up: it is somebody's money. */
const RETRY_MINUTES = [1, 2, 5, 15, 30, 60]

export function sendTransfersTask(needs: SendNeeds): Task {
  const work = leases(needs, 'transfers')
  return {
    name: 'send transfers',
    nextDueAt: work.nextDueAt,
    run: async () => {
      const rows = await work.take({ leaseMs: LEASE_MS, limit: CHUNK })
      const causes = await readCauses(needs.store.db, rows)
      await Promise.all(rows.map((row) => send(needs, row, causes.get(row.id))))
      return rows.length
    },
  }
}

/** What the cause asks for is sent, never what the row says; where the two differ nothing is. */
async function send(needs: SendNeeds, row: TransferRow, cause: Cause | undefined): Promise<void> {
  const fault = faultOf(row, cause)
  if (fault !== undefined || cause === undefined) return withhold(needs, row, fault ?? 'no-cause')
  const outcome = await ask(needs, row, cause)
  // Otherwise the lease lapsed while the network thought, and somebody else has recorded what it said to them.
  await conditionHeld(needs.store.commit(recordOf(needs, row, cause, outcome)))
}

/** Sets a transfer aside for good: only a person can say whose money it is. */
async function withhold({ store, log }: SendNeeds, row: TransferRow, fault: TransferFault): Promise<void> {
  const set = { state: 'withheld', withheld_because: fault, due_at: null, leased_until: 0 } as const
  const writing = store.commit([update('transfers', set, { id: row.id, state: 'pending', attempts: row.attempts })])
  if (!(await conditionHeld(writing))) return
  log.error({ transfer: row.id, kind: row.kind, fault }, 'a transfer is withheld: its cause does not ask for it')
}

/** The network does it once for a tracking key, so asking again is always safe. */
function ask(needs: SendNeeds, row: TransferRow, cause: Cause): Promise<TransferOutcome> {
  return sendBy[railOf(cause.rail).port](needs, row, cause)
}

/** By port. The row waits while its network is not the one that is set up now, and what an acquirer carried goes back by its reversal. */
const sendBy: Record<RailPort, (needs: SendNeeds, row: TransferRow, cause: Cause) => Promise<TransferOutcome>> = {
  'spei-bank': async ({ bank }, row, cause) =>
    row.network === bank.name
      ? bank.transfer({
          trackingKey: cause.tracking_key,
          destination: cause.destination,
          beneficiary: row.beneficiary,
          amountCentavos: cause.amount_centavos,
          concept: row.concept,
        })
      : { kind: 'unknown' },
  'cash-network': async ({ cash }, row, cause) =>
    row.network === cash.name
      ? cash.giveBack({
          returnId: row.id,
          networkTransaction: cause.destination,
          chain: cause.till?.chain ?? '',
          day: cause.till?.day ?? '',
          amountCentavos: cause.amount_centavos,
        })
      : { kind: 'unknown' },
  acquirer: async () => ({ kind: 'unknown' }),
}

function recordOf({ clock }: SendNeeds, row: TransferRow, cause: Cause, outcome: TransferOutcome): Write[] {
  const attempts = row.attempts + 1
  const still = { id: row.id, state: 'pending', attempts: row.attempts } as const
  switch (outcome.kind) {
    case 'sent': {
      const at = clock.now()
      const set = { state: 'sent', attempts, due_at: null, leased_until: 0, sent_at: at } as const
      const entry = {
        name: `${row.id}:sent` as const,
        accountId: cause.account_id ?? UNMATCHED_ACCOUNT,
        day: mexicoCityDay(at),
        at,
        lines: returnSentLines(cause.rail, cause.amount_centavos),
      }
      // What a payout posts, and when, is the settlement's.
      return [update('transfers', set, still), ...(row.kind === 'payout' ? [] : entryWrites(entry))]
    }
    case 'refused':
      return [update('transfers', { state: 'failed', attempts, due_at: null, leased_until: 0 }, still)]
    case 'unknown': {
      const minutes = RETRY_MINUTES[Math.min(row.attempts, RETRY_MINUTES.length - 1)] ?? 60
      const dueAt = instantPlus(clock.now(), minutes * MINUTE_MS)
      return [update('transfers', { attempts, due_at: dueAt, leased_until: 0 }, still)]
    }
  }
}
