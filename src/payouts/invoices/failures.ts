// Refusals of the invoices of fees.
import type { FailureTable } from '../../core/failure-table.ts'

export const invoiceFailures = {
  'month-open': [
    'InvalidTransactionException',
    409,
    'El mes aún no se cierra; su factura se hace después',
    'The month is not closed yet; its invoice comes afterwards',
  ],
  'month-not-invoiced': [
    'InvalidTransactionException',
    409,
    'Las comisiones del mes suman cero; no hay nada que facturar',
    'The fees of the month are zero; there is nothing to invoice',
  ],
  'credit-note-unrelated': [
    'InvalidTransactionException',
    409,
    'En el mes se devolvieron más comisiones de las que se cobraron: su nota de crédito necesita el folio fiscal (UUID) de la factura que corrige, en ?related=',
    'More fees were given back in the month than were charged: its credit note needs the folio fiscal (UUID) of the invoice that it corrects, as ?related=',
  ],
  'invoice-issuer-missing': [
    'InvalidTransactionException',
    409,
    'El servicio no tiene datos fiscales para emitir facturas',
    'The service has no tax data to issue invoices with',
  ],
  'invoice-receptor-missing': [
    'InvalidTransactionException',
    409,
    'Faltan tus datos fiscales',
    'Your tax data are missing',
    [
      'Faltan tus datos fiscales: agrégalos en la consola, en Reportes, o con PUT /v1/fees/receptor',
      'Your tax data are missing: add them at the console, at Reports, or by PUT /v1/fees/receptor',
    ],
  ],
} as const satisfies FailureTable
