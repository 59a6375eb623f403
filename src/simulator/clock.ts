// Moves the sandbox's time: freezes it, lets it run, and steps it through everything that falls due on the way.
import type { Clock, ClockSetting, ClockState } from '../core/clock.ts'
import { Failure, invalidField } from '../core/failure.ts'
import { dayStartMs, isDay, plusDuration } from '../core/time.ts'
import { readClockState, writeClockState } from '../store/clock-state.ts'
import type { Store } from '../store/store.ts'
import { Unmet } from '../store/write.ts'

export interface ClockNeeds {
  store: Store
  clock: Clock
  /** The background work, which stands still while the clock is stepped, but for what each step makes due. */
  worker: {
    alone<R>(work: () => Promise<R>): Promise<R>
    runDue(): Promise<void>
    nextDueAt(): Promise<string | undefined>
  }
}

/** What is asked of the clock, in this order: freeze, then set or advance, then resume. */
export interface ClockChange {
  freeze?: boolean
  /** An instant with offset, or the start of a day in Mexico City. */
  set?: string
  /** An ISO 8601 duration. */
  advance?: string
  resume?: boolean
}

export interface Moved {
  /** Instants at which something fell due on the way. */
  steps: number
  /** False when there was too much to do on the way: the clock stands where it came to; ask for the rest again. */
  finished: boolean
}

/** What keeps a repeated request from moving the clock twice. */
export interface ClockRepeats<R> {
  /** Throws when the same request has moved the clock before; asked when nobody else moves it. */
  stillFree(): Promise<void>
  /** Makes the answer, and keeps it. */
  answer(moved: Moved): Promise<R>
}

const LATEST_MS = Date.UTC(2100, 0, 1)
/** The most real time one call takes. */
const DEADLINE_MS = 20_000
/** Work that another process has under way is waited for so long, so often. */
const STUCK_PAUSE_MS = 50
const STUCK_LIMIT = 60

/**
 * Changes the clock for the whole service, step by step through every due time, so that things happen in the order in which
 * time would have brought them. Fails with `parameters-invalid` on a target in the past or no target at all, and with
 * `clock-moved` when another process moves it at the same time.
 */
export function changeClock<R>(needs: ClockNeeds, change: ClockChange, repeats: ClockRepeats<R>): Promise<R> {
  return needs.worker.alone(async () => {
    await repeats.stillFree()
    try {
      return await repeats.answer(await changeNow(needs, change))
    } catch (error) {
      if (error instanceof Unmet) throw new Failure('clock-moved')
      throw error
    }
  })
}

async function changeNow(needs: ClockNeeds, change: ClockChange): Promise<Moved> {
  const { clock } = needs
  const hand = await takeHand(needs)
  const targetMs = targetOf(clock, change)
  if (change.freeze && hand.state().frozenMs === null) {
    await hand.place({ ...hand.state(), frozenMs: clock.epochMs() })
  }
  const moved = targetMs === undefined ? { steps: 0, finished: true } : await stepTo(needs, hand, targetMs)
  const { frozenMs } = hand.state()
  if (change.resume && frozenMs !== null && moved.finished) {
    await hand.place({ offsetMs: frozenMs - clock.wallMs(), frozenMs: null })
  }
  return moved
}

interface Hand {
  /** What the clock is by the one who moves it; a request that was read before may still follow an older one. */
  state(): ClockState
  /** Writes what the clock is from now on; throws `Unmet` when somebody else moved it. */
  place(setting: ClockSetting): Promise<void>
  /** A frozen clock stays frozen at the new instant; a running one runs on from it. */
  move(epochMs: number): Promise<void>
}

async function takeHand({ store, clock }: ClockNeeds): Promise<Hand> {
  let state = await readClockState(store)
  clock.follow(state)
  const place = async (next: ClockSetting) => {
    state = await writeClockState(store, next, state)
    clock.follow(state)
  }
  return {
    state: () => state,
    place,
    move: (epochMs) =>
      place(
        state.frozenMs === null
          ? { offsetMs: epochMs - clock.wallMs(), frozenMs: null }
          : { ...state, frozenMs: epochMs },
      ),
  }
}

function targetOf(clock: Clock, { freeze, set, advance, resume }: ClockChange): number | undefined {
  if ((set && advance) || (freeze && resume) || !(set || advance || freeze || resume)) {
    const [es, en] = [
      'envíe freeze, resume, set o advance; freeze excluye a resume, y set a advance',
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

async function stepTo({ clock, worker }: ClockNeeds, hand: Hand, targetMs: number): Promise<Moved> {
  const deadlineMs = clock.wallMs() + DEADLINE_MS
  let steps = 0
  let stuck = 0
  await worker.runDue()
  for (;;) {
    const due = await worker.nextDueAt()
    const dueMs = due === undefined ? Number.POSITIVE_INFINITY : Date.parse(due)
    if (dueMs > targetMs || stuck > STUCK_LIMIT) break
    if (clock.wallMs() > deadlineMs) return { steps, finished: false }
    if (dueMs > clock.epochMs()) {
      await hand.move(dueMs)
      steps += 1
      stuck = 0
    } else {
      // Due, and not done by us: another process has it, or its network keeps it waiting.
      stuck += 1
      await new Promise((resolve) => setTimeout(resolve, STUCK_PAUSE_MS))
    }
    await worker.runDue()
  }
  if (targetMs > clock.epochMs()) await hand.move(targetMs)
  await worker.runDue()
  return { steps, finished: true }
}
