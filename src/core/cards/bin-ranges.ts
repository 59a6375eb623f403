// Ranges of card numbers and who issued them: read from text, sorted, and looked up by binary search.
import { csvCells } from '../csv.ts'
import { isPrintable } from '../text.ts'
import { type Funding, fundings, type Issuer, unknownIssuer } from './issuers.ts'

/** One range. Both ends are included and may have different lengths: `from` is filled with zeros, `to` with nines. */
export interface BinRange {
  /** 6 to 11 digits. */
  from: string
  to: string
  /** ISO 3166 alpha-2; empty: not known. */
  country: string
  /** May be empty. */
  bank: string
  /** Empty: unknown. */
  funding: string
}

export interface BinRanges {
  readonly size: number
  /**
   * The issuer of a number by its first digits, of which there are at least 6. `unknownIssuer` when they fit numbers of several issuers, or of
   * none.
   */
  issuerOf(digits: string): Readonly<Issuer>
}

/** The most digits of a range. */
const DIGITS = 11
const MAX_FAULTS = 20
const MAX_BANK = 100
const COLUMNS = ['from', 'to', 'country', 'bank', 'funding']

/** A faulty range, by its line or number from 1 on. */
export interface RangeFault {
  at: number
  why: string
}

/**
 * Collects ranges; `done` sorts and returns them, or the first 20 faults. Ranges must not overlap, so that a number has one
 * issuer.
 */
export function binRangeReader() {
  let capacity = 1 << 12
  let from = new Float64Array(capacity)
  let to = new Float64Array(capacity)
  let of = new Uint32Array(capacity)
  let at = new Uint32Array(capacity)
  let size = 0
  const issuers: Readonly<Issuer>[] = []
  const known = new Map<string, number>()
  const faults: RangeFault[] = []
  const fault = (line: number, why: string) => {
    if (faults.length < MAX_FAULTS) faults.push({ at: line, why })
  }

  const issuerIndex = (range: BinRange): number => {
    const key = `${range.country},${range.funding},${range.bank}`
    const existing = known.get(key)
    if (existing !== undefined) return existing
    issuers.push({
      countryCode: range.country,
      bankName: range.bank,
      funding: (range.funding || 'UNKNOWN') as Funding,
    })
    known.set(key, issuers.length - 1)
    return issuers.length - 1
  }

  return {
    add(range: BinRange, line: number): void {
      const why = faultOf(range)
      if (why !== undefined) {
        fault(line, why)
        return
      }
      if (size === capacity) {
        capacity *= 2
        ;[from, to] = [grown(from, Float64Array, capacity), grown(to, Float64Array, capacity)]
        ;[of, at] = [grown(of, Uint32Array, capacity), grown(at, Uint32Array, capacity)]
      }
      from[size] = Number(range.from.padEnd(DIGITS, '0'))
      to[size] = Number(range.to.padEnd(DIGITS, '9'))
      of[size] = issuerIndex(range)
      at[size] = line
      size += 1
    },
    fault,
    done(): { ranges: BinRanges } | { faults: RangeFault[] } {
      const order = Uint32Array.from({ length: size }, (_, index) => index)
      if (!isSorted(from, size)) order.sort((one, other) => (from[one] ?? 0) - (from[other] ?? 0))
      const sorted = {
        from: Float64Array.from(order, (index) => from[index] ?? 0),
        to: Float64Array.from(order, (index) => to[index] ?? 0),
        of: Uint32Array.from(order, (index) => of[index] ?? 0),
      }
      for (let index = 1; index < size; index += 1) {
        if ((sorted.from[index] ?? 0) > (sorted.to[index - 1] ?? 0)) continue
        const [before, line] = [at[order[index - 1] ?? 0] ?? 0, at[order[index] ?? 0] ?? 0]
        fault(Math.max(before, line), `overlaps the range of ${Math.min(before, line)}`)
      }
      if (faults.length > 0) return { faults: faults.sort((one, other) => one.at - other.at) }
      return { ranges: rangesOf(sorted, issuers) }
    },
  }
}

