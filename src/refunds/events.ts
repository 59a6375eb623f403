// The events of refunds; once it is sent, of the transfer that carries it.
import type { TSchema } from 'typebox'
import { Transfer } from '../transfers/present.ts'
import type { refundEventTypes } from './event-types.ts'
import { Refund } from './present.ts'

export const refundEvents = {
  'refund.created': Refund,
  'refund.updated': Refund,
  'refund.waiting': Refund,
  'refund.sent': Transfer,
  'refund.failed': Transfer,
  'refund.returned': Transfer,
} satisfies Record<keyof typeof refundEventTypes, TSchema>
