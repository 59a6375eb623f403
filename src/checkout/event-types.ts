// The names of the events of checkouts, with their words in the console.
import type { EventWords } from '../core/language/event-words.ts'

export const checkoutEventTypes = {
  'checkout.created': ['link de pago creado', 'checkout created'],
  'checkout.paid': ['link de pago pagado', 'checkout paid'],
  'checkout.expired': ['link de pago vencido', 'checkout expired'],
  'checkout.cancelled': ['link de pago cancelado', 'checkout cancelled'],
} as const satisfies EventWords
