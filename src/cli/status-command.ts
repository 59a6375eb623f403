// `cobro status`: the waiting work and its age, the age of keys, failing webhooks, the last closed day of the books.
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { NO_NETWORK, type RailPort } from '../core/rail.ts'
import { DAY_MS } from '../core/time.ts'
import { transferStateNames, transferStates } from '../core/transfer.ts'
import { waitingForSettings } from '../service/unconfigured.ts'
import { logFaults } from '../store/log-watch.ts'
import { runningProcesses } from '../store/processes.ts'
import { apartText, CAUTION_MS } from '../store/server-clock.ts'
import type { Store } from '../store/store.ts'
import { setAsideRows } from '../store/troubled.ts'
import { listTransportKeys } from '../vault/transport-key-rows.ts'
import { failingWebhooks } from '../webhooks/failing.ts'
import { note, tell, withDatabase } from './opened-database.ts'

/** What a service without the network does not do. */
const WITHOUT: Record<RailPort, string> = {
  acquirer: 'no card payments, no plans',
  'cash-network': 'no payments at stores',
  'spei-bank': 'no SPEI payments, no payouts, no refunds and returns by transfer',
}

/** Work is overdue when its oldest item was due this long ago. */
const OVERDUE_MS = 15 * 60_000

interface Waiting {
  what: string
  count: number
  /** When the oldest item was due; null when none is. */
  dueAt: string | null
}

/**
 * Exit code 1 when a webhook fails, work is overdue, set aside or waits for a setting that is empty, or a clock is wrong, so that a monitor
 * can call it.
 */
export async function statusCommand(config: Config, asJson: boolean): Promise<void> {
  await withDatabase(config, { writes: false }, async ({ store, clock, name }) => {
    const nowMs = clock.epochMs()
    const [waiting, unconfigured, webhooks, keys, aside, processes, faults, closed] = await Promise.all([
      backlog(store),
      waitingForSettings(store, config, { givenUpToo: true }),
      failingWebhooks(store),
      keyAges(store),
      setAsideRows(store).execute(),
      runningProcesses({ store, clock }),
      logFaults(store, { nowMs, overdueMs: OVERDUE_MS }),
      store.db.selectFrom('book_progress').select('until_at').executeTakeFirst(),
    ])
    tell(asJson, `database\t${name} (${store.engine})`, { database: name, engine: store.engine })
    for (const [port, network] of Object.entries(config.networks)) {
      const without = network === NO_NETWORK ? `: ${WITHOUT[port as RailPort]}` : ''
      tell(asJson, `network\t${port} ${network}${without}`, {
        network: port,
        connector: network,
        offered: without === '',
      })
    }
    for (const { what, count, dueAt } of waiting) {
      const age = dueAt === null ? '' : `, the oldest due ${ageText(nowMs - Date.parse(dueAt))}`
      tell(asJson, `${what}\t${count} waiting${age}`, { waiting: what, count, oldest_due_at: dueAt })
    }
    for (const fault of faults) tell(asJson, `log of events\t${fault}`, { log_of_events: fault })
    for (const { setting, what, waiting: count, givenUp } of unconfigured) {
      const lost = givenUp === 0 ? '' : `, and ${givenUp} were given up`
      tell(asJson, `${setting}\tnot set: ${count} ${what} wait for it${lost}`, {
        setting,
        waiting: what,
        count,
        given_up: givenUp,
      })
    }
    // The row exists from the start; until the first hour is hashed it has no meaning.
    const until = closed === undefined || Date.parse(closed.until_at) <= 0 ? null : closed.until_at
    tell(asJson, `books\t${until === null ? 'no heads yet' : `closed up to ${until}`}`, { books_closed_until: until })
    for (const { id, createdAt, readableUntil } of keys) {
      const state = readableUntil === null ? 'published' : `readable until ${readableUntil}`
      const days = Math.floor((nowMs - Date.parse(createdAt)) / DAY_MS)
      tell(asJson, `RSA key\t${id}, ${days} days old, ${state}`, { rsa_key: id, days, readable_until: readableUntil })
    }
    for (const { id, url, state, failing_since } of webhooks) {
      const since = failing_since === null ? '' : `, fails since ${failing_since}`
      tell(asJson, `webhook\t${id} ${state}${since}: ${url}`, { webhook: id, state, failing_since, url })
    }
    for (const { id, source, row_id, error, last_at } of aside)
      tell(asJson, `set aside\t${id} ${source} ${row_id}, last tried at ${last_at}: ${error}`, {
        set_aside: id,
        source,
        row: row_id,
        last_at,
        because: error,
      })
    const apart = processes.filter((one) => Math.abs(one.system_ms - one.seen_ms) > CAUTION_MS)
    for (const { id, host, at_rest_key, started_at, system_ms, seen_ms } of processes) {
      const aheadMs = system_ms - seen_ms
      const clockText = Math.abs(aheadMs) > CAUTION_MS ? `, ${apartText(aheadMs)}` : ''
      tell(asJson, `process\t${id} on ${host} since ${started_at}, at-rest key ${at_rest_key}${clockText}`, {
        process: id,
        host,
        started_at,
        at_rest_key,
        clock_ahead_ms: aheadMs,
      })
    }
    const overdue = waiting.filter(({ dueAt }) => dueAt !== null && nowMs - Date.parse(dueAt) > OVERDUE_MS)
    const needed = [
      ...overdue.map(({ what }) => `${what} overdue`),
      ...(faults.length > 0 ? ['the log of events'] : []),
      ...unconfigured.map(({ setting }) => `${setting} is not set`),
      ...webhooks.map(({ id }) => `webhook ${id}`),
      ...aside.map(({ id }) => `set aside ${id}`),
      ...apart.map(({ host }) => `the clock of ${host}`),
    ]
    note(
      needed.length === 0
        ? 'No work is overdue, none waits for a setting, no webhook fails'
        : `Look at: ${needed.join(', ')}`,
    )
    if (needed.length > 0) process.exitCode = 1
  })
}

