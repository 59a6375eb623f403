// Changes of payouts and affiliates that are on the audit trail, in words for people.
import type { ActionWords } from '../core/language/action-words.ts'

export const payoutActions = {
  'affiliate.registered': ['Afiliado registrado', 'Affiliate registered'],
  'affiliate.changed': ['Afiliado cambiado', 'Affiliate changed'],
  'payout_rules.changed': ['Reglas de depósitos cambiadas', 'Payout rules changed'],
  'payout_account.change_requested': ['Cambio de cuenta pedido', 'Change of account asked for'],
  'payout_account.change_confirmed': ['Cambio de cuenta confirmado', 'Change of account confirmed'],
  'payout_account.change_refused': ['Cambio de cuenta rechazado', 'Change of account refused'],
  'payout_account.change_cancelled': ['Cambio de cuenta cancelado', 'Change of account cancelled'],
  'payout_account.changed': ['Cuenta de liquidación cambiada', 'Payout account changed'],
} satisfies ActionWords
