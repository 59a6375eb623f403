// Reads the number of months of a charge, which clients send under several names.
import { instalmentPlanOf, type Months } from '../core/instalments.ts'
import type { FieldReader } from './field-reader.ts'

/** All mean the same. The first is ours. */
const PATHS = ['', 'payment.', 'payment.total.', 'total.'].flatMap((place) => [
  `${place}months`,
  `${place}installments`,
])

/** The name of one payment at once, which contradicts months. */
const ONE = 1

/**
 * The months without interest of a charge; undefined for a single payment. Absent, null, false, empty and 0 say nothing, 1 says a single payment; a
 * number may be a text. Names that contradict each other are a fault of each but the first.
 */
export function monthsOf(read: FieldReader): Months | undefined {
  let first: { path: string; months: Months | typeof ONE } | undefined
  for (const path of PATHS) {
    const months = monthsAt(read, path)
    if (months === undefined) continue
    if (first !== undefined && first.months !== months)
      read.fault(path, [`contradice a ${first.path}: manda solo uno`, `contradicts ${first.path}: send only one`])
    first ??= { path, months }
  }
  return first === undefined || first.months === ONE ? undefined : first.months
}

function monthsAt(read: FieldReader, path: string): Months | typeof ONE | undefined {
  const value = read.value(path) ?? ''
  if (value === false || (typeof value === 'object' && Object.keys(value).length === 0)) return undefined
  const text = typeof value === 'number' ? String(value) : value
  const digits = typeof text === 'string' ? /^0*(\d{0,2})(?:\.0*)?$/.exec(text.trim())?.[1] : undefined
  if (digits === '') return undefined
  if (digits === '1') return ONE
  const plan = digits === undefined ? undefined : instalmentPlanOf(Number(digits))
  if (plan === undefined) read.fault(path, ['debe ser 3, 6, 9, 12 o 18', 'must be 3, 6, 9, 12 or 18'])
  return plan?.months
}
