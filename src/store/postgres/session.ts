// One connection to PostgreSQL, with one exchange in flight at a time. Every answer is counted and compared with the question. After
// anything unexpected the connection is not used again.
import type { Socket } from 'node:net'
import pg from 'pg'
import type { Value } from '../../core/table.ts'
import { IS_DISTRIBUTED } from '../cluster/on-cluster.ts'
import { rowMaker } from '../row-forms.ts'
import { isOtherSchema, otherSchemaText } from '../schema/changed-meanwhile.ts'
import { Unmet } from '../write.ts'
import { bindMessage } from './bind-message.ts'
import { bindsPassword, requireBinding } from './channel-binding.ts'
import { Away, connectionFault, isHarmless, Surprise } from './errors.ts'
import type { Asked, Row, Session, SessionOptions } from './exchange.ts'
import { cancel, rowsOf, type Wires, wiresOf, withLibpqTls } from './pg-internals.ts'
import { settingsOf } from './settings.ts'
import { isUnknown, type KnownStatements, keepTypes, readerOf, textsOf } from './values.ts'

export type { Asked, Row, Session, SessionOptions }

/** Statements that stay prepared on a connection; others are parsed each time. */
const MAX_PREPARED = 1_000
const END_LIMIT_MS = 1_000
const KEEP_ALIVE_AFTER_MS = 10_000

