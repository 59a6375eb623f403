// The thread that writes the file, with group commit: all batches that wait are written in one transaction, so that one
// disk flush serves all of them, and a refused batch undoes only itself.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { Value } from '../../core/table.ts'
import { type Places, placesOf } from './files-in-place.ts'

/** A statement and how to run it; orders refer to it by its place among all recipes sent since `anew`. */
export interface Recipe {
  text: string
  /** How many rows the statement must touch; undefined: it is not checked. */
  rows?: number
  /**
   * Counters: the positions of the key among the values. The other values are added up over a whole group before they are
   * written.
   */
  key?: number[]
  /** True when it answers rows. */
  answers?: boolean
}

/** A batch: for each statement the place of its recipe, and its values. */
export type Order = [place: number, ...values: Value[]][]

/** What is sent in one message, as JSON. */
export interface Orders {
  /** True: recipes that were sent before are forgotten. */
  anew: boolean
  recipes: Recipe[]
  batches: Order[]
}

export interface Refusal {
  message: string
  code?: string
  errcode?: number
  /** True when a condition did not hold. */
  unmet?: boolean
}

/** The results of the next `count` batches, in the order of sending: batches that are not listed were written. */
export interface Answers {
  count: number
  rows: [index: number, rows: unknown[]][]
  refused: [index: number, refusal: Refusal][]
}

/** Batches of one flush, so that a burst does not keep the first of them waiting. */
const GROUP_LIMIT = 256
/** What the thread is started with. */
export interface Place {
  path: string
  /** How long another process (the command line) may hold the file. */
  busyLimitMs: number
}

class Unmet extends Error {}
class Refused extends Error {}

interface Prepared extends Recipe {
  statement?: StatementSync
}

interface Batch {
  order: Order
  recipes: Prepared[]
}

/** Counters of a group: for each statement, what is to be added under each key. */
type Counts = Map<Prepared, Map<string, Value[]>>

if (parentPort) serve(parentPort, workerData as Place)

/** Opens the file and writes what comes through the port. */
function serve(port: MessagePort, { path, busyLimitMs }: Place): void {
  const database = new DatabaseSync(path, { timeout: busyLimitMs })
  database.exec('pragma synchronous = full')
  database.exec('pragma foreign_keys = on')
  // 12 MiB; the system's cache holds the rest.
  database.exec('pragma cache_size = -12288')
  database.exec('pragma temp_store = memory')
  // A checkpoint writes each changed page once, so fewer checkpoints are cheaper.
  database.exec('pragma wal_autocheckpoint = 4000')
  const { begin, write } = writerOf(database, placesOf(path))
  const queue: Batch[] = []
  let recipes: Prepared[] = []

  const take = (text: string) => {
    const orders = JSON.parse(text) as Orders
    if (orders.anew) recipes = []
    recipes.push(...orders.recipes)
    for (const order of orders.batches) queue.push({ order, recipes })
  }
  const answer = (answers: Answers) => port.postMessage(JSON.stringify(answers))

  port.on('message', (text: string) => {
    take(text)
    while (queue.length > 0) {
      const held = begin()
      if (held === undefined) answer(write(queue.splice(0, GROUP_LIMIT)))
      // Batches that came meanwhile are written next, together; or refused together, so that they do not wait one after
      // another.
      for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) take(more.message)
      if (held !== undefined) answer(refused(queue.splice(0), held))
    }
  })
}

interface Writer {
  /** Locks the file for writing; returns the refusal when another process holds it too long, or the file was moved away. */
  begin(): Refusal | undefined
  /** Writes a group in the transaction that was begun, and flushes it. */
  write(group: Batch[]): Answers
}

const [SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN] = [10, 13, 14]

