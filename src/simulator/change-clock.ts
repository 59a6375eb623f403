// Moves the sandbox's time: freezes it, lets it run, and steps it through everything that falls due on the way.
import type { Clock } from '../core/clock.ts'
import { Failure, invalidField } from '../core/failure.ts'
import { dayStartMs, instantOf, isDay, plusDuration } from '../core/time.ts'
import { type HeldClock, holdClock } from '../store/clock-state.ts'
import { conditionHeld } from '../store/decide.ts'
import { leasedDueAt } from '../store/lease.ts'
import type { Store } from '../store/store.ts'
import { Unmet } from '../store/write.ts'

export interface ClockNeeds {
  store: Store
  clock: Clock
  /** The background work, which stands still while the clock is stepped, but for what each step makes due. */
  worker: {
    alone<R>(work: () => Promise<R>): Promise<R>
    runDue(untilMs?: number): Promise<void>
    nextDueAt(): Promise<string | undefined>
  }
  /** How long a move waits for others; some seconds when left out. */
  patienceMs?: number
}

/** What is asked of the clock, in this order: freeze, then set or advance, then resume. */
interface ClockChange {
  freeze?: boolean
  /** An instant with offset, or the start of a day in Mexico City. */
  set?: string
  /** An ISO 8601 duration. */
  advance?: string
  resume?: boolean
}

interface Moved {
  /** Instants at which something fell due on the way. */
  steps: number
  /** False when there was too much to do on the way: the clock stands where it came to; ask for the rest again. */
  finished: boolean
}

/** What keeps a repeated request from moving the clock twice. */
interface ClockRepeats<R> {
  /** Throws when the same request has moved the clock before; asked when nobody else moves it. */
  stillFree(): Promise<void>
  /** Makes the answer, and keeps it. */
  answer(moved: Moved): Promise<R>
}

const LATEST_MS = Date.UTC(2100, 0, 1)
/** The most real time one call takes, once it is its turn. */
const DEADLINE_MS = 20_000
/** A process that dies while it moves the clock holds it for so long. */
const HOLD_MS = 30_000
/** Whoever else wants to move it waits for so long until its move begins, in this process and for others together. */
const PATIENCE_MS = 10_000
/** When to ask again: a long move takes as long as one call may. */
const RETRY_AFTER_SECONDS = 5
const TURN_PAUSE_MS = 20
/** Work that another process has under way is waited for so long, so often. */
const STUCK_PAUSE_MS = 50
const STUCK_LIMIT = 60

/**
 * Changes the clock for the whole service, step by step through every due time, so that things happen in the order in which
 * time would have brought them. Of many who do so at once, in whatever process, one does after the other. Fails with
 * `parameters-invalid` on a target in the past or no target at all, and with `clock-moved`, and when to ask again, when it would wait for
 * others longer than `PATIENCE_MS`.
 */
export async function changeClock<R>(needs: ClockNeeds, change: ClockChange, repeats: ClockRepeats<R>): Promise<R> {
  // What cannot be is refused before anybody's work is held up for it; what it comes to is decided when it is its turn.
  targetOf(needs.clock, change)
  const untilMs = needs.clock.wallMs() + (needs.patienceMs ?? PATIENCE_MS)
  return begunBy(needs, untilMs, async (isLate) => {
    if (isLate()) throw tooLate()
    const held = await turn(needs, isLate)
    try {
      await repeats.stillFree()
      return await repeats.answer(await changeNow(needs, held, change))
    } catch (error) {
      if (error instanceof Unmet) throw new Failure('clock-moved')
      throw error
    } finally {
      await conditionHeld(held.release())
    }
  })
}

/** Does the work when it is its turn in this process. Who is refused meanwhile is told at once, and not when the others are done. */
function begunBy<R>({ worker, clock }: ClockNeeds, untilMs: number, work: (isLate: () => boolean) => Promise<R>) {
  const isLate = () => clock.wallMs() >= untilMs
  return new Promise<R>((resolve, reject) => {
    const giveUp = setTimeout(() => reject(tooLate()), untilMs - clock.wallMs())
    const inTurn = () => {
      clearTimeout(giveUp)
      return work(isLate)
    }
    worker.alone(inTurn).then(resolve, reject)
  })
}

