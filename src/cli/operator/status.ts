// `cobro status`: the waiting work and its age, the age of keys, failing webhooks, the last closed day of the books.
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { NO_NETWORK, type RailPort, railPortRows } from '../../core/rail-port.ts'
import { DAY_MS } from '../../core/time.ts'
import { transferStateNames, transferStates } from '../../core/transfer.ts'
import { failingWebhooks } from '../../events/webhooks/failing.ts'
import { waitingForSettings } from '../../service/unconfigured.ts'
import { across, acrossStore } from '../../store/across.ts'
import { movedText } from '../../store/clock-state.ts'
import { logFaults } from '../../store/log/watch.ts'
import { runningProcesses } from '../../store/processes.ts'
import { setAsideRows } from '../../store/queues/set-aside.ts'
import { apartText, CAUTION_MS } from '../../store/server-clock.ts'
import type { Store } from '../../store/store.ts'
import { listTransportKeys } from '../../vault/transport-key-rows.ts'
import { say, type Words } from '../terminal/speech.ts'
import { note, tell, withDatabase } from './opened-database.ts'

const WORK: Record<string, Words> = {
  events: ['eventos', 'events'],
  webhooks: ['webhooks', 'webhooks'],
  messages: ['mensajes', 'messages'],
  transfers: ['transferencias', 'transfers'],
}

const workName = (what: string) => say(WORK[what] ?? [what, what])

const READ_ONLY: Words = [
  'de solo lectura: no se toma ningún pago hasta que DATABASE_URL lleve al servidor que acepta escrituras y default_transaction_read_only esté apagado',
  'read only: no payment is taken until DATABASE_URL leads to the server that takes writes and default_transaction_read_only is off',
]

/** Work is overdue when its oldest item was due this long ago. */
const OVERDUE_MS = 15 * 60_000

interface Waiting {
  what: string
  count: number
  /** When the oldest item was due; null when none is. */
  dueAt: string | null
}

/**
 * Exit code 1 when PostgreSQL takes no writes, a webhook fails, work is overdue, set aside or waits for a setting that is empty, or a clock is wrong, so that a monitor
 * can call it.
 */