/** Connects. Throws `Away`. */
export async function openSession(url: string, options: SessionOptions): Promise<Session> {
  const { applicationName = 'cobro', connectTimeoutMs, statementTimeoutMs } = options
  const { known = new Map(), onOpened = () => {} } = options
  const settings: pg.ClientConfig = { connectionString: withLibpqTls(url) }
  const client = new pg.Client({
    ...settings,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    enableChannelBinding: bindsPassword(url),
  })
  requireBinding(url, (client as unknown as { connection: Parameters<typeof requireBinding>[1] }).connection)
  // The exchange under way gets the error of a lost connection separately.
  client.on('error', () => {})
  const wires = wiresOf(client)
  const destroy = () => wires.stream.destroy()
  const timer = setTimeout(destroy, connectTimeoutMs)
  try {
    await client.connect()
    const session = sessionOf(client, wires, known, () => cancel(client))
    const [row] = await session.exchange([{ text: HELLO, values: [] }], { named: false })
    session.pooled = Number(row?.pid) !== wires.processId()
    session.distributed =
      row?.citus === 1 && (await session.exchange([{ text: IS_DISTRIBUTED, values: [] }], { named: false })).length > 0
    session.clockOffsetMs = Number(row?.epoch_ms) - performance.now()
    session.server = String(row?.server)
    // Behind a pooler the settings would stay on a server process that others use.
    if (!session.pooled) {
      const settings = settingsOf(statementTimeoutMs).map((text) => ({ text, values: [] }))
      await session.exchange(settings, { named: false })
    }
    onOpened(session)
    return session
  } catch (error) {
    destroy()
    throw new Away(connectionFault(error), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

const HELLO = `select pg_backend_pid() as pid, extract(epoch from clock_timestamp()) * 1000 as epoch_ms,
  exists (select 1 from pg_catalog.pg_extension where extname = 'citus') as citus, extract(epoch from pg_postmaster_start_time()) || ' ' ||
  (select oid from pg_catalog.pg_database where datname = current_database()) as server`

interface Prepared {
  name: string
  /** How its rows are read; undefined until the server has described their columns. */
  reading: Reading | undefined
  /** True once the server has said that it knows the statement. */
  known: boolean
}

interface Reading {
  /** Reads the text of each column. */
  cells: ((text: string) => Value)[]
  rowOf: (values: Value[]) => Row
}

const NO_ROWS: Reading = { cells: [], rowOf: () => ({}) }

interface Step {
  asked: Asked
  statement: Prepared
}

interface InFlight {
  sent: Step[]
  /** Those that are answered. */
  steps: Step[]
  /** Only asks for the types of the values of this statement. */
  described?: { text: string; statement: Prepared }
  /** The step whose answer comes next. */
  at: number
  rows: Row[]
  error: unknown
  resolve: (rows: Row[]) => void
  reject: (error: unknown) => void
}

type Changing<T> = { -readonly [K in keyof T]: T[K] }

function sessionOf(client: pg.Client, wires: Wires, known: KnownStatements, tellServer: () => void): Changing<Session> {
  const prepared = new Map<string, Prepared>()
  let parsed = 0
  let flight: InFlight | undefined
  /** Statements that were sent to be parsed, in the order of the server's confirmations. */
  let parsing: Prepared[] = []

  const settle = () => {
    const landed = flight
    flight = undefined
    parsing = []
    if (landed === undefined) return
    session.heardAtMs = performance.now()
    if (landed.error === undefined && landed.at !== landed.steps.length)
      landed.error = new Surprise('an answer is short')
    if (landed.error === undefined) return landed.resolve(landed.rows)
    if (!isHarmless(landed.error) && !(landed.error instanceof Unmet)) session.sound = false
    landed.reject(landed.error)
  }
  const surprise = (what: string) => {
    session.sound = false
    if (flight !== undefined) flight.error ??= new Surprise(what)
  }
  const lost = (cause?: unknown) => {
    session.sound = false
    if (flight === undefined) return
    // The server's last error is why the connection ended. It does not tell whether the statement was executed.
    flight.error = new Away('the connection to the database was lost', { cause: flight.error ?? cause })
    settle()
  }

  client.on('end', () => lost())
  client.on('error', lost)
  wires.on('parseComplete', () => {
    const statement = parsing.shift()
    if (statement === undefined) surprise('a statement was parsed that was not sent')
    else statement.known = true
  })

  wires.on('parameterDescription', ({ dataTypeIDs }) => {
    if (flight?.described === undefined) return surprise('values are described that were not asked for')
    keepTypes(known, flight.described.text, dataTypeIDs)
  })

  const statementOf = (text: string, named: boolean): Prepared => {
    const known = named ? prepared.get(text) : undefined
    if (known !== undefined) return known
    const lasting = named && prepared.size < MAX_PREPARED
    if (lasting) parsed += 1
    const statement = { name: lasting ? `s${parsed}` : '', reading: undefined, known: false }
    if (lasting) prepared.set(text, statement)
    return statement
  }

  /** The query object that `pg` drives: it calls `submit` when the server is ready, and a handler for each part of the answer. */
  const spoken = {
    submit: (connection: pg.Connection) => {
      const { stream } = connection as unknown as { stream: Pick<Socket, 'cork' | 'uncork' | 'write'> }
      stream.cork()
      if (flight?.described !== undefined) {
        const { text, statement } = flight.described
        parsing.push(statement)
        connection.parse({ name: statement.name, text, types: [] } as never, true)
        connection.describe({ type: 'S', name: statement.name }, true)
      }
      for (const { asked, statement } of flight?.sent ?? []) {
        const { name } = statement
        // A statement that comes twice is parsed once; one without a name is replaced by the next.
        if (!statement.known && (name === '' || !parsing.includes(statement))) {
          parsing.push(statement)
          connection.parse({ name, text: asked.text, types: [] } as never, true)
        }
        stream.write(bindMessage(asked.portal ?? '', name, textsOf(known, asked)))
        if (asked.portal !== undefined) continue
        if (statement.reading === undefined) connection.describe({ type: 'P', name: '' }, true)
        connection.execute({ portal: '', rows: 0 } as never, true)
      }
      connection.sync()
      stream.uncork()
    },
    handleRowDescription: ({ fields }: { fields: { name: string; dataTypeID: number }[] }) => {
      if (flight?.described !== undefined) return
      const statement = flight?.steps[flight.at]?.statement
      if (statement === undefined || statement.reading !== undefined)
        return surprise('rows are described that were not asked for')
      statement.reading = {
        cells: fields.map((field) => readerOf(field.dataTypeID)),
        rowOf: rowMaker(fields.map((field) => field.name)),
      }
    },
    handleDataRow: ({ fields }: { fields: (string | null)[] }) => {
      const reading = flight?.steps[flight.at]?.statement.reading
      if (flight === undefined || reading?.cells.length !== fields.length) return surprise('a row has another shape')
      if (flight.at < flight.steps.length - 1) return
      const { cells, rowOf } = reading
      const values = cells.map((read, at) => {
        const field = fields[at] as string | null
        return field === null ? null : read(field)
      })
      flight.rows.push(rowOf(values))
    },
    handleCommandComplete: ({ text }: { text: string }) => {
      const { asked, statement } = flight?.steps[flight.at] ?? {}
      if (flight === undefined || statement === undefined) return surprise('there are more answers than questions')
      if (asked?.touches !== undefined && asked.touches !== rowsOf(text))
        flight.error ??= new Unmet('a condition no longer holds')
      // The server described no columns: the statement has no rows.
      statement.reading ??= NO_ROWS
      flight.at += 1
    },
    handleEmptyQuery: () => surprise('a statement was empty'),
    handlePortalSuspended: () => surprise('an answer was interrupted'),
    handleCopyInResponse: () => surprise('the server waits for data'),
    handleCopyData: () => surprise('the server sends data'),
    handleError: (error: unknown) => {
      if (error instanceof pg.DatabaseError) {
        if (isOtherSchema(error)) error.message = otherSchemaText(error.message)
        // The ready message follows, or the end of the connection.
        if (flight !== undefined) flight.error ??= error
      } else lost(error)
    },
    handleReadyForQuery: () => {},
  }
  wires.on('readyForQuery', settle)

  const send = (what: Pick<InFlight, 'sent' | 'steps' | 'described'>) =>
    new Promise<Row[]>((resolve, reject) => {
      if (flight !== undefined) throw new Error('an exchange is in flight on this connection')
      if (!session.sound) throw new Away('the connection to the database is lost')
      flight = { ...what, at: 0, rows: [], error: undefined, resolve, reject }
      try {
        client.query(spoken as never)
      } catch (error) {
        // A part of the exchange may have been sent.
        session.sound = false
        flight.error = error
        settle()
      }
    })

  const session: Changing<Session> = {
    sound: true,
    knows: (text) => prepared.has(text),
    get inTransaction() {
      return client.getTransactionStatus() !== 'I'
    },
    pooled: true,
    distributed: false,
    clockOffsetMs: 0,
    server: '',
    heardAtMs: performance.now(),
    openedAtMs: performance.now(),
    exchange: async (asked, { named = !session.pooled } = {}) => {
      for (const one of asked)
        if (isUnknown(known, one))
          await send({ sent: [], steps: [], described: { text: one.text, statement: statementOf(one.text, named) } })
      const sent = asked.map((one) => ({ asked: one, statement: statementOf(one.text, named) }))
      return send({ sent, steps: sent.filter((one) => one.asked.portal === undefined) })
    },
    cancel: () => {
      tellServer()
      session.destroy()
    },
    destroy: () => {
      session.sound = false
      wires.stream.destroy()
    },
    end: async () => {
      if (!session.sound) return session.destroy()
      session.sound = false
      // The server may be gone and never close its side.
      const timer = setTimeout(() => wires.stream.destroy(), END_LIMIT_MS)
      await client.end().finally(() => clearTimeout(timer))
    },
  }
  return session
}
