// Carries out an approved request: in the batch of the decision, or, where a network is called, after it and again until it is done.
import { type Actor, trailWrite } from '../../accounts/trail/record.ts'
import type { Caller } from '../../api/caller.ts'
import { Failure } from '../../failures.ts'
import { approvedChange } from '../../payouts/account/change.ts'
import { changeWrites, knownAffiliate, registerAffiliate } from '../../payouts/affiliates/registry.ts'
import { createRefund } from '../../refunds/create.ts'
import { retryRefund } from '../../refunds/retry.ts'
import { moved } from '../../store/moves.ts'
import type { Store } from '../../store/store.ts'
import { Unmet, update } from '../../store/write.ts'
import { retryTransfer } from '../../transfers/retry.ts'
import { release } from '../../vouchers/suspense/release.ts'
import { approvalMoves } from '../moves.ts'
import type { ConsoleNeeds } from '../needs.ts'
import { invitationLetter } from '../people/invitation-letter.ts'
import { changeRole, invite, refuseLessRole } from '../people/membership.ts'
import type { ApprovalRow } from '../tables.ts'
import {
  approvalRecord,
  decidable,
  decision,
  endGone,
  endOthers,
  isGone,
  overWhenDecided,
  personOf,
} from './ask-and-decide.ts'
import { approvalOf } from './rows.ts'
import { ruleWrites } from './second-person.ts'
import { type Asked, askedOf, maySee, powerOf } from './stored-request.ts'

/**
 * Approves a request. All is done in the batch of the decision, with three exceptions: a reversal follows right after it, a change is made by its caller
 * (`carryOutChange`), and a key waits until its author fetches it.
 * An impossible request is refused as it would be otherwise, and stays open. Fails with `approval-own`, `approval-over` and `role-missing`.
 */
export async function approve(needs: ConsoleNeeds, caller: Caller, by: Actor, id: string): Promise<ApprovalRow> {
  const { store } = needs
  const begun = await approvalOf(store, caller.accountId, id)
  if (begun.kind === 'reversal' && begun.state === 'approved') return finish(needs, caller, by, begun)
  if (begun.kind === 'change' && begun.state === 'approved') {
    // The process that was to make the call has died.
    refuseDeciding(caller, begun)
    return begun
  }
  const row = await decidable(needs, caller, id)
  const asked = askedOf(row)
  try {
    await decided(heedingOthers(needs, caller, row), caller, by, row, asked)
  } catch (error) {
    const refusal = await overWhenDecided(store, row, error).catch((other: unknown) => other)
    if (refusal instanceof Failure && isGone(refusal.reason)) await endGone(needs, by, row)
    throw refusal
  }
  const now = await approvalOf(store, caller.accountId, id)
  if (now.state === 'done') await endOthers(needs, by, now)
  return asked.kind === 'reversal' ? finish(needs, caller, by, now) : now
}

