// The cause of a transfer: the data that the cause gives, and the faults by which a transfer can differ from it.
// read-causes reads causes.

import { lettersOf } from '../core/ids.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import { type Rail, railOf } from '../core/rail.ts'
import type { DepositIdentity } from '../core/received.ts'
import type { TransferRow } from './tables.ts'

/** The data that a cause gives for its transfer. */
export interface Cause
  extends Pick<TransferRow, 'account_id' | 'operation_id' | 'destination' | 'amount_centavos' | 'tracking_key'> {
  /** Null for payouts, which any bank may carry: the transfer's own network is not checked. */
  network: string | null
  /** The transfer leaves through this rail's port and is posted to its receivable account. */
  rail: Rail
  /** Identifies a returned cash payment at the store network, together with its ticket. */
  till: { chain: string; day: string } | null
  /** Since when it may have been sent, where that is not the instant at which its row was made. */
  mayBeSentSince?: string
  /** The deposit that only its bank can send back, because the payer's CLABE is not known. */
  deposit: DepositIdentity | null
  /** The amount booked to be sent, in centavos, by the only entry that may book it. */
  bookedCentavos: number
  /** It was sent or has failed, by the cause and the books. */
  isFinished: boolean
  /** Another transfer of the same cause exists and takes precedence. */
  isRepeated: boolean
  /** It is a retry of a transfer that has not failed, or that another retry replaces. */
  isUntimely: boolean
}

/** The reasons for which a transfer is not sent. */
export const faults = {
  'no-cause': [
    'ninguna liquidación, pago recibido, operación cancelada, devolución o reintento la pide',
    'no payout, received payment, reversed operation, refund or retry asks for it',
  ],
  account: ['su causa es de otra cuenta u operación', 'its cause is of another account or operation'],
  network: ['el dinero llegó por otra red', 'the money came through another network'],
  destination: ['su causa dice otro destino', 'its cause names another destination'],
  amount: ['su causa es de otro monto', 'its cause is of another amount'],
  'tracking-key': ['su causa dice otra clave de rastreo', 'its cause names another tracking key'],
  'not-booked': ['ningún asiento dice que se debe su monto', 'no entry books its amount as owed'],
  repeated: ['otra transferencia de la misma causa va primero', 'another transfer of the same cause comes first'],
  'not-failed': [
    'la transferencia que reemplaza no ha fallado, o la reemplaza otra',
    'the transfer that it replaces has not failed, or is replaced by another',
  ],
  finished: ['su causa terminó: ya se envió, o falló', 'its cause is finished: it was sent, or has failed'],
} as const satisfies Record<string, Bilingual>

export type TransferFault = keyof typeof faults

/** The id of the transfer that returns a received payment, or of a refund's first transfer: at most one of each. */
export function transferIdOf(causeId: string): string {
  return `trf_${causeId.slice(causeId.indexOf('_') + 1)}`
}

/** Every transfer has its own tracking key: 29 letters and digits. */
export function trackingKeyOf(transferId: string): string {
  return `CBR${transferId.slice('trf_'.length).toUpperCase()}`
}

/** The tracking key of a transfer that is made again as the same one, also in a database of an earlier moment, by what it is the only transfer of. */
export function trackingKeyOfCause(cause: readonly string[]): string {
  return `CBR${lettersOf(JSON.stringify(cause)).toUpperCase()}`
}

/** Whether money of the rail goes back to an account. Otherwise it goes back to the till that took it. */
export function isByTransfer(rail: Rail): boolean {
  return railOf(rail).paidFrom === 'account'
}

/** The first fault by which a transfer differs from its cause; undefined when it may be sent. */
export function faultOf(transfer: TransferRow, cause: Cause | undefined): TransferFault | undefined {
  if (cause === undefined) return 'no-cause'
  if (transfer.account_id !== cause.account_id || transfer.operation_id !== cause.operation_id) return 'account'
  if (transfer.rail !== cause.rail || (cause.network !== null && transfer.network !== cause.network)) return 'network'
  if (transfer.destination !== cause.destination) return 'destination'
  if (transfer.amount_centavos !== cause.amount_centavos) return 'amount'
  if (transfer.tracking_key !== cause.tracking_key) return 'tracking-key'
  if (cause.bookedCentavos !== cause.amount_centavos) return 'not-booked'
  if (cause.isRepeated) return 'repeated'
  if (cause.isUntimely) return 'not-failed'
  return cause.isFinished ? 'finished' : undefined
}

/**
 * The amount that an unsent return or refund still owes to its payer, in centavos. The transfer of a payout, or of a refund
 * with its own row, owes nothing: the payout's or refund's row has the amount.
 */
export function owedBy(transfer: Pick<TransferRow, 'kind' | 'refund_id'>, cause: Cause | undefined): number {
  if (transfer.kind === 'payout' || transfer.refund_id !== null) return 0
  if (cause === undefined || cause.isFinished || cause.isRepeated || cause.isUntimely) return 0
  return cause.bookedCentavos
}
