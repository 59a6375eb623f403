// The only writer of disputes: opens them and moves them from state to state, each with its money, ledger entry, event and letter in one batch.
// A stage of an operation has one dispute, which is answered once; its money stays in a reserve of its own until the bank has decided.
import { chargedByDispute, chargedWrites } from '../accounts/fees/charged.ts'
import { owedLessWrite } from '../accounts/owed-less.ts'
import { affiliatePart } from '../core/affiliate-part.ts'
import { type DisputeState, disputeStages, disputeStates, firstStateOf, nextLookAt } from '../core/dispute.ts'
import { newId } from '../core/ids.ts'
import { shareOf } from '../core/money.ts'
import { shopReference } from '../core/shop-reference.ts'
import { type Instant, laterOf, mexicoCityDay } from '../core/time.ts'
import type { EventType } from '../event-types.ts'
import { otherEvent } from '../events/append.ts'
import type { EntryName, entryNames } from '../ledger/entry-name.ts'
import { entryWrites, type Line } from '../ledger/postings.ts'
import { takingWrite } from '../operations/record.ts'
import { earlierOf, returnedPartsOf } from '../operations/returned-parts.ts'
import { disputeTotalsWrite } from '../operations/totals/dispute-writes.ts'
import { columns } from '../store/columns.ts'
import { moved } from '../store/moves.ts'
import { type Operation, operationOf } from '../store/operation.ts'
import type { Store } from '../store/store.ts'
import { insert, update, type Write } from '../store/write.ts'
import { disputeLostLines, disputeOpenedLines, disputeRecoveredLines, disputeWonLines } from './entries.ts'
import { movesOfDisputes } from './moves.ts'
import type { DisputeLetter, DisputeNeeds, Withdrawn } from './needs.ts'
import { presentDispute } from './present.ts'
import type { DisputeRow } from './tables.ts'

const NONE_WITHDRAWN: Withdrawn = { amount_centavos: 0, affiliate_centavos: 0, writes: [] }

/** A notice's facts about a new dispute. */
export type NewDispute = Pick<
  DisputeRow,
  'network_dispute' | 'stage' | 'scheme' | 'reason_code' | 'amount_centavos' | 'opened_at' | 'respond_by'
>

/**
 * The writes that open a dispute of a paid card payment: the money that it takes is held back, with the fee, and the
 * `withdrawn` refunds are cancelled. Its batch is `Unmet` when another writer took from the payment since it was read, and `Duplicate` of `disputes` when the stage exists.
 */
export async function openingWrites(
  needs: DisputeNeeds,
  operation: Operation,
  reported: NewDispute,
  withdrawn = NONE_WITHDRAWN,
): Promise<{ dispute: DisputeRow; writes: Write[] }> {
  const { clock } = needs
  const now = clock.now()
  const takesMoney = disputeStages[reported.stage].takesMoney
  const { disputeCentavos: fee = 0, ivaPercent } = await needs.fees(operation.account_id, operation.rail)
  const dispute: DisputeRow = {
    id: newId(clock, 'dsp'),
    account_id: operation.account_id,
    operation_id: operation.id,
    network: operation.network,
    ...reported,
    state: firstStateOf(reported.stage),
    fee_centavos: takesMoney ? fee : 0,
    iva_centavos: takesMoney ? shareOf(fee, { numerator: ivaPercent, denominator: 100 }) : 0,
    affiliate_centavos: takesMoney ? await affiliateOf(needs, operation, reported.amount_centavos, withdrawn) : 0,
    created_at: now,
    state_at: now,
    closed_because: '',
    submitted_at: null,
    evidence_version: 0,
    due_at: nextLookAt(reported.respond_by, now),
  }
  const taking = {
    disputed_centavos: operation.disputed_centavos + dispute.amount_centavos,
    refunded_centavos: operation.refunded_centavos - withdrawn.amount_centavos,
  }
  return {
    dispute,
    writes: [
      insert('disputes', dispute),
      ...(takesMoney
        ? [
            takingWrite(operation, taking),
            ...withdrawn.writes,
            owedLessWrite(needs.store, operation.account_id),
            disputeTotalsWrite(operation, dispute, { day: mexicoCityDay(now), step: 'opened' }),
            ...entryOf(operation, dispute, 'opened', disputeOpenedLines(dispute), now),
          ]
        : []),
      ...(await telling(needs, dispute, operation, { event: 'dispute.opened', letter: 'opened' })),
    ],
  }
}

/** The affiliate's part of a dispute, by the rule of the payment and after the parts that went back earlier. */
async function affiliateOf(
  { store }: DisputeNeeds,
  operation: Operation,
  amountCentavos: number,
  withdrawn: Withdrawn,
): Promise<number> {
  const { refunds, disputes } = await returnedPartsOf(store, operation)
  const back = { amount_centavos: -withdrawn.amount_centavos, affiliate_centavos: -withdrawn.affiliate_centavos }
  return affiliatePart(operation, { ...earlierOf([...refunds, ...disputes, back]), amountCentavos })
}

