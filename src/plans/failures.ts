// Refusals of subscriptions.
import type { FailureTable } from '../core/failure-table.ts'

export const planFailures = {
  'customer-on-plan': [
    'InvalidTransactionException',
    409,
    'El cliente ya está en el plan',
    'The customer is on the plan already',
  ],
} as const satisfies FailureTable
