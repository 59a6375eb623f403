// Reads amounts, days and names as banks write them.
import { MAX_SUM_CENTAVOS } from '../../core/money.ts'
import { type Day, isDay } from '../../core/time.ts'

/**
 * Centavos, below zero for money that went out; undefined for what is no amount. Thousands are grouped in threes or not at all.
 *
 * Sample: with a decimal point `1,150.00`, `$1,150.00`, `1150` and `MXN 1 150.00` are 115000, and `(200.00)`, `-200.00` and `200.00-` are
 * -20000; `1,15` and `1.150,00` are none.
 */
export function writtenAmount(text: string, decimal: '.' | ','): number | undefined {
  const bare = text
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/^(\(|[+-])?(?:MXN|MXP|M\.?N\.?)?\$?/i, '$1')
    .replace(/(?:MXN|MXP|M\.?N\.?)(\)|[+-])?$/i, '$1')
  const [, open = '', body = '', close = ''] = /^([(+-]?)([\d.,]+)([)+-]?)$/.exec(bare) ?? []
  const isBracketed = open === '(' || close === ')'
  if (isBracketed ? open + close !== '()' : open !== '' && close !== '') return undefined
  const point = decimal === '.' ? body : body.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','))
  const [, grouped, plain, places = ''] = /^(?:(\d{1,3}(?:,\d{3})+)|(\d{1,15}))?(?:\.(\d{1,2}))?$/.exec(point) ?? []
  const whole = (grouped ?? plain ?? '').replaceAll(',', '')
  if (whole === '' && places === '') return undefined
  const centavos = Number(whole + places.padEnd(2, '0'))
  if (centavos > MAX_SUM_CENTAVOS) return undefined
  return isBracketed || open + close === '-' ? -centavos || 0 : centavos
}

/** An amount of XML, which may have places behind the centavos that say nothing, without them. Sample: `150.000` is `150.00`, and `150.001` stays. */
export function xmlAmount(text: string): string {
  return text.replace(/^(\d+\.\d\d)0{1,3}$/, '$1')
}

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']
const ENGLISH: Record<string, string> = { jan: 'ene', apr: 'abr', aug: 'ago', dec: 'dic', set: 'sep' }

/**
 * The day, with or without a time behind it; undefined for what is no date in this order.
 *
 * Sample: in the order DMY `27/01/2027`, `27-01-27`, `27 ene 2027`, `27012027` and `27/01/2027 10:15` are `2027-01-27`.
 */
export function writtenDay(text: string, order: 'YMD' | 'DMY' | 'MDY'): Day | undefined {
  const trimmed = text.trim()
  const parts =
    /^(\d{1,4}|[a-z]{3,10})\.?[ /.-](\d{1,2}|[a-z]{3,10})\.?[ /.-](\d{1,4})(?:[ T,].{0,40})?$/i.exec(trimmed) ??
    TOGETHER[order].exec(trimmed)
  if (parts === null) return undefined
  const of = (part: 'Y' | 'M' | 'D') => parts[order.indexOf(part) + 1] ?? ''
  const year = of('Y')
  if (!/^(\d\d|\d{4})$/.test(year) || !/^\d{1,2}$/.test(of('D'))) return undefined
  const month = /^\d{1,2}$/.test(of('M')) ? of('M') : monthNumber(of('M'))
  const day = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${of('D').padStart(2, '0')}`
  return isDay(day) ? day : undefined
}

const TOGETHER = {
  YMD: /^(\d{4}|\d\d)(\d\d)(\d\d)$/,
  DMY: /^(\d\d)(\d\d)(\d{4}|\d\d)$/,
  MDY: /^(\d\d)(\d\d)(\d{4}|\d\d)$/,
} as const

function monthNumber(name: string): string {
  const short = name.slice(0, 3).toLowerCase()
  const at = MONTHS.indexOf(ENGLISH[short] ?? short)
  return at === -1 ? '' : String(at + 1)
}

/** For comparing: without accents, capitals, and blanks at the ends or in a row. Sample: of ` Descripción  DETALLADA` it is `descripcion detallada`. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