/** The event and the letter of each end of a dispute. */
const endings = {
  won: { event: 'dispute.won', letter: 'won' },
  lost: { event: 'dispute.lost', letter: 'lost' },
  // The merchant accepted it, and needs no e-mail about it.
  accepted: { event: 'dispute.accepted', letter: undefined },
} as const satisfies Partial<Record<DisputeState, DisputeNotice>>

/**
 * The writes that end a dispute, and the ended dispute. Their batch is `Unmet` when another writer moved it first, or took
 * from its payment. Throws when the table has no such move.
 */
export async function endingWrites(
  needs: DisputeNeeds,
  dispute: DisputeRow,
  to: keyof typeof endings,
  because: Exclude<DisputeRow['closed_because'], ''>,
): Promise<{ dispute: DisputeRow; writes: Write[] }> {
  const operation = await operationOfDispute(needs.store, dispute)
  const at = laterOf(needs.clock.now(), dispute.state_at)
  const { account_id, id, state, evidence_version } = dispute
  const set = { state: moveOf(dispute, to), state_at: at, closed_because: because, due_at: null }
  const ended: DisputeRow = { ...dispute, ...set }
  return {
    dispute: ended,
    writes: [
      update('disputes', set, { account_id, id, state, evidence_version }),
      ...moneyWrites(dispute, ended, operation, at),
      // The chargeback that follows a retrieval request has its own letter.
      ...(await telling(needs, ended, operation, {
        ...endings[to],
        ...(because === 'escalated' && { letter: undefined }),
      })),
    ],
  }
}

/** An event, and its letter. */
interface DisputeNotice {
  event: EventType
  letter: DisputeLetter['step'] | undefined
}

/** The event and the letter of a change, for its batch. */
export async function telling(
  { store, clock, letter }: Pick<DisputeNeeds, 'store' | 'clock' | 'letter'>,
  dispute: DisputeRow,
  operation: Pick<Operation, 'reference_number'>,
  notice: DisputeNotice,
): Promise<Write[]> {
  const { account_id: accountId } = dispute
  const event = otherEvent(
    clock,
    notice.event,
    accountId,
    { ...presentDispute(dispute) },
    { operationId: dispute.operation_id },
  )
  if (notice.letter === undefined) return event
  const { email: to } = await store.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return [
    ...event,
    letter({ accountId, to, step: notice.letter, dispute, reference: shopReference(operation.reference_number) }),
  ]
}

/** The state `to`. Throws when the table of moves has no such move. */
export function moveOf(dispute: DisputeRow, to: DisputeState): DisputeState {
  return moved(movesOfDisputes, dispute.state, to as never)
}

/** The operation of a dispute, in its present state. */
export async function operationOfDispute({ db }: Store, dispute: DisputeRow): Promise<Operation> {
  const row = await db
    .selectFrom('operations')
    .select(columns.operations)
    .where('account_id', '=', dispute.account_id)
    .where('id', '=', dispute.operation_id)
    .executeTakeFirstOrThrow()
  return operationOf(row)
}

/** The writes that move the money, if the new state has it in another place than the old one. */
function moneyWrites(before: DisputeRow, after: DisputeRow, operation: Operation, at: Instant): Write[] {
  if (!disputeStages[before.stage].takesMoney) return []
  const [from, to] = [disputeStates[before.state].money, disputeStates[after.state].money]
  if (from === to) return []
  const day = mexicoCityDay(at)
  const charged = (sign: 1 | -1) => chargedWrites(after.account_id, day, chargedByDispute(after, sign))
  if (to === 'network')
    return [
      disputeTotalsWrite(operation, after, { day, step: 'lost' }),
      ...entryOf(operation, after, 'lost', disputeLostLines(operation.rail, after), at),
      ...charged(1),
    ]
  const step = from === 'reserved' ? 'won' : 'recovered'
  const lines = from === 'reserved' ? disputeWonLines(after) : disputeRecoveredLines(operation.rail, after)
  return [
    takingWrite(operation, { disputed_centavos: operation.disputed_centavos - after.amount_centavos }),
    disputeTotalsWrite(operation, after, { day, step }),
    ...entryOf(operation, after, step, lines, at),
    ...(from === 'reserved' ? [] : charged(-1)),
  ]
}

function entryOf(
  { affiliate }: Operation,
  { id, account_id }: DisputeRow,
  what: (typeof entryNames)['dispute'][number],
  lines: Line[],
  at: Instant,
): Write[] {
  const name: EntryName = `${id}:${what}`
  return entryWrites({ name, accountId: account_id, day: mexicoCityDay(at), at, affiliate, lines })
}
