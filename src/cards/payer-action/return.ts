// A payer on the way to the acquirer's challenge and back: where to send the payer next, and what became of the charge.
import { dueNowWrite, leaseWrite } from '../../operations/record.ts'
import { across } from '../../store/across.ts'
import { columns } from '../../store/columns.ts'
import { conditionHeld } from '../../store/decide.ts'
import { type CardOperation, operationOf } from '../../store/operation.ts'
import type { Store, StoreAndClock } from '../../store/store.ts'
import { update } from '../../store/write.ts'
import type { Late, OutcomeNeeds } from '../needs.ts'
import { leaseMs, recoverOne } from '../unanswered/recover.ts'
import { payerActionOf, waitsForPayer } from './begin.ts'

/** A payment as its payer finds it. */
interface PayerVisit {
  operation: CardOperation
  /** The acquirer's address, while the payer can act there. */
  payerUrl: string | undefined
}

interface PayerVisits {
  /** Undefined for an operation whose payer was never sent anywhere. */
  find(operationId: string): Promise<PayerVisit | undefined>
  /**
   * The payer says to have come back, which proves nothing: the acquirer is asked, once at a time for all processes. While another asks, or the
   * acquirer does not know yet, the payment stays pending.
   */
  returned(operationId: string): Promise<PayerVisit | undefined>
}

export function payerVisits(needs: OutcomeNeeds & Late): PayerVisits {
  const { store, clock, acquirerTimeoutMs } = needs
  const find: PayerVisits['find'] = async (operationId) => {
    const operation = await cardPayment(store, operationId)
    const action = operation && (await payerActionOf(store, operation))
    if (operation === undefined || action === undefined) return undefined
    const canAct = waitsForPayer(operation) && clock.now() < action.expires_at
    return { operation, payerUrl: canAct ? action.payer_url : undefined }
  }
  return {
    find,
    returned: async (operationId) => {
      const visit = await find(operationId)
      if (visit === undefined || !waitsForPayer(visit.operation)) return visit
      const leased = await lease(needs, visit.operation, clock.wallMs() + leaseMs(acquirerTimeoutMs))
      if (leased === undefined) return find(operationId)
      await recoverOne(needs, leased)
      return find(operationId)
    },
  }
}

/**
 * Takes the lease by which the worker asks too, and records the return of the payer. Undefined while another has the lease: whoever has it asks again,
 * because the payer may have acted since.
 */
async function lease(
  { store, clock }: StoreAndClock,
  operation: CardOperation,
  until: number,
): Promise<CardOperation | undefined> {
  const returned = update(
    'payer_actions',
    { returned_at: clock.now() },
    { account_id: operation.account_id, operation_id: operation.id },
  )
  const isOurs = await conditionHeld(store.commit([leaseWrite({ store, clock }, operation, until), returned]))
  if (isOurs) return { ...operation, leased_until: until }
  await conditionHeld(store.commit([dueNowWrite({ clock }, operation), returned]))
  return undefined
}

async function cardPayment({ db }: Store, id: string): Promise<CardOperation | undefined> {
  const row = await db
    .selectFrom('operations')
    .select(columns.operations)
    .where('id', '=', id)
    .modifyEnd(across('payers'))
    .executeTakeFirst()
  const operation = operationOf(row)
  return operation?.rail === 'card' ? operation : undefined
}