function tooLate(): Failure {
  return new Failure('clock-moved', { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

/** Waits until nobody else holds the clock. */
async function turn(needs: ClockNeeds, isLate: () => boolean): Promise<HeldClock> {
  for (;;) {
    const held = await holdClock(needs, HOLD_MS)
    if (held) return held
    if (isLate()) throw tooLate()
    await new Promise((resolve) => setTimeout(resolve, TURN_PAUSE_MS))
  }
}

async function changeNow(needs: ClockNeeds, held: HeldClock, change: ClockChange): Promise<Moved> {
  const { clock } = needs
  const targetMs = targetOf(clock, change)
  if (change.freeze && held.state().frozenMs === null) {
    await held.set({ ...held.state(), frozenMs: clock.epochMs() })
  }
  const moved = targetMs === undefined ? { steps: 0, finished: true } : await stepTo(needs, held, targetMs)
  const { frozenMs } = held.state()
  if (change.resume && frozenMs !== null && moved.finished) {
    await held.set({ offsetMs: frozenMs - clock.wallMs(), frozenMs: null })
  }
  return moved
}

/** A frozen clock stays frozen at the new instant; a running one runs on from it. */
function move(clock: Clock, held: HeldClock, epochMs: number): Promise<void> {
  const { offsetMs, frozenMs } = held.state()
  return held.set(
    frozenMs === null ? { offsetMs: epochMs - clock.wallMs(), frozenMs } : { offsetMs, frozenMs: epochMs },
  )
}

function targetOf(clock: Clock, { freeze, set, advance, resume }: ClockChange): number | undefined {
  if ((set && advance) || (freeze && resume) || !(set || advance || freeze || resume)) {
    const [es, en] = [
      'envía freeze, resume, set o advance; freeze excluye a resume, y set a advance',
      'send freeze, resume, set or advance; freeze excludes resume, and set excludes advance',
    ]
    throw invalidField('body', es, en)
  }
  const nowMs = clock.epochMs()
  if (advance !== undefined) {
    const targetMs = plusDuration(nowMs, advance)
    const [es, en] = [
      'advance debe ser una duración ISO 8601, como P3D',
      'advance must be an ISO 8601 duration such as P3D',
    ]
    if (targetMs === undefined) throw invalidField('advance', es, en)
    return within('advance', nowMs, targetMs)
  }
  if (set === undefined) return undefined
  const targetMs = isDay(set) ? dayStartMs(set) : instantMs(set)
  const [es, en] = ['set debe ser una fecha y hora con zona', 'set must be a date and time with an offset']
  if (targetMs === undefined) throw invalidField('set', es, en)
  return within('set', nowMs, targetMs)
}

function within(field: string, nowMs: number, targetMs: number): number {
  if (targetMs < nowMs) {
    throw invalidField(field, `${field}: el reloj no retrocede`, `${field}: the clock does not go back`)
  }
  if (targetMs > LATEST_MS) {
    throw invalidField(field, `${field}: el reloj llega hasta 2100`, `${field}: the clock goes as far as 2100`)
  }
  return targetMs
}

function instantMs(text: string): number | undefined {
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

async function stepTo({ store, clock, worker }: ClockNeeds, held: HeldClock, targetMs: number): Promise<Moved> {
  const deadlineMs = clock.wallMs() + DEADLINE_MS
  let steps = 0
  let stuck = 0
  await worker.runDue(deadlineMs)
  for (;;) {
    // In this order: a lease that lapses meanwhile is seen by one of the two.
    const taken = await leasedDueAt({ store, clock }, instantOf(targetMs))
    const free = await worker.nextDueAt()
    const leased = taken !== undefined && (free === undefined || taken < free) ? taken : undefined
    const due = leased ?? free
    const dueMs = due === undefined ? Number.POSITIVE_INFINITY : Date.parse(due)
    // What is leased is waited for: who holds it does it, or is dead, and then it is free when the lease lapses.
    if (dueMs > targetMs || (stuck > STUCK_LIMIT && leased === undefined)) break
    if (clock.wallMs() > deadlineMs) return { steps, finished: false }
    if (dueMs > clock.epochMs()) {
      await move(clock, held, dueMs)
      steps += 1
      stuck = 0
    } else {
      // Due, and not done by us: another process has it, or its network keeps it waiting.
      stuck += 1
      await new Promise((resolve) => setTimeout(resolve, STUCK_PAUSE_MS))
    }
    await worker.runDue(deadlineMs)
  }
  if (targetMs > clock.epochMs()) await move(clock, held, targetMs)
  await worker.runDue(deadlineMs)
  return { steps, finished: true }
}
