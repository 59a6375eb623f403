// Reconciles a network's statement in two passes: the first checks that the file is complete, the second compares its lines
// with the records.
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { byRail, type Rail, rails } from '../core/rail.ts'
import { mexicoCityDay } from '../core/time.ts'
import { Failure } from '../failures.ts'
import { UNMATCHED_ACCOUNT } from '../ledger/owner.ts'
import { across } from '../store/across.ts'
import { conditionHeld, conflictOn, decide } from '../store/decide.ts'
import { moved } from '../store/moves.ts'
import { rowOf } from '../store/rows.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { insert, update } from '../store/write.ts'
import { type CheckedStatement, checkStatement, type ReadPieces, type Source } from './check-statement.ts'
import { type Correction, correctable, correctedAlready, correctedWrites } from './corrections.ts'
import type { Layout } from './formats/layout.ts'
import { type Days, laidOut } from './formats/read-by-layout.ts'
import type { Noted } from './further-lines.ts'
import { takeBackFarther } from './judged-again.ts'
import { isOpen } from './line-writes.ts'
import { eachMissing } from './missing.ts'
import type { Missing } from './missing-portions.ts'
import type { LineFault, Movement } from './movement.ts'
import { statementMoves } from './moves.ts'
import { type NotRead, type NotReadLines, notReadTally } from './not-read.ts'
import { type JudgedMovement, reconcilePortion } from './portion.ts'
import type { LineChecks, Malformed } from './read-movement.ts'
import { type Piece, readStatement } from './read-statement.ts'
import type { Recorders } from './recorders.ts'
import { sameLines } from './same-lines.ts'
import type { Scope } from './scope.ts'
import { supersede, supersededBy } from './supersede.ts'
import type { StatementRow } from './tables.ts'

export interface ReconcileNeeds extends Recorders, StoreAndClock {
  /** Masks an identifier, which may be a card number, in the same way as for a reported payment. */
  maskIdentifier(text: string): Promise<string>
  /** The networks of the connectors here, and the rails that each carries. */
  networks: ReadonlyMap<string, readonly Rail[]>
}

/** A finding for the operator. */
export type Finding =
  | { kind: 'malformed'; line: number; faults: LineFault[]; values: Malformed['values'] }
  | ({ kind: 'extra' | 'different' | 'contradiction' } & JudgedMovement)
  | { kind: 'missing'; missing: Missing }

export interface Reconciliation {
  id: string
  network: string
  firstDay: string
  lastDay: string
  /** The file had been read to its end before. */
  isRepeated: boolean
  /** `superseded`: lines of the corrected statement that were taken back. `ignored`: lines that were not read. */
  counts: Record<Finding['kind'] | 'lines' | 'matched' | 'stated' | 'repeated' | 'superseded' | 'ignored', number>
  /** What was not read, and why. */
  ignored: NotReadLines[]
  /** The statement that it corrects. */
  corrects: string | undefined
}

interface ReconcileRequest {
  /** Read twice. */
  source: Source
  /** The account whose books it is compared with; undefined: all books. */
  accountId: string | undefined
  /** The network that delivers it, if any: it may only state its own movements. */
  network?: string | undefined
  /** How the file is written; without it, in our own format. */
  layout?: { layout: Layout; days: Days } | undefined
  /** The file says whole and right what this statement said. */
  correction?: Correction | undefined
  /** Called with each finding, in the order of the file; missing records come last. */
  onFinding(finding: Finding): void | Promise<void>
}

export type Reconcile = (request: ReconcileRequest) => Promise<Reconciliation>

/** Lines that are read and written at once. */
const BATCH_SIZE = 200

/**
 * Throws what `checkStatement` and `correctable` throw, `statement-correction-line` when a line of a correction cannot be read, and
 * `statement-corrected` for a file that another one corrects; then nothing of the file is recorded. After a crash, run it again with the same file: no line counts
 * twice, and lines without a record are compared again.
 */
