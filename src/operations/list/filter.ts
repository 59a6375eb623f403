// The filters of a list of operations: their query parameters and their SQL conditions.
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import Type, { type Static } from 'typebox'
import {
  notTogether,
  type Paging,
  PagingQuery,
  queryChoice,
  queryDay,
  queryText,
  readPaging,
} from '../../api/paging.ts'
import { brands } from '../../core/cards/number.ts'
import type { FieldProblems } from '../../core/failure-table.ts'
import type { Bilingual } from '../../core/language/bilingual.ts'
import { statusByCode, statusCodes } from '../../core/operation.ts'
import { chargeMethods, railByChargeMethod, railByCode, railNames, railOf } from '../../core/rail.ts'
import type { Value } from '../../core/table.ts'
import { isEmail } from '../../core/text.ts'
import { dayWithin } from '../../core/time.ts'
import { refuseInvalid } from '../../failures.ts'
import type { OperationRow } from '../tables.ts'
import { readWanted, SearchQuery, type Wanted } from './wanted.ts'

/** The filters of a list; an undefined field does not filter. Days are Mexico City days, both included. */
export interface Filter {
  /** Whether the days are those of posting; undefined: those of creation. */
  byPosting: 'paid' | undefined
  startDay: string | undefined
  endDay: string | undefined
  brand: string | undefined
  operator: string | undefined
  rail: string | undefined
  /** Without a status: all operations except declined ones, unless `declinedToo`. */
  status: string | undefined
  declinedToo: true | undefined
}

/** The parameter for a list of operations in every status. */
const EVERY_STATUS = 'ALL'

/** The wire codes of the ways of paying. */
const codes = railNames.map((rail) => railOf(rail).code)

/** Every parameter is optional, an empty one counts as not given, and names that are not here are ignored and named in a header. */
export const ListQuery = Type.Object({
  start_date: queryDay('First day, YYYY-MM-DD, Mexico City', '2026-11-01'),
  end_date: queryDay('Last day, included', '2026-11-30'),
  date: queryChoice(
    ['created', 'paid'],
    'Which day counts: `created` (as when left out), or `paid`, the day on which a payment was posted. With `paid` only what was paid is ' +
      'listed, and `sales` and `commissions` count payments on their day and take reversals off on theirs: a day that is over does not change',
    ['paid'],
  ),
  ...PagingQuery,
  card_type: queryChoice(Object.keys(brands), 'The brand of the card', ['VISA']),
  operator: queryText('E-mail of the operator whose credential or session made the operation', ['caja@tienda.mx']),
  charge_method: queryChoice(chargeMethods, 'The way of paying', ['CARD']),
  payment_method: queryChoice(codes, 'The way of paying, as in the record; it knows cash too', ['OXX']),
  status: queryChoice(
    [...statusCodes, EVERY_STATUS],
    'P pending, A authorised, N paid, C cancelled, E expired, D declined, or ALL of these; without it, all but declined ones are listed',
    ['N'],
  ),
  starting_after: queryText('The transaction after which the page begins; instead of an offset'),
  matches: queryChoice(['true'], 'Answers also which fields of each operation have what was searched for', ['true']),
  ...SearchQuery,
})

