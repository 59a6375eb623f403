// Compares a portion of a statement's lines with the records. Each line is judged and posted once, also if several files
// have it.
import { across } from '../store/across.ts'
import { columns } from '../store/columns.ts'
import { anyConflict, conflictOn, decide } from '../store/decide.ts'
import { rowOf } from '../store/rows.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { update, type Write } from '../store/write.ts'
import type { PaymentReceivedRow } from '../vouchers/tables.ts'
import { correctedAlready } from './corrections.ts'
import { type Candidate, judge } from './judge.ts'
import {
  contradicts,
  furtherMovement,
  identityOf,
  isAgain,
  isOfOtherReference,
  isOneOfSeveral,
  isUnnamed,
  knownLine,
  lineElsewhere,
  mentionWrites,
  readKnown,
} from './known-lines.ts'
import {
  type Found,
  findingWrites,
  foundChange,
  isOpen,
  type LineVerdict,
  lineRow,
  lineWrites,
  statedWrites,
  supersededWrites,
} from './line-writes.ts'
import type { Movement } from './movement.ts'
import { isOfOtherAmount, isWanting, paymentBeside } from './payment-beside.ts'
import { type Recorders, reportPayment, tellOfTransfers } from './recorders.ts'
import { readCandidates, returnedTransfers, takenNames } from './records.ts'
import { isLarge, roomWrites } from './room-for-lines.ts'
import type { Scope } from './scope.ts'
import { unstatedWrites } from './supersede.ts'
import type { StatementLineRow, StatementRow } from './tables.ts'
import { takeBackTwice } from './two-books.ts'

/** The result of one line. */
export interface JudgedMovement {
  movement: Movement
  /** Its present row. */
  row: StatementLineRow
  /**
   * `new`: this statement, which is not read to its end yet, has it first. `repeated`: on record with the same amounts. `contradiction`: on record under
   * the same id with other amounts, or a settlement with another day or institution; the first line stays.
   */
  how: 'new' | 'repeated' | 'contradiction'
  /** The outcome of an extra payment that this run reported. */
  became: string | undefined
  /** It takes the place of a line on record, whose record is free. */
  frees?: true
}

/** Each conflict means that another process has recorded one of the lines: then the whole portion is read again. */
const TRIES = 20
const PAUSE_MS = 10

/** May be run again with the same lines, also after it was killed anywhere. */
export async function reconcilePortion(
  needs: StoreAndClock & Recorders,
  scope: Scope,
  statement: StatementRow,
  movements: readonly Movement[],
): Promise<JudgedMovement[]> {
  await tellOfTransfers(needs, scope, movements)
  const judge = (some: readonly Movement[]) =>
    decide(() => judgeAll(needs, scope, statement, some), {
      ...{ again: anyConflict, tries: TRIES, pauseMs: PAUSE_MS },
      // Large lines of one account take turns: each is held against the balances with those before it (`roomWrites`).
      ...(isLarge(some.map(amountsOf)) && { row: `statements ${statement.account_id}` }),
    })
  let judged = await judge(movements)
  const fresh = judged.filter(({ how }) => how === 'new').map(({ movement }) => movement)
  if (await takeBackTwice(needs, statement, fresh)) judged = await judge(movements)
  for (const one of judged) {
    if (!isWanting(one.row) || one.row.closed_at !== null || one.how === 'contradiction') continue
    const payment = await reportPayment(needs, scope, one.row)
    if (payment === undefined) continue
    one.became = becameOf(payment)
    one.row = await found(needs, one.row, payment)
  }
  // Another run of the same file may have reported their payments since, and a line may have freed their records.
  const isFreed = judged.some(({ frees }) => frees)
  const left = judged.filter(({ how, row }) => (how === 'new' || isFreed) && isWanting(row))
  const again = left.length === 0 ? [] : await judge(left.map(({ movement }) => movement))
  for (const [at, one] of left.entries()) one.row = again[at]?.row ?? one.row
  const gone = await takePresentRows(needs.store, judged)
  const anew = gone.length === 0 ? [] : await judge(gone.map(({ movement }) => movement))
  for (const [at, one] of gone.entries()) Object.assign(one, anew[at])
  for (const one of judged) if (one.how === 'new') one.became ??= await outcomeOf(needs, one.row)
  return judged
}