export function reconciler(needs: ReconcileNeeds): Reconcile {
  const { store, clock } = needs
  return async ({ source, accountId, network, layout, correction, onFinding }) => {
    const checks = await lineChecks(needs, { accountId, network })
    const read: ReadPieces =
      layout === undefined
        ? (bytes) => readStatement(bytes, checks)
        : await laidOut(source, layout.layout, layout.days, checks)
    const checked = await checkStatement(source, { read, checks, as: layout })
    const statement = await begin(needs, { accountId: accountId ?? UNMATCHED_ACCOUNT, checked, correction })
    const scope: Scope = { network: statement.network, accountId }
    const counts = {
      lines: 0,
      matched: 0,
      stated: 0,
      repeated: 0,
      malformed: 0,
      extra: 0,
      different: 0,
      contradiction: 0,
      missing: 0,
      superseded: 0,
      ignored: 0,
    }
    const notRead = notReadTally()
    const tell = async (finding: Finding) => {
      counts[finding.kind] += 1
      await onFinding(finding)
    }
    const isMet = metOnLine()
    const work = async (movements: Movement[]) => {
      for (const judged of await reconcilePortion(needs, scope, statement, movements)) {
        if (judged.how === 'new' && isMet(judged)) judged.how = 'repeated'
        if (judged.how === 'repeated') counts.repeated += 1
        const kind = findingOf(judged)
        if (kind !== undefined) await tell({ kind, ...judged })
        else if (judged.how === 'new') counts[judged.row.verdict] += 1
      }
    }
    const portions = () => portionsOf(needs, read(source()), checked.further)
    const corrects = statement.corrects !== '' && statement.state === 'reading'
    if (corrects)
      await supersede(
        needs,
        statement,
        mapped(portions(), (one) => one.movements),
      )
    for await (const { movements, malformed, unread } of portions()) {
      for (const one of unread) notRead.add(one)
      counts.lines += movements.length + malformed.length
      for (const { number: line, faults, values } of malformed) await tell({ kind: 'malformed', line, faults, values })
      if (movements.length === 0) continue
      if (corrects) await takeBackFarther(needs, scope, statement, movements)
      await work(movements)
    }
    counts.ignored = notRead.lines()
    if (corrects) counts.superseded = await supersededBy(store, statement)
    const among = { header: checked.header, banks: banksOf(needs.networks) }
    for await (const missing of eachMissing(store, scope, among)) await tell({ kind: 'missing', missing })
    await finish(store, clock, statement)
    const { firstDay, lastDay } = checked.header
    return {
      id: statement.id,
      network: statement.network,
      firstDay,
      lastDay,
      isRepeated: statement.state === 'done',
      counts,
      ignored: notRead.all(),
      corrects: statement.corrects || undefined,
    }
  }
}

/** The lines of a statement, masked, in portions; the lines that cannot be read come with the portion in which they stand. */
async function* portionsOf(
  needs: ReconcileNeeds,
  pieces: AsyncIterable<Piece>,
  further: Noted,
): AsyncGenerator<{ movements: Movement[]; malformed: Malformed[]; unread: NotRead[] }> {
  const numberOf = further.numbering()
  const againOf = sameLines()
  let [movements, malformed, unread]: [Movement[], Malformed[], NotRead[]] = [[], [], []]
  for await (const piece of pieces) {
    if (piece.kind === 'malformed') malformed.push(piece)
    else if (piece.kind === 'not-read') unread.push(piece)
    else if (piece.kind === 'movement')
      movements.push({
        ...(await maskedMovement(needs, piece.movement)),
        nth: numberOf(piece.movement),
        hasOthers: further.hasOthers(piece.movement),
        again: againOf(piece.movement),
      })
    if (movements.length + malformed.length + unread.length < BATCH_SIZE) continue
    yield { movements, malformed, unread }
    ;[movements, malformed, unread] = [[], [], []]
  }
  yield { movements, malformed, unread }
}

/** Whether a line of the file said the same before: all entries of a camt file may stand on one line, so their number does not tell them apart. */
function metOnLine(): (judged: JudgedMovement) => boolean {
  let [line, met] = [0, new Set<string>()]
  return ({ movement, row }) => {
    if (movement.number !== line) [line, met] = [movement.number, new Set()]
    const isMet = met.has(row.id)
    met.add(row.id)
    return isMet
  }
}