/** Reads the query of a list. Throws `parameters-invalid` with every fault by name. `today`: the day that *today* means in a search. */
export function readListQuery(
  query: Static<typeof ListQuery>,
  today?: string,
): {
  filter: Filter
  /** Undefined: the list is not searched. */
  wanted: Wanted | undefined
  /** Whether the answer says why each operation was found. */
  withMatches: boolean
  page: Paging & { startingAfter: string | undefined }
} {
  const fields: FieldProblems = {}
  /** The result of `read` for a value; undefined is a fault. */
  const parameter = (name: keyof typeof query, read: (value: string) => string | undefined, problem: Bilingual) => {
    const value = query[name] || undefined
    const readable = value === undefined ? undefined : read(value)
    if (readable === undefined && value !== undefined)
      fields[name] = [[`${name} ${problem[0]}`, `${name} ${problem[1]}`]]
    return readable
  }
  const where = (isGood: (value: string) => boolean) => (value: string) => (isGood(value) ? value : undefined)
  const oneOf = (name: keyof typeof query, names: string[], read = where((value) => names.includes(value))) =>
    parameter(name, read, [`debe ser ${names.join(', ')}`, `must be one of ${names.join(', ')}`])
  const day: Bilingual = ['debe ser un día que exista, AAAA-MM-DD', 'must be a day that exists, YYYY-MM-DD']
  const startDay = parameter('start_date', dayWithin, day)
  const endDay = parameter('end_date', dayWithin, day)
  const date = oneOf('date', ['created', 'paid'])
  const inCharge = oneOf('charge_method', chargeMethods, railByChargeMethod)
  const inMethod = oneOf('payment_method', codes, railByCode)
  if (inCharge !== undefined && inMethod !== undefined && inCharge !== inMethod)
    fields.payment_method = [['payment_method contradice a charge_method', 'payment_method contradicts charge_method']]
  const status = oneOf('status', [...statusCodes, EVERY_STATUS])
  const filter: Filter = {
    byPosting: date === 'paid' ? date : undefined,
    startDay,
    endDay,
    brand: oneOf('card_type', Object.keys(brands)),
    operator: parameter('operator', where(isEmail), ['debe ser un correo electrónico', 'must be an e-mail address']),
    rail: inMethod ?? inCharge,
    status: status === undefined ? undefined : statusByCode(status),
    declinedToo: status === EVERY_STATUS ? true : undefined,
  }
  const startingAfter = parameter(
    'starting_after',
    where((value) => /^[\w-]{1,100}$/.test(value)),
    ['no es una operación', 'is not an operation'],
  )
  const wanted = readWanted(query, fields, today)
  const withMatches = oneOf('matches', ['true']) !== undefined
  const paging = readPaging(query, fields)
  if (startDay !== undefined && endDay !== undefined && !fields.start_date && !fields.end_date && endDay < startDay)
    fields.end_date = [['end_date es anterior a start_date', 'end_date is before start_date']]
  if (startingAfter !== undefined && paging.offset > 0) fields.offset = [notTogether]
  refuseInvalid(fields)
  return { filter, wanted, withMatches, page: { ...paging, startingAfter } }
}

/** The same for two filters that one compiled query can serve. */
export function filterShape(filter: Filter): string {
  return Object.values(filter)
    .map((value) => (value === undefined ? '-' : '+'))
    .join('')
}

/** The values for the placeholders of `conditionsOf`. */
export function filterValues(filter: Filter): Record<string, Value> {
  const { byPosting: _byPosting, declinedToo: _declinedToo, ...values } = filter
  return Object.fromEntries(Object.entries(values).filter((entry) => entry[1] !== undefined)) as Record<string, Value>
}

/** The columns of a filter besides the day: of an operation, or of a row of totals. */
type Filtered = Pick<OperationRow, 'status' | 'rail' | 'card_brand' | 'operator'>

/** The conditions of a filter, without the days. */
export function conditionsOf<DB, T extends keyof DB>(
  builder: ExpressionBuilder<DB, T>,
  filter: Filter,
  hole: (name: string) => never,
): ExpressionWrapper<DB, T, SqlBool>[] {
  const eb = builder as unknown as ExpressionBuilder<{ row: Filtered }, 'row'>
  const conditions = [
    ...(filter.status === undefined ? [] : [eb('status', '=', hole('status'))]),
    ...(filter.status !== undefined || filter.declinedToo ? [] : [eb('status', '<>', 'declined')]),
    ...(filter.rail === undefined ? [] : [eb('rail', '=', hole('rail'))]),
    ...(filter.brand === undefined ? [] : [eb('card_brand', '=', hole('brand'))]),
    ...(filter.operator === undefined ? [] : [eb('operator', '=', hole('operator'))]),
  ]
  return conditions as unknown as ExpressionWrapper<DB, T, SqlBool>[]
}
