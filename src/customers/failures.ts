// Refusals of changes to customers, and of account numbers for them.
import type { FailureTable } from '../core/failure-table.ts'

export const customerFailures = {
  'customer-inactive': [
    'InvalidTransactionException',
    409,
    'El cliente está desactivado',
    'The customer is deactivated',
  ],
  'customer-unchanged': [
    'InvalidParamException',
    400,
    'Se requiere al menos uno de name, email o metadata',
    'At least one of name, email or metadata is required',
    [
      'Manda al menos uno de name, email o metadata: lo demás de un cliente no se cambia aquí',
      'Send at least one of name, email or metadata: nothing else of a customer is changed here',
    ],
  ],
  'sources-exhausted': [
    'InvalidTransactionException',
    409,
    'El cliente ya tiene {limit} cuentas CLABE',
    'The customer already has {limit} account numbers (CLABE)',
  ],
  'bank-unreachable': [
    'InternalErrorException',
    503,
    'El banco no asignó una cuenta CLABE; intenta de nuevo en unos segundos',
    'The bank did not assign an account number (CLABE); try again in a few seconds',
  ],
} as const satisfies FailureTable
