// The words of received payments.
import type { CodeWords, ListWords } from '../core/language/state-words.ts'

const receivedRailWords = {
  store: ['efectivo en tienda', 'cash at a store'],
  spei: ['transferencia SPEI', 'SPEI transfer'],
} as const satisfies CodeWords

const receivedOutcomeWords = {
  settled: ['pagó', 'paid'],
  returned: ['se devuelve', 'is returned'],
  unmatched: ['de nadie', 'of nobody'],
  suspended: ['en suspenso', 'in suspense'],
  accepted: ['aceptado', 'accepted'],
  'given-back': ['devuelto', 'given back'],
  'taken-back': ['la red lo retiró', 'the network took it back'],
  'never-received': ['nunca llegó', 'it never came'],
  refused: ['rechazado', 'refused'],
} as const satisfies CodeWords

/** How a payment leaves suspense. */
const releaseWords = {
  return: ['devolver', 'give back'],
  accept: ['aceptar', 'accept'],
  'never-received': ['nunca llegó', 'it never came'],
} as const satisfies CodeWords

/** Why a payment has its outcome. */
export const receivedReasonWords = {
  'voucher-paid': ['el monto de una ficha, a tiempo', 'the amount of a voucher, in time'],
  'customer-paid': ['a la CLABE de un cliente', 'into the CLABE of a customer'],
  'own-transfer': ['una transferencia tuya que volvió', 'a transfer of yours that came back'],
  'amount-differs': ['no es el monto de la ficha', 'not the amount of the voucher'],
  'already-paid': ['la ficha ya estaba pagada', 'the voucher had been paid'],
  cancelled: ['la ficha estaba cancelada', 'the voucher had been cancelled'],
  expired: ['llegó después de vencer la ficha', 'paid after the voucher’s last day'],
  'account-closed': ['la CLABE del cliente ya no se usa', 'the customer’s CLABE is no longer in use'],
  'reference-unknown': ['nadie conoce la referencia', 'nobody knows the reference'],
  'time-implausible': ['la red dice una hora imposible', 'the network says a time that cannot be'],
  'identity-conflict': ['contradice a otro pago', 'it contradicts another payment'],
  'own-transfer-again': ['una transferencia tuya que volvió otra vez', 'a transfer of yours that came back again'],
  'own-transfer-differs': ['una transferencia tuya, con otro monto', 'a transfer of yours, with another amount'],
} as const satisfies CodeWords

export const receivedLists = {
  '/v1/received-payments': {
    rail: receivedRailWords,
    outcome: receivedOutcomeWords,
    reason: receivedReasonWords,
    'release.action': releaseWords,
  },
} as const satisfies ListWords
