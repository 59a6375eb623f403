// Cancels an operation, once however often it is asked: a card payment and a pending voucher with their network, a SPEI
// payment by sending the money back. A card payment whose answer is awaited is cancelled when it is known.
import { refuseAlone } from '../accounts/second-person.ts'
import type { AcquirerPort } from '../connectors/acquirer.ts'
import type { CashNetworkPort } from '../connectors/cash-network.ts'
import { chargeIdentity, maskedDigits } from '../connectors/charge-identity.ts'
import type { SpeiBankPort } from '../connectors/spei-bank.ts'
import { Failure } from '../core/failure.ts'
import { railOf } from '../core/rail.ts'
import { instantPlus, mexicoCityDay } from '../core/time.ts'
import { columns } from '../store/columns.ts'
import { conflictOn, decide } from '../store/decide.ts'
import { moved } from '../store/moves.ts'
import type { Operation } from '../store/operation.ts'
import type { ReversalRow, TransferRow } from '../store/tables.ts'
import { insert, Unmet, update, type Write } from '../store/write.ts'
import { type Actor, trailWrite } from '../trail/record.ts'
import type { TransferRequest } from '../transfers/new-transfer.ts'
import { finder } from './find.ts'
import { advance, eventAbout, type RecordNeeds, reversingWrite } from './record.ts'

export interface ReverseNeeds extends RecordNeeds {
  acquirer: AcquirerPort
  cashNetwork: CashNetworkPort
  speiBank: SpeiBankPort
  /** The row of a transfer that the worker sends as soon as it is written. */
  newTransfer(request: TransferRequest): TransferRow
  /** Hours, or the Mexico City day of the payment (REVERSAL_WINDOW). */
  window: 'same-day' | number
}

export interface Reverser {
  /**
   * Answers the cancelled operation, whether it was cancelled now or before. A card payment whose answer is awaited is answered as it is,
   * pending, and one that was declined after it was asked for as declined. Throws the refusals of `reversal-*`, and `second-person-needed`
   * when it gives back more than `aloneUpToCentavos`.
   */
  reverse(accountId: string, operationId: string, aloneUpToCentavos?: number): Promise<Operation>
  /** Goes on with a reversal whose answer never came. Answers false while the network still does not say. */
  resume(intent: ReversalRow): Promise<boolean>
  /**
   * Ends a reversal whose network never answers, as a person has learned from the network: it was done, or it was not and the operation stays
   * as it is, which the merchant is told. Throws `Unmet` when there is none that was asked and unanswered, or when it is being asked for now.
   */
  end(operationId: string, ended: { isReversed: boolean; because: string; by: Actor }): Promise<void>
}

/** When a network is asked again whose answer did not come. */
export const FIRST_WAIT_MS = 30_000

type Verdict = 'done' | 'refused' | 'paid' | 'unknown'

