// Requests that need a second person: each is kept, mailed to the people who may decide, and decided once.
import { isDeepStrictEqual } from 'node:util'
import { type Actor, nameAndAddress, trailWrite } from '../../accounts/trail/record.ts'
import { type Caller, type Scope, scopes } from '../../api/caller.ts'
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { formatAmount } from '../../core/money.ts'
import { HOUR_MS, instantPlus } from '../../core/time.ts'
import { Failure, type FailureReason } from '../../failures.ts'
import { conditionHeld, decide } from '../../store/decide.ts'
import { addWithin } from '../../store/limited-list.ts'
import { moved } from '../../store/moves.ts'
import type { Store } from '../../store/store.ts'
import { isUuid } from '../../store/uuid.ts'
import { insert, Unmet, update, type Write } from '../../store/write.ts'
import { openIdOf } from '../mending/item-kinds.ts'
import { approvalMoves } from '../moves.ts'
import type { ConsoleNeeds } from '../needs.ts'
import { peopleWrite, readPeopleVersion } from '../people/last-owner.ts'
import { peopleOf, roleOf } from '../people/membership.ts'
import type { Role } from '../people/roles.ts'
import type { ApprovalRow } from '../tables.ts'
import { summaryForLetter } from './letter-summary.ts'
import { approvalOf, countWaiting, waitingAsked } from './rows.ts'
import {
  type Asked,
  askedOf,
  isFetched,
  maySee,
  type Power,
  powerOf,
  powerOfRole,
  scopesFor,
} from './stored-request.ts'

const APPROVAL_HOURS = 72
const MAX_WAITING = 50
const MAX_LETTERS = 20

/**
 * Stores a request, with `extra` in its batch; a request that waits already and asks for the same is answered instead. Fails with
 * `second-person-missing`, `approval-limit`, and `role-missing` when the caller has lost the role meanwhile.
 */
export async function askSecond(
  needs: Pick<ConsoleNeeds, 'store' | 'clock' | 'baseUrl' | 'approvalLetter'>,
  caller: Caller,
  by: Actor,
  wanted: { asked: Asked; subject: string; amountCentavos: number | null; alsoNeeds?: readonly Scope[] },
  extra: (row: ApprovalRow) => Write[],
): Promise<ApprovalRow> {
  const { store, clock } = needs
  const { accountId } = caller
  const needed = new Set([...scopesFor(wanted.asked, scopes), ...(wanted.alsoNeeds ?? [])])
  const row: ApprovalRow = {
    id: newId(clock, 'apr'),
    account_id: accountId,
    kind: wanted.asked.kind,
    subject: wanted.subject,
    asked: JSON.stringify(wanted.asked),
    amount_centavos: wanted.amountCentavos,
    needed_scopes: scopes.filter((scope) => needed.has(scope)).join(' '),
    state: 'asked',
    asked_by: personOf(caller).id,
    asked_name: nameAndAddress(personOf(caller).name, caller.operator),
    decided_by: null,
    decided_name: '',
    reason: '',
    result: '',
    created_at: clock.now(),
    expires_at: instantPlus(clock.now(), APPROVAL_HOURS * HOUR_MS),
    decided_at: null,
  }
  const others = (await peopleOf(store, accountId)).filter(
    (one) => one.id !== row.asked_by && maySee(row, powerOfRole(one.role)),
  )
  if (others.length === 0) throw new Failure('second-person-missing')
  const writes = [
    insert('approvals', row),
    trailWrite(clock, by, {
      ...{ accountId, action: 'approval.asked', subject: row.id, operation: operationOf(row) },
      after: approvalRecord(row),
    }),
    ...others.slice(0, MAX_LETTERS).map(({ email }) =>
      needs.approvalLetter({
        accountId,
        to: email,
        kind: row.kind,
        amountCentavos: row.amount_centavos,
        askedBy: row.asked_name,
        ...summaryForLetter(wanted.asked, row.amount_centavos),
        until: row.expires_at,
        page: `${needs.baseUrl()}/console/approvals`,
      }),
    ),
    ...extra(row),
  ]
  const answered = async () => {
    const same = (await waitingAsked(store, row, clock.now())).find((one) => asksTheSame(one, row, powerOf(caller)))
    const writes = same === undefined ? [] : extra(same)
    if (writes.length > 0) await store.commit(writes)
    return same
  }
  const before = await answered()
  if (before !== undefined) return before
  const limited = { accountId, ownerId: accountId, list: 'approvals', most: MAX_WAITING, oneByOne: true } as const
  const adding = {
    full: () => new Failure('approval-limit', { values: { limit: MAX_WAITING } }),
    add: async (place: Write) => {
      const people = await readPeopleVersion(store, accountId)
      // Whoever loses or changes a role loses the requests that there are: none may come after it.
      if ((await roleOf(store, accountId, row.asked_by)) !== personOf(caller).role) throw new Failure('role-missing')
      const meanwhile = await answered()
      if (meanwhile !== undefined) return meanwhile
      await store.commit([peopleWrite(people), place, ...writes])
      return row
    },
  }
  const count = countWaiting(store, accountId, row.created_at)
  // The people may change, and not the requests: then all is read again.
  return decide(() => addWithin(store, limited, count, adding), { row: `people ${accountId}` })
}

/** The operation that a request is about: its subject, or a part of the path of its call. */
function operationOf({ subject }: ApprovalRow): string | undefined {
  return subject.split('/').find(isUuid)
}

/** What may be done twice as well: equal amounts of one payment, keys of one name. */
const repeatable: readonly ApprovalRow['kind'][] = ['refund', 'credential']

