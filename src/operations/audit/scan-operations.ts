// The operations beside their entries, account by account, so that each operation is compared with its own.
import { isPlaced, type Place } from '../../audit/portions.ts'
import { BATCH_SIZE, type Scan } from '../../audit/scan.ts'
import { type Bilingual, filled } from '../../core/language/bilingual.ts'
import { checkName, entryCauses, entryChecker, type PostedEntry, type Poster } from '../../ledger/audit-entries.ts'
import type { PosterReader } from '../../ledger/audit-posters.ts'
import { postingsOf } from '../../ledger/entry-lines.ts'
import { afterEntriesOf, type CauseKind, causeKindOf, causeOf } from '../../ledger/entry-name.ts'
import { columns } from '../../store/columns.ts'
import { type AuditBeside, type AuditedOperation, auditedColumns, type OtherCause } from './beside.ts'
import { operationChecker } from './check-operation.ts'
import { counts } from './invariants.ts'
import { checkLog } from './log.ts'

/** What the rooms bring that check beside the operations. */
export interface Besides {
  beside: readonly AuditBeside[]
  posters: Record<OtherCause, PosterReader>
}

const texts = {
  cause: [
    '{}, una operación, un pago, una transferencia, una devolución, una aclaración, una liquidación, una línea de un estado de cuenta o una factura de comisiones',
    '{}, an operation, payment, transfer, refund, dispute, payout, statement line or fee statement',
  ],
  something: ['algo', 'something'],
  none: ['nada', 'none'],
} as const satisfies Record<string, Bilingual>

/**
 * Operations and postings are both read account by account in the order of the operations' ids, so that each operation is compared with its
 * entries.
 */
export async function scanOperations(scan: Scan, { beside, posters }: Besides): Promise<void> {
  const checkEntry = entryChecker(scan)
  const checkOperation = operationChecker(scan, beside)
  let after: Place | undefined
  for (let done = false; !done; ) {
    const operations = await readOperations(scan, after)
    done = operations.length < BATCH_SIZE
    const read = operations.at(-1)
    const last = read === undefined ? after : { accountId: read.account_id, at: read.id }
    const entriesOf = await readEntries(scan, checkEntry, {
      from: after && behindEntries(after),
      until: done ? undefined : last && behindEntries(last),
    })
    for (const operation of operations) {
      checkOperation(operation, entriesOf.get(operation.id))
      entriesOf.delete(operation.id)
    }
    await checkCauses(scan, posters, entriesOf)
    await checkLog(scan, operations)
    for (const room of beside) await room.ofOperations?.(scan, operations)
    after = last
    scan.read(counts.operations, operations.length)
    await scan.snapshot.pause()
  }
}

/** Checks every entry of the range, counts its lines, and returns the entries by cause. */
async function readEntries(
  scan: Scan,
  checkEntry: (entry: PostedEntry) => void,
  range: Range,
): Promise<Map<string, PostedEntry[]>> {
  const byCause = new Map<string, PostedEntry[]>()
  for await (const entries of entryPortions(scan, range)) {
    let lines = 0
    for (const entry of entries) {
      checkEntry(entry)
      lines += entry.lines.length
      const others = byCause.get(entry.cause)
      if (others) others.push(entry)
      else byCause.set(entry.cause, [entry])
    }
    scan.read(counts.postings, lines)
    await scan.snapshot.pause()
  }
  return byCause
}

interface Range {
  /** From an entry on, which is no entry's name, until before another. */
  from: Place | undefined
  until: Place | undefined
}

function behindEntries({ accountId, at }: Place): Place {
  return { accountId, at: afterEntriesOf(at) }
}

async function* entryPortions(scan: Scan, range: Range): AsyncGenerator<PostedEntry[]> {
  const { snapshot, accountId } = scan
  for (let after = range.from; ; ) {
    let query = snapshot.db
      .selectFrom('entries')
      .select(columns.entries)
      .orderBy('account_id')
      .orderBy('entry')
      .limit(BATCH_SIZE)
    if (after !== undefined) query = query.where(isPlaced(scan, 'entry', '>', after))
    if (range.until !== undefined) query = query.where(isPlaced(scan, 'entry', '<', range.until))
    if (accountId !== undefined) query = query.where('account_id', '=', accountId)
    const rows = await query.execute()
    yield rows.map((row) => ({
      name: row.entry,
      cause: causeOf(row.entry),
      lines: postingsOf([row]),
    }))
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH_SIZE) return
    after = { accountId: last.account_id, at: last.entry }
  }
}

/** Entries of no operation belong to payouts, payments or transfers, and have a name that these may post. */
async function checkCauses(scan: Scan, posters: Besides['posters'], left: Map<string, PostedEntry[]>): Promise<void> {
  const causes = [...left.keys()]
  for (let start = 0; start < causes.length; start += BATCH_SIZE) {
    const ids = causes.slice(start, start + BATCH_SIZE)
    const known = await readPosters(scan.snapshot, posters, ids)
    for (const id of ids) {
      const entries = left.get(id) ?? []
      const cause = known.get(id)
      for (const entry of entries) {
        if (cause) checkName(scan, entry, cause)
        else
          scan.found(entryCauses, {
            id: entry.name,
            expected: filled(texts.cause, id || texts.something),
            found: texts.none,
          })
      }
    }
  }
}

/** Which of the ids are causes other than operations, with their accounts. */
async function readPosters(
  { db }: Scan['snapshot'],
  posters: Besides['posters'],
  ids: readonly string[],
): Promise<Map<string, Poster>> {
  const kinds = Map.groupBy(ids, (id): CauseKind => causeKindOf(id))
  const found = await Promise.all([...kinds].map(([kind, of]) => (kind === 'operation' ? [] : posters[kind](db, of))))
  return new Map(found.flat())
}

async function readOperations(scan: Scan, after: Place | undefined): Promise<AuditedOperation[]> {
  const { snapshot, accountId } = scan
  let query = snapshot.db
    .selectFrom('operations')
    .select(auditedColumns)
    .orderBy('account_id')
    .orderBy('id')
    .limit(BATCH_SIZE)
  if (after !== undefined) query = query.where(isPlaced(scan, 'id', '>', after))
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  return query.execute()
}
