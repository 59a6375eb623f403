// The names of the events of payouts, and of the accounts they go to, with their words in the console.
import type { EventWords } from '../core/language/event-words.ts'

export const payoutEventTypes = {
  'payout.paid': ['liquidación pagada', 'payout paid'],
  'payout.failed': ['liquidación fallida', 'payout failed'],
  'payout.returned': ['liquidación regresada', 'payout returned'],
  'affiliate.payout_paid': ['afiliado pagado', 'affiliate paid'],
  'affiliate.payout_failed': ['pago a afiliado fallido', 'affiliate payout failed'],
  'affiliate.payout_returned': ['pago a afiliado regresado', 'affiliate payout returned'],
  'affiliate.account_change': ['cambio de cuenta de afiliado', 'change of an affiliate’s account'],
  'settlement.account_change_requested': ['cambio de cuenta pedido', 'account change asked for'],
  'settlement.account_change_confirmed': ['cambio de cuenta confirmado', 'account change confirmed'],
  'settlement.account_change_cancelled': ['cambio de cuenta cancelado', 'account change cancelled'],
  'settlement.account_changed': ['cuenta cambiada', 'account changed'],
} as const satisfies EventWords
