// The events of checkouts.
import type { TSchema } from 'typebox'
import type { checkoutEventTypes } from './event-types.ts'
import { Checkout, CheckoutPaid } from './present.ts'

export const checkoutEvents = {
  'checkout.created': Checkout,
  'checkout.paid': CheckoutPaid,
  'checkout.expired': Checkout,
  'checkout.cancelled': Checkout,
} satisfies Record<keyof typeof checkoutEventTypes, TSchema>
