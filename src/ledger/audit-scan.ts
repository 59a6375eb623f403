// One reading of all books for an audit: operations beside their entries, then each table that must agree with them.
import type { OperationRow } from '../store/tables.ts'
import { checkEntry, checkOperation, type PostedEntry, type Tallied } from './audit-checks.ts'
import { type Counts, PORTION, type Scan } from './audit-scope.ts'
import { scanTables } from './audit-tables.ts'

export async function scan(given: Scan): Promise<Counts> {
  const counts: Counts = { operations: 0, postings: 0, events: 0, payments: 0, payouts: 0, transfers: 0 }
  await scanOperations(given, counts)
  await scanTables(given, counts)
  return counts
}

/** Operations and postings are both read in the order of the operations' ids, so that each meets its entries. */
async function scanOperations(given: Scan, counts: Counts): Promise<void> {
  let after = ''
  for (let done = false; !done; ) {
    const operations = await readOperations(given, after)
    done = operations.length < PORTION
    const last = operations.at(-1)?.id ?? after
    const entriesOf = await readEntries(given, counts, {
      after: upperEntry(after),
      until: done ? undefined : upperEntry(last),
    })
    for (const operation of operations) {
      checkOperation(given.found, given.tallies, operation, entriesOf.get(operation.id))
      entriesOf.delete(operation.id)
    }
    await checkCauses(given, entriesOf)
    after = last
    counts.operations += operations.length
    given.onProgress(counts)
    await given.snapshot.pause()
  }
}

/** Checks every entry of the range by itself, counts its lines, and answers the entries by what caused them. */
async function readEntries(
  given: Scan,
  counts: Counts,
  range: { after: string; until: string | undefined },
): Promise<Map<string, PostedEntry[]>> {
  const byCause = new Map<string, PostedEntry[]>()
  for await (const entries of entryPortions(given, range)) {
    for (const entry of entries) {
      checkEntry(given.found, given.tallies, entry)
      counts.postings += entry.lines.length
      const others = byCause.get(entry.cause)
      if (others) others.push(entry)
      else byCause.set(entry.cause, [entry])
    }
    await given.snapshot.pause()
  }
  return byCause
}

async function* entryPortions(
  { snapshot, accountId }: Scan,
  { after, until }: { after: string; until: string | undefined },
): AsyncGenerator<PostedEntry[]> {
  const limit = 3 * PORTION
  for (let from = after; ; ) {
    let query = snapshot.db
      .selectFrom('postings')
      .select(['entry', 'account_id', 'ledger_account', 'day', 'amount_centavos'])
      .where('entry', '>', from)
      .orderBy('entry')
      .orderBy('line')
      .limit(limit)
    if (until !== undefined) query = query.where('entry', '<', until)
    if (accountId !== undefined) query = query.where('account_id', '=', accountId)
    const rows = await query.execute()
    const entries: PostedEntry[] = []
    for (const row of rows) {
      const open = entries.at(-1)
      if (open?.name === row.entry) open.lines.push(row)
      else entries.push({ name: row.entry, cause: row.entry.slice(0, row.entry.indexOf(':')), lines: [row] })
    }
    // The last entry may go on in the next portion: it is read again there, whole.
    const more = rows.length === limit && entries.length > 1
    if (more) entries.pop()
    if (entries.length > 0) yield entries
    if (!more) return
    from = entries.at(-1)?.name ?? from
  }
}

/** Entries of no operation belong to payouts, payments or transfers. */
async function checkCauses({ snapshot, found }: Scan, left: Map<string, PostedEntry[]>): Promise<void> {
  const causes = [...left.keys()]
  for (let start = 0; start < causes.length; start += PORTION) {
    const ids = causes.slice(start, start + PORTION)
    const { db } = snapshot
    const known = await db
      .selectFrom('payouts')
      .select('id')
      .where('id', 'in', ids)
      .unionAll(db.selectFrom('payments_received').select('id').where('id', 'in', ids))
      .unionAll(db.selectFrom('transfers').select('id').where('id', 'in', ids))
      .execute()
    const there = new Set(known.map((row) => row.id))
    for (const id of ids.filter((one) => !there.has(one))) {
      const names =
        left
          .get(id)
          ?.map((entry) => entry.name)
          .join(', ') ?? ''
      found.add('entry-causes', {
        id: names,
        expected: `${id}, an operation, payment, transfer or payout`,
        found: 'none',
      })
    }
  }
}

async function readOperations({ snapshot, accountId }: Scan, after: string): Promise<Tallied[]> {
  const query = snapshot.db
    .selectFrom('operations')
    .select([
      'id',
      'account_id',
      'day',
      'payment_method',
      'card_brand',
      'operator',
      'status',
      'total_centavos',
      'fee_centavos',
      'iva_centavos',
      'affiliate',
      'affiliate_centavos',
    ] satisfies (keyof OperationRow)[])
    .where('id', '>', after)
    .orderBy('id')
    .limit(PORTION)
  return (accountId === undefined ? query : query.where('account_id', '=', accountId)).execute()
}

/** Every entry of an id sorts before this: `:` is followed by `;`. */
function upperEntry(id: string): string {
  return id === '' ? '' : `${id};`
}
