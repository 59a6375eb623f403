// The letters of an SMS of 160 characters (GSM 03.38), and replacements for other letters.

export const SEGMENT_SEPTETS = 160

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These letters take two septets: an escape and the letter. */
const EXTENDED = new Set('\f^{}\\[~]|€')

const NEAREST: Readonly<Record<string, string>> = {
  '…': '...',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '·': '-',
  '•': '-',
  '`': "'",
  ç: 'c',
}

/** Sample: `¡Páguelo mañana! — José` becomes `¡Paguelo mañana! - José`. Letters without a replacement are dropped. */
export function toGsm7(text: string): string {
  return [...text.normalize('NFC')].map(nearest).join('')
}

/** The length of a GSM-7 text in septets. */
export function septets(text: string): number {
  return [...text].reduce((sum, letter) => sum + (EXTENDED.has(letter) ? 2 : 1), 0)
}

function nearest(letter: string): string {
  if (BASIC.has(letter) || EXTENDED.has(letter)) return letter
  const known = NEAREST[letter]
  if (known !== undefined) return known
  if (/\s/u.test(letter)) return ' '
  const plain = letter.normalize('NFKD').replace(/\p{M}/gu, '')
  return plain !== letter && [...plain].every((one) => BASIC.has(one)) ? plain : ''
}
