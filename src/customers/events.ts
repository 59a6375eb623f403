// The events of customers: each carries its customer.
import type { TSchema } from 'typebox'
import type { customerEventTypes } from './event-types.ts'
import { Customer } from './present.ts'

export const customerEvents = {
  'customer.created': Customer,
  'customer.updated': Customer,
  'customer.deleted': Customer,
} satisfies Record<keyof typeof customerEventTypes, TSchema>