function amountsOf({ amountCentavos, feeCentavos }: Movement) {
  return { amount_centavos: amountCentavos, fee_centavos: feeCentavos }
}

async function judgeAll(
  { store, clock }: StoreAndClock & Recorders,
  scope: Scope,
  statement: StatementRow,
  movements: readonly Movement[],
): Promise<JudgedMovement[]> {
  const { state } = await standing(store, statement.id)
  const lines = await readKnown(store, statement, movements)
  const { known } = lines
  const isLookedUp = (movement: Movement) => {
    const row = knownLine(movement, lines)
    if (row === undefined || isWanting(row) || hasOtherAmount(row)) return true
    return isOfOtherReference(movement, row) || isOfOtherAmount(movement, row)
  }
  const candidates = await readCandidates(store, scope, movements.filter(isLookedUp))
  const taken = new Set<string>()
  const rows: StatementLineRow[] = []
  const writes: Write[] = []
  const results: JudgedMovement[] = []
  for (const stated of movements) {
    const isSeveral = isOneOfSeveral(stated, lines.rows)
    const free = (candidates.get(stated) ?? []).filter(
      (one) =>
        !takenNames(one, stated).some((name) => taken.has(name)) &&
        // A record of another amount is another line's.
        !(isSeveral && one.amountCentavos !== stated.amountCentavos),
    )
    const before = knownLine(stated, lines) ?? lineElsewhere(stated, lines, statement)
    const own = before === undefined ? undefined : paymentBeside(stated, before, free)
    // Found by what it says and its place in the file, and not by a number on record.
    const isPlaced = isUnnamed(stated) || isAgain(stated) || stated.kind === 'fee'
    const isFurther = own !== undefined || (before === undefined && isPlaced)
    const movement = isFurther ? furtherMovement(stated, lines.rows) : stated
    const [earlier, left] = own === undefined ? [before, free] : [undefined, [own]]
    const judged = judgedAs(movement, left)
    const record = 'record' in judged ? judged.record : undefined
    if (earlier === undefined) {
      const row = lineRow(clock, statement, movement, judged)
      if (record) for (const name of takenNames(record, movement)) taken.add(name)
      writes.push(...statedWrites(record))
      known.set(identityOf(movement), row)
      lines.rows.push(row)
      rows.push(row)
      results.push({ movement: isPlaced ? stated : movement, row, how: 'new', became: undefined })
    } else if (contradicts(movement, earlier)) {
      results.push({ movement, row: earlier, how: 'contradiction', became: undefined })
    } else if (hasOtherAmount(earlier) && record && isOfAmount(judged) && !rows.includes(earlier)) {
      // Its own record came later than the one that it was compared with, which is free for another line.
      const row = lineRow(clock, statement, movement, judged)
      for (const name of takenNames(record, movement)) taken.add(name)
      writes.push(...supersededWrites(clock, earlier, statement), ...(await unstatedWrites(store, earlier)))
      writes.push(...statedWrites(record))
      known.set(identityOf(movement), row)
      rows.push(row)
      results.push({ movement, row, how: 'new', became: undefined, frees: true })
    } else {
      let row = earlier
      // A line on record may have found its record only now. A line of this portion is not written yet, so it has nothing to update.
      if (isWanting(earlier) && record && 'differs' in judged && !rows.includes(earlier)) {
        const found = { ...record, differs: judged.differs }
        writes.push(...findingWrites(clock, earlier, found))
        for (const name of takenNames(record, movement)) taken.add(name)
        row = { ...earlier, ...foundChange(found) }
        known.set(identityOf(movement), row)
      }
      results.push({
        movement,
        row,
        how: isReadAgain(statement, row, movement) ? 'new' : 'repeated',
        became: undefined,
      })
    }
  }
  const room = await roomWrites({ store, clock }, rows)
  const repeated = results.filter(({ how }) => how === 'repeated').map(({ row }) => row)
  const mentions = mentionWrites(store, statement, repeated, clock.now())
  // What is taken back comes first: a new line may have its identity.
  const all = [...room, ...writes, ...lineWrites(rows), ...mentions]
  // Another process may correct the statement meanwhile.
  const guard = update('statements', { state }, { id: statement.id, state })
  if (all.length > 0) await store.commit([guard, ...all])
  return results
}

