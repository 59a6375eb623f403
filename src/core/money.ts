// Money as whole centavos: read exactly from a client's text or number, written with two places, divided by exact rates.
import type { Bilingual } from './language/bilingual.ts'

/** The largest amount of one payment: 99,999,999.99. */
export const MAX_AMOUNT_CENTAVOS = 9_999_999_999

/** The largest amount that may be the sum of many payments, such as a settlement or a payout: 999,999,999,999.99. */
export const MAX_SUM_CENTAVOS = 99_999_999_999_999

/** The largest balance of a ledger account and day: the sums of many stay whole numbers of JavaScript. */
export const MAX_BALANCE_CENTAVOS = 399_999_999_999_999
/** The check of the table `balances` that holds it. */
export const BALANCE_CHECK = 'balances_bounded_check'

type ParsedAmount = { centavos: number } | { problem: Bilingual }

/**
 * How far from a whole centavo an amount may be, in pesos. Clients compute amounts as doubles: 33.1 * 3 is 99.30000000000001.
 * A ten-thousandth of a centavo is far more than such an error and far less than anything that was meant.
 */
const NEAR_PESOS = 1e-6

/**
 * Reads an amount in pesos, a JSON number or decimal text, into whole centavos: the nearest one, which is at most `NEAR_PESOS` away. No step
 * is floating-point arithmetic. A number is read from its shortest decimal text, which has the digits that the client wrote.
 *
 * Sample: `10.5`, `"10.5"` and `"10.50"` are 1050 centavos, `0.1 + 0.2` is 30, `-1e-17` and `"-0.0"` are 0; `10.005`, `1e21`, `"1e2"`,
 * `" 10"`, `""` and `"-1"` are problems. Bounds are inclusive; without `minCentavos` zero is allowed (tips are often `"0.0"`), and
 * without `maxCentavos` an amount is that of one payment.
 */
export function parseAmount(value: unknown, limits: { minCentavos?: number; maxCentavos?: number } = {}): ParsedAmount {
  const minCentavos = limits.minCentavos ?? 0
  const maxCentavos = Math.min(limits.maxCentavos ?? MAX_AMOUNT_CENTAVOS, MAX_SUM_CENTAVOS)
  const text = typeof value === 'number' ? decimalOf(value) : value
  const parts = typeof text === 'string' ? DECIMAL.exec(text) : null
  if (parts === null) return { problem: problems.notAnAmount }
  const [, sign, pesos = '', places = ''] = parts
  const beyond = beyondCentavos(places.slice(2))
  const isZero = pesos === '0' && /^0{0,2}$/.test(places.slice(0, 2)) && beyond === 0
  if (sign === '-' && !isZero) return { problem: problems.negative }
  if (beyond === undefined) return { problem: problems.tooManyPlaces }
  if (pesos.length > 12) return { problem: tooLarge(maxCentavos) }
  const centavos = Number(pesos + places.slice(0, 2).padEnd(2, '0')) + beyond
  if (centavos > maxCentavos) return { problem: tooLarge(maxCentavos) }
  if (centavos < minCentavos) return { problem: tooSmall(minCentavos) }
  return { centavos }
}

/** The decimal text of a number, without an exponent where an amount may have that size. */
function decimalOf(value: number): string {
  if (Math.abs(value) <= NEAR_PESOS) return '0'
  // From 1e21 on, a number is written with an exponent.
  return Math.abs(value) < 1e21 || !Number.isFinite(value) ? String(value) : `${value < 0 ? '-' : ''}${'9'.repeat(22)}`
}

/**
 * The centavo to add for the decimals after the second: 0 when they are at most `NEAR_PESOS`, 1 when they lack at most that much of another
 * centavo, otherwise undefined.
 */
function beyondCentavos(decimals: string): 0 | 1 | undefined {
  if (/^0{0,4}$|^0000|^00010*$/.test(decimals)) return 0
  return decimals.startsWith('9999') ? 1 : undefined
}

/** Centavos as pesos with two places. Sample: 1050 is `"10.50"`, -5 is `"-0.05"`, 0 is `"0.00"`. */
export function formatAmount(centavos: number): string {
  assertWhole(centavos)
  const digits = String(Math.abs(centavos)).padStart(3, '0')
  return `${centavos < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Centavos as a JSON number of pesos, for the wire fields that are numbers (`fee_details.amount`). Sample: 418 is 4.18. */
export function amountNumber(centavos: number): number {
  return Number(formatAmount(centavos))
}

/**
 * `amountCentavos x numerator / denominator`, rounded once, half up, in integers of any size.
 *
 * Sample: 3.6 % plus 16 % IVA of 100.00 is `shareOf(10_000, { numerator: 3_600 * 116, denominator: 100_000 * 100 })` = 418.
 * All three are whole, the amount and numerator not negative, the denominator positive; anything else is a RangeError.
 */
export function shareOf(amountCentavos: number, rate: { numerator: number; denominator: number }): number {
  for (const whole of [amountCentavos, rate.numerator, rate.denominator]) assertWhole(whole)
  if (amountCentavos < 0 || rate.numerator < 0 || rate.denominator <= 0) {
    throw new RangeError('a share is taken of an amount and by a rate that are not negative')
  }
  const doubled = 2 * amountCentavos * rate.numerator + rate.denominator
  // Whole numbers of this size are exact, and so is what divides without a rest.
  if (Number.isSafeInteger(doubled) && Number.isSafeInteger(2 * rate.denominator))
    return (doubled - (doubled % (2 * rate.denominator))) / (2 * rate.denominator)
  const denominator = BigInt(rate.denominator)
  const share = (2n * BigInt(amountCentavos) * BigInt(rate.numerator) + denominator) / (2n * denominator)
  if (share > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('the share is larger than a number holds exactly')
  return Number(share)
}

/** One number has one way to write it: no leading zeros, no exponent, no blanks, no separators. */
const DECIMAL = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/

const problems = {
  notAnAmount: ['debe ser un monto, como 10.50', 'must be an amount such as 10.50'],
  negative: ['no debe ser negativo', 'must not be negative'],
  tooManyPlaces: ['debe tener a lo más 2 decimales', 'must have at most 2 decimals'],
} as const satisfies Record<string, Bilingual>

function tooLarge(maxCentavos: number): Bilingual {
  const most = formatAmount(maxCentavos)
  return [`debe ser a lo más ${most}`, `must be at most ${most}`]
}

function tooSmall(minCentavos: number): Bilingual {
  const least = formatAmount(minCentavos)
  return [`debe ser al menos ${least}`, `must be at least ${least}`]
}

function assertWhole(value: number): void {
  if (!Number.isSafeInteger(value)) throw new RangeError('money is a whole number of centavos')
}
