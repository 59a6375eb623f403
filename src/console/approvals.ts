// Requests that need a second person: each is kept, mailed to the people who may decide, and decided once.
import { type Caller, type Scope, scopes } from '../api/caller.ts'
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { formatAmount } from '../core/money.ts'
import { HOUR_MS, instantPlus } from '../core/time.ts'
import { Failure } from '../failures.ts'
import { addWithin } from '../store/limited-list.ts'
import { moved } from '../store/moves.ts'
import type { Store } from '../store/store.ts'
import { insert, Unmet, update, type Write } from '../store/write.ts'
import { type Actor, nameAndAddress, trailWrite } from '../trail/record.ts'
import { type Asked, maySee, powerOf, powerOfRole, scopesFor } from './approval-request.ts'
import { approvalOf, countWaiting } from './approval-rows.ts'
import type { ConsoleNeeds } from './needs.ts'
import { peopleOf } from './people.ts'
import type { Role } from './roles.ts'
import type { ApprovalRow } from './tables.ts'

const APPROVAL_HOURS = 72
const MAX_WAITING = 50
const MAX_LETTERS = 20

/** Stores a request, with `extra` in its batch. Fails with `second-person-missing` and `approval-limit`. */
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
    trailWrite(clock, by, { accountId, action: 'approval.asked', subject: row.id, after: approvalRecord(row) }),
    ...others.slice(0, MAX_LETTERS).map(({ email }) =>
      needs.approvalLetter({
        accountId,
        to: email,
        kind: row.kind,
        amountCentavos: row.amount_centavos,
        askedBy: row.asked_name,
        until: row.expires_at,
        page: `${needs.baseUrl()}/console/approvals`,
      }),
    ),
    ...extra(row),
  ]
  const limited = { accountId, ownerId: accountId, list: 'approvals', most: MAX_WAITING } as const
  await addWithin(store, limited, countWaiting(store, accountId, row.created_at), {
    full: () => new Failure('approval-limit', { values: { limit: MAX_WAITING } }),
    add: (place) => store.commit([place, ...writes]),
  })
  return row
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
    state: moved('approvals', 'asked', to),
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
