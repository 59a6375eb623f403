// Closes months in the background: makes the package part by part, and closes the month in the batch of its last part.
import { createHash } from 'node:crypto'
import { type Actor, trailWrite } from '../accounts/trail/record.ts'
import { lastDayOf } from '../core/month.ts'
import type { Task } from '../core/task.ts'
import { mexicoCityTime } from '../core/time.ts'
import { nextTurn } from '../core/turn.ts'
import { otherEvent } from '../events/append.ts'
import type { JournalNeeds } from '../ledger/present-journal.ts'
import { findMonth } from '../payouts/invoices/search.ts'
import { conditionHeld } from '../store/decide.ts'
import { moved } from '../store/moves.ts'
import { KEPT_LEASE_MS, type KeptLease, whileLeased } from '../store/queues/kept-lease.ts'
import { leases } from '../store/queues/lease.ts'
import { rowOf } from '../store/rows.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { insert, run, update } from '../store/write.ts'
import { packageMoves } from './moves.ts'
import { packageOf } from './package.ts'
import { openItemsIn } from './present.ts'
import type { MonthClosingRow, MonthPackageRow } from './tables.ts'

/** Bytes of one part. */
const PART_BYTES = 256 * 1024

export function closeMonthsOfBooksTask(needs: StoreAndClock & JournalNeeds): Task {
  const work = leases(needs, 'month_packages')
  return {
    name: 'months of the books',
    wokenBy: ['month_packages'],
    nextDueAt: work.nextDueAt,
    run: async () => work.each(await work.take({ leaseMs: KEPT_LEASE_MS, limit: 1 }), (row) => makePackage(needs, row)),
  }
}

/** Ends without a closing when another process has taken the package meanwhile: it begins again. */
export async function makePackage(
  needs: StoreAndClock & JournalNeeds,
  row: MonthPackageRow,
  partBytes = PART_BYTES,
): Promise<void> {
  const { account_id, id } = row
  const renewal = (from: number, to: number) =>
    update('month_packages', { leased_until: to }, { account_id, id, leased_until: from })
  await conditionHeld(
    whileLeased(needs, row.leased_until, renewal, (lease) => makeLeased(needs, lease, row, partBytes)),
  )
}

/** Throws `Unmet` when another process has taken the package meanwhile. */
async function makeLeased(
  needs: StoreAndClock & JournalNeeds,
  lease: KeptLease,
  row: MonthPackageRow,
  partBytes: number,
): Promise<void> {
  const { store, clock } = needs
  const { id, account_id: accountId, month, state } = row
  const attempt = row.attempt + 1
  const held = (leased_until: number) => ({ account_id: accountId, id, state, attempt, leased_until })
  await lease.commit((leasedUntil) => [
    update('month_packages', { attempt }, { ...held(leasedUntil), attempt: row.attempt }),
    run(
      store.db
        .deleteFrom('month_package_parts')
        .where('account_id', '=', accountId)
        .where('package_id', '=', id)
        .compile(),
    ),
  ])
  const head = await headUntil(store, accountId, month)
  const invoice = await findMonth(store, { accountId, period: month, at: clock.epochMs() })
  const { bytes, figures } = packageOf(needs, {
    accountId,
    month,
    language: row.language,
    openItems: openItemsIn(row.open_items),
    head,
    cfdi: invoice?.stamp?.state === 'stamped' ? (invoice.stamp.xml ?? undefined) : undefined,
    at: clock.epochMs(),
  })
  const hash = createHash('sha256')
  let size = 0
  let part = 0
  const partWrite = (content: Buffer) => {
    part += 1
    return insert('month_package_parts', {
      account_id: accountId,
      package_id: id,
      attempt,
      part: part - 1,
      content: content.toString('base64'),
    })
  }
  let waiting = Buffer.alloc(0)
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
    waiting = Buffer.concat([waiting, chunk])
    if (waiting.length < partBytes) continue
    const content = partWrite(waiting)
    await lease.commit((leasedUntil) => [update('month_packages', { attempt }, held(leasedUntil)), content])
    waiting = Buffer.alloc(0)
    await nextTurn()
  }
  const closing: MonthClosingRow = {
    id,
    account_id: accountId,
    month,
    figures: JSON.stringify(figures()),
    open_items: row.open_items,
    head,
    package_hash: hash.digest('hex'),
    package_bytes: size,
    created_at: clock.now(),
  }
  const made = { state: moved(packageMoves, 'making', 'made'), due_at: null, leased_until: 0 }
  await lease.commit((leasedUntil) => [
    update('month_packages', made, held(leasedUntil)),
    ...(waiting.length > 0 ? [partWrite(waiting)] : []),
    insert('month_closings', closing),
    trailWrite(clock, JSON.parse(row.actor) as Actor, {
      accountId,
      action: 'ledger.month_closed',
      subject: month,
      after: closedFact(closing),
    }),
    ...otherEvent(clock, 'ledger.month_closed', accountId, closedFact(closing)),
  ])
}

/** What the trail and the event say of a closing. */
function closedFact({ month, head, package_hash, package_bytes, created_at }: MonthClosingRow) {
  return {
    month,
    status: 'closed',
    head,
    package: { bytes: package_bytes, sha256: package_hash },
    closed_at: mexicoCityTime(created_at),
  }
}

/** The checkpoint of the account's books of its last day with records up to the end of the month; empty: it had none. */
async function headUntil({ db }: Store, accountId: string, month: string): Promise<string> {
  const row = await db
    .selectFrom('book_days')
    .select('head')
    .where('account_id', '=', accountId)
    .where('day', '<=', lastDayOf(month))
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.head ?? ''
}

/** The bytes of a closed month's package, part by part. Throws when they are not those that were closed. */
export async function* packageParts({ db }: Store, closing: MonthClosingRow): AsyncGenerator<Buffer> {
  const made = await db
    .selectFrom('month_packages')
    .select('attempt')
    .where('account_id', '=', closing.account_id)
    .where('id', '=', closing.id)
    .executeTakeFirstOrThrow()
  const hash = createHash('sha256')
  for (let part = 0; ; part += 1) {
    const row = await rowOf(
      db,
      'month_package_parts',
      { account_id: closing.account_id, package_id: closing.id, attempt: made.attempt, part },
      ['content'],
    )
    if (row === undefined) break
    const bytes = Buffer.from(row.content, 'base64')
    hash.update(bytes)
    yield bytes
  }
  if (hash.digest('hex') !== closing.package_hash) throw new Error(`the package of ${closing.month} was altered`)
}
