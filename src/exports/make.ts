// Writes the files of exports in the background, part by part, and deletes expired files.
import { createGzip } from 'node:zlib'
import type { Caller } from '../api/caller.ts'
import { accountSlots } from '../core/account-slots.ts'
import type { Task } from '../core/task.ts'
import { instantPlus } from '../core/time.ts'
import { conditionHeld } from '../store/decide.ts'
import { moved } from '../store/moves.ts'
import { isUnavailable } from '../store/outage.ts'
import { KEPT_LEASE_MS, type KeptLease, keepLease } from '../store/queues/kept-lease.ts'
import { leases, listed, notOf } from '../store/queues/lease.ts'
import type { Store } from '../store/store.ts'
import { insert, run, update, type Write } from '../store/write.ts'
import { fileOf } from './answer.ts'
import { KEPT_MS } from './kept.ts'
import { exportMoves } from './moves.ts'
import type { ExportNeeds } from './needs.ts'
import type { ExportRow } from './tables.ts'

/** Bytes of one part. */
const PART_BYTES = 256 * 1024
/** The length of one turn of the task, so that other exports get their turns. */
const TURN_MS = 500
/** Another process repeats the export of a process that died; after this many attempts it is given up. */
const MAX_ATTEMPTS = 3

/** Files that are written in turns, and of one account. */
const SLOTS = { all: 8, account: 1 } as const

/** An export that is being written, over several turns. */
interface Making {
  row: ExportRow
  lease: KeptLease
  chunks: AsyncIterator<Buffer>
  waiting: Buffer[]
  part: number
  read: number
  total: number | null
}

/** Writes one file of an account at a time, and those of several accounts in turns, so that a long list delays no other account's. */
export function exportTask(needs: ExportNeeds): Task {
  const { store, clock, log } = needs
  const work = leases(needs, 'exports', {
    besides: (hole) => notOf(hole('full')),
  })
  const slots = accountSlots(SLOTS)
  /** The files that are being written; the first has the next turn. */
  const makings: Making[] = []

  const failed = async ({ row, lease }: Making, err: unknown): Promise<void> => {
    if (isUnavailable(err)) throw err
    log.error({ err, export: row.id }, 'an export failed; it is tried again')
    const { account_id, id, attempt } = row
    const free = (leased_until: number) => [
      update('exports', { leased_until: 0 }, { account_id, id, attempt, leased_until }),
    ]
    await conditionHeld(lease.commit(free))
  }

  /** Takes a due export of an account that has none under way: to write its file, or to delete it. */
  const take = async (): Promise<number> => {
    if (slots.used() >= SLOTS.all) return 0
    const full = listed(slots.full())
    const [row] = await work.take({ leaseMs: KEPT_LEASE_MS, limit: 1, full })
    return row === undefined ? 0 : work.each([row], takeUp)
  }

  const takeUp = async (row: ExportRow): Promise<unknown> => {
    if (row.state !== 'pending') return remove(needs, row)
    const { account_id, id, attempt, leased_until } = row
    if (attempt >= MAX_ATTEMPTS || !needs.lists.has(row.list)) return fail(needs, row)
    const next = { ...row, attempt: attempt + 1, rows_read: 0, rows_total: null, bytes: 0 }
    const { rows_read, rows_total, bytes } = next
    const begun = await conditionHeld(
      store.commit([
        update(
          'exports',
          { attempt: next.attempt, rows_read, rows_total, bytes },
          { account_id, id, attempt, leased_until },
        ),
        partsGone(store, row),
      ]),
    )
    if (!begun) return undefined
    makings.push(begin(needs, next))
    return slots.take(row.account_id)
  }

  /** One turn of a file. Answers whether it goes on. */
  const go = async (current: Making): Promise<boolean> => {
    const untilMs = clock.wallMs() + TURN_MS
    while (clock.wallMs() < untilMs) {
      const { value, done } = await current.chunks.next()
      if (value !== undefined) current.waiting.push(value)
      const size = current.waiting.reduce((sum, { length }) => sum + length, 0)
      if (!done && size < PART_BYTES) continue
      const part = partOf(needs, current, size, done === true)
      const kept = await conditionHeld(current.lease.commit(part))
      // Otherwise the lease lapsed, and its new holder begins again.
      if (!kept || done) {
        if (!done) await current.chunks.return?.()
        return false
      }
    }
    return true
  }

  const turn = async (current: Making): Promise<void> => {
    let goesOn = false
    try {
      goesOn = await go(current)
    } catch (error) {
      await failed(current, error)
    } finally {
      if (goesOn) makings.push(current)
      else {
        slots.giveBack(current.row.account_id)
        await current.lease.end()
      }
    }
  }

  return {
    name: 'exports',
    wokenBy: ['exports'],
    // The rows of the files that this process is writing are leased: the query does not find them.
    nextDueAt: async () => makings[0]?.row.due_at ?? work.nextDueAt(),
    run: async () => {
      const taken = await take()
      const current = makings.shift()
      if (current === undefined) return taken
      await turn(current)
      return 1
    },
  }
}

