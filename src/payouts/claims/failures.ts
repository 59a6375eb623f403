// Refusals of claims.
import type { FailureTable } from '../../core/failure-table.ts'

export const claimFailures = {
  'claim-none': [
    'InvalidTransactionException',
    409,
    'La cuenta no debe tanto, o ya se pidió castigar lo que debe',
    'The account does not owe as much, or its debt was already asked to be written off',
  ],
  'claim-disputed': [
    'InvalidTransactionException',
    409,
    'Aclaraciones abiertas retienen tanto como debe la cuenta, y ganadas lo devuelven: espera a que se decidan',
    'Open disputes hold back as much as the account owes, and give it back when they are won: wait until they are decided',
  ],
} as const satisfies FailureTable