async function decided(needs: ConsoleNeeds, caller: Caller, by: Actor, row: ApprovalRow, asked: Asked): Promise<void> {
  const { store, refunds } = needs
  const { accountId } = caller
  const done = (result: string) => decision(needs, caller, by, row, { to: 'done', result })
  switch (asked.kind) {
    case 'refund': {
      const { operation: operationId, kind: _, ...wanted } = asked
      await createRefund(refunds, { ...wanted, accountId, operationId }, (refund) => done(refund.id))
      return
    }
    case 'retry': {
      const wanted = { accountId, refundId: asked.refund, destination: asked.destination }
      await retryRefund(refunds, wanted, (refund) => done(refund.id))
      return
    }
    case 'transfer': {
      const { transfer: transferId, clabe, beneficiary } = asked
      await retryTransfer(refunds.transfers, { accountId, transferId, clabe, beneficiary }, (made) => done(made.id))
      return
    }
    case 'release': {
      const { payment, clabe, beneficiary } = asked
      const wanted = { action: 'return', clabe, beneficiary } as const
      const { isRepeat } = await release(needs.releases, accountId, payment, wanted, () => done(payment))
      // The payment was given back to the same account without this request.
      if (isRepeat) throw new Failure('payment-not-held')
      return
    }
    case 'affiliate': {
      const { kind: _, user, ...rest } = asked
      await registerAffiliate(needs, by, { account_id: accountId, affiliate: user, ...rest }, ({ id }) => done(id))
      return
    }
    case 'affiliate_account': {
      const { affiliate: id, clabe, previous, operator, language } = asked
      const before = await knownAffiliate(store, accountId, id)
      const { name = before.name, email = before.email } = asked
      const renamed = changeWrites(needs, by, before, { name, email })
      const asking = { caller, affiliate: before.affiliate, by, language }
      const wanted = { clabe, previous, askedBy: row.asked_by, operator }
      await approvedChange(needs.payoutAccounts, asking, wanted, () => [...renamed, ...done(id)])
      return
    }
    case 'person': {
      const { member, email, name, role, language } = asked
      if (member !== undefined) return changeRole(needs, { accountId, userId: member, role }, by, () => done(member))
      await refuseLessRole(store, { accountId, email, role })
      const operator = row.asked_name
      const letter = invitationLetter(needs, { accountId, to: email, language, operator })
      const invitation = { accountId, email, name, role, invitedBy: operator }
      await invite(needs, invitation, by, async (sent) => [...(await letter(sent)), ...done('')])
      return
    }
    case 'rule':
      await store.commit([...ruleWrites(needs, by, { accountId, ...asked }), ...done(accountId)])
      return
    case 'reversal':
    case 'credential':
    case 'roll':
    case 'change':
      await store.commit(decision(needs, caller, by, row, { to: 'approved' }))
  }
}

/**
 * The same needs with a store whose batches fail with `approval-over` once others have decided the request, or the approver has lost the role: tried again
 * with fresh rows, they would be refused each time.
 */
function heedingOthers(needs: ConsoleNeeds, caller: Caller, row: ApprovalRow): ConsoleNeeds {
  const { store: all, refunds, releases, payoutAccounts } = needs
  const { id, role } = personOf(caller)
  const holds = async () => {
    const { state } = await approvalOf(all, row.account_id, row.id)
    const roles = all.db.selectFrom('user_roles').select('role')
    const now = await roles.where('account_id', '=', row.account_id).where('user_id', '=', id).executeTakeFirst()
    return state === row.state && now?.role === role
  }
  const store: Store = {
    ...all,
    commit: async (writes) => {
      try {
        await all.commit(writes)
      } catch (error) {
        throw error instanceof Unmet && !(await holds()) ? new Failure('approval-over', { cause: error }) : error
      }
    },
  }
  return {
    ...needs,
    store,
    refunds: { ...refunds, store, transfers: { ...refunds.transfers, store } },
    releases: { ...releases, store },
    payoutAccounts: { ...payoutAccounts, store },
  }
}

/** Fails with `approval-own` and `role-missing`. */
function refuseDeciding(caller: Caller, row: ApprovalRow): void {
  if (row.asked_by === personOf(caller).id) throw new Failure('approval-own')
  if (!maySee(row, powerOf(caller))) throw new Failure('role-missing')
}

/** A repeated reversal is the same one, so that after a process died the next approval carries it out. */
async function finish(needs: ConsoleNeeds, caller: Caller, by: Actor, row: ApprovalRow): Promise<ApprovalRow> {
  const { store, clock, reverser } = needs
  refuseDeciding(caller, row)
  const { id, account_id: accountId, subject } = row
  const here = { id, account_id: accountId, state: 'approved' } as const
  const over = (error: unknown) => overWhenDecided(store, row, error)
  try {
    await reverser.reverse(accountId, subject)
  } catch (error) {
    const isUnderWay = error instanceof Failure && error.reason === 'reversal-unfinished'
    if (!(error instanceof Failure)) throw error
    if (!isUnderWay) {
      const set = {
        state: moved(approvalMoves, 'approved', 'asked'),
        decided_by: null,
        decided_name: '',
        decided_at: null,
      }
      await store.commit([update('approvals', set, here)]).catch(over)
      throw error
    }
  }
  const set = { state: moved(approvalMoves, 'approved', 'done'), result: subject }
  await store
    .commit([
      update('approvals', set, here),
      trailWrite(clock, by, { accountId, action: 'approval.done', subject: id, after: approvalRecord(row) }),
    ])
    .catch(over)
  return approvalOf(store, accountId, id)
}
