// Formats amounts, instants and long numbers for payers.

import { firstUse } from '../core/first-use.ts'
import type { Language } from '../core/language/bilingual.ts'
import { formatAmount } from '../core/money.ts'
import { fill, texts } from './texts.ts'

const ZONE = 'America/Mexico_City'
// Made at their first use, because each takes milliseconds.
const pesos = firstUse(() => new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'MXN' }))
const moments = {
  es: [
    dates('es-MX', { dateStyle: 'long' }),
    dates('es-MX', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    ' h',
  ],
  en: [
    dates('en-US', { dateStyle: 'long' }),
    dates('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    '',
  ],
} as const satisfies Record<Language, readonly [day: Dates, time: Dates, unit: string]>
const weekdays = {
  es: dates('es-MX', { weekday: 'long' }),
  en: dates('en-US', { weekday: 'long' }),
} satisfies Record<Language, Dates>

type Dates = () => Intl.DateTimeFormat

function dates(locale: string, options: Intl.DateTimeFormatOptions): Dates {
  return firstUse(() => new Intl.DateTimeFormat(locale, { timeZone: ZONE, ...options }))
}

/** Centavos in Mexican notation, in both languages: `$1,250.00`; below zero with a minus, which is no hyphen: `−$40.00`. */
export function pesosText(centavos: number): string {
  return pesos()
    .format(formatAmount(centavos) as Intl.StringNumericLiteral)
    .replace('-', '−')
}

/** Ten digits in Mexican notation: `55 1234 5678`, `999 123 4567`. */
export function phoneText(digits: string): string {
  return digits.replace(/^(55|56|33|81)(\d{4})(\d{4})$/, '$1 $2 $3').replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')
}

/** An instant in Mexico City: `20 de noviembre de 2026, 16:11 h`, in English `November 20, 2026, 16:11`. */
export function momentText(instant: string, language: Language): string {
  const [day, time, unit] = moments[language]
  const epochMs = Date.parse(instant)
  return plainSpaces(`${day().format(epochMs)}, ${time().format(epochMs)}${unit}`)
}

/** An instant with its day of the week, for deadlines. */
export function deadlineText(instant: string, language: Language): string {
  const weekday = weekdays[language]().format(Date.parse(instant))
  return `${weekday}${language === 'es' ? '' : ','} ${momentText(instant, language)}`
}

/** A deadline in a sentence: payers and merchants live in four zones. */
export function zonedDeadline(instant: string, language: Language): string {
  return `${deadlineText(instant, language)} (${fill(texts.zone, language)})`
}

/** Replaces the special spaces of Intl, which some fonts and searches do not know. */
function plainSpaces(text: string): string {
  return text.replace(/[\u00a0\u202f\u2009]/g, ' ')
}
