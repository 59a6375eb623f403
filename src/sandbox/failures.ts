// Refusals of the sandbox’s clock.
import type { FailureTable } from '../core/failure-table.ts'

export const simulatorFailures = {
  'clock-moved': [
    'InvalidTransactionException',
    409,
    'Alguien más movió el reloj al mismo tiempo; consulta la hora e intenta de nuevo',
    'Somebody else moved the clock at the same time; read it and try again',
  ],
} as const satisfies FailureTable