function begin(needs: ExportNeeds, row: ExportRow): Making {
  const { lists } = needs
  const list = lists.get(row.list)
  if (list === undefined) throw new Error(`no list ${row.list}`)
  const caller: Caller = {
    accountId: row.account_id,
    credentialId: row.id,
    kind: 'secret',
    scopes: [],
    operator: '',
    secretGeneration: 0,
    until: null,
  }
  const { account_id, id, leased_until, attempt } = row
  const renewal = (from: number, to: number) =>
    update('exports', { leased_until: to }, { account_id, id, attempt, leased_until: from })
  const lease = keepLease(needs, leased_until, renewal)
  const making: Omit<Making, 'chunks'> = { row, lease, waiting: [], part: 0, read: 0, total: null }
  const file = fileOf(
    list,
    { caller, query: JSON.parse(row.query), language: row.language },
    {
      format: row.format,
      language: row.language,
      onRows: (count) => {
        making.read += count
      },
      onTotal: (total) => {
        making.total = total
      },
    },
  )
  // A workbook is compressed already.
  const bytes = row.format === 'csv' ? file.compose(createGzip()) : file
  return Object.assign(making, { chunks: bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer> })
}

/** The writes of a part and of the progress; the last part finishes the export. */
function partOf(
  { clock, tell }: ExportNeeds,
  making: Making,
  size: number,
  last: boolean,
): (leasedUntil: number) => Write[] {
  const { row, part } = making
  const { id, account_id, attempt } = row
  const content = Buffer.concat(making.waiting).toString('base64')
  const now = clock.now()
  const expires_at = instantPlus(now, KEPT_MS)
  const progress = {
    rows_read: making.read,
    rows_total: last ? making.read : making.total === null ? null : Math.max(making.total, making.read),
    bytes: row.bytes + size,
  }
  const finished = {
    state: moved(exportMoves, 'pending', 'finished'),
    finished_at: now,
    expires_at,
    due_at: expires_at,
    leased_until: 0,
  }
  making.waiting = []
  making.part += 1
  making.row = { ...row, ...progress }
  const { row: next } = making
  return (leased_until) => [
    update(
      'exports',
      { ...progress, ...(last && finished) },
      { account_id, id, attempt, leased_until, state: 'pending' },
    ),
    ...(size === 0 ? [] : [insert('export_parts', { account_id, export_id: id, attempt, part, content })]),
    ...(last ? tell(account_id, exportBody({ ...next, ...finished })) : []),
  ]
}

/** The data of the event, without the link, which is only answered to callers that may read the list. */
function exportBody({ id, list, format, state, rows_read, expires_at }: ExportRow): Record<string, unknown> {
  return { id, list, format, status: state, rows: rows_read, expires_at }
}

async function fail(needs: ExportNeeds, row: ExportRow): Promise<number> {
  const { store, clock, tell } = needs
  const { id, leased_until, account_id } = row
  const failed = {
    state: moved(exportMoves, 'pending', 'failed'),
    finished_at: clock.now(),
    due_at: null,
    leased_until: 0,
  }
  await conditionHeld(
    store.commit([
      update('exports', failed, { account_id, id, leased_until, state: 'pending' }),
      partsGone(store, row),
      ...tell(account_id, exportBody({ ...row, ...failed })),
    ]),
  )
  return 1
}

async function remove({ store }: ExportNeeds, row: ExportRow): Promise<number> {
  const { account_id, id, leased_until } = row
  const expired = { state: moved(exportMoves, 'finished', 'expired'), due_at: null, leased_until: 0 }
  await conditionHeld(
    store.commit([
      update('exports', expired, { account_id, id, leased_until, state: 'finished' }),
      partsGone(store, row),
    ]),
  )
  return 1
}

function partsGone({ db }: Store, { account_id, id }: ExportRow): Write {
  return run(db.deleteFrom('export_parts').where('account_id', '=', account_id).where('export_id', '=', id).compile())
}