async function* mapped<T, R>(all: AsyncIterable<T>, map: (one: T) => R): AsyncGenerator<R> {
  for await (const one of all) yield map(one)
}

function banksOf(networks: ReconcileNeeds['networks']): string[] {
  return [...networks]
    .filter(([, carried]) => carried.some((rail) => rails[rail].port === 'spei-bank'))
    .map(([name]) => name)
}

async function maskedMovement({ maskIdentifier }: ReconcileNeeds, movement: Movement): Promise<Movement> {
  const { id, reference, institution } = movement
  const [maskedId, maskedReference, maskedInstitution] = await Promise.all(
    [id, reference, institution].map(maskIdentifier),
  )
  return {
    ...movement,
    id: maskedId ?? '',
    reference: maskedReference ?? '',
    institution: maskedInstitution ?? '',
  }
}

/** The finding that a line makes: a new line that is not matched, or a repeated one that is still open. */
function findingOf({ how, row }: JudgedMovement): 'extra' | 'different' | 'contradiction' | undefined {
  if (how === 'contradiction') return 'contradiction'
  if (how === 'repeated' && !isOpen(row)) return undefined
  return row.verdict === 'extra' || row.verdict === 'different' ? row.verdict : undefined
}

async function lineChecks(
  { store, clock, networks }: ReconcileNeeds,
  { accountId: own, network }: Pick<ReconcileRequest, 'accountId' | 'network'>,
): Promise<LineChecks> {
  const now = clock.now()
  const accounts =
    own === undefined
      ? (await store.db.selectFrom('accounts').select('id').modifyEnd(across('networks')).execute()).map(({ id }) => id)
      : [own]
  const known = new Set(accounts)
  return {
    today: byRail((rail) => rails[rail].dayOf(now)),
    railsOf: (name) => (network === undefined || network === name ? networks.get(name) : undefined),
    hasAccount: (account) => known.has(account),
  }
}

/** The row of the statement: the existing row of the same file and correction, or a new one. */
async function begin(
  { store, clock }: ReconcileNeeds,
  statement: { accountId: string; checked: CheckedStatement; correction: Correction | undefined },
): Promise<StatementRow> {
  const { accountId, correction } = statement
  const { header, hash, lines, sumCentavos, malformed } = statement.checked
  if (correction !== undefined && malformed !== undefined) {
    const { line, fault } = malformed
    throw new Failure('statement-correction-line', { values: { line: String(line), fault } })
  }
  const row: StatementRow = {
    id: newId(clock, 'stm'),
    account_id: accountId,
    network: header.network,
    content_hash: hash,
    first_day: header.firstDay,
    last_day: header.lastDay,
    corrects: correction?.statement ?? '',
    lines,
    sum_centavos: sumCentavos,
    state: 'reading',
    created_at: clock.now(),
    finished_at: null,
  }
  return decide(
    async () => {
      // Read before the file's own row: whoever has corrected the statement meanwhile may have done it with the same file.
      const corrected = correction && (await correctable(store, row).catch((fault: unknown) => ({ fault })))
      const known = await rowOf(store.db, 'statements', {
        account_id: accountId,
        content_hash: hash,
        corrects: row.corrects,
      })
      if (known?.state === 'corrected') throw await correctedAlready(store, known.id)
      if (known !== undefined) return known
      if (corrected !== undefined && 'fault' in corrected) throw corrected.fault
      const correcting = corrected && correction ? correctedWrites(clock, corrected, row, correction.by) : []
      await store.commit([insert('statements', row), ...correcting])
      return row
    },
    { again: conflictOn('statements') },
  )
}

/** Notes when it was read to its end: at first, and again when its days were not over then. */
async function finish(store: Store, clock: Clock, statement: StatementRow): Promise<void> {
  const { id, state, last_day, finished_at } = statement
  if (state !== 'reading' && (finished_at === null || mexicoCityDay(finished_at) > last_day)) return
  const change = state === 'reading' ? { state: moved(statementMoves, state, 'done') } : {}
  const done = update('statements', { ...change, finished_at: clock.now() }, { id, state })
  // Another process may have read the same file at the same time.
  await conditionHeld(store.commit([done]))
}
