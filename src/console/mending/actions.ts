// What a person does about what waits in the whole service, at the console and at a terminal: it is released, tried again, or closed with a reason.
import { type Actor, trailWrite } from '../../accounts/trail/record.ts'
import { endCapture } from '../../cards/capture/end.ts'
import { closeAdvice } from '../../cards/unanswered/undo.ts'
import { touchedWrite } from '../../events/append.ts'
import { Failure, invalidField } from '../../failures.ts'
import { refundWrite } from '../../operations/record.ts'
import { closeRefused } from '../../operations/reversal/cancel-pending.ts'
import { closeLine } from '../../reconciliation/close.ts'
import { closeReport } from '../../reconciliation/notices/unread.ts'
import { endUnanswered } from '../../refunds/end-unanswered.ts'
import { busy } from '../../store/decide.ts'
import { NO_ACCOUNT } from '../../store/no-account.ts'
import { tryAgain } from '../../store/queues/set-aside.ts'
import type { StoreAndClock } from '../../store/store.ts'
import type { TroubledRow } from '../../store/tables.ts'
import { Unmet } from '../../store/write.ts'
import type { ReadCauses } from '../../transfers/read-causes.ts'
import { retryTransfer } from '../../transfers/retry.ts'
import { faults, type TransferFault } from '../../transfers/transfer-causes.ts'
import { closeWithheld, faultOfWithheld, releaseWithheld } from '../../transfers/withheld.ts'
import { closeNeverReceived } from '../../vouchers/suspense/never-received.ts'
import { type ReleaseNeeds, release } from '../../vouchers/suspense/release.ts'
import type { Unanswered } from '../needs.ts'
import { type Act, type ItemKind, kindOf } from './item-kinds.ts'
import { itemToMend } from './read-item.ts'
import { type ItemNeeds, prefixOf } from './read-items.ts'

/** Of what is not open, or not any more, a call says that it is unknown. */
export function notOpen(error: unknown): never {
  throw error instanceof Unmet ? new Failure('resource-unknown') : error
}

/**
 * The same of a call that mends, which says of what is open that it cannot be done at this moment: its network is being asked, or somebody else changed
 * it. The call may be repeated.
 */
export function notOpenNow(
  needs: ItemNeeds,
  { id, act, outcome }: { id: string; act: Act; outcome?: Outcome | undefined },
): (error: unknown) => Promise<never> {
  return async (error) => {
    const item = error instanceof Unmet ? await itemToMend(needs, id, outcome !== undefined) : undefined
    if (item !== undefined && kindOf(item.what).acts.includes(act)) throw busy(error)
    return notOpen(error)
  }
}

export const outcomes = ['done', 'not-done'] as const
export type Outcome = (typeof outcomes)[number]

interface CloseNeeds extends StoreAndClock {
  readCauses: ReadCauses
  unanswered(use: (ends: Unanswered) => Promise<void>): Promise<void>
}

interface SendNeeds extends StoreAndClock {
  readCauses: ReadCauses
  /** What sends money back. */
  releases(): ReleaseNeeds | Promise<ReleaseNeeds>
}

/** Where money goes, where nothing says it already. */
interface Wanted {
  clabe: string | undefined
  beneficiary: string | undefined
}

interface CloseOrder {
  because: string
  by: Actor
  /** What the network did, where it never answered. */
  outcome: Outcome | undefined
  /** What it did where nobody says so; without it, somebody must. */
  otherwise?: Outcome
}

/**
 * Sends a withheld transfer after all, to the destination of its cause, or money in suspense that belongs to no account, and answers where it goes. An
 * account releases its own payments by the API. Throws `Unmet` when no withheld transfer has the id, `transfer-differs`, and what `release` throws.
 */
export async function releaseOpen(needs: SendNeeds, id: string, to: Wanted & { by: Actor }): Promise<string> {
  const { clabe, beneficiary, by } = to
  if (prefixOf(id) === 'trf') {
    refuseDestination(to)
    const fault = await releaseWithheld(needs, id, by)
    if (fault !== undefined) throw differs(fault)
    return ''
  }
  const released = await release(await needs.releases(), NO_ACCOUNT, id, { action: 'return', clabe, beneficiary, by })
  return released.release.destination ?? ''
}

/** Fails as the release of a withheld transfer does. */
export async function checkWithheld(
  needs: Parameters<typeof faultOfWithheld>[0],
  id: string,
  to: Wanted,
): Promise<void> {
  refuseDestination(to)
  const fault = await faultOfWithheld(needs, id)
  if (fault !== undefined) throw differs(fault)
}

