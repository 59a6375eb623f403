// The identity of a charge for an acquirer, from the operation's row: the same on every try and in any process.
import { authorizedOf } from '../core/operation.ts'
import type { OperationRow } from '../operations/tables.ts'
import type { ChargeIdentity, ChargeTrace } from './acquirer.ts'

export type Charged = Pick<
  OperationRow,
  'id' | 'total_centavos' | 'authorized_centavos' | 'created_at' | 'network_trace'
>

export function chargeIdentity(operation: Charged): ChargeIdentity {
  const { id, created_at, network_trace } = operation
  return {
    operationId: id,
    amountCentavos: authorizedOf(operation),
    beganAt: created_at,
    trace: network_trace === null ? {} : (JSON.parse(network_trace) as ChargeTrace),
  }
}

/** What was captured of a charge, for the calls that take or give back. Nothing for a charge that was made at once. */
export function capturedPart({
  status,
  authorized_centavos,
  total_centavos,
}: Pick<OperationRow, 'status' | 'authorized_centavos' | 'total_centavos'>): { capturedCentavos?: number } {
  if (authorized_centavos === null) return {}
  return { capturedCentavos: status === 'paid' ? total_centavos : 0 }
}

/** The masked digits of the card, the only stored digits of a typed card. */
export function maskedDigits(operation: Pick<OperationRow, 'card_first_six' | 'card_last_four'>) {
  return { cardFirstSix: operation.card_first_six, cardLastFour: operation.card_last_four }
}
