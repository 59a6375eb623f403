// Refusals of changes to customers.
import type { FailureTable } from './table.ts'

export const customerFailures = {
  'customer-inactive': [
    'InvalidTransactionException',
    409,
    'El cliente está desactivado',
    'The customer is deactivated',
  ],
  'customer-on-plan': [
    'InvalidTransactionException',
    409,
    'El cliente ya está en el plan',
    'The customer is on the plan already',
  ],
  'customer-unchanged': [
    'InvalidParamException',
    400,
    'Se requiere al menos uno de name, email o metadata',
    'At least one of name, email or metadata is required',
  ],
} as const satisfies FailureTable
