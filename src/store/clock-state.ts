// The clock's row in the database: the clock survives a restart, and all processes agree.
import type { Clock, ClockSetting, ClockState } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import { sharedRead } from './shared-read.ts'
import type { Store, StoreAndClock } from './store.ts'
import type { ClockRow } from './tables.ts'
import { Unmet } from './write.ts'

/** The columns of the clock's row that are read, alone or with a credential. */
export const clockColumns = ['offset_ms', 'frozen_ms', 'version', 'held_until'] as const

export function clockStateOf(row: Pick<ClockRow, (typeof clockColumns)[number]>): ClockState {
  return { offsetMs: row.offset_ms, frozenMs: row.frozen_ms, version: row.version, heldUntilMs: row.held_until }
}

export async function readClockState({ db }: Pick<Store, 'db'>): Promise<ClockState> {
  return clockStateOf(await db.selectFrom('clock').select(clockColumns).where('id', '=', 1).executeTakeFirstOrThrow())
}

/** The epoch milliseconds of a snapshot, or a moment later: nothing in it was written after them, also where the clock was moved before it was taken. */
export async function timeOf(snapshot: Pick<Store, 'db'>, clock: Clock): Promise<number> {
  clock.follow(await readClockState(snapshot))
  return clock.epochMs()
}

/**
 * For a request without a credential, which would bring the clock's row: from then on it uses no remembered data that an answered change has replaced, in
 * whatever process.
 */
export function clockFollower({ store, clock }: StoreAndClock): () => Promise<void> {
  const read = sharedRead(() => readClockState(store))
  return async () => clock.follow(await read('clock'))
}

/** Sets the clock, also while another caller holds it. Returns the new state. */
export async function writeClockState(store: Store, { offsetMs, frozenMs }: ClockSetting): Promise<ClockState> {
  const query = updating(store).set({ offset_ms: offsetMs, frozen_ms: frozenMs })
  return only(await store.returning(query.returning(clockColumns).compile()))
}

/** The clock for the caller that holds it. */
export interface HeldClock {
  state(): ClockState
  /** Sets the clock, and renews the hold. Throws `Unmet` when the hold has expired and another caller has the clock. */
  set(setting: ClockSetting): Promise<void>
  release(): Promise<void>
}

/** Takes the clock for `holdMs` of real time; undefined while another caller has it. */
export async function holdClock({ store, clock }: StoreAndClock, holdMs: number): Promise<HeldClock | undefined> {
  const until = () => clock.wallMs() + holdMs
  const taking = updating(store).set({ held_until: until() }).where('held_until', '<=', clock.wallMs())
  const [row] = await store.returning(taking.returning(clockColumns).compile())
  if (row === undefined) return undefined
  let state = clockStateOf(row)
  clock.follow(state)
  const change = async (set: Partial<ClockRow>) => {
    const query = updating(store).set(set).where('held_until', '=', state.heldUntilMs)
    state = only(await store.returning(query.returning(clockColumns).compile()))
    clock.follow(state)
  }
  return {
    state: () => state,
    set: ({ offsetMs, frozenMs }) => change({ offset_ms: offsetMs, frozen_ms: frozenMs, held_until: until() }),
    release: () => change({ held_until: 0 }),
  }
}

/** Why the time of a service in production is not the real time; undefined when it is. Only a sandbox's clock moves: somebody has altered the row. */
export function movedText({ offsetMs, frozenMs }: ClockSetting): string | undefined {
  const remedy = 'somebody has altered the row of the table clock: set offset_ms to 0 and frozen_ms to null'
  if (frozenMs !== null) return `the clock stands still: ${remedy}`
  if (offsetMs === 0) return undefined
  return `the clock is ${Math.abs(offsetMs) / 1_000} s ${offsetMs > 0 ? 'ahead' : 'behind'}: ${remedy}`
}

/**
 * Keeps an idle process up to date with the clock and with changes of remembered data. The worker does the same twice a second when it
 * looks for due work; this task remains when that look fails.
 */
export function followClockTask({
  store,
  clock,
  sandbox,
  log,
}: StoreAndClock & { sandbox: boolean; log: { error(fields: object, message: string): void } }): Task {
  let reported: string | undefined
  const tell = () => {
    const moved = sandbox ? undefined : movedText(clock.state())
    if (moved !== undefined && moved !== reported) log.error({ moved }, 'the time of the service is not the real time')
    reported = moved
  }
  tell()
  return {
    name: 'follow the clock',
    whileHeld: true,
    looksEveryMs: 30_000,
    run: async () => {
      clock.follow(await readClockState(store))
      tell()
      return 0
    },
  }
}

function updating({ db }: Store) {
  return db
    .updateTable('clock')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', 1)
}

function only(rows: Pick<ClockRow, (typeof clockColumns)[number]>[]): ClockState {
  const [row] = rows
  if (row === undefined) throw new Unmet('somebody else holds the clock')
  return clockStateOf(row)
}