function refuseDestination({ clabe, beneficiary }: Wanted): void {
  if (clabe === undefined && beneficiary === undefined) return
  throw invalidField(
    clabe === undefined ? 'beneficiary' : 'clabe',
    'una transferencia retenida va a donde dice su causa',
    'a withheld transfer goes where its cause says',
  )
}

function differs(fault: TransferFault): Failure {
  return new Failure('transfer-differs', { fields: { transfer: [faults[fault]] } })
}

/**
 * Sends a failed return of money that belongs to no account again; answers the transfer that replaces it. Fails as `retryTransfer` does.
 */
export async function retryReturn(needs: SendNeeds, id: string, to: Wanted & { by: Actor }) {
  const { store, clock } = needs
  const { speiBank } = await needs.releases()
  const wanted = { accountId: NO_ACCOUNT, transferId: id, ...to }
  return retryTransfer({ store, clock, refundWrite, speiBank }, wanted, () => [])
}

/** Lets a row of background work that was set aside be tried again, now. Throws `Unmet` when none has the id. */
export async function tryRowAgain({ store, clock }: StoreAndClock, id: string, by: Actor): Promise<void> {
  await tryAgain({ store }, id, ({ account_id: accountId, source, row_id }: TroubledRow) => {
    const entry = { accountId, action: 'work.tried_again', subject: row_id, after: { source } } as const
    const again =
      source === 'search' && accountId !== null ? [touchedWrite(clock, { id: row_id, account_id: accountId })] : []
    return [trailWrite(clock, by, entry), ...again]
  })
}

/** Fails with `parameters-invalid` for an outcome that is missing, or where the network answered or is not asked. */
export function checkOutcome(what: ItemKind, outcome: Outcome | undefined): void {
  const isNeeded = kindOf(what).saysOutcome === true
  if (isNeeded === (outcome !== undefined)) return
  throw isNeeded
    ? invalidField('outcome', 'outcome debe ser done o not-done', 'outcome must be done or not-done')
    : invalidField(
        'outcome',
        'outcome es de lo que su red no contestó',
        'outcome is of what its network never answered',
      )
}

/**
 * Closes what a person has settled in another way, once. Throws `Unmet` when nothing of the id is open, and the refusals of each kind: `payment-stated`,
 * `payment-not-held`, `transfer-asked`, `statement-line-closed`, `resource-unknown`, and `parameters-invalid` for the outcome.
 */
export async function closeOpen(needs: CloseNeeds, id: string, order: CloseOrder): Promise<void> {
  const { because, by } = order
  const outcomeOf = (what: ItemKind) => {
    const outcome = order.outcome ?? (kindOf(what).saysOutcome ? order.otherwise : undefined)
    checkOutcome(what, outcome)
    return outcome === 'done'
  }
  switch (prefixOf(id)) {
    case 'unr':
      outcomeOf('report')
      return closeReport(needs, id, because, by)
    case 'adv':
      outcomeOf('advice-refused')
      return closeAdvice(needs, id, because, by)
    case 'trf':
      outcomeOf('transfer-withheld')
      await closeWithheld({ ...needs, refundWrite }, id, because, by)
      return
    case 'pay':
      outcomeOf('payment-of-nobody')
      await closeNeverReceived(needs, id, because, by)
      return
    case 'stl':
      outcomeOf('line')
      await closeLine(needs, id, { because, by })
      return
    case 'cap':
      return endCapture(needs, id, { isCaptured: outcomeOf('capture'), because, by })
    case 'ref':
      return endUnanswered(needs, id, { isRefunded: outcomeOf('refund'), because, by })
    case '':
      return closeOperation(needs, id, order, outcomeOf)
    default:
      throw new Unmet(`${id} is nothing that is closed`)
  }
}

async function closeOperation(
  needs: CloseNeeds,
  id: string,
  { because, by, outcome }: CloseOrder,
  outcomeOf: (what: ItemKind) => boolean,
): Promise<void> {
  const item = await itemToMend({ ...needs, canReturnDeposit: false }, id, outcome !== undefined)
  if (item === undefined) throw new Unmet(`nothing of ${id} is open`)
  const isDone = outcomeOf(item.what)
  switch (item.what) {
    case 'reversal-refused':
      return closeRefused(needs, id, because, by)
    case 'reversal':
      return needs.unanswered(({ endReversal }) => endReversal(id, { isReversed: isDone, because, by }))
    default:
      return needs.unanswered(({ giveUpCharge }) => giveUpCharge(id, because, by))
  }
}
