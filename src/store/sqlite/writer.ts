// The writing side of the embedded engine, as the event loop sees it: batches go to a thread as orders, which group commits them
// (sqlite-thread.ts), and a batch's promise resolves after its flush.
import { Worker } from 'node:worker_threads'
import type { CompiledQuery } from 'kysely'
import type { Value } from '../../core/table.ts'
import { Failure } from '../../failures.ts'
import { tables } from '../../tables.ts'
import { balanceTooLarge, isBeyondBalance } from '../balance-bound.ts'
import { type ReadRow, rowReader } from '../row-forms.ts'
import { sqliteText } from '../schema/changed-meanwhile.ts'
import type { Store } from '../store.ts'
import { columnsOf, Duplicate, shapeOf, statementOf, Unmet, valuesOf, type Write } from '../write.ts'
import type { Answers, Order, Orders, Place, Recipe, Refusal } from './writer-thread.ts'

/** Batches that may wait; further ones are refused as busy. */
const QUEUE_LIMIT = 10_000
/** This many batches are sent before the turn of the event loop ends, so that the thread begins while the loop goes on. */
const SENT_AT_ONCE = 32
/** Statements that the thread keeps compiled. */
const MAX_RECIPES = 2_000
/** The objects of a group are garbage at once, so a small young generation suffices instead of three times sixteen MiB. */
const YOUNG_MIB = 4

type Rows = Extract<Write, { rows: object[] }>
type Row = Rows['rows'][number]

/** The place of the statement of a row, and how its values are read. */
interface Form {
  place: number
  read: ReadRow
}

interface Waiting {
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

interface Writer extends Pick<Store, 'commit' | 'returning' | 'load'> {
  /** Whether the disk was full a moment ago. */
  isFull(): boolean
  /** Writes the waiting batches and ends the thread. */
  close(): Promise<void>
}

/** A writer of a file. Its thread starts with the first write. `onAnswers` is called before promises resolve. */
export function createWriter(place: Place, { onAnswers }: { onAnswers: () => void }): Writer {
  /** Batches that the thread has not answered, in the order of sending. */
  const waiting: Waiting[] = []
  /** The places of the statements that the thread knows, by shape. */
  const places = new Map<string, number>()
  /** How rows of a table are written, by the kind of write, or by the list of columns where it is named. */
  const forms: Record<Rows['kind'], Map<string | readonly string[], Form>> = {
    insert: new Map(),
    add: new Map(),
    ensure: new Map(),
  }
  let fullAtMs = Number.NEGATIVE_INFINITY
  let thread: Worker | undefined
  let next: Orders | undefined
  let batches = 0
  let flushes = 0

  const enqueue = <R>(order: (orders: Orders) => Order): Promise<R> =>
    new Promise<R>((resolve, reject) => {
      if (waiting.length >= QUEUE_LIMIT) {
        reject(new Failure('service-busy', { retryAfterSeconds: 1 }))
        return
      }
      next ??= begun()
      next.batches.push(order(next))
      waiting.push({ resolve: resolve as (value: never) => void, reject })
      if (next.batches.length >= SENT_AT_ONCE) send()
    })

  /** The message for the batches of one turn of the event loop. */
  const begun = (): Orders => {
    setImmediate(send)
    const anew = thread === undefined || places.size > MAX_RECIPES
    if (anew) {
      places.clear()
      for (const known of Object.values(forms)) known.clear()
    }
    return { anew, recipes: [], batches: [] }
  }

  const send = () => {
    if (next === undefined) return
    try {
      thread ??= started()
    } catch (cause) {
      // The process may start no more threads, or open no more files. A later write tries again.
      refuseWaiting(new Ended('the writing thread cannot be started', { cause }))
      return
    }
    // The thread keeps the process alive only while batches wait.
    thread.ref()
    // As text: half the work of a structured copy.
    thread.postMessage(JSON.stringify(next))
    next = undefined
  }

  const started = (): Worker => {
    const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), {
      workerData: place,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
    })
    let cause: unknown
    worker.on('message', (text: string) => settle(JSON.parse(text) as Answers))
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => refuseWaiting(new Ended('the writing thread ended', { cause })))
    return worker
  }

  const refuseWaiting = (ended: Ended) => {
    thread = undefined
    next = undefined
    for (const one of waiting.splice(0)) one.reject(ended)
  }

  const settle = ({ count, rows, refused }: Answers) => {
    onAnswers()
    flushes += 1
    batches += count
    const answers = new Map(rows)
    const refusals = new Map(refused)
    waiting.splice(0, count).forEach(({ resolve, reject }, index) => {
      const refusal = refusals.get(index)
      if (refusal === undefined) resolve(answers.get(index) as never)
      else {
        if (isOf(refusal, SQLITE_FULL)) fullAtMs = performance.now()
        reject(errorOf(refusal))
      }
    })
    if (waiting.length === 0) thread?.unref()
  }

  const placeOf = (orders: Orders, shape: string, recipe: () => Recipe): number => {
    const known = places.get(shape)
    if (known !== undefined) return known
    const place = places.size
    places.set(shape, place)
    orders.recipes.push(recipe())
    return place
  }

  const lineOf = (orders: Orders, write: Write): Order[number] => [
    placeOf(orders, shapeOf(write), () => recipeOf(write)),
    ...valuesOf(write),
  ]

  const rowLine = (orders: Orders, write: Rows, row: Row): Order[number] => lineOf(orders, { ...write, rows: [row] })

  /** The columns of new rows of a table are always the same, so they are looked at once, unless the write names them. */
  const formOf = (orders: Orders, write: Rows, row: Row): Form => {
    const name = (write.kind === 'insert' ? write.columns : undefined) ?? write.table
    const known = forms[write.kind].get(name)
    if (known !== undefined) return known
    const [place] = rowLine(orders, write, row)
    const form = { place, read: rowReader(columnsOf({ ...write, rows: [row] })) }
    forms[write.kind].set(name, form)
    return form
  }

  /** A statement for each row. */
  const orderOf = (orders: Orders, writes: Write[]): Order => {
    const order: Order = []
    for (const write of writes) {
      if (write.kind === 'update' || write.kind === 'query') {
        order.push(lineOf(orders, write))
        continue
      }
      for (const row of write.rows) {
        const { place, read } = formOf(orders, write, row)
        const values = read(row)
        order.push(isComplete(values) ? [place, ...values] : rowLine(orders, write, row))
      }
    }
    return order
  }

  return {
    commit: (writes) => enqueue((orders) => orderOf(orders, writes)),
    returning: <R>(query: CompiledQuery<R>) =>
      enqueue<R[]>((orders) => {
        const recipe = () => ({ text: query.sql, answers: true })
        return [[placeOf(orders, `returning ${query.sql}`, recipe), ...(query.parameters as never[])]]
      }),
    isFull: () => performance.now() < fullAtMs + FULL_FOR_MS,
    load: () => ({ waiting: waiting.length, batches, flushes }),
    close: async () => {
      while (waiting.length > 0) await new Promise((resolve) => setTimeout(resolve, 1))
      await thread?.terminate()
    },
  }
}

