// The lines on record that movements of a statement mean: by the identity of a movement.
import { isReported } from '../core/rail.ts'
import { UNMATCHED_ACCOUNT } from '../ledger/owner.ts'
import { columns } from '../store/columns.ts'
import type { Store } from '../store/store.ts'
import { run, type Write } from '../store/write.ts'
import type { Movement } from './movement.ts'
import type { StatementLineRow, StatementRow } from './tables.ts'

/** The identity of a movement, the same in every statement. A settlement is one payment, whatever institution or day is stated. */
export function identityOf({ rail, kind, id, institution, day, nth }: Movement): string {
  return JSON.stringify([rail, kind, id, ...(kind === 'settlement' ? [] : [institution, day, nth])])
}

/** The lines on record that movements of a statement may be. */
interface KnownLines {
  /** By identity. */
  known: Map<string, StatementLineRow>
  /** All of them. */
  rows: StatementLineRow[]
  /** The books that the statement is compared with. */
  books: string
}

/** The line on record that a movement is: the one of its identity, or if that was paid into another reference, one that was paid into this one. */
export function knownLine(movement: Movement, { known, rows, books }: KnownLines): StatementLineRow | undefined {
  const beside = linesBeside(movement, rows)
  if (isAgain(movement) || movement.kind === 'fee') return lineOfPlace(movement, { beside, books })
  const row = isUnnamed(movement) ? lineOfAmount(movement, { beside, books }) : known.get(identityOf(movement))
  const isSame = (one: StatementLineRow) => one.reference === movement.reference && !contradicts(movement, one)
  // The lines before it were taken back, so it has another number now.
  if (row === undefined && isNamed(movement))
    return beside.find((one) => isSame(one) && one.payer_clabe === movement.payerClabe)
  return row === undefined || !isOfOtherReference(movement, row) ? row : (beside.find(isSame) ?? row)
}

/**
 * The line of another file that a payment is although only one of the two names the institution: a bank's formats say more and less of one movement. Both
 * say the same besides, and what was paid. Payments of one file are told apart by their order.
 */
export function lineElsewhere(
  movement: Movement,
  { rows, books }: KnownLines,
  { id: statementId }: Pick<StatementRow, 'id'>,
): StatementLineRow | undefined {
  if (!isUnnamed(movement) && !isNamed(movement)) return undefined
  const same = rows.filter(
    (row) =>
      row.statement_id !== statementId &&
      row.rail === movement.rail &&
      row.kind === movement.kind &&
      row.movement === movement.id &&
      (row.institution === '') !== (movement.institution === '') &&
      row.reference !== '' &&
      row.reference === movement.reference &&
      !contradicts(movement, row),
  )
  const each = [...Map.groupBy(same, identityOfLine).values()].flatMap((one) => nearest(movement, one, books) ?? [])
  // Of two banks' deposits nobody can say which one a line without institution is.
  const isClear = isUnnamed(movement) ? new Set(each.map(({ institution }) => institution)).size <= 1 : true
  return isClear ? each[movement.nth + (isAgain(movement) ? (movement.again ?? 0) : 0)] : undefined
}

/** A reported payment without its institution may be of any. */
export function isUnnamed({ kind, rail, institution }: Movement): boolean {
  return kind === 'payment' && isReported(rail) && institution === ''
}

function isNamed({ kind, rail, institution }: Movement): boolean {
  return kind === 'payment' && isReported(rail) && institution !== ''
}

interface LinesBeside {
  beside: readonly StatementLineRow[]
  books: string
}

/** Each line once, by its number: several books may have it. */
function eachInOrder(movement: Movement, { beside, books }: LinesBeside): StatementLineRow[] {
  const each = [...Map.groupBy(beside, ({ nth }) => nth)].flatMap(([, rows]) => nearest(movement, rows, books) ?? [])
  return each.sort((one, other) => one.nth - other.nth)
}

/**
 * Of payments without institution each amount is one of its own, and those of one amount are told apart by their order. A file that says one amount alone
 * contradicts a line of another one.
 */
function lineOfAmount(movement: Movement, lines: LinesBeside): StatementLineRow | undefined {
  const inOrder = eachInOrder(movement, lines)
  const alike = inOrder.filter((one) => !contradicts(movement, one))
  return alike[movement.nth] ?? (alike.length > 0 || movement.hasOthers ? undefined : inOrder[0])
}

/**
 * Of lines that may stand several times in a file: the one of the same place among those that say the same. A fee of another amount contradicts the one of its id,
 * unless the file states both, as it does of a commission and its IVA.
 */
function lineOfPlace(movement: Movement, lines: LinesBeside): StatementLineRow | undefined {
  const inOrder = eachInOrder(movement, lines)
  const alike = inOrder.filter((one) => !contradicts(movement, one) && !isOfOtherReference(movement, one))
  const again = movement.again ?? 0
  return alike[again] ?? (again > 0 || alike.length > 0 || movement.hasOthers ? undefined : inOrder[0])
}

