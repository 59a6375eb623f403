// Sends reversal advices: each is repeated under the same identity until the acquirer acknowledges it.
import type { AcquirerPort, AdviseOutcome } from '../../connectors/acquirer.ts'
import { capturedPart, chargeIdentity, maskedDigits } from '../../connectors/charge-identity.ts'
import { backoffMs } from '../../core/backoff.ts'
import type { Clock } from '../../core/clock.ts'
import type { Task } from '../../core/task.ts'
import { HOUR_MS, instantPlus } from '../../core/time.ts'
import type { OperationRow } from '../../operations/tables.ts'
import { columns } from '../../store/columns.ts'
import { conditionHeld, conflictOn } from '../../store/decide.ts'
import { moved } from '../../store/moves.ts'
import { leases } from '../../store/queues/lease.ts'
import { update } from '../../store/write.ts'
import { adviceMoves } from '../moves.ts'
import type { OutcomeNeeds } from '../needs.ts'
import type { AdviceRow } from '../tables.ts'
import { isGivenUp } from './undo.ts'

const BATCH_SIZE = 20
/** How long a lease lasts, in addition to the two calls that an advice may need. */
const LEASE_MS = 60_000
const FIRST_WAIT_MS = 5_000
/** For an acquirer without advices: a charge that it has not seen after this time will not arrive. */
const ARRIVES_WITHIN_MS = 24 * HOUR_MS

/** Sends each open advice when it falls due; without an answer, again after 5 s, 10 s, 20 s ... an hour, without an end. */
export function adviseTask(needs: OutcomeNeeds): Task {
  const { store, acquirerTimeoutMs } = needs
  const work = leases(needs, 'advices')
  return {
    name: 'reversal advices',
    wokenBy: ['advices'],
    nextDueAt: work.nextDueAt,
    run: async () => {
      const rows = await work.take({ leaseMs: 2 * acquirerTimeoutMs + LEASE_MS, limit: BATCH_SIZE })
      if (rows.length === 0) return 0
      const ids = rows.map((row) => row.operation_id)
      const found = await store.db
        .selectFrom('operations')
        .select(columns.operations)
        .where('account_id', 'in', [...new Set(rows.map(({ account_id }) => account_id))])
        .where('id', 'in', ids)
        .execute()
      const operations = new Map(found.map((operation) => [operation.id, operation]))
      return work.each(rows, (row) => advise(needs, row, operations.get(row.operation_id)))
    },
  }
}

async function advise(needs: OutcomeNeeds, advice: AdviceRow, operation: OperationRow | undefined): Promise<void> {
  const { store, clock, log } = needs
  const { outcome, networkReference }: Undone = isAskedFor(advice, operation)
    ? await undo(needs, advice, operation)
    : { outcome: { kind: 'refused', reason: 'no operation that was given up asks for it' }, ...named(advice) }
  const attempts = advice.attempts + 1
  const set = { attempts, leased_until: 0, ...changeOf(clock, advice, outcome) }
  // The condition fails when a late approval has set the reference meanwhile: then the advice must be sent again with the
  // reference.
  const condition = {
    account_id: advice.account_id,
    id: advice.id,
    state: 'pending',
    attempts: advice.attempts,
  } as const
  const recorded = update('advices', set, { ...condition, network_reference: networkReference })
  if (!(await conditionHeld(store.commit([recorded])))) return
  const about = { advice: advice.id, operation: advice.operation_id, attempt: attempts }
  if (outcome.kind === 'acknowledged') log.info(about, 'a charge that was given up is undone')
  else if (outcome.kind === 'unknown')
    log.warn(about, 'the acquirer has not acknowledged a reversal advice; it is repeated')
  else log.error({ ...about, why: outcome.reason }, 'a reversal advice was refused; a person must undo the charge')
}

function changeOf(clock: Clock, { attempts }: AdviceRow, outcome: AdviseOutcome): Partial<AdviceRow> {
  const now = clock.now()
  switch (outcome.kind) {
    case 'acknowledged':
      return { state: moved(adviceMoves, 'pending', 'acknowledged'), due_at: null, closed_at: now }
    case 'refused':
      return { state: moved(adviceMoves, 'pending', 'refused'), refusal: outcome.reason, due_at: null, closed_at: now }
    case 'unknown':
      return { due_at: instantPlus(now, backoffMs(FIRST_WAIT_MS, attempts)) }
  }
}

