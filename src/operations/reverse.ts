// Cancels an operation, once however often it is asked: a card payment and a pending voucher with their network, a SPEI
// payment by sending the money back.
import type { AcquirerPort } from '../connectors/acquirer.ts'
import type { CashNetworkPort } from '../connectors/cash-network.ts'
import type { SpeiBankPort } from '../connectors/spei-bank.ts'
import { Failure } from '../core/failure.ts'
import { railOf } from '../core/rail.ts'
import { instantPlus, mexicoCityDay } from '../core/time.ts'
import { columns } from '../store/columns.ts'
import { conflictOn, decide } from '../store/decide.ts'
import type { OperationRow, ReversalRow, TransferRow } from '../store/tables.ts'
import { insert, update, type Write } from '../store/write.ts'
import type { TransferRequest } from '../transfers/request.ts'
import { finder } from './find.ts'
import { advance, type RecordNeeds } from './record.ts'

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
  /** Answers the cancelled operation, whether it was cancelled now or before. Throws the refusals of `reversal-*`. */
  reverse(accountId: string, operationId: string): Promise<OperationRow>
  /** Goes on with a reversal whose answer never came. Answers false while the network still does not say. */
  resume(intent: ReversalRow): Promise<boolean>
}

/** When a network is asked again whose answer did not come. */
export const FIRST_RETRY_MS = 30_000

type Verdict = 'done' | 'refused' | 'paid' | 'unknown'

export function reverser(needs: ReverseNeeds): Reverser {
  const { store, clock } = needs
  const { byId } = finder(store)
  const underWay = new Map<string, Promise<OperationRow>>()

  const intentOf = (operationId: string) =>
    store.db
      .selectFrom('reversals')
      .select(columns.reversals)
      .where('operation_id', '=', operationId)
      .executeTakeFirst()

  const reverseOnce = async (accountId: string, id: string): Promise<OperationRow> => {
    const operation = await byId(accountId, id)
    if (operation === undefined) throw new Failure('resource-unknown')
    if (operation.status === 'cancelled') return operation
    if (operation.status === 'declined' || operation.status === 'expired') throw new Failure('reversal-of-unpaid')
    return operation.status === 'paid' && railOf(operation.rail).reversal === 'transfer'
      ? refund(needs, operation)
      : withNetwork(operation)
  }

  /** The intent first, then the network with nothing open, then what it answered. */
  const withNetwork = async (operation: OperationRow): Promise<OperationRow> => {
    const intent = await intentOf(operation.id)
    const standing = intent?.state === 'pending' && intent.from_status === operation.status
    if (!standing) {
      checkAllowed(needs, operation)
      await store.commit([intentWrite(needs, operation, intent)])
    }
    const verdict = await askNetwork(needs, operation)
    if (verdict === 'done') return cancel(operation)
    if (verdict === 'unknown') throw new Failure('reversal-unfinished', { retryAfterSeconds: 5 })
    await store.commit([closing(operation.id, 'refused')])
    throw new Failure(verdict === 'paid' ? 'operation-just-paid' : 'reversal-refused')
  }

  const cancel = (operation: OperationRow): Promise<OperationRow> =>
    advance(needs, operation, 'cancelled', { has_devolution: operation.status === 'paid' ? 1 : 0 }, [
      closing(operation.id, 'done'),
    ])

  return {
    reverse: (accountId, id) => {
      const key = `${accountId} ${id}`
      const decided = () => decide(() => reverseOnce(accountId, id), { again: isConflict })
      const running = underWay.get(key) ?? decided().finally(() => underWay.delete(key))
      underWay.set(key, running)
      return running
    },
    resume: async (intent) => {
      const operation = await byId(intent.account_id, intent.operation_id)
      try {
        // It was paid, cancelled or has expired in the meantime: what was asked for is no longer there to be done.
        if (operation?.status !== intent.from_status) {
          await store.commit([closing(intent.operation_id, 'done')])
          return true
        }
        const verdict = await askNetwork(needs, operation)
        if (verdict === 'unknown') {
          await store.commit([postponing(clock.now(), intent)])
          return false
        }
        if (verdict === 'done') await cancel(operation)
        else await store.commit([closing(intent.operation_id, 'refused')])
      } catch (error) {
        // Somebody asked for the same reversal at the same moment, and finished it.
        if (!isConflict(error)) throw error
      }
      return true
    },
  }
}

