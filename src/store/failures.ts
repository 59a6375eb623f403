// Refusals while the database cannot be trusted to do the work.
import type { FailureTable } from '../core/failure-table.ts'

export const storeFailures = {
  'balance-too-large': [
    'InvalidParamException',
    409,
    'Con este monto un saldo pasaría de {most} pesos: no se registró',
    'With this amount a balance would be more than {most} pesos: it was not recorded',
  ],
  'clock-apart': [
    'InternalErrorException',
    503,
    'El reloj de esta máquina y el de la base de datos difieren en {seconds} s: revisa la sincronización de la hora',
    'The clock of this machine and that of the database differ by {seconds} s: look at the time synchronisation',
  ],
} as const satisfies FailureTable
