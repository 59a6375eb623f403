// The words of payment links.
import type { ListWords, StateWords } from '../core/language/state-words.ts'

export const checkoutStateWords = {
  open: ['abierto', 'open', 'waiting'],
  paid: ['pagado', 'paid', 'good'],
  expired: ['vencido', 'expired', ''],
  cancelled: ['cancelado', 'cancelled', ''],
} as const satisfies StateWords

export const checkoutLists = {
  '/v1/checkout': { status: checkoutStateWords },
} as const satisfies ListWords