/** Whether an operation may be cancelled with its network now. Throws the refusal when not. */
function checkAllowed({ clock, window }: ReverseNeeds, operation: OperationRow): void {
  const rail = railOf(operation.rail)
  if (operation.status === 'pending') {
    // The acquirer has not said yet whether the card was charged.
    if (rail.paidBy === 'answer') throw new Failure('operation-processing', { retryAfterSeconds: 5 })
    return
  }
  if (rail.reversal === 'never') throw new Failure('reversal-of-cash')
  if (window === 'same-day') {
    if (mexicoCityDay(clock.now()) !== operation.day) throw new Failure('reversal-too-late')
  } else if (clock.now() > instantPlus(operation.created_at, window * 3_600_000)) {
    throw new Failure('reversal-window-over', { values: { hours: window } })
  }
}

/** A refused reversal may be tried again; one that somebody just began makes this `Duplicate` or `Unmet`. */
function intentWrite({ clock }: ReverseNeeds, operation: OperationRow, before: ReversalRow | undefined): Write {
  const now = clock.now()
  const fresh = {
    from_status: operation.status as ReversalRow['from_status'],
    state: 'pending',
    attempts: 0,
    due_at: instantPlus(now, FIRST_RETRY_MS),
    leased_until: 0,
    created_at: now,
  } as const
  if (before === undefined)
    return insert('reversals', { operation_id: operation.id, account_id: operation.account_id, ...fresh })
  const { state, from_status } = before
  return update('reversals', fresh, { operation_id: operation.id, state, from_status })
}

function closing(operationId: string, state: 'done' | 'refused'): Write {
  return update('reversals', { state, due_at: null }, { operation_id: operationId, state: 'pending' })
}

/** Asks again after 30 seconds, a minute, two ... at most an hour. */
function postponing(now: string, { operation_id, attempts }: ReversalRow): Write {
  const delayMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 20), 3_600_000)
  return update(
    'reversals',
    { attempts: attempts + 1, due_at: instantPlus(now, delayMs), leased_until: 0 },
    { operation_id, state: 'pending' },
  )
}

async function askNetwork(needs: ReverseNeeds, operation: OperationRow): Promise<Verdict> {
  const { id: operationId, network_reference, total_centavos: amountCentavos } = operation
  const networkReference = network_reference ?? ''
  switch (railOf(operation.rail).port) {
    case 'acquirer': {
      const { kind } = await needs.acquirer.reverse({ operationId, networkReference, amountCentavos })
      return kind === 'reversed' ? 'done' : kind
    }
    case 'cash-network': {
      const { kind } = await needs.cashNetwork.cancel({ operationId, reference: networkReference })
      return kind === 'cancelled' ? 'done' : kind
    }
    case 'spei-bank': {
      // A customer's own account stays open for other payments.
      if (operation.source_id !== null) return 'done'
      const { kind } = await needs.speiBank.closeAccount({ clabe: operation.bank_account_number ?? networkReference })
      return kind === 'closed' ? 'done' : kind
    }
  }
}

/** Sends a SPEI payment back to where it came from: the transfer is queued in the batch that cancels. */
async function refund({ store, clock, newTransfer }: ReverseNeeds, operation: OperationRow): Promise<OperationRow> {
  const received = await store.db
    .selectFrom('payments_received')
    .select(['payer_clabe', 'payer_name'])
    .where('operation_id', '=', operation.id)
    .where('outcome', '=', 'settled')
    .executeTakeFirst()
  if (!received?.payer_clabe) throw new Failure('reversal-payer-unknown')
  const transfer = newTransfer({
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
  return advance({ store, clock }, operation, 'cancelled', { has_devolution: 1 }, [insert('transfers', transfer)])
}

/** Somebody else moved the operation, or began to reverse it. */
const isConflict = conflictOn('reversals')
