// Refusals of payments that a rule of risk stops.
import type { FailureTable } from '../../core/failure-table.ts'

export const riskFailures = {
  'card-attempts-exceeded': [
    'TooManyRequestsException',
    429,
    'Demasiados intentos con tarjetas que el banco no aceptó; intenta más tarde',
    'Too many tries of cards that the bank did not take; try again later',
  ],
  'payment-filtered': [
    'PaymentFilterException',
    403,
    'El cobro no cumple las reglas de riesgo del comercio',
    'The charge does not keep to the merchant’s risk rules',
  ],
  'fraud-suspected': [
    'SuspectedFraudException',
    403,
    'El cobro se detuvo por sospecha de fraude',
    'The charge was stopped on suspicion of fraud',
  ],
} as const satisfies FailureTable
