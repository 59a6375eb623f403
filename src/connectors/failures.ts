// Refusals of ways of paying for which the service has no network.
import type { FailureTable } from '../core/failure-table.ts'

export const connectorFailures = {
  'cards-not-offered': [
    'InvalidTransactionException',
    409,
    'Este servicio no recibe pagos con tarjeta',
    'This service takes no card payments',
  ],
  'cash-not-offered': [
    'InvalidTransactionException',
    409,
    'Este servicio no recibe pagos en efectivo en tiendas',
    'This service takes no cash payments at stores',
  ],
  'spei-not-offered': [
    'InvalidTransactionException',
    409,
    'Este servicio no recibe transferencias SPEI y no asigna cuentas CLABE',
    'This service takes no SPEI transfers and assigns no account numbers (CLABE)',
  ],
  'transfers-not-offered': [
    'InvalidTransactionException',
    409,
    'Este servicio no envía transferencias: no tiene un banco SPEI',
    'This service sends no transfers: it has no SPEI bank',
  ],
} as const satisfies FailureTable
