// Refusals of changes to webhooks.
import type { FailureTable } from '../../core/failure-table.ts'

export const webhookFailures = {
  'webhook-limit': [
    'InvalidParamException',
    409,
    'Una cuenta tiene a lo más {limit} webhooks; borra uno que ya no uses',
    'An account has at most {limit} webhooks; delete one that is no longer used',
  ],
  'webhook-changed': [
    'InvalidParamException',
    409,
    'El webhook cambió al mismo tiempo; léelo e intenta de nuevo',
    'The webhook changed at the same time; read it and try again',
  ],
  'webhook-not-active': [
    'InvalidParamException',
    409,
    'El webhook no está activo; reanúdalo primero',
    'The webhook is not active; resume it first',
  ],
} as const satisfies FailureTable