/** Whether lines before it in its file say the same, and its balances count each. Those of payments without institution are told apart by their number. */
export function isAgain(movement: Movement): boolean {
  return (movement.again ?? 0) > 0 && !isUnnamed(movement)
}

/** Whether payments of other amounts stand beside one without institution: in its file, or on record. */
export function isOneOfSeveral(movement: Movement, rows: readonly StatementLineRow[]): boolean {
  if (!isUnnamed(movement)) return false
  const [first, ...others] = linesBeside(movement, rows)
  return (
    movement.hasOthers === true || (first !== undefined && others.some((one) => contradicts(movementOf(one), first)))
  )
}

function movementOf(row: StatementLineRow): Movement {
  const { amount_centavos: amountCentavos, fee_centavos: feeCentavos } = row
  return { ...row, id: row.movement, amountCentavos, feeCentavos } as unknown as Movement
}

/** Whether a payment was paid into another reference than the line on record under its identity: then it may be another payment. */
export function isOfOtherReference({ kind, rail, reference }: Movement, row: StatementLineRow): boolean {
  return kind === 'payment' && isReported(rail) && reference !== '' && row.reference !== reference
}

/** A movement with the first number that no line of its identity has. */
export function furtherMovement(movement: Movement, rows: readonly StatementLineRow[]): Movement {
  return { ...movement, nth: Math.max(-1, ...linesBeside(movement, rows).map(({ nth }) => nth)) + 1 }
}

/** The lines whose identity differs from that of a movement in the number alone. */
function linesBeside(movement: Movement, rows: readonly StatementLineRow[]): StatementLineRow[] {
  const wanted = identityOf({ ...movement, nth: 0 })
  return rows.filter((row) => identityOfLine({ ...row, nth: 0 }) === wanted)
}

export function identityOfLine(row: StatementLineRow): string {
  return identityOf(movementOf(row))
}

/** Whether a line says something else than the one that is on record under its identity. One of two may lack the institution. */
export function contradicts(
  { amountCentavos, feeCentavos, day, institution }: Movement,
  row: StatementLineRow,
): boolean {
  const isOther = institution !== '' && row.institution !== '' && row.institution !== institution
  return row.amount_centavos !== amountCentavos || row.fee_centavos !== feeCentavos || row.day !== day || isOther
}

/**
 * The lines on record under the identities of some movements; superseded ones are not among them. A movement is one, whether a statement is compared
 * with all books or with those of one account.
 */
export async function readKnown(
  store: Store,
  statement: Pick<StatementRow, 'account_id' | 'network'>,
  movements: readonly Movement[],
): Promise<KnownLines> {
  const rows = await store.db
    .selectFrom('statement_lines')
    .select(columns.statement_lines)
    .where('account_id', 'in', await booksOf(store, statement))
    .where('network', '=', statement.network)
    .where('superseded_at', 'is', null)
    .where('rail', 'in', [...new Set(movements.map(({ rail }) => rail))])
    .where('kind', 'in', [...new Set(movements.map(({ kind }) => kind))])
    .where('movement', 'in', [...new Set(movements.map(({ id }) => id))])
    .orderBy('id')
    .execute()
  const byIdentity = Map.groupBy(rows, identityOfLine)
  const known = new Map<string, StatementLineRow>()
  for (const movement of movements) {
    const identity = identityOf(movement)
    const row = known.get(identity) ?? nearest(movement, byIdentity.get(identity) ?? [], statement.account_id)
    if (row !== undefined) known.set(identity, row)
  }
  return { known, rows, books: statement.account_id }
}

/** The books that may have lines of a statement's movements: those that it is compared with, and those that have them in them. */
async function booksOf(
  { db }: Store,
  { account_id, network }: Pick<StatementRow, 'account_id' | 'network'>,
): Promise<string[]> {
  if (account_id !== UNMATCHED_ACCOUNT) return [account_id, UNMATCHED_ACCOUNT]
  const rows = await db
    .selectFrom('statements')
    .select('account_id')
    .distinct()
    .where('network', '=', network)
    .execute()
  return [...new Set([UNMATCHED_ACCOUNT, ...rows.map((row) => row.account_id)])]
}

/** Of the lines of several accounts: that of the statement's own books, then one that says the same and has its record. */
function nearest(movement: Movement, rows: readonly StatementLineRow[], books: string): StatementLineRow | undefined {
  const isSame = rows.filter((row) => !contradicts(movement, row))
  return (
    rows.find((row) => row.account_id === books) ?? isSame.find((row) => row.cause_id !== null) ?? isSame[0] ?? rows[0]
  )
}

/** Records that a statement says what lines of other statements say. Repeating it changes nothing. */
export function mentionWrites(
  { db }: Store,
  { id, account_id }: StatementRow,
  lines: StatementLineRow[],
  at: string,
): Write[] {
  const ids = [...new Set(lines.filter((row) => row.statement_id !== id).map((row) => row.id))]
  if (ids.length === 0) return []
  const rows = ids.map((line_id) => ({ statement_id: id, line_id, account_id, created_at: at }))
  const query = db
    .insertInto('statement_mentions')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['statement_id', 'line_id']).doNothing())
  return [run(query.compile())]
}
