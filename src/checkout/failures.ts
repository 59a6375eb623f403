// Refusals of checkouts.
import type { FailureTable } from '../core/failure-table.ts'

export const checkoutFailures = {
  'checkout-paid': [
    'InvalidTransactionException',
    409,
    'Este cobro ya está pagado: no hace falta pagarlo otra vez',
    'This has been paid already: it need not be paid again',
  ],
  'checkout-expired': [
    'InvalidTransactionException',
    409,
    'El plazo para pagar terminó: pide una dirección nueva a quien te cobra',
    'The time to pay is over: ask the merchant for a new address',
  ],
  'checkout-cancelled': [
    'InvalidTransactionException',
    409,
    'Quien cobra canceló este cobro: no lo pagues',
    'The merchant cancelled this: do not pay it',
  ],
  'checkout-taken': [
    'InvalidTransactionException',
    409,
    'Otro pago está en curso y es el último que se acepta aquí: si no se completa, se podrá pagar de nuevo',
    'Another payment is under way and is the last one taken here: if it is not completed, this can be paid again',
  ],
} as const satisfies FailureTable
