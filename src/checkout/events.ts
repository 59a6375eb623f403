// The events of checkouts.
import type { EventBodies } from '../events/append.ts'
import { Checkout, CheckoutPaid } from './present.ts'

export const checkoutEvents = {
  'checkout.created': Checkout,
  'checkout.paid': CheckoutPaid,
  'checkout.expired': Checkout,
  'checkout.cancelled': Checkout,
} satisfies EventBodies