function isComplete(values: (Value | undefined)[]): values is Value[] {
  return !values.includes(undefined)
}

/** The batches under way may or may not be written. The next write starts another thread. */
class Ended extends Error {
  readonly code = 'CONNECTION_ENDED'
}

function recipeOf(write: Write): Recipe {
  // Without a number: SQLite would look up the name of each parameter by going through all of them.
  const { text, rows } = statementOf(write, () => '?')
  if (write.kind !== 'add') return { text, ...(rows !== undefined && { rows }) }
  const columns = Object.keys(write.rows[0] ?? {})
  return { text, key: write.key.map((column) => columns.indexOf(column)) }
}

const [SQLITE_BUSY, SQLITE_IOERR, SQLITE_FULL] = [5, 10, 13]
/** How long a full disk is remembered: a small write, such as the probe of readiness, may still find room where a payment does not. */
const FULL_FOR_MS = 5_000
const FULL =
  'the disk of the database is full and nothing is written: make room on the disk of DATA_DIR or DATABASE_URL'

const FAULTY =
  'the disk of the database cannot be read or written, and nothing is written: look at the disk of DATA_DIR or DATABASE_URL, its free space, its quota and the limit of file sizes (ulimit -f)'
const TEXTS = new Map([
  [SQLITE_IOERR, FAULTY],
  [SQLITE_FULL, FULL],
])

/** Further bits of a code say more exactly what happened. */
function isOf({ errcode }: Refusal, code: number | undefined): boolean {
  return errcode !== undefined && errcode % 256 === code
}

function errorOf(refusal: Refusal): unknown {
  if (refusal.unmet) return new Unmet('a condition no longer holds')
  const unique = /^UNIQUE constraint failed: (.+)$/.exec(refusal.message)
  if (unique) {
    const index = /^index '(.+)'$/.exec(unique[1] ?? '')?.[1]
    if (index !== undefined) return duplicateOf(index)
    // `UNIQUE constraint failed: operations.account_id, operations.external_claim`
    const names = (unique[1] ?? '').split(', ').map((name) => name.split('.'))
    return new Duplicate(
      names[0]?.[0] ?? '',
      names.map((name) => name[1] ?? ''),
    )
  }
  if (isBeyondBalance(refusal.message)) return balanceTooLarge()
  if (isOf(refusal, SQLITE_BUSY)) return new Failure('service-busy', { retryAfterSeconds: 1 })
  const message = TEXTS.get((refusal.errcode ?? 0) % 256) ?? sqliteText(refusal)
  return Object.assign(new Error(message), { code: refusal.code, errcode: refusal.errcode })
}

/** Of an index on an expression SQLite says only the name. */
function duplicateOf(index: string): Duplicate {
  const table = tables.find(({ keys }) => keys.unique?.[index] !== undefined)
  return new Duplicate(table?.name ?? '', table?.keys.unique?.[index]?.split(', ') ?? [])
}
