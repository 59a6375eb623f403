// Refusals of vouchers and of received payments.
import type { FailureTable } from '../core/failure-table.ts'

export const voucherFailures = {
  'payment-not-held': [
    'InvalidTransactionException',
    409,
    'El pago no está retenido, o ya se liberó de otra manera',
    'The payment is not in suspense, or has been released in another way',
  ],
  'payment-stated': [
    'InvalidTransactionException',
    409,
    'Un estado de cuenta de la red tiene este pago: sí se recibió',
    'A statement of the network has this payment: it was received',
  ],
  'payment-not-acceptable': [
    'InvalidTransactionException',
    409,
    'Ninguna ficha ni cuenta de cliente espera exactamente este pago; devuélvelo',
    'No voucher and no customer’s account waits for exactly this payment; return it',
  ],
  'network-unreachable': [
    'InternalErrorException',
    503,
    'La red de pago no responde; intenta de nuevo en unos segundos',
    'The payment network does not answer; try again in a few seconds',
  ],
  'network-refused': [
    'InvalidTransactionException',
    400,
    'La red de pago no aceptó el pago',
    'The payment network did not accept the payment',
  ],
} as const satisfies FailureTable
