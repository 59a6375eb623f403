// Money and times in Mexican form; times are those of Mexico City, in any time zone of the browser.
import type { Language } from '../../src/core/language/bilingual.ts'

/** Whole centavos of an amount of the service: text with two decimals. Sample: `-95.82` is -9582. */
export function centavos(amount: string): number {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? []
  return (sign === '-' ? -1 : 1) * (Number(whole) * 100 + Number(part.padEnd(2, '0')))
}

const pesosFormat = new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'MXN' })
const countFormat = new Intl.NumberFormat('es-MX')

/** Sample: 125000 is `$1,250.00`, and -4000 is `−$40.00`: a minus, which no line ends after, and not a hyphen. */
export function pesos(whole: number): string {
  return pesosFormat.format(whole / 100).replace('-', '−')
}

/** An amount of the service. */
export function money(amount: string): string {
  return pesos(centavos(amount))
}

export function count(number: number): string {
  return countFormat.format(number)
}

const ZONE = 'America/Mexico_City'
const locales = { es: 'es-MX', en: 'en-US' } as const

/** Sample: `23 nov 2026, 14:05`. */
export function moment(at: string, language: Language, seconds = false): string {
  return new Intl.DateTimeFormat(locales[language], {
    timeZone: ZONE,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(seconds && { second: '2-digit' }),
  }).format(new Date(at))
}

/** Sample: `23 nov, 14:05`, of a time that is near. */
export function nearMoment(at: string, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], {
    timeZone: ZONE,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at))
}

/** Sample: `lun 23 nov`; dated `lun 23 nov 2026`; plain `23 nov 2026`; long `lunes, 23 de noviembre de 2026`. A day has no zone. */
export function day(date: string, language: Language, style: 'short' | 'dated' | 'plain' | 'long' = 'short'): string {
  const length = style === 'long' ? 'long' : 'short'
  const format = new Intl.DateTimeFormat(locales[language], {
    timeZone: 'UTC',
    ...(style !== 'plain' && { weekday: length }),
    day: 'numeric',
    month: length,
    ...(style !== 'short' && { year: 'numeric' }),
  })
  const at = new Date(`${date}T00:00:00Z`)
  if (language === 'en' || style === 'long') return format.format(at)
  // With a weekday, Spanish alone would add words that its moments have not: `lun, 23 de nov de 2026`.
  return format
    .formatToParts(at)
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => value)
    .join(' ')
}

/** Sample: `noviembre de 2026`. */
export function month(period: string, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    new Date(`${period}-01T00:00:00Z`),
  )
}

/** An amount of the service with the other sign. */
export function negative(amount: string): string {
  return centavos(amount) === 0 ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}

/** Sample: `23 nov`. */
export function dayAndMonth(date: string, language: Language): string {
  const [, month = '', number = ''] = date.split('-')
  const name = new Intl.DateTimeFormat(locales[language], { timeZone: 'UTC', month: 'short' }).format(
    new Date(`2026-${month}-01T00:00:00Z`),
  )
  return language === 'es' ? `${Number(number)} ${name}` : `${name} ${Number(number)}`
}

/** Sample: `+12.5 %`, `12 veces`; empty without a value to compare with. Of ten times as much, a percentage says little. */
export function change(now: number, before: number, language: Language): string {
  if (before === 0) return ''
  if (before > 0 && now >= before * 10)
    return `${countFormat.format(Math.round(now / before))} ${language === 'es' ? 'veces' : 'times'}`
  const percent = ((now - before) / Math.abs(before)) * 100
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return `${sign}${countFormat.format(Math.round(Math.abs(percent) * 10) / 10)} %`
}
