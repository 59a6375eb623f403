// Cancels an operation, once for any number of requests: a card payment and a pending voucher with their network, a SPEI
// payment by sending the money back. A card payment without an answer of the acquirer is cancelled when the answer comes.
import { singleControlWrites } from '../../accounts/single-control.ts'
import { type Actor, trailWrite } from '../../accounts/trail/record.ts'
import { railOf } from '../../core/rail.ts'
import { HOUR_MS, instantPlus, mexicoCityDay } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import { across } from '../../store/across.ts'
import { columns } from '../../store/columns.ts'
import { conditionHeld, conflictOn, decide } from '../../store/decide.ts'
import { moved } from '../../store/moves.ts'
import { type CardOperation, type Operation, operationOf } from '../../store/operation.ts'
import { rowOf } from '../../store/rows.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { Unmet, update, type Write } from '../../store/write.ts'
import type { TransferRequest } from '../../transfers/new-transfer.ts'
import { finder, readPayerOf } from '../find.ts'
import { reversalMoves } from '../moves.ts'
import { advance, eventAbout, reversingWrite } from '../record.ts'
import type { ReversalRow } from '../tables.ts'
import { askNetwork, type ReversingPorts } from './ask-network.ts'
import { isCapturing } from './under-way.ts'
import { carriedOut, ended, intentWrite, postponing, refusing } from './writes.ts'

export interface ReverseNeeds extends StoreAndClock, ReversingPorts {
  /** The row of a transfer that the worker sends as soon as it is written. */
  transferWrites(request: TransferRequest): Write[]
  /** How long a card payment can be reversed: hours, or the Mexico City day of the payment (REVERSAL_WINDOW). */
  window: 'same-day' | number
}

export interface Reverser {
  /**
   * Returns the cancelled operation, whether it was cancelled now or earlier. A card payment without an answer of the
   * acquirer is returned as pending; if it is declined later, a repeat returns it as declined. Throws the refusals of
   * `reversal-*`, and `second-person-needed` and `second-person-of-day` when the amount needs a second person and `alone`
   * names the only one.
   */
  reverse(accountId: string, operationId: string, alone?: Actor): Promise<Operation>
  /**
   * Begins to release an authorisation that nobody captured in time; `resume` continues it, and the operation expires. Answers false when it is being
   * captured or reversed.
   */
  release(operation: CardOperation): Promise<boolean>
  /** Continues a reversal without an answer. Returns false while the network still does not answer. */
  resume(intent: ReversalRow): Promise<boolean>
  /**
   * Ends a reversal without an answer, as an operator has learned from the network. If it was not reversed, the operation
   * stays as it is and the merchant gets an event. Throws `Unmet` when no reversal waits for an answer, or when a worker asks the
   * network at this moment. An answer that comes afterwards and says that it was reversed still cancels the operation.
   */
  end(operationId: string, ended: { isReversed: boolean; because: string; by: Actor }): Promise<void>
}

