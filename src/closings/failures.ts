// Refusals of closing a month, and of its package.
import type { FailureTable } from '../core/failure-table.ts'

export const closingFailures = {
  'month-not-over': [
    'InvalidTransactionException',
    409,
    'El mes no ha terminado, o terminó hace minutos y sus comisiones aún no se cierran',
    'The month has not ended, or ended minutes ago and its fees are not closed yet',
  ],
  'month-stands-open': [
    'InvalidTransactionException',
    409,
    'Queda abierto del mes: {items}. Espera, o ciérralo con accept_open: true',
    'Of the month these stand open: {items}. Wait, or close it with accept_open: true',
  ],
  'month-not-closed': [
    'InvalidTransactionException',
    409,
    'El mes no se ha cerrado; su paquete se hace al cerrarlo',
    'The month has not been closed; its package is made when it is',
  ],
} as const satisfies FailureTable
