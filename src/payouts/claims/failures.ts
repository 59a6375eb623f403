// Refusals of claims.
import type { FailureTable } from '../../core/failure-table.ts'

export const claimFailures = {
  'claim-none': [
    'InvalidTransactionException',
    409,
    'La cuenta no debe tanto, o ya se pidió castigar lo que debe',
    'The account does not owe as much, or its debt was already asked to be written off',
  ],
} as const satisfies FailureTable