export function reverser(needs: ReverseNeeds): Reverser {
  const { store, clock } = needs
  const { byId } = finder(store)
  const underWay = new Map<string, Promise<Operation>>()

  const intentOf = ({ account_id, id }: Pick<Operation, 'account_id' | 'id'>) =>
    rowOf(store.db, 'reversals', { account_id, operation_id: id })

  const reverseOnce = async (accountId: string, id: string, alone?: Actor): Promise<Operation> => {
    const operation = await byId(accountId, id)
    if (operation === undefined) throw new Failure('resource-unknown')
    if (operation.status === 'cancelled') return operation
    if (operation.status === 'declined' || operation.status === 'expired') {
      if (isAnswered(operation) && (await intentOf(operation))?.from_status === 'pending') return operation
      throw new Failure('reversal-of-unpaid')
    }
    refuseWithoutNetwork(needs, operation)
    if (operation.status === 'authorized' && (await isCapturing(store, operation)))
      throw new Failure('capture-unfinished', { retryAfterSeconds: 5 })
    if (operation.status === 'pending' && isAnswered(operation)) {
      await askLater(operation, alone)
      const now = await byId(accountId, id)
      // If the acquirer has answered in the meantime, the payment is reversed now, or was declined.
      return now?.status === 'pending' ? now : reverseOnce(accountId, id, alone)
    }
    if (operation.refunded_centavos > 0) throw new Failure('reversal-of-refunded')
    if (operation.disputed_centavos > 0) throw new Failure('reversal-of-disputed')
    return operation.status === 'paid' && railOf(operation.rail).reversal === 'transfer'
      ? refund(needs, operation, await counted(operation, alone))
      : withNetwork(operation, alone)
  }

  /** The write for the batch that begins the reversal: it counts the amount once for a person who acts alone. */
  const counted = ({ account_id: accountId, total_centavos: amountCentavos }: Operation, alone?: Actor) =>
    singleControlWrites(needs, { accountId, alone, amountCentavos })

  /**
   * Records the request, under the condition that the operation is still as it was read. A cancelled voucher gives no money
   * back.
   */
  const begin = async (operation: Operation, intent: ReversalRow | undefined, alone?: Actor): Promise<void> => {
    const givesBack = operation.status === 'paid' || (operation.status === 'pending' && isAnswered(operation))
    await store.commit([
      intentWrite(needs, operation, intent),
      reversingWrite(needs, operation),
      ...(givesBack ? await counted(operation, alone) : []),
    ])
  }

  /** Records the request to cancel a payment when the acquirer's answer is known. */
  const askLater = async (operation: Operation, alone?: Actor): Promise<void> => {
    const intent = await intentOf(operation)
    if (intent?.state !== 'pending') await begin(operation, intent, alone)
  }

  /** Writes the intent, asks the network outside of any batch, and writes what it answered. */
  const withNetwork = async (operation: Operation, alone?: Actor): Promise<Operation> => {
    const intent = await intentOf(operation)
    const standing = intent?.state === 'pending' && stillAsks(intent, operation)
    if (!standing) {
      checkAllowed(needs, operation)
      await begin(operation, intent, alone)
    }
    const verdict = await askNetwork(needs, operation)
    if (verdict === 'done') return cancelAsAnswered(operation)
    if (verdict === 'unknown') throw new Failure('reversal-unfinished', { retryAfterSeconds: 5 })
    const isRefused = standing && verdict === 'refused'
    await store.commit(
      isRefused
        ? refusing(needs, operation)
        : [ended({ accountId: operation.account_id, operationId: operation.id }, 'refused')],
    )
    throw new Failure(verdict === 'paid' ? 'operation-just-paid' : 'reversal-refused')
  }

  const cancel = (operation: Operation, intent: ReversalRow | undefined, closed: Write[]): Promise<Operation> => {
    const to = operation.status === 'authorized' ? (intent?.ends_as ?? 'cancelled') : 'cancelled'
    return advance(needs, operation, to, { has_devolution: operation.status === 'paid' ? 1 : 0 }, closed)
  }

  /** The money went back, so the operation is cancelled also when an operator has closed the reversal meanwhile. */
  const cancelAsAnswered = (operation: Operation): Promise<Operation> =>
    decide(async () => {
      const intent = await intentOf(operation)
      return cancel(operation, intent, [carriedOut(intent)])
    })

  return {
    reverse: (accountId, id, alone) => {
      const key = `${accountId} ${id} ${alone?.actor ?? ''}`
      const decided = () => decide(() => reverseOnce(accountId, id, alone), { again: isConflict })
      const running = underWay.get(key) ?? decided().finally(() => underWay.delete(key))
      underWay.set(key, running)
      return running
    },
    release: async (operation) => {
      const intent = await intentOf(operation)
      if (intent?.state === 'pending' || (await isCapturing(store, operation))) return false
      const begun = [intentWrite(needs, operation, intent, { endsAs: 'expired' }), reversingWrite(needs, operation)]
      return conditionHeld(store.commit(begun), conflictOn('reversals'))
    },
    resume: async (intent) => {
      const { account_id: accountId, operation_id: operationId } = intent
      const operation = await byId(accountId, operationId)
      try {
        // Nothing is left to reverse.
        if (operation === undefined || !stillAsks(intent, operation)) {
          await store.commit([ended({ accountId, operationId }, 'done')])
          return true
        }
        const isAwaited = operation.status === 'pending' && isAnswered(operation)
        const asked = async () => (isWhole(operation) ? askNetwork(needs, operation) : 'refused')
        const verdict = isAwaited ? 'unknown' : await asked()
        if (verdict === 'unknown') {
          await store.commit([postponing(clock.now(), intent)])
          return false
        }
        // An acquirer that refuses to release what nobody captured in time holds nothing any more.
        const isOver = verdict === 'refused' && operation.status === 'authorized' && intent.ends_as === 'expired'
        if (verdict === 'done' || isOver) await cancelAsAnswered(operation)
        else if (verdict === 'refused') await store.commit(refusing(needs, operation))
        else await store.commit([ended({ accountId, operationId }, 'refused')])
      } catch (error) {
        // Another writer was first. If the reversal is still open, it is continued when its lease ends.
        if (!isConflict(error)) throw error
      }
      return true
    },
    end: async (operationId, { isReversed, because, by }) => {
      const found = await store.db
        .selectFrom('operations')
        .select(columns.operations)
        .where('id', '=', operationId)
        .modifyEnd(across('operator'))
        .executeTakeFirst()
      const operation = operationOf(found)
      const intent = operation && (await intentOf(operation))
      if (operation === undefined || !isUnanswered(intent, operation) || intent.leased_until > clock.wallMs())
        throw new Unmet(`no reversal of ${operationId} whose network does not answer`)
      const { account_id, attempts, leased_until } = intent
      const state = moved(reversalMoves, 'pending', isReversed ? 'done' : 'refused')
      // Fails with `Unmet` when a worker has begun to ask the network meanwhile.
      const condition = { account_id, operation_id: operationId, state: 'pending', attempts, leased_until } as const
      const ended = [
        update('reversals', { state, due_at: null }, condition),
        trailWrite(clock, by, {
          accountId: operation.account_id,
          action: 'reversal.closed',
          subject: operationId,
          before: { state: 'pending', attempts },
          after: { state, because },
        }),
      ]
      if (isReversed) await cancel(operation, intent, ended)
      else await store.commit([...ended, ...eventAbout(needs, 'operation.reversal_refused', operation)])
    },
  }
}

