// Asks for money to go out: a row that the worker sends, written in the batch of whatever makes it due.
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import type { TransferRow } from '../store/tables.ts'

/** What a transfer is for, to whom, and through which network. */
export type TransferRequest = Pick<
  TransferRow,
  'account_id' | 'operation_id' | 'kind' | 'network' | 'destination' | 'beneficiary' | 'amount_centavos' | 'concept'
>

/** The ledger's name for the owner of money that was paid into nothing we know. */
export const UNMATCHED_ACCOUNT = 'acc_unmatched'

const CONCEPT_LENGTH = 40
const BENEFICIARY_LENGTH = 40

/** The id of the transfer that gives a received payment back: there is one at most. */
export function transferIdOf(paymentReceivedId: string): string {
  return `trf_${paymentReceivedId.slice(paymentReceivedId.indexOf('_') + 1)}`
}

/** The row of a transfer, due now, under a tracking key of its own: 29 letters and digits. */
export function newTransfer(clock: Clock, request: TransferRequest, id = newId(clock, 'trf')): TransferRow {
  return {
    ...request,
    id,
    beneficiary: request.beneficiary.slice(0, BENEFICIARY_LENGTH),
    concept: request.concept.slice(0, CONCEPT_LENGTH),
    tracking_key: `CBR${id.slice('trf_'.length).toUpperCase()}`,
    state: 'pending',
    attempts: 0,
    due_at: clock.now(),
    leased_until: 0,
    created_at: clock.now(),
    sent_at: null,
  }
}
