// The events of customers: each carries its customer.
import type { EventBodies } from '../events/append.ts'
import { Customer } from './present.ts'

export const customerEvents = {
  'customer.created': Customer,
  'customer.updated': Customer,
  'customer.deleted': Customer,
} satisfies EventBodies
