// The connections of a process to PostgreSQL. Each is lent to one piece of work at a time. The deadline of the work begins when it asks
// for a connection. A failed connection is dropped, and another is opened. All lead to the server that was reached last.
import { Failure } from '../../failures.ts'
import { Away } from './errors.ts'
import { openSession, type Session, type SessionOptions } from './session.ts'

/** How much work may wait for a connection. Beyond that, work is refused with `service-busy`. */
const QUEUE_LIMIT = 10_000
/** After a connection could not be opened while others work, how long until the next try. */
const OPEN_AGAIN_MS = 500
/** A connection is replaced at a random age between this and twice this, so that its memory on the server does not grow without bound. */
const LIFE_MS = 30 * 60_000
const CLOSE_LIMIT_MS = 5_000

interface Borrowing {
  /** On the scale of `performance.now()`. Work that has not ended by then fails with `Away`, and its connection is dropped. */
  deadlineMs: number
  /** True for work that goes before all other work that waits. */
  urgent?: boolean
  /** Which idle connection is taken first, if there is one for which it holds. */
  prefers?: (session: Session) => boolean
}

interface Pool {
  /**
   * Lends a connection to `work`. Throws `NotAsked` when there was none before the deadline, `Away` when the connection is lost or the
   * database does not answer in time.
   */
  use<R>(borrowing: Borrowing, work: (session: Session) => Promise<R>): Promise<R>
  close(): Promise<void>
}

/** The work did not begin: nothing of it was done. */
export class NotAsked extends Away {}

const tooLate = () => new NotAsked('the time for it is over')

interface Waiter {
  resolve: (session: Session) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout
}

/** Opens up to `size` connections, when they are needed. */
export function createPool(url: string, size: number, options: SessionOptions): Pool {
  const idle: Session[] = []
  const lent = new Set<Session>()
  const waiters: Waiter[] = []
  const retireAt = new WeakMap<Session, number>()
  /** The server that the last connection has reached. */
  let server = ''
  let opening = 0
  let failedAtMs = Number.NEGATIVE_INFINITY
  let closed = false

  const alive = () => idle.length + lent.size

  /** It leads to a server whose place another has taken: what is written there, the others do not see. */
  const isElsewhere = (session: Session) => session.server !== server

  const open = async () => {
    opening += 1
    try {
      const session = await openSession(url, options)
      failedAtMs = Number.NEGATIVE_INFINITY
      retireAt.set(session, session.openedAtMs + LIFE_MS * (1 + Math.random()))
      opening -= 1
      server = session.server
      for (const other of idle.filter(isElsewhere)) {
        idle.splice(idle.indexOf(other), 1)
        void other.end()
      }
      give(session)
    } catch (error) {
      opening -= 1
      failedAtMs = performance.now()
      // Other connections are in use, or being opened: the waiters wait until one of them is free.
      if (alive() > 0 || opening > 0) return grow()
      const { message } = error as Error
      for (const waiter of waiters.splice(0)) refuse(waiter, new NotAsked(message, { cause: error }))
    }
    grow()
  }

  /** Opens the missing connections; one at a time after an attempt has failed. */
  const grow = () => {
    const failed = failedAtMs !== Number.NEGATIVE_INFINITY
    if (failed && opening > 0) return
    if (failed && alive() > 0 && performance.now() < failedAtMs + OPEN_AGAIN_MS) return
    const missing = Math.min(waiters.length - opening, size - alive() - opening)
    for (let count = failed ? Math.min(missing, 1) : missing; count > 0; count -= 1) void open()
  }

  const refuse = (waiter: Waiter, error: unknown) => {
    clearTimeout(waiter.timer)
    waiter.reject(error)
  }

  const give = (session: Session) => {
    if (closed) return void session.end()
    const waiter = waiters.shift()
    if (waiter === undefined) return void idle.push(session)
    clearTimeout(waiter.timer)
    lent.add(session)
    waiter.resolve(session)
  }

  const takeBack = (session: Session) => {
    lent.delete(session)
    if (!session.sound || session.inTransaction) session.destroy()
    else if (isElsewhere(session) || performance.now() > (retireAt.get(session) ?? 0)) void session.end()
    else return give(session)
    grow()
  }

  const takeIdle = (prefers: Borrowing['prefers']): Session | undefined => {
    const at = prefers === undefined ? -1 : idle.findIndex(prefers)
    return at < 0 ? idle.pop() : idle.splice(at, 1)[0]
  }

  const borrow = ({ deadlineMs, urgent = false, prefers }: Borrowing): Promise<Session> => {
    if (closed) return Promise.reject(new NotAsked('the connections to the database are closed'))
    const leftMs = deadlineMs - performance.now()
    if (leftMs <= 0) return Promise.reject(tooLate())
    for (let session = takeIdle(prefers); session !== undefined; session = takeIdle(prefers)) {
      if (!session.sound) continue
      lent.add(session)
      return Promise.resolve(session)
    }
    if (waiters.length >= QUEUE_LIMIT) return Promise.reject(new Failure('service-busy', { retryAfterSeconds: 1 }))
    return new Promise((resolve, reject) => {
      const late = () => {
        waiters.splice(waiters.indexOf(waiter), 1)
        reject(new NotAsked('no connection to the database was free in time'))
      }
      const timer = setTimeout(late, leftMs)
      const waiter: Waiter = { resolve, reject, timer }
      if (urgent) waiters.unshift(waiter)
      else waiters.push(waiter)
      grow()
    })
  }

  /** The server has sent nothing since `sinceMs`. Idle connections that were silent for as long probably share the broken network path. */
  const giveUp = (session: Session, sinceMs: number) => {
    session.cancel()
    for (const other of idle.filter(({ heardAtMs }) => heardAtMs < sinceMs)) {
      idle.splice(idle.indexOf(other), 1)
      other.destroy()
    }
  }

  return {
    use: async (borrowing, work) => {
      const session = await borrow(borrowing)
      const lentAtMs = performance.now()
      const leftMs = borrowing.deadlineMs - lentAtMs
      // A process that had no processor for a while may lend before its timers fire. The connection is not to blame.
      if (leftMs <= 0) {
        takeBack(session)
        throw tooLate()
      }
      const { promise: late, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => {
        giveUp(session, lentAtMs)
        reject(new Away('the database does not answer'))
      }, leftMs)
      try {
        return await Promise.race([work(session), late])
      } finally {
        clearTimeout(timer)
        takeBack(session)
      }
    },
    close: async () => {
      closed = true
      for (const waiter of waiters.splice(0)) refuse(waiter, new NotAsked('the connections to the database are closed'))
      const until = performance.now() + CLOSE_LIMIT_MS
      while ((lent.size > 0 || opening > 0) && performance.now() < until) await new Promise((go) => setTimeout(go, 1))
      for (const session of lent) session.destroy()
      await Promise.all(idle.splice(0).map((session) => session.end()))
    },
  }
}
