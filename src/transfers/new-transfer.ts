// Makes the row of a transfer, which the worker sends; it is written in the batch of its cause.
import { faultsAsked } from '../api/faults/request-faults.ts'
import { beneficiaryOf } from '../core/banks/beneficiary.ts'
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { firstCharacters } from '../core/text.ts'
import { directoryWrite } from '../store/directory.ts'
import { insert, type Write } from '../store/write.ts'
import type { TransferRow } from './tables.ts'
import { trackingKeyOf } from './transfer-causes.ts'

/** What a transfer is for, to whom, and through which network. */
export type TransferRequest = Pick<
  TransferRow,
  | 'account_id'
  | 'operation_id'
  | 'kind'
  | 'rail'
  | 'network'
  | 'destination'
  | 'beneficiary'
  | 'amount_centavos'
  | 'concept'
> & {
  /** The refund that it carries. */
  refund_id?: string | null
}

const CONCEPT_LENGTH = 40

/** The row of a transfer, due now, under a tracking key of its own. */
export function newTransfer(clock: Clock, request: TransferRequest, id = newId(clock, 'trf')): TransferRow {
  const now = clock.now()
  return {
    ...request,
    id,
    beneficiary: beneficiaryOf(request.beneficiary),
    concept: firstCharacters(conceptOf(request), CONCEPT_LENGTH),
    tracking_key: trackingKeyOf(id),
    state: 'pending',
    attempts: 0,
    due_at: now,
    leased_until: 0,
    created_at: now,
    accepted_at: null,
    settled_at: null,
    rejected_at: null,
    asked_at: null,
    state_at: now,
    network_at: null,
    network_reference: null,
    reason: '',
    replaces: null,
    replaced_by: null,
    withheld_because: '',
    refund_id: request.refund_id ?? null,
  }
}

/**
 * In the sandbox it begins with the fault that the request asks for: `[silent] Devolucion de pago`. A retry does not have the fault of the transfer
 * that it replaces.
 */
function conceptOf({ account_id: accountId, concept }: TransferRequest): string {
  const own = concept.replace(/^\[[a-z-]+\] /, '')
  const fault = faultsAsked(accountId).network?.transfer
  return fault === undefined ? own : `[${fault}] ${own}`
}

/** Queues a transfer. No other one has its tracking key. */
export function transferWrites(transfer: TransferRow): Write[] {
  const { id, account_id: accountId, tracking_key } = transfer
  return [insert('transfers', transfer), directoryWrite('tracking key', tracking_key, { accountId, subject: id })]
}