function writerOf(database: DatabaseSync, places: Places): Writer {
  const beginning = database.prepare('begin immediate')
  const commit = database.prepare('commit')
  const checkpoint = database.prepare('pragma wal_checkpoint(passive)')
  const restart = database.prepare('pragma wal_checkpoint(restart)')
  const rollback = database.prepare('rollback')
  const savepoint = database.prepare('savepoint one')
  const release = database.prepare('release one')
  const rollbackTo = database.prepare('rollback to one')

  const begin = (): Refusal | undefined => {
    try {
      const gone = places.fault()
      if (gone !== undefined) {
        if (gone.saves) checkpoint.run()
        return { message: gone.message, code: 'ERR_SQLITE_ERROR', errcode: SQLITE_CANTOPEN }
      }
      beginning.run()
      return undefined
    } catch (error) {
      return refusalOf(error)
    }
  }

  /** What the log (`-wal`) has is brought into the file where it can grow no more, as with a full disk or a limit of file sizes: then it begins anew. */
  const writeGroup = (group: Batch[]): Answers => {
    try {
      return writeOnce(group)
    } catch (error) {
      if (!isWithoutRoom(error)) return refused(group, refusalOf(error))
    }
    try {
      // Waits for readers of what it begins anew with.
      restart.run()
      return writeOnce(group)
    } catch (error) {
      return refused(group, refusalOf(error))
    }
  }

  /** Throws what stands against the whole group. */
  const writeOnce = (group: Batch[]): Answers => {
    for (const write of [writeTogether, writeApart]) {
      try {
        if (!database.isTransaction) beginning.run()
        const answers = write(group)
        commit.run()
        return answers
      } catch (error) {
        if (database.isTransaction) rollback.run()
        if (!(error instanceof Refused)) throw error
      }
    }
    throw new Error('batches that are written apart are not refused together')
  }

  /** Usually no batch is refused. Throws `Refused` if one is: then the group is written again, each batch separately. */
  const writeTogether = (group: Batch[]): Answers => {
    const answers: Answers = { count: group.length, rows: [], refused: [] }
    const counts: Counts = new Map()
    try {
      group.forEach((batch, index) => {
        const rows = writeBatch(batch, counts)
        if (rows !== undefined) answers.rows.push([index, rows])
      })
      writeCounts(counts)
      return answers
    } catch (error) {
      throw database.isTransaction ? new Refused() : error
    }
  }

  /**
   * Each batch in a savepoint, so that one can be undone alone. SQLite copies every page that is changed in a savepoint,
   * which takes time.
   */
  const writeApart = (group: Batch[]): Answers => {
    const answers: Answers = { count: group.length, rows: [], refused: [] }
    group.forEach((batch, index) => {
      savepoint.run()
      try {
        const counts: Counts = new Map()
        const rows = writeBatch(batch, counts)
        writeCounts(counts)
        if (rows !== undefined) answers.rows.push([index, rows])
      } catch (error) {
        // A full disk undoes the whole group at once: then there is no savepoint to go back to.
        if (!database.isTransaction) throw error
        answers.refused.push([index, refusalOf(error)])
        rollbackTo.run()
      }
      release.run()
    })
    return answers
  }

  /**
   * Counters go into `counts`, because they cannot be refused and many batches count in the same rows. Returns the rows of
   * a statement that answers rows.
   */
  const writeBatch = ({ order, recipes }: Batch, counts: Counts): unknown[] | undefined => {
    let rows: unknown[] | undefined
    for (const [place, ...values] of order) {
      const recipe = recipes[place]
      if (recipe === undefined) throw new Error('an order names a recipe that was not sent')
      if (recipe.key !== undefined) count(counts, recipe, values)
      else if (recipe.answers) rows = statementOf(recipe).all(...values)
      else {
        const { changes } = statementOf(recipe).run(...values)
        if (recipe.rows !== undefined && changes !== recipe.rows) throw new Unmet('a condition no longer holds')
      }
    }
    return rows
  }

  const writeCounts = (counts: Counts): void => {
    for (const [recipe, keys] of counts) for (const values of keys.values()) statementOf(recipe).run(...values)
  }

  const statementOf = (recipe: Prepared): StatementSync => {
    recipe.statement ??= database.prepare(recipe.text)
    return recipe.statement
  }

  return { begin, write: writeGroup }
}

function count(counts: Counts, recipe: Prepared, values: Value[]): void {
  const { key = [] } = recipe
  const keys = counts.get(recipe) ?? new Map<string, Value[]>()
  counts.set(recipe, keys)
  let name = ''
  for (const place of key) name += `${values[place]}\u0000`
  const sum = keys.get(name)
  if (sum === undefined) {
    keys.set(name, values)
    return
  }
  for (const [place, value] of values.entries()) {
    if (!key.includes(place)) sum[place] = Number(sum[place]) + Number(value)
  }
}

function isWithoutRoom(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number }
  return [SQLITE_IOERR, SQLITE_FULL].includes(errcode & 0xff)
}

/** Refuses all batches of a group for the same reason. */
function refused(group: Batch[], refusal: Refusal): Answers {
  return { count: group.length, rows: [], refused: group.map((_, index) => [index, refusal]) }
}

function refusalOf(error: unknown): Refusal {
  const { message, code, errcode } = error as Error & { code?: string; errcode?: number }
  return { message, ...(code && { code }), ...(errcode && { errcode }), ...(error instanceof Unmet && { unmet: true }) }
}