export function reverser(needs: ReverseNeeds): Reverser {
  const { store, clock } = needs
  const { byId } = finder(store)
  const underWay = new Map<string, Promise<Operation>>()

  const intentOf = (operationId: string) =>
    store.db
      .selectFrom('reversals')
      .select(columns.reversals)
      .where('operation_id', '=', operationId)
      .executeTakeFirst()

  const reverseOnce = async (accountId: string, id: string, aloneUpTo?: number): Promise<Operation> => {
    const operation = await byId(accountId, id)
    if (operation === undefined) throw new Failure('resource-unknown')
    if (operation.status === 'cancelled') return operation
    if (operation.status === 'declined' || operation.status === 'expired') {
      if (isAnswered(operation) && (await intentOf(id))?.from_status === 'pending') return operation
      throw new Failure('reversal-of-unpaid')
    }
    if (operation.status === 'paid' || isAnswered(operation)) refuseAlone(aloneUpTo, operation.total_centavos)
    if (operation.status === 'pending' && isAnswered(operation)) {
      await askLater(operation)
      const now = await byId(accountId, id)
      // If its answer came at this very moment, it is reversed, or there is nothing to do.
      return now?.status === 'pending' ? now : reverseOnce(accountId, id, aloneUpTo)
    }
    if (operation.refunded_centavos > 0) throw new Failure('reversal-of-refunded')
    if (operation.disputed_centavos > 0) throw new Failure('reversal-of-disputed')
    return operation.status === 'paid' && railOf(operation.rail).reversal === 'transfer'
      ? refund(needs, operation)
      : withNetwork(operation)
  }

  /** Writes down that a payment is to be cancelled once the acquirer has said whether the card was charged. */
  const askLater = async (operation: Operation): Promise<void> => {
    const intent = await intentOf(operation.id)
    if (intent?.state !== 'pending') await store.commit([intentWrite(needs, operation, intent)])
  }

  /** The intent first, then the network with nothing open, then what it answered. */
  const withNetwork = async (operation: Operation): Promise<Operation> => {
    const intent = await intentOf(operation.id)
    const standing = intent?.state === 'pending' && stillAsks(intent, operation)
    if (!standing) {
      checkAllowed(needs, operation)
      await store.commit([
        intentWrite(needs, operation, intent),
        ...(operation.status === 'paid' ? [reversingWrite(operation)] : []),
      ])
    }
    const verdict = await askNetwork(needs, operation)
    if (verdict === 'done') return cancel(operation)
    if (verdict === 'unknown') throw new Failure('reversal-unfinished', { retryAfterSeconds: 5 })
    const told = standing && verdict === 'refused'
    await store.commit(told ? refusing(needs, operation) : [closing(operation.id, 'refused')])
    throw new Failure(verdict === 'paid' ? 'operation-just-paid' : 'reversal-refused')
  }

  const cancel = (operation: Operation, closed = [closing(operation.id, 'done')]): Promise<Operation> =>
    advance(needs, operation, 'cancelled', { has_devolution: operation.status === 'paid' ? 1 : 0 }, closed)

  return {
    reverse: (accountId, id, aloneUpTo) => {
      const key = `${accountId} ${id} ${aloneUpTo ?? ''}`
      const decided = () => decide(() => reverseOnce(accountId, id, aloneUpTo), { again: isConflict })
      const running = underWay.get(key) ?? decided().finally(() => underWay.delete(key))
      underWay.set(key, running)
      return running
    },
    resume: async (intent) => {
      const operation = await byId(intent.account_id, intent.operation_id)
      try {
        // It was paid, cancelled or has expired in the meantime: what was asked for is no longer there to be done.
        if (operation === undefined || !stillAsks(intent, operation)) {
          await store.commit([closing(intent.operation_id, 'done')])
          return true
        }
        const isAwaited = operation.status === 'pending' && isAnswered(operation)
        const verdict = isAwaited ? 'unknown' : await askNetwork(needs, operation)
        if (verdict === 'unknown') {
          await store.commit([postponing(clock.now(), intent)])
          return false
        }
        if (verdict === 'done') await cancel(operation)
        else if (verdict === 'refused') await store.commit(refusing(needs, operation))
        else await store.commit([closing(intent.operation_id, 'refused')])
      } catch (error) {
        // Somebody asked for the same reversal at the same moment, and finished it.
        if (!isConflict(error)) throw error
      }
      return true
    },
    end: async (operationId, { isReversed, because, by }) => {
      const intent = await intentOf(operationId)
      const operation = intent && (await byId(intent.account_id, operationId))
      if (operation === undefined || !isUnanswered(intent, operation) || intent.leased_until > clock.wallMs())
        throw new Unmet(`no reversal of ${operationId} whose network does not answer`)
      const { attempts, leased_until } = intent
      const state = moved('reversals', 'pending', isReversed ? 'done' : 'refused')
      // Unless a worker has begun to ask meanwhile.
      const still = { operation_id: operationId, state: 'pending', attempts, leased_until } as const
      const ended = [
        update('reversals', { state, due_at: null }, still),
        trailWrite(clock, by, {
          accountId: operation.account_id,
          action: 'reversal.closed',
          subject: operationId,
          before: { state: 'pending', attempts },
          after: { state, because },
        }),
      ]
      if (isReversed) await cancel(operation, ended)
      else await store.commit([...ended, eventAbout(needs, 'operation.reversal_refused', operation)])
    },
  }
}

/** Whether the network was asked, and has not said whether it was done. */
function isUnanswered(intent: ReversalRow | undefined, operation: Operation): intent is ReversalRow {
  const isAwaited = operation.status === 'pending' && isAnswered(operation)
  return intent?.state === 'pending' && intent.attempts > 0 && !isAwaited && stillAsks(intent, operation)
}

/** Whether a network's answer to the charge says that the operation is paid: it is a card payment. */
function isAnswered({ rail }: Operation): boolean {
  return railOf(rail).paidBy === 'answer'
}

/** Whether what was asked for can still be done: a pending payment that was to be cancelled is reversed when it is paid. */
function stillAsks(intent: ReversalRow, operation: Operation): boolean {
  return operation.status === intent.from_status || (isAnswered(operation) && operation.status === 'paid')
}

/** Whether an operation may be cancelled with its network now. Throws the refusal when not. */
export function checkAllowed({ clock, window }: Pick<ReverseNeeds, 'clock' | 'window'>, operation: Operation): void {
  if (operation.status === 'pending') return
  if (railOf(operation.rail).reversal === 'never') throw new Failure('reversal-of-cash')
  // The window opens when it is authorised: until then nobody could have reversed it.
  const paidAt = operation.status_at
  if (window === 'same-day') {
    if (mexicoCityDay(clock.now()) !== mexicoCityDay(paidAt)) throw new Failure('reversal-too-late')
  } else if (clock.now() > instantPlus(paidAt, window * 3_600_000)) {
    throw new Failure('reversal-window-over', { values: { hours: window } })
  }
}

