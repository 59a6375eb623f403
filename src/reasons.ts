// Why a network, or this service in its place, refused or sent back: the reasons of all rooms in the reader's language, any other as the
// network's own words.
import { cardReasons } from './cards/reasons.ts'
import { connectorReasons } from './connectors/reasons.ts'
import { type Bilingual, inLanguage, type Language } from './core/language/bilingual.ts'
import { phraseBook } from './core/language/phrases.ts'
import { disputeReasons } from './disputes/reasons.ts'
import { refundReasons } from './refunds/reasons.ts'
import { transferReasons } from './transfers/reasons.ts'
import { voucherReasons } from './vouchers/reasons.ts'

/** `{}` stands for a value, which has words too or stays. */
const inSpanish = phraseBook([
  ...cardReasons,
  ...connectorReasons,
  ...disputeReasons,
  ...refundReasons,
  ...transferReasons,
  ...voucherReasons,
])

/**
 * A known reason in the reader's language; free text of a network between quotation marks, as what the network says. Sample: of `the account is
 * closed` in Spanish it is `la cuenta está cerrada`, of `Cta bloqueada` it is `la red dice: «Cta bloqueada»`. Empty for none.
 */
export function reasonText(reason: string, language: Language): string {
  if (reason === '') return ''
  const spanish = inSpanish(reason)
  if (spanish !== reason) return inLanguage([spanish, reason], language)
  return inLanguage([`la red dice: «${reason}»`, `the network says: “${reason}”`], language)
}

/** The reason within a sentence of ours: in English it stays as it was written, as programs read it. */
export function networkReason(reason: string): Bilingual {
  return [reasonText(reason, 'es'), reason]
}