/** Whether the line is of the same file, which another run reads at this moment, or read until it was stopped: each run answers the same. */
function isReadAgain(statement: StatementRow, row: StatementLineRow, { number }: Movement): boolean {
  return statement.state === 'reading' && row.statement_id === statement.id && row.line === number
}

/** The statement, which no other one corrects. */
async function standing(store: Store, id: string): Promise<Pick<StatementRow, 'state'>> {
  const row = await store.db
    .selectFrom('statements')
    .select(['id', 'state'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (row.state === 'corrected') throw await correctedAlready(store, id)
  return row
}

/** A line that nobody has written off, and whose record has another amount. */
function hasOtherAmount(row: StatementLineRow): boolean {
  return isOpen(row) && row.cause_id !== null
}

function isOfAmount(judged: LineVerdict): boolean {
  return 'record' in judged && !judged.differs.startsWith('amount')
}

function judgedAs(movement: Movement, candidates: Candidate[]): LineVerdict {
  const isStated = movement.kind === 'fee' || movement.kind === 'settlement'
  return isStated ? { verdict: 'stated' } : judge(movement, candidates)
}

function becameOf({ outcome, reason }: Pick<PaymentReceivedRow, 'outcome' | 'reason'>): string {
  return `${outcome}: ${reason}`
}

/** What became of an extra payment that another run of the statement reported. */
async function outcomeOf(
  { store }: StoreAndClock,
  { kind, verdict, cause_id }: StatementLineRow,
): Promise<string | undefined> {
  if (kind !== 'payment' || verdict !== 'extra' || cause_id === null) return undefined
  const payment = await store.db
    .selectFrom('payments_received')
    .select(['outcome', 'reason'])
    .where('id', '=', cause_id)
    .modifyEnd(across('networks'))
    .executeTakeFirst()
  return payment && becameOf(payment)
}

/**
 * Matches the extra line with the payment that its report made. The line stays extra when that payment belongs to another
 * line.
 */
async function found(
  { store, clock }: StoreAndClock & Recorders,
  row: StatementLineRow,
  payment: PaymentReceivedRow,
): Promise<StatementLineRow> {
  const isOther = payment.amount_centavos !== row.amount_centavos
  const returned = payment.outcome === 'taken-back' ? await returnedTransfers(store, row, [row.movement]) : new Map()
  const record: Found = {
    causeId: payment.id,
    recordedCentavos: payment.amount_centavos,
    suspendedOf: payment.outcome === 'suspended' ? payment.account_id : undefined,
    returnedTransfer: returned.get(row.movement),
    differs: isOther ? 'amount' : '',
  }
  try {
    await store.commit(findingWrites(clock, row, record))
    return { ...row, ...foundChange(record) }
  } catch (error) {
    if (!conflictOn('statement_lines')(error)) throw error
    return presentRow(store, row)
  }
}

async function presentRow({ db }: Store, row: StatementLineRow): Promise<StatementLineRow> {
  return (await rowOf(db, 'statement_lines', { id: row.id })) ?? row
}

/**
 * The payment of a line is found after the line was judged, and so after other lines of the file that say the same movement were: by this run, or by another
 * one between two readings of this one, which saw the line without its record or with its former one, and the record as taken. Answers those whose line was
 * taken back since.
 */
async function takePresentRows({ db }: Store, judged: readonly JudgedMovement[]): Promise<JudgedMovement[]> {
  const wanting = judged.filter(({ how, row }) => isWanting(row) || (how === 'repeated' && hasOtherAmount(row)))
  if (wanting.length === 0) return []
  const ids = [...new Set(wanting.map(({ row }) => row.id))]
  const rows = await db.selectFrom('statement_lines').select(columns.statement_lines).where('id', 'in', ids).execute()
  const present = new Map(rows.map((row) => [row.id, row]))
  for (const one of wanting) one.row = present.get(one.row.id) ?? one.row
  return wanting.filter(({ row }) => row.superseded_at !== null)
}
