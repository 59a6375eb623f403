// The events of refunds; once it is sent, of the transfer that carries it.
import type { EventBodies } from '../events/append.ts'
import { Transfer } from '../transfers/present.ts'
import { Refund } from './present.ts'

export const refundEvents = {
  'refund.created': Refund,
  'refund.updated': Refund,
  'refund.waiting': Refund,
  'refund.sent': Transfer,
  'refund.failed': Transfer,
  'refund.returned': Transfer,
} satisfies EventBodies
