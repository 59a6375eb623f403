// Makes a checked movement from the fields of one line, or names all its faults.
import { isValidClabe } from '../core/banks/clabe.ts'
import { MAX_SUM_CENTAVOS, parseAmount } from '../core/money.ts'
import { type MovementKind, movementKindNames } from '../core/movement.ts'
import { isKindOf, type Rail, railNames } from '../core/rail.ts'
import { type Day, isDay } from '../core/time.ts'
import { institutionKnown } from '../vouchers/received/notification.ts'
import type { LineFault, Movement, StatementHeader } from './movement.ts'

/** The checks that need data besides the file. */
export interface LineChecks {
  /** Days after this one are in the future. A banking day may be some days ahead of the calendar: `spei` is its own. */
  today: Readonly<Record<Rail, Day>>
  /** The rails that a network carries; undefined for an unknown network. */
  railsOf(network: string): readonly Rail[] | undefined
  /** Whether the account exists; not called for a line without an account. */
  hasAccount(account: string): boolean
}

/** A line that cannot be read. */
export interface Malformed {
  kind: 'malformed'
  number: number
  faults: LineFault[]
  /** What stands in the place of each fault, as it was written. */
  values: Partial<Record<LineFault, string>>
  /** Its amount, if it can be read, for the trailer's sum. */
  amountCentavos: number | undefined
}

type Checked = { kind: 'movement'; movement: Movement } | Malformed

const PRINTABLE = /^[^\p{C}\uFFFD]*$/u
/** What a spreadsheet makes of many digits; the others are lost. */
const ROUNDED = /^\d[.,]\d+E\+\d\d$/i
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

export function checkedMovement(
  number: number,
  fields: Readonly<Record<string, unknown>>,
  header: StatementHeader,
  checks: LineChecks,
): Checked {
  const faults = new Set<LineFault>()
  const text = (
    name: 'id' | 'reference' | 'institution' | 'payer_clabe' | 'paid_at' | 'account',
    most: number,
  ): string => {
    const value = fields[name] ?? ''
    // What stands between blanks would be another id, or lead to nobody.
    if (typeof value === 'string' && value.length <= most && PRINTABLE.test(value) && value === value.trim())
      return value
    faults.add(name)
    return ''
  }
  const rail = railNames.find((name) => name === fields.rail)
  const kind: MovementKind | undefined = movementKindNames.find((name) => name === fields.kind)
  if (fields.network !== header.network) faults.add('network')
  if (rail === undefined || !checks.railsOf(header.network)?.includes(rail)) faults.add('rail')
  if (kind === undefined || (rail !== undefined && !isKindOf(kind, rail))) faults.add('kind')

  const id = text('id', 100)
  if (id === '' || ROUNDED.test(id)) faults.add('id')
  const day = typeof fields.day === 'string' ? fields.day : ''
  if (!isDay(day) || day < header.firstDay || day > header.lastDay) faults.add('day')
  else if (rail !== undefined && day > checks.today[rail]) faults.add('day-future')

  const amountCentavos = amountIn(fields.amount)
  if (amountCentavos === undefined || amountCentavos === 0) faults.add('amount')
  const feeCentavos = amountIn(fields.fee === undefined || fields.fee === '' || fields.fee === null ? '0' : fields.fee)
  if (feeCentavos === undefined || (kind === 'fee' && feeCentavos > 0)) faults.add('fee')

  // Only a layout gives a currency, and only another one than pesos.
  if (fields.currency !== undefined) faults.add('currency')
  const [reference, institution] = [text('reference', 100), text('institution', 40)]
  if (ROUNDED.test(reference)) faults.add('reference')
  const [payerClabe, paidAt, account] = [text('payer_clabe', 18), text('paid_at', 40), text('account', 100)]
  if (payerClabe !== '' && !isValidClabe(payerClabe)) faults.add('payer_clabe')
  if (paidAt !== '' && (!INSTANT.test(paidAt) || Number.isNaN(Date.parse(paidAt)))) faults.add('paid_at')
  if (account !== '' && !checks.hasAccount(account)) faults.add('account')

  const isWhole = rail && kind && amountCentavos !== undefined && feeCentavos !== undefined && faults.size === 0
  if (!isWhole) {
    const values = Object.fromEntries([...faults].map((fault) => [fault, shown(fields[fieldOf(fault)])]))
    return { kind: 'malformed', number, faults: [...faults], values, amountCentavos }
  }
  const known = kind === 'payment' ? institutionKnown({ rail, institution }, payerClabe) : institution
  const movement = { number, nth: 0, rail, id, kind, day, amountCentavos, feeCentavos, reference, payerClabe, paidAt }
  return { kind: 'movement', movement: { ...movement, institution: known } }
}

function fieldOf(fault: LineFault): string {
  return fault === 'day-future' ? 'day' : fault
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : (JSON.stringify(value) ?? '')
}

/** An amount of a statement, which may be the sum of many payments; undefined for another text. */
function amountIn(value: unknown): number | undefined {
  const parsed = parseAmount(value, { maxCentavos: MAX_SUM_CENTAVOS })
  return 'centavos' in parsed ? parsed.centavos : undefined
}
