// The identity of a charge for an acquirer, from the operation's row: the same on every try and in any process.
import type { OperationRow } from '../store/tables.ts'
import type { ChargeIdentity, ChargeTrace } from './acquirer.ts'

export type Charged = Pick<OperationRow, 'id' | 'total_centavos' | 'created_at' | 'network_trace'>

export function chargeIdentity({ id, total_centavos, created_at, network_trace }: Charged): ChargeIdentity {
  return {
    operationId: id,
    amountCentavos: total_centavos,
    beganAt: created_at,
    trace: network_trace === null ? {} : (JSON.parse(network_trace) as ChargeTrace),
  }
}

/** The masked digits of the card, the only stored digits of a typed card. */
export function maskedDigits(operation: Pick<OperationRow, 'card_first_six' | 'card_last_four'>) {
  return { cardFirstSix: operation.card_first_six, cardLastFour: operation.card_last_four }
}