/** Whether the network was asked and has not answered. */
function isUnanswered(intent: ReversalRow | undefined, operation: Operation): intent is ReversalRow {
  const isAwaited = operation.status === 'pending' && isAnswered(operation)
  return intent?.state === 'pending' && intent.attempts > 0 && !isAwaited && stillAsks(intent, operation)
}

/** Whether the network's answer decides that the operation is paid, as for card payments. */
function isAnswered({ rail }: Operation): boolean {
  return railOf(rail).paidBy === 'answer'
}

/** Whether nothing of the operation is refunded or disputed. */
function isWhole({ refunded_centavos, disputed_centavos }: Operation): boolean {
  return refunded_centavos === 0 && disputed_centavos === 0
}

/**
 * Whether the request can still be carried out: a payment whose cancellation was requested while it was pending is reversed
 * when it is paid.
 */
function stillAsks(intent: ReversalRow, operation: Operation): boolean {
  const isApproved = operation.status === 'paid' || operation.status === 'authorized'
  return operation.status === intent.from_status || (isAnswered(operation) && isApproved)
}

/** Checks that an operation may be cancelled now; throws the refusal if not. */
export function checkAllowed({ clock, window }: Pick<ReverseNeeds, 'clock' | 'window'>, operation: Operation): void {
  if (operation.status === 'pending' || operation.status === 'authorized') return
  const { reversal } = railOf(operation.rail)
  if (reversal === 'never') throw new Failure('reversal-of-cash')
  // A payment that goes back by a transfer has no window.
  if (reversal === 'transfer') return
  // The window begins with the authorisation, because a reversal is not possible earlier.
  const paidAt = operation.status_at
  if (window === 'same-day') {
    if (mexicoCityDay(clock.now()) !== mexicoCityDay(paidAt)) throw new Failure('reversal-too-late')
  } else if (clock.now() > instantPlus(paidAt, window * HOUR_MS)) {
    throw new Failure('reversal-window-over', { values: { hours: window } })
  }
}

/** Nobody would ever carry out the reversal of a network that the service goes without. */
function refuseWithoutNetwork({ acquirers, cashNetwork, speiBank }: ReversingPorts, operation: Operation): void {
  const { port, reversal } = railOf(operation.rail)
  if (operation.status === 'paid' && reversal === 'never') return
  if (port === 'acquirer' && !acquirers.offered) throw new Failure('cards-not-offered')
  if (port === 'cash-network' && !cashNetwork.offered) throw new Failure('cash-not-offered')
  if (port !== 'spei-bank' || speiBank.offered) return
  if (operation.status === 'paid') throw new Failure('transfers-not-offered')
  // A voucher of a customer's own account needs no bank: the account stays open.
  if (operation.source_id === null) throw new Failure('spei-not-offered')
}

/** Sends a SPEI payment back to its payer's account: the transfer is queued in the batch that cancels. */
async function refund(needs: ReverseNeeds, operation: Operation, counted: Write[]): Promise<Operation> {
  const received = await readPayerOf(needs.store, operation)
  if (!received?.payer_clabe) throw new Failure('reversal-payer-unknown')
  const transfer = needs.transferWrites({
    account_id: operation.account_id,
    operation_id: operation.id,
    kind: 'refund',
    rail: operation.rail,
    network: operation.network,
    destination: received.payer_clabe,
    beneficiary: received.payer_name ?? '',
    amount_centavos: operation.total_centavos,
    concept: 'Devolucion de pago',
  })
  const change = { has_devolution: 1, refund_state: 'pending' } as const
  const extra = [...transfer, ...counted]
  return advance(needs, operation, 'cancelled', change, extra)
}

/** Another writer has moved the operation, or has begun to reverse it. */
const isConflict = conflictOn('reversals')