/** A refused reversal may be tried again; one that somebody just began makes this `Duplicate` or `Unmet`. */
function intentWrite({ clock }: ReverseNeeds, operation: Operation, before: ReversalRow | undefined): Write {
  const now = clock.now()
  const fresh = {
    from_status: operation.status as ReversalRow['from_status'],
    state: 'pending',
    attempts: 0,
    due_at: instantPlus(now, FIRST_WAIT_MS),
    leased_until: 0,
    created_at: now,
    refused_later: 0,
  } as const
  if (before === undefined)
    return insert('reversals', { operation_id: operation.id, account_id: operation.account_id, ...fresh })
  const { state, from_status } = before
  // One that is under way begins anew from another state of the operation.
  const anew = state === 'pending' ? state : moved('reversals', state, 'pending')
  return update('reversals', { ...fresh, state: anew }, { operation_id: operation.id, state, from_status })
}

function closing(operationId: string, state: 'done' | 'refused'): Write {
  return update(
    'reversals',
    { state: moved('reversals', 'pending', state), due_at: null },
    { operation_id: operationId, state: 'pending' },
  )
}

/** Whoever asked was answered that it is under way, or not at all: the refusal is told, and waits for a person. */
function refusing(needs: ReverseNeeds, operation: Operation): Write[] {
  return [
    update(
      'reversals',
      { state: moved('reversals', 'pending', 'refused'), due_at: null, refused_later: 1 },
      { operation_id: operation.id, state: 'pending' },
    ),
    eventAbout(needs, 'operation.reversal_refused', operation),
  ]
}

/** Asks again after 30 seconds, a minute, two ... at most an hour. */
function postponing(now: string, { operation_id, attempts }: ReversalRow): Write {
  const delayMs = Math.min(FIRST_WAIT_MS * 2 ** Math.min(attempts, 20), 3_600_000)
  return update(
    'reversals',
    { attempts: attempts + 1, due_at: instantPlus(now, delayMs), leased_until: 0 },
    { operation_id, state: 'pending' },
  )
}

/** Asks the network that carries the operation. While that one is not configured the reversal waits for it. */
async function askNetwork(needs: ReverseNeeds, operation: Operation): Promise<Verdict> {
  const operationId = operation.id
  const networkReference = operation.network_reference ?? ''
  switch (railOf(operation.rail).port) {
    case 'acquirer': {
      const { acquirer } = needs
      // Another acquirer knows nothing of the charge, or calls another one by this reference.
      if (operation.network !== acquirer.name) return 'unknown'
      const request = { ...chargeIdentity(operation), networkReference }
      if (acquirer.capabilities.void || acquirer.capabilities.refund) {
        const { kind } = await acquirer.reverse(request)
        return kind === 'reversed' ? 'done' : kind
      }
      // It takes a payment back by the same advice that undoes an unknown one.
      const { kind } = await acquirer.advise({ ...request, ...maskedDigits(operation), attempt: 1 })
      return kind === 'acknowledged' ? 'done' : kind
    }
    case 'cash-network': {
      if (operation.network !== needs.cashNetwork.name) return 'unknown'
      const { kind } = await needs.cashNetwork.cancel({ operationId, reference: networkReference })
      return kind === 'cancelled' ? 'done' : kind
    }
    case 'spei-bank': {
      // A customer's own account stays open for other payments.
      if (operation.source_id !== null) return 'done'
      if (operation.network !== needs.speiBank.name) return 'unknown'
      const { kind } = await needs.speiBank.closeAccount({ clabe: operation.bank_account_number ?? networkReference })
      return kind === 'closed' ? 'done' : kind
    }
  }
}

/** Sends a SPEI payment back to where it came from: the transfer is queued in the batch that cancels. */
async function refund(needs: ReverseNeeds, operation: Operation): Promise<Operation> {
  const received = await needs.store.db
    .selectFrom('payments_received')
    .select(['payer_clabe', 'payer_name'])
    .where('operation_id', '=', operation.id)
    .where('outcome', 'in', ['matched', 'accepted'])
    .executeTakeFirst()
  if (!received?.payer_clabe) throw new Failure('reversal-payer-unknown')
  const transfer = needs.newTransfer({
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
  return advance(needs, operation, 'cancelled', { has_devolution: 1, refund_state: 'pending' }, [
    insert('transfers', transfer),
  ])
}

/** Somebody else moved the operation, or began to reverse it. */
const isConflict = conflictOn('reversals')
