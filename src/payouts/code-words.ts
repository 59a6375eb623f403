// The words of payouts and of affiliates.
import type { CodeWords, ListWords, StateWords } from '../core/language/state-words.ts'

export const payoutStateWords = {
  pending: ['en camino', 'on its way', 'waiting'],
  paid: ['pagada', 'paid', 'good'],
  failed: ['falló', 'failed', 'bad'],
  returned: ['regresó', 'came back', 'bad'],
} as const satisfies StateWords

/** The change of the account that an affiliate is paid to. */
export const accountChangeWords = {
  requested: ['pedido', 'requested', 'waiting'],
  confirmed: ['confirmado', 'confirmed', 'waiting'],
  changed: ['hecho', 'done', 'good'],
  cancelled: ['cancelado', 'cancelled', ''],
  lapsed: ['vencido', 'lapsed', ''],
  guessed: ['con demasiados intentos', 'too many tries', 'bad'],
} as const satisfies StateWords

/** What a line of a payout, or of a report about one, is of. */
export const lineTypeWords = {
  payment: ['pago', 'payment'],
  reversal: ['cobro cancelado', 'reversal'],
  refund: ['devolución', 'refund'],
  refund_cancelled: ['devolución cancelada', 'refund cancelled'],
  reserve: ['reserva', 'reserve'],
  dispute: ['aclaración', 'dispute'],
  dispute_won: ['aclaración ganada', 'dispute won'],
  claim_written_off: ['adeudo castigado', 'claim written off'],
  iva_rounding: ['redondeo del IVA', 'IVA rounding'],
} as const satisfies CodeWords

export const payoutLists = {
  '/v1/payouts': { status: payoutStateWords },
  '/v1/settlement/report': { type: lineTypeWords },
  '/v1/affiliates/:affiliate/payouts': { status: payoutStateWords },
  '/v1/affiliates/:affiliate/report': { type: lineTypeWords },
  '/v1/affiliates': { 'change.status': accountChangeWords },
} as const satisfies ListWords
