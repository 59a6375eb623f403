// Why a charge cannot be reversed, in both languages.
import type { Phrase } from '../core/language/phrases.ts'

export const cardReasons: readonly Phrase[] = [
  ['the acquirer refused to reverse it', 'el adquirente no quiso cancelarlo'],
  [
    'a second approval, which this acquirer cannot reverse by its reference',
    'una segunda aprobación, que este adquirente no puede cancelar por su referencia',
  ],
  ['no operation that was given up asks for it', 'ninguna operación a la que se renunció lo pide'],
]