function rangesOf(
  { from, to, of }: { from: Float64Array; to: Float64Array; of: Uint32Array },
  issuers: Readonly<Issuer>[],
): BinRanges {
  /** The last range that begins at a number or before it; -1 when none does. */
  const lastFrom = (number: number): number => {
    let [low, high] = [0, from.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((from[middle] ?? 0) <= number) low = middle + 1
      else high = middle
    }
    return low - 1
  }
  return {
    size: from.length,
    issuerOf(digits) {
      if (!/^\d{6,}$/.test(digits)) return unknownIssuer
      const least = Number(digits.slice(0, DIGITS).padEnd(DIGITS, '0'))
      const most = Number(digits.slice(0, DIGITS).padEnd(DIGITS, '9'))
      const [first, last] = [lastFrom(least), lastFrom(most)]
      if (first < 0 || most > (to[last] ?? 0)) return unknownIssuer
      // Fewer digits may span several ranges: the issuer is known when all of these ranges have one issuer and leave no
      // gap.
      for (let index = first; index <= last; index += 1) {
        const starts = index === first ? least : (to[index - 1] ?? 0) + 1
        if (of[index] !== of[first] || (from[index] ?? 0) > starts || starts > (to[index] ?? 0)) return unknownIssuer
      }
      return issuers[of[first] ?? 0] ?? unknownIssuer
    },
  }
}

/**
 * Reads a CSV file of ranges, as the guide describes it: a header, then one range in each line. Faults have the file's line
 * numbers.
 */
export function readBinCsv(text: string): { ranges: BinRanges } | { faults: RangeFault[] } {
  const reader = binRangeReader()
  let line = 0
  let start = text.startsWith('\ufeff') ? 1 : 0
  let order: number[] | undefined
  while (start < text.length) {
    let end = text.indexOf('\n', start)
    if (end < 0) end = text.length
    const record = text.slice(start, text[end - 1] === '\r' ? end - 1 : end)
    start = end + 1
    line += 1
    if (record.trim() === '') continue
    // A bank's name may have a quote in it.
    const cells = csvCells(record) ?? record.split(',')
    if (order === undefined) {
      const names = cells.map((name) => name.trim().toLowerCase())
      order = COLUMNS.map((name) => names.indexOf(name))
      if (order.includes(-1)) {
        reader.fault(line, `the header must have the columns ${COLUMNS.join(', ')}`)
        break
      }
      continue
    }
    const [from, to, country, bank, funding] = order.map((index) => (cells[index] ?? '').trim())
    reader.add(
      {
        from: from ?? '',
        to: to ?? '',
        country: (country ?? '').toUpperCase(),
        bank: bank ?? '',
        funding: (funding ?? '').toUpperCase(),
      },
      line,
    )
  }
  if (order === undefined) reader.fault(1, `the header must have the columns ${COLUMNS.join(', ')}`)
  return reader.done()
}

function faultOf({ from, to, country, bank, funding }: BinRange): string | undefined {
  if (!/^\d{6,11}$/.test(from)) return 'from must have 6 to 11 digits'
  if (!/^\d{6,11}$/.test(to)) return 'to must have 6 to 11 digits'
  if (to.padEnd(DIGITS, '9') < from.padEnd(DIGITS, '0')) return 'to is less than from'
  if (!/^([A-Z]{2})?$/.test(country)) return 'country must be two letters, or empty when it is not known'
  if (funding !== '' && !(fundings as readonly string[]).includes(funding))
    return `funding must be one of ${fundings.join(', ')}, or empty when it is not known`
  if (!isPrintable(bank, MAX_BANK)) return `bank must have at most ${MAX_BANK} characters, without control characters`
  return undefined
}

function isSorted(values: Float64Array, size: number): boolean {
  for (let index = 1; index < size; index += 1) if ((values[index] ?? 0) < (values[index - 1] ?? 0)) return false
  return true
}

function grown<A extends Float64Array | Uint32Array>(values: A, make: new (length: number) => A, length: number): A {
  const longer = new make(length)
  longer.set(values)
  return longer
}