/** Whether a given-up payment of the same account, network and amount asks for the advice. An advice moves money, and its row may be forged. */
function isAskedFor(advice: AdviceRow, operation: OperationRow | undefined): operation is OperationRow {
  return (
    operation !== undefined &&
    isGivenUp(operation) &&
    operation.account_id === advice.account_id &&
    operation.network === advice.network &&
    operation.total_centavos === advice.amount_centavos
  )
}

/** The outcome, and the present reference of the advice. */
interface Undone {
  outcome: AdviseOutcome
  networkReference: string | null
}

/** Undoes the charge as the acquirer's capabilities allow: by an advice, else by asking for the charge and reversing it when approved. */
async function undo(needs: OutcomeNeeds, advice: AdviceRow, operation: OperationRow): Promise<Undone> {
  const acquirer = needs.acquirers.of(advice.network)
  // Another acquirer knows nothing of the charge.
  if (acquirer === undefined) return { outcome: UNKNOWN, ...named(advice) }
  const { capabilities } = acquirer
  const networkReference = advice.network_reference ?? undefined
  // An advice carries our identity of the charge, under which the acquirer has already undone the first approval: it would
  // take a second advice for a repeat.
  const isAnother = advice.reason === 'another-approval'
  if (isAnother && !canReverse(acquirer)) return { outcome: BY_HAND, ...named(advice) }
  const isByReference = isAnother || !capabilities.advice
  if (networkReference !== undefined && isByReference)
    return { outcome: await reversed(acquirer, operation, networkReference), ...named(advice) }
  if (!capabilities.advice) return inquireAndUndo(needs, acquirer, { advice, operation })
  const charge = { ...chargeIdentity(operation), ...maskedDigits(operation) }
  const outcome = await acquirer.advise(
    { ...charge, networkReference, attempt: advice.attempts + 1 },
    { account: operation.account_id },
  )
  return { outcome, ...named(advice) }
}

/** The acquirer's reference is on disk before the charge is reversed, so that a later try reverses the same charge. */
async function inquireAndUndo(
  { clock, store }: OutcomeNeeds,
  acquirer: AcquirerPort,
  { advice, operation }: { advice: AdviceRow; operation: OperationRow },
): Promise<Undone> {
  const found = await acquirer.inquire(
    { ...chargeIdentity(operation), ...maskedDigits(operation) },
    { account: operation.account_id },
  )
  switch (found.kind) {
    case 'approved': {
      const { networkReference } = found
      const { account_id, id, attempts } = advice
      const condition = { account_id, id, state: 'pending', attempts, network_reference: null } as const
      const writing = store.commit([update('advices', { network_reference: networkReference }, condition)])
      // A late approval has set another reference meanwhile: the advice is sent again with that reference.
      if (!(await conditionHeld(writing, conflictOn('advices')))) return { outcome: UNKNOWN, ...named(advice) }
      return { outcome: await reversed(acquirer, operation, networkReference), networkReference }
    }
    case 'declined':
    case 'invalid-card':
      return { outcome: { kind: 'acknowledged' }, ...named(advice) }
    // A payer who acts a day later is taken never to act.
    case 'payer-must-act':
    case 'never-seen': {
      const age = clock.epochMs() - Date.parse(operation.created_at)
      return { outcome: { kind: age >= ARRIVES_WITHIN_MS ? 'acknowledged' : 'unknown' }, ...named(advice) }
    }
    case 'unknown':
      return { outcome: UNKNOWN, ...named(advice) }
  }
}

const UNKNOWN = { kind: 'unknown' } as const
const BY_HAND = {
  kind: 'refused',
  reason: 'a second approval, which this acquirer cannot reverse by its reference',
} as const

function named({ network_reference }: AdviceRow) {
  return { networkReference: network_reference }
}

function canReverse({ capabilities }: AcquirerPort): boolean {
  return capabilities.void || capabilities.refund
}

async function reversed(
  acquirer: AcquirerPort,
  operation: OperationRow,
  networkReference: string,
): Promise<AdviseOutcome> {
  const { kind } = await acquirer.reverse(
    { ...chargeIdentity(operation), ...capturedPart(operation), networkReference },
    { account: operation.account_id },
  )
  if (kind === 'refused') return { kind, reason: 'the acquirer refused to reverse it' }
  return { kind: kind === 'reversed' ? 'acknowledged' : 'unknown' }
}
