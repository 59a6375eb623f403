// Refusals of exports.
import type { FailureTable } from '../core/failure-table.ts'

export const exportFailures = {
  'exports-too-many': [
    'TooManyRequestsException',
    429,
    'La cuenta ya tiene {limit} exportaciones en curso; espera a que termine una',
    'The account already has {limit} exports under way; wait until one is finished',
  ],
} as const satisfies FailureTable
