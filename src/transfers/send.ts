// Sends the money that is to go out: leases what is due, asks the network under one tracking key, records what it said.
import type { CashNetworkPort } from '../connectors/cash-network.ts'
import type { SpeiBankPort, TransferOutcome } from '../connectors/spei-bank.ts'
import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import { instantPlus, mexicoCityDay } from '../core/time.ts'
import { entryWrites, returnSentLines } from '../ledger/postings.ts'
import { leases } from '../store/lease.ts'
import type { Store } from '../store/store.ts'
import type { TransferRow } from '../store/tables.ts'
import { Unmet, update, type Write } from '../store/write.ts'
import { UNMATCHED_ACCOUNT } from './request.ts'

export interface SendNeeds {
  store: Store
  clock: Clock
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
      await Promise.all(rows.map((row) => send(needs, row)))
      return rows.length
    },
  }
}

async function send(needs: SendNeeds, row: TransferRow): Promise<void> {
  const outcome = await ask(needs, row)
  try {
    await needs.store.commit(recordOf(needs, row, outcome))
  } catch (error) {
    // The lease lapsed while the network thought, and somebody else has recorded what it said to them.
    if (!(error instanceof Unmet)) throw error
  }
}

/** The network does it once for a tracking key, so asking again is always safe. */
async function ask({ bank, cash }: SendNeeds, row: TransferRow): Promise<TransferOutcome> {
  switch (row.network) {
    case bank.name:
      return bank.transfer({
        trackingKey: row.tracking_key,
        destination: row.destination,
        beneficiary: row.beneficiary,
        amountCentavos: row.amount_centavos,
        concept: row.concept,
      })
    case cash.name:
      return cash.giveBack({
        returnId: row.id,
        networkTransaction: row.destination,
        amountCentavos: row.amount_centavos,
      })
    default:
      // A connector that is not set up now; the row waits for it.
      return { kind: 'unknown' }
  }
}

function recordOf({ clock, cash }: SendNeeds, row: TransferRow, outcome: TransferOutcome): Write[] {
  const attempts = row.attempts + 1
  const still = { id: row.id, state: 'pending', attempts: row.attempts } as const
  switch (outcome.kind) {
    case 'sent': {
      const at = clock.now()
      const set = { state: 'sent', attempts, due_at: null, leased_until: 0, sent_at: at } as const
      const entry = {
        name: `${row.id}:sent`,
        accountId: row.account_id ?? UNMATCHED_ACCOUNT,
        day: mexicoCityDay(at),
        at,
        lines: returnSentLines(row.network === cash.name ? 'OXX' : 'SPE', row.amount_centavos),
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
