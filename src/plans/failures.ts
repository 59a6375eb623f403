// Refusals of subscriptions.
import type { FailureTable } from '../core/failure-table.ts'

export const planFailures = {
  'customer-on-plan': [
    'InvalidTransactionException',
    409,
    'El cliente ya está en el plan',
    'The customer is on the plan already',
    [
      'El cliente ya está en el plan: cambia su tarjeta o termina su suscripción antes de empezar otra',
      'The customer is on the plan already: change the card of the subscription, or end it before you begin another',
    ],
  ],
} as const satisfies FailureTable
