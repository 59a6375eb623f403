// The names of the events of plans and subscriptions, with their words in the console.
import type { EventWords } from '../core/language/event-words.ts'

export const planEventTypes = {
  'plan.created': ['plan nuevo', 'plan created'],
  'plan.subscribed': ['suscripción nueva', 'new subscription'],
  'plan.charged': ['plan cobrado', 'plan charged'],
  'plan.charge_failed': ['cobro de plan fallido', 'plan charge failed'],
  'plan.charge_skipped': ['cobro de plan omitido', 'plan charge skipped'],
  'plan.card_expiring': ['tarjeta de plan por vencer', 'card of a plan expires'],
  'plan.paused': ['plan en pausa', 'plan paused'],
  'plan.resumed': ['plan reanudado', 'plan resumed'],
  'plan.cancelled': ['plan cancelado', 'plan cancelled'],
} as const satisfies EventWords
