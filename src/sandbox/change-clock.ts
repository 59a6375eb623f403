// Moves the sandbox's clock: freezes it, lets it run, and steps it through everything that falls due on the way.
import type { Clock } from '../core/clock.ts'
import type { WorkerControl } from '../core/task.ts'
import { dayStartMs, instantOf, isDay, plusDuration } from '../core/time.ts'
import { Failure, invalidField } from '../failures.ts'
import { type HeldClock, holdClock } from '../store/clock-state.ts'
import { conditionHeld } from '../store/decide.ts'
import { leasedDueAt } from '../store/queues/lease.ts'
import type { StoreAndClock } from '../store/store.ts'
import { Unmet } from '../store/write.ts'

export interface ClockNeeds extends StoreAndClock {
  /** The background work, which pauses while the clock is stepped, except for the work that each step makes due. */
  worker: WorkerControl
  /** The longest wait for other moves; some seconds when left out. */
  patienceMs?: number
}

/** The requested changes, applied in this order: freeze, then set or advance, then resume. */
interface ClockChange {
  freeze?: boolean
  /** An instant with offset, or the start of a day in Mexico City. */
  set?: string
  /** An ISO 8601 duration. */
  advance?: string
  resume?: boolean
}

interface Moved {
  /** Instants at which work fell due on the way. */
  steps: number
  /** False when there was too much work on the way: the clock stands where it came to; request the rest again. */
  finished: boolean
}

/** Prevents a repeated request from moving the clock twice. */
interface ClockRepeats<R> {
  /** Throws when the same request has moved the clock before; called when no other move runs. */
  throwIfBegun(): Promise<void>
  /** Makes the answer, and stores it. */
  answer(moved: Moved): Promise<R>
}

const LATEST_MS = Date.UTC(2100, 0, 1)
/** The longest real time of one call, once it is its turn. */
const DEADLINE_MS = 20_000
/** The lease of the clock: a process that dies during a move holds it for this time. */
const HOLD_MS = 30_000
/** The longest wait until a move begins, for moves of this process and of others together. */
const PATIENCE_MS = 10_000
/** When to ask again: a long move takes up to the longest time of one call. */
const RETRY_AFTER_SECONDS = 5
const TURN_PAUSE_MS = 20
/** The wait for work that another process has under way, and the number of such waits. */
const STUCK_PAUSE_MS = 50
const STUCK_LIMIT = 60

/**
 * Changes the clock for the whole service, step by step through every due time, so that work is done in the order in which
 * time would have brought it. Several moves at once, in any processes, run one after another. Fails with
 * `parameters-invalid` on a target in the past or no target at all, and with `clock-moved`, and when to ask again, when it would wait for
 * others longer than `PATIENCE_MS`.
 */
export async function changeClock<R>(needs: ClockNeeds, change: ClockChange, repeats: ClockRepeats<R>): Promise<R> {
  // An impossible request is refused before the background work is paused for it; the target is computed when it is its turn.
  targetOf(needs.clock, change)
  const untilMs = needs.clock.wallMs() + (needs.patienceMs ?? PATIENCE_MS)
  return begunBy(needs, untilMs, async (isLate) => {
    if (isLate()) throw tooLate()
    const held = await turn(needs, isLate)
    try {
      await repeats.throwIfBegun()
      return await repeats.answer(await changeNow(needs, held, change))
    } catch (error) {
      if (error instanceof Unmet) throw new Failure('clock-moved')
      throw error
    } finally {
      await conditionHeld(held.release())
    }
  })
}

/** Runs the move when it is its turn in this process. A refused one is answered at once, and not when the others are done. */
function begunBy<R>({ worker, clock }: ClockNeeds, untilMs: number, work: (isLate: () => boolean) => Promise<R>) {
  const isLate = () => clock.wallMs() >= untilMs
  return new Promise<R>((resolve, reject) => {
    const giveUp = setTimeout(() => reject(tooLate()), Math.max(0, untilMs - clock.wallMs()))
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

/** Waits until no other process holds the clock. */
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

/** A frozen clock stays frozen at the new instant; a running one continues from it. */
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
  await worker.runDue({ untilMs: deadlineMs })
  for (;;) {
    // In this order: one of the two sees a lease that lapses meanwhile.
    const taken = await leasedDueAt({ store, clock }, instantOf(targetMs))
    const free = await worker.nextDue(instantOf(targetMs))
    const leased = taken !== undefined && (free === undefined || taken < free.at) ? taken : undefined
    const due = leased ?? free?.at
    const dueMs = due === undefined ? Number.POSITIVE_INFINITY : Date.parse(due)
    // Leased work is waited for: its process does it, or is dead, and then the work is free when the lease lapses.
    if (dueMs > targetMs || (stuck > STUCK_LIMIT && leased === undefined)) break
    if (clock.wallMs() > deadlineMs) return { steps, finished: false }
    if (dueMs > clock.epochMs()) {
      await move(clock, held, dueMs)
      steps += 1
      stuck = 0
    } else {
      // Due, but not done by this process: another process has it, or its network delays it.
      stuck += 1
      await new Promise((resolve) => setTimeout(resolve, STUCK_PAUSE_MS))
    }
    // What is due and stays undone may wait for work of any task.
    const first = leased === undefined && stuck === 0 ? free?.tasks : undefined
    await worker.runDue({ untilMs: deadlineMs, first })
  }
  if (targetMs > clock.epochMs()) await move(clock, held, targetMs)
  await worker.runDue({ untilMs: deadlineMs })
  await worker.collect()
  return { steps, finished: true }
}
