// Refusals of what a network reports.
import type { FailureTable } from '../../core/failure-table.ts'

export const noticeFailures = {
  'notice-unreadable': [
    'InvalidParamException',
    400,
    'No se entiende lo que la red reporta',
    'What the network reports cannot be read',
  ],
  'notice-refused': [
    'InvalidCredentialsException',
    403,
    'El reporte no viene de la red',
    'The report does not come from the network',
  ],
} as const satisfies FailureTable
