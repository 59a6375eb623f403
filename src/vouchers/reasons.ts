// Why money of a voucher is not kept, in both languages.
import type { Phrase } from '../core/language/phrases.ts'

export const voucherReasons: readonly Phrase[] = [['the money came back', 'el dinero volvió']]