async function backlog({ db }: Store): Promise<Waiting[]> {
  const open = transferStateNames.filter((state) => transferStates[state].isOpen)
  const [events, webhooks, messages, transfers] = await Promise.all([
    eventsBehind(db),
    db
      .selectFrom('webhook_deliveries')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('due_at').as('due')])
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('messages')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('due_at').as('due')])
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('transfers')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('due_at').as('due')])
      .where('state', 'in', open)
      .executeTakeFirstOrThrow(),
  ])
  return Object.entries({ events, webhooks, messages, transfers }).map(([what, { count, due }]) => ({
    what,
    count: Number(count),
    dueAt: due,
  }))
}

/** The events that have no webhook deliveries yet. */
async function eventsBehind(db: Store['db']): Promise<{ count: number; due: string | null }> {
  const { rows } = await sql<{
    count: number
    due: string | null
  }>`select count(1) as count, min(events.created_at) as due
    from events join cursors on cursors.reader = 'webhooks' and cursors.bucket = events.bucket
      and (events.position, events.id) > (cursors.position, cursors.id)`.execute(db)
  return rows[0] ?? { count: 0, due: null }
}

async function keyAges(store: Store) {
  const rows = (await listTransportKeys(store)).slice(0, 2)
  return rows.map((row) => ({ id: row.id, createdAt: row.created_at, readableUntil: row.readable_until }))
}

/** Sample: `3 h ago`, `in 5 min`. */
function ageText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000)
  const [count, unit] =
    minutes < 60
      ? [minutes, 'min']
      : minutes < 2_880
        ? [Math.round(minutes / 60), 'h']
        : [Math.round(minutes / 1_440), 'days']
  return ms >= 0 ? `${count} ${unit} ago` : `in ${count} ${unit}`
}
