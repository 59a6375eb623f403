// The events of operations: each carries the record of its operation.
import type { TSchema } from 'typebox'
import type { operationEventTypes } from './event-types.ts'
import { OperationRecord } from './present.ts'

export const operationEvents = {
  'operation.payer_action_required': OperationRecord,
  'operation.authorized': OperationRecord,
  'operation.paid': OperationRecord,
  'operation.cancelled': OperationRecord,
  'operation.expired': OperationRecord,
  'operation.declined': OperationRecord,
  'operation.reversal_refused': OperationRecord,
  'operation.capture_refused': OperationRecord,
} satisfies Record<keyof typeof operationEventTypes, TSchema>