export async function statusCommand(config: Config, asJson: boolean): Promise<void> {
  await withDatabase(config, { writes: false }, async ({ store, clock, name }) => {
    const nowMs = clock.epochMs()
    const [readOnly, waiting, unconfigured, webhooks, keys, aside, processes, faults, closed] = await Promise.all([
      isReadOnly(store),
      backlog(store),
      waitingForSettings(store, config, { givenUpToo: true }),
      failingWebhooks(store),
      keyAges(store),
      setAsideRows(store).execute(),
      runningProcesses({ store, clock }),
      logFaults(store, { nowMs, overdueMs: OVERDUE_MS }),
      store.db.selectFrom('book_progress').select('until_at').executeTakeFirst(),
    ])
    const readOnlyText = readOnly ? `, ${say(READ_ONLY)}` : ''
    tell(asJson, `${say(['base de datos', 'database'])}\t${name} (${store.engine})${readOnlyText}`, {
      database: name,
      engine: store.engine,
      read_only: readOnly,
    })
    for (const [port, network] of Object.entries(config.networks)) {
      const without = network === NO_NETWORK ? `: ${say(railPortRows[port as RailPort].without)}` : ''
      tell(asJson, `${say(['red', 'network'])}\t${port} ${network}${without}`, {
        network: port,
        connector: network,
        offered: without === '',
      })
    }
    for (const { what, count, dueAt } of waiting) {
      const age =
        dueAt === null
          ? ''
          : say([', el más antiguo vencía {age}', ', the oldest due {age}'], {
              age: ageText(nowMs - Date.parse(dueAt)),
            })
      tell(asJson, `${workName(what)}\t${say(['{count} en espera', '{count} waiting'], { count })}${age}`, {
        waiting: what,
        count,
        oldest_due_at: dueAt,
      })
    }
    for (const fault of faults)
      tell(asJson, `${say(['registro de eventos', 'log of events'])}\t${fault}`, { log_of_events: fault })
    for (const { setting, what, waiting: count, givenUp } of unconfigured) {
      const lost =
        givenUp === 0 ? '' : say([', y {givenUp} se abandonaron', ', and {givenUp} were given up'], { givenUp })
      const waits = say(['sin poner: {count} {what} lo esperan', 'not set: {count} {what} wait for it'], {
        count,
        what: workName(what),
      })
      tell(asJson, `${setting}\t${waits}${lost}`, {
        setting,
        waiting: what,
        count,
        given_up: givenUp,
      })
    }
    // The row exists from the start; until the first hour is hashed it has no meaning.
    const until = closed === undefined || Date.parse(closed.until_at) <= 0 ? null : closed.until_at
    tell(
      asJson,
      `${say(['libros', 'books'])}\t${until === null ? say(['todavía sin sellos', 'no checkpoints yet']) : say(['cerrados hasta {until}', 'closed up to {until}'], { until })}`,
      { books_closed_until: until },
    )
    // Hours are closed when they are over: a clock has been ahead, or this one has gone back.
    const leapt = until !== null && Date.parse(until) > nowMs
    if (leapt)
      tell(
        asJson,
        `${say(['reloj', 'clock'])}\t${say(
          [
            'los libros están cerrados hasta después de ahora ({now}): un reloj estuvo adelantado, o este se atrasó. Corrígelo; lo que se escriba hasta {until} cae en horas cerradas, y la auditoría lo nombra',
            'the books are closed beyond now ({now}): a clock was ahead, or this one has gone back. Mend it; what is written until {until} falls into hours that are closed, and the audit names it',
          ],
          { now: clock.now(), until: until ?? '' },
        )}`,
        { clock: 'behind-closed-books', now: clock.now(), books_closed_until: until },
      )
    for (const { id, createdAt, readableUntil } of keys) {
      const state =
        readableUntil === null
          ? say(['publicada', 'published'])
          : say(['se lee hasta {until}', 'readable until {until}'], { until: readableUntil })
      const days = Math.floor((nowMs - Date.parse(createdAt)) / DAY_MS)
      const age = say(['{days} días', '{days} days old'], { days })
      tell(asJson, `${say(['llave RSA', 'RSA key'])}\t${id}, ${age}, ${state}`, {
        rsa_key: id,
        days,
        readable_until: readableUntil,
      })
    }
    for (const { id, url, state, failing_since } of webhooks) {
      const since =
        failing_since === null ? '' : say([', falla desde {since}', ', fails since {since}'], { since: failing_since })
      tell(asJson, `webhook\t${id} ${state}${since}: ${url}`, { webhook: id, state, failing_since, url })
    }
    for (const { id, source, row_id, error, last_at } of aside)
      tell(
        asJson,
        `${say(['apartado', 'set aside'])}\t${id} ${source} ${row_id}, ${say(['último intento {at}', 'last tried at {at}'], { at: last_at })}: ${error}`,
        {
          set_aside: id,
          source,
          row: row_id,
          last_at,
          because: error,
        },
      )
    const apart = processes.filter((one) => Math.abs(one.system_ms - one.seen_ms) > CAUTION_MS)
    for (const { id, host, at_rest_key, started_at, system_ms, seen_ms } of processes) {
      const aheadMs = system_ms - seen_ms
      const clockText = Math.abs(aheadMs) > CAUTION_MS ? `, ${apartText(aheadMs)}` : ''
      const about = say(
        ['{id} en {host} desde {at}, llave de reposo {key}', '{id} on {host} since {at}, at-rest key {key}'],
        {
          id,
          host,
          at: started_at,
          key: at_rest_key,
        },
      )
      tell(asJson, `${say(['proceso', 'process'])}\t${about}${clockText}`, {
        process: id,
        host,
        started_at,
        at_rest_key,
        clock_ahead_ms: aheadMs,
      })
    }
    const moved = config.mode === 'production' ? movedText(clock.state()) : undefined
    if (moved !== undefined) tell(asJson, `${say(['reloj', 'clock'])}\t${moved}`, { clock: moved })
    const overdue = waiting.filter(({ dueAt }) => dueAt !== null && nowMs - Date.parse(dueAt) > OVERDUE_MS)
    const needed = [
      ...(readOnly ? [say(['la base de datos, que es de solo lectura', 'the database, which is read only'])] : []),
      ...overdue.map(({ what }) => say(['{what} con atraso', '{what} overdue'], { what: workName(what) })),
      ...(faults.length > 0 ? [say(['el registro de eventos', 'the log of events'])] : []),
      ...unconfigured.map(({ setting }) => say(['falta poner {setting}', '{setting} is not set'], { setting })),
      ...webhooks.map(({ id }) => `webhook ${id}`),
      ...aside.map(({ id }) => say(['apartado {id}', 'set aside {id}'], { id })),
      ...(leapt ? [say(['el reloj, que está antes de los libros', 'the clock, which is behind the books'])] : []),
      ...(moved === undefined ? [] : [say(['el reloj del servicio', 'the clock of the service'])]),
      ...apart.map(({ host }) => say(['el reloj de {host}', 'the clock of {host}'], { host })),
    ]
    note(
      needed.length === 0
        ? say([
            'Ningún trabajo tiene atraso ni espera un ajuste, y ningún webhook falla',
            'No work is overdue, none waits for a setting, no webhook fails',
          ])
        : say(['Mira: {needed}', 'Look at: {needed}'], { needed: needed.join(', ') }),
    )
    if (needed.length > 0) process.exitCode = 1
  })
}

/** Whether PostgreSQL refuses writes of this role: a standby, or somebody has set so. Of a file only those who serve it can tell. */
async function isReadOnly({ engine, rows, db }: Store): Promise<boolean> {
  if (engine === 'sqlite') return false
  const asked = sql<{ setting: string }>`select current_setting('transaction_read_only') as setting`
  return (await rows(asked.compile(db))).some(({ setting }) => setting === 'on')
}

async function backlog(store: Store): Promise<Waiting[]> {
  const { db } = acrossStore(store, 'operator')
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
      .modifyEnd(across('operator'))
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
      and (events.position, events.id) > (cursors.position, cursors.id)
    where actor_kind is null ${across('log')}`.execute(db)
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
  const values = { count: count ?? 0, unit: unit === 'days' ? say(['días', 'days']) : (unit ?? '') }
  return ms >= 0
    ? say(['hace {count} {unit}', '{count} {unit} ago'], values)
    : say(['en {count} {unit}', 'in {count} {unit}'], values)
}
