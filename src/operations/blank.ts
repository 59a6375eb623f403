// An operation before anything is known of it, and the columns that a new one leaves to the database.
import { byRail, type Rail, rails } from '../core/rail.ts'
import { columns } from '../store/columns.ts'
import { BLANK_RAIL_COLUMNS, type Operation, railColumns } from '../store/operation.ts'
import { type ReadRow, rowReader } from '../store/row-forms.ts'
import type { OperationRow } from './tables.ts'

/** The initial values of an operation; a room sets the columns that it knows. */
export const BLANK_OPERATION = {
  ...BLANK_RAIL_COLUMNS,
  tip_centavos: 0,
  affiliate: null,
  affiliate_centavos: 0,
  affiliate_rule: null,
  surcharge_centavos: 0,
  description: '',
  reference_number: null,
  authorization_code: '',
  customer_id: null,
  checkout_id: null,
  latitude: '0.0',
  longitude: '0.0',
  metadata: null,
  network_reference: null,
  network_trace: null,
  reroutes: 0,
  tried_by: null,
  due_at: null,
  leased_until: 0,
  inquiries: 0,
  has_devolution: 0,
  paid_at: null,
  posted_day: null,
  expired_at: null,
  refund_state: '',
  refunded_centavos: 0,
  disputed_centavos: 0,
  refunds_settled_centavos: 0,
  refunds_failed_centavos: 0,
  payer_acts: 0,
  reversals_asked: 0,
  captures_asked: 0,
} as const satisfies Partial<OperationRow>

type Column = keyof typeof BLANK_OPERATION

/** What only later changes set. */
const LATER: readonly Column[] = [
  'authorization_code',
  'authorized_at',
  'leased_until',
  'inquiries',
  'has_devolution',
  'paid_at',
  'posted_day',
  'expired_at',
  'refund_state',
  'refunded_centavos',
  'disputed_centavos',
  'refunds_settled_centavos',
  'refunds_failed_centavos',
  'payer_acts',
  'reroutes',
  'reversals_asked',
  'captures_asked',
]

/** What only a card payment has. */
const OF_CARDS: readonly Column[] = [
  'tip_centavos',
  'affiliate',
  'affiliate_centavos',
  'affiliate_rule',
  'surcharge_centavos',
  'latitude',
  'longitude',
  'network_trace',
]

interface Form {
  /** Reads the columns that are left out, and what the database writes there. */
  leftOut: ReadRow
  blanks: readonly OperationRow[Column][]
  /** The others. */
  written: readonly (keyof OperationRow)[]
}

/** By rail: a third to a half of the columns are blank in every new operation. */
const forms = byRail(formOf)

function formOf(rail: Rail): Form {
  const others = (Object.keys(railColumns) as (keyof typeof railColumns)[]).filter(
    (column) => !(rail in railColumns[column]),
  )
  const out: ReadonlySet<string> = new Set([...LATER, ...others, ...(rails[rail].paidFrom === 'card' ? [] : OF_CARDS)])
  const leftOut = (Object.keys(BLANK_OPERATION) as Column[]).filter((column) => out.has(column))
  return {
    leftOut: rowReader(leftOut),
    blanks: leftOut.map((column) => BLANK_OPERATION[column]),
    written: columns.operations.filter((column) => !out.has(column)),
  }
}

/** The columns that are written of a new operation: those that are not blank by its rail. All columns, when one of the others is not blank. */
export function writtenOf(operation: Operation): Form['written'] {
  const { leftOut, blanks, written } = forms[operation.rail]
  const values = leftOut(operation)
  for (let at = 0; at < values.length; at += 1) if (values[at] !== blanks[at]) return columns.operations
  return written
}