/** Whether a request that waits is the one that a person asks for: their own, or another's that they may decide, unless its author fetches a secret. */
function asksTheSame(waiting: ApprovalRow, wanted: ApprovalRow, power: Power): boolean {
  if (repeatable.includes(wanted.kind)) return false
  const [one, other] = [askedOf(waiting), askedOf(wanted)]
  if (waiting.asked_by !== wanted.asked_by && (isFetched(one) || !maySee(waiting, power))) return false
  // What was there when each was asked for is no part of the request.
  const request = (asked: Asked) => ({ ...asked, language: '', was: undefined })
  return isDeepStrictEqual(request(one), request(other))
}

/** Failures that say that there is nothing left to do: what was asked for is settled in another way, or is not there any more. */
const goneReasons: readonly string[] = [
  'resource-unknown',
  'payment-not-held',
  'transfer-not-failed',
  'transfer-replaced',
  'refund-not-failed',
  'refund-cancelled',
  'statement-line-closed',
  'dispute-closed',
  'affiliate-registered',
] satisfies FailureReason[]

/** Whether a request that was refused for this reason has nothing left to do. */
export function isGone(reason: unknown): boolean {
  return typeof reason === 'string' && goneReasons.includes(reason)
}

/** Ends a request that waits, because there is nothing left to do. Nothing happens when somebody has decided it. */
export async function endGone({ store, clock }: Pick<ConsoleNeeds, 'store' | 'clock'>, by: Actor, row: ApprovalRow) {
  const { id, account_id: accountId } = row
  const set = { state: moved(approvalMoves, 'asked', 'gone'), decided_at: clock.now() }
  await conditionHeld(
    store.commit([
      update('approvals', set, { id, account_id: accountId, state: 'asked' }),
      trailWrite(clock, by, { accountId, action: 'approval.gone', subject: id, after: approvalRecord(row) }),
    ]),
  )
}

/** Ends the other requests about what was done by one. */
export async function endOthers(
  needs: Pick<ConsoleNeeds, 'store' | 'clock'>,
  by: Actor,
  done: ApprovalRow,
): Promise<void> {
  const thing = thingAsked(done)
  if (thing === undefined) return
  for (const row of await waitingAsked(needs.store, done, needs.clock.now()))
    if (row.id !== done.id && row.state === 'asked' && thingAsked(row) === thing) await endGone(needs, by, row)
}

/** What can be done once, however it was asked for. */
function thingAsked({ kind, subject }: ApprovalRow): string | undefined {
  switch (kind) {
    case 'release':
    case 'retry':
    case 'transfer':
      return `${kind} ${subject}`
    case 'change':
      return openIdOf(subject)
    default:
      return undefined
  }
}

/** A request that the caller may decide now. Fails with `resource-unknown`, `approval-own`, `role-missing` and `approval-over`. */
export async function decidable(
  { store, clock }: Pick<Pick<ConsoleNeeds, 'store' | 'clock' | 'baseUrl' | 'approvalLetter'>, 'store' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<ApprovalRow> {
  const row = await approvalOf(store, caller.accountId, id)
  if (row.asked_by === personOf(caller).id) throw new Failure('approval-own')
  if (!maySee(row, powerOf(caller))) throw new Failure('role-missing')
  if (!waits(row, clock)) throw new Failure('approval-over')
  return row
}

/** It is not decided, and its time is not over. */
export function waits(row: ApprovalRow, clock: Clock): boolean {
  return row.state === 'asked' && row.expires_at > clock.now()
}

/**
 * The writes of a decision: the request still waits, the person still has the role for it, and both names are recorded. The batch
 * throws `Unmet` when one of these conditions fails.
 */
export function decision(
  { clock }: Pick<Pick<ConsoleNeeds, 'store' | 'clock' | 'baseUrl' | 'approvalLetter'>, 'clock'>,
  caller: Caller,
  by: Actor,
  row: ApprovalRow,
  decided: { to: 'approved' | 'done' | 'refused'; reason?: string; result?: string },
): Write[] {
  const { id, name, role } = personOf(caller)
  const { to, reason = '', result = '' } = decided
  const set = {
    state: moved(approvalMoves, 'asked', to),
    decided_by: id,
    decided_name: nameAndAddress(name, caller.operator),
    decided_at: clock.now(),
    reason,
    result,
  } as const
  const held = { account_id: row.account_id, user_id: id, role: role as Role }
  const action = to === 'refused' ? 'approval.refused' : 'approval.approved'
  const after = {
    ...approvalRecord(row),
    decided_by: set.decided_name,
    ...(reason && { reason }),
    ...(result && { result }),
  }
  return [
    update('approvals', set, { id: row.id, account_id: row.account_id, state: 'asked' }),
    update('user_roles', { role: held.role }, held),
    trailWrite(clock, by, { accountId: row.account_id, action, subject: row.id, after }),
  ]
}

/** The refusal for a concurrent change; any other error unchanged. */
export async function overWhenDecided(store: Store, row: ApprovalRow, error: unknown): Promise<never> {
  const now = await approvalOf(store, row.account_id, row.id)
  // The object of the request, or the role of the person who decides, has changed since it was read: nothing is decided.
  const isUnmet = error instanceof Unmet || (error instanceof Failure && error.cause instanceof Unmet)
  if (now.state !== row.state || isUnmet) throw new Failure('approval-over', { cause: error })
  throw error
}

/** The trail's data of a request: never a secret, and of an account its last digits at most. */
export function approvalRecord({ kind, subject, amount_centavos, asked_name }: ApprovalRow) {
  return {
    kind,
    subject,
    ...(amount_centavos !== null && { amount: formatAmount(amount_centavos) }),
    asked_by: asked_name,
  }
}

/** Fails with `person-needed`. */
export function personOf(caller: Caller) {
  if (caller.person === undefined) throw new Failure('person-needed')
  return caller.person
}
