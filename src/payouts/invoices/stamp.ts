// Stamps a closed month at the merchant's request: the request is written first, the provider is asked outside any batch,
// the answer is recorded once.
import type { FastifyBaseLogger } from 'fastify'
import type { StampingPort, StampOutcome } from '../../connectors/stamping.ts'
import { backoffMs } from '../../core/backoff.ts'
import type { Clock } from '../../core/clock.ts'
import type { Task } from '../../core/task.ts'
import { instantPlus } from '../../core/time.ts'
import { otherEvent } from '../../events/append.ts'
import { conditionHeld } from '../../store/decide.ts'
import { moved } from '../../store/moves.ts'
import { leases } from '../../store/queues/lease.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { insert, update, type Write } from '../../store/write.ts'
import { cfdiOf, type Invoiced } from './cfdi.ts'
import { stampMoves } from './moves.ts'
import type { FeeStampRow } from './tables.ts'

interface StampNeeds extends StoreAndClock {
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  provider: StampingPort
}

const BATCH_SIZE = 5
const LEASE_MS = 60_000
const FIRST_WAIT_MS = 30_000

/**
 * The write that requests a stamp, or after a refusal requests it again with the present data. `Unmet` when another writer
 * has requested it.
 */
export function stampWrite(
  { clock, provider }: { clock: Clock; provider: string },
  invoiced: Invoiced,
  before: Pick<FeeStampRow, 'state'> | undefined,
): Write {
  const now = clock.now()
  const { id: statement_id, account_id } = invoiced.statement
  const request = cfdiOf(invoiced, now)
  const fresh = { provider, request, reason: '', attempts: 0, due_at: now, leased_until: 0 }
  if (before === undefined) {
    const blank = { state: 'pending', uuid: null, xml: null, created_at: now, stamped_at: null } as const
    return insert('fee_stamps', { statement_id, account_id, ...fresh, ...blank })
  }
  const state = moved(stampMoves, before.state, 'pending' as never)
  return update('fee_stamps', { ...fresh, state }, { account_id, statement_id, state: before.state })
}

/** Asks the provider for each stamp that is due. Without an answer it asks again under the same id: after 30 s, 1 min, 2 min ... at most 1 h. */
export function stampTask(needs: StampNeeds): Task {
  const work = leases(needs, 'fee_stamps', { key: 'statement_id' })
  return {
    name: 'stamps',
    wokenBy: ['fee_stamps'],
    nextDueAt: work.nextDueAt,
    run: async () => {
      const rows = await work.take({ leaseMs: needs.provider.deadlineMs + LEASE_MS, limit: BATCH_SIZE })
      return work.each(rows, (row) => stamp(needs, row))
    },
  }
}

async function stamp(needs: StampNeeds, row: FeeStampRow): Promise<void> {
  const { store, clock, log, provider } = needs
  const { statement_id: statementId, account_id } = row
  // Another provider does not know the request.
  const outcome: StampOutcome =
    row.provider === provider.name
      ? await provider.stamp({ statementId, xml: row.request }, { account: account_id })
      : { kind: 'unknown' }
  const attempts = row.attempts + 1
  const events =
    outcome.kind === 'unknown'
      ? []
      : otherEvent(clock, outcome.kind === 'stamped' ? 'fees.invoice_stamped' : 'fees.invoice_refused', account_id, {
          statement: statementId,
          status: outcome.kind,
          uuid: outcome.kind === 'stamped' ? outcome.uuid : null,
          reason: outcome.kind === 'refused' ? outcome.reason : '',
        })
  const change = { attempts, leased_until: 0, ...changeOf(clock, row, outcome) }
  const condition = { account_id, statement_id: statementId, state: 'pending', attempts: row.attempts } as const
  // Otherwise another worker was first.
  if (!(await conditionHeld(store.commit([update('fee_stamps', change, condition), ...events])))) return
  if (outcome.kind === 'unknown')
    log.warn({ statement: statementId, attempt: attempts }, 'an invoice is not stamped yet')
  if (outcome.kind === 'refused')
    log.error({ statement: statementId, why: outcome.reason }, 'a stamping provider has refused an invoice')
}

function changeOf(clock: Clock, { attempts }: FeeStampRow, outcome: StampOutcome): Partial<FeeStampRow> {
  const now = clock.now()
  switch (outcome.kind) {
    case 'stamped': {
      const { uuid, xml } = outcome
      return { state: moved(stampMoves, 'pending', 'stamped'), uuid, xml, due_at: null, stamped_at: now }
    }
    case 'refused':
      return { state: moved(stampMoves, 'pending', 'refused'), reason: outcome.reason, due_at: null }
    case 'unknown':
      return { due_at: instantPlus(now, backoffMs(FIRST_WAIT_MS, attempts)) }
  }
}
