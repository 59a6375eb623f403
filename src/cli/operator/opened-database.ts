// Opens the database of the settings for one command, which writes lines to stdout and notes for people to stderr.
import type { Config } from '../../config.ts'
import { createClock } from '../../core/clock.ts'
import { recordingAuthority } from '../../store/authority.ts'
import { readClockState } from '../../store/clock-state.ts'
import { databaseName } from '../../store/database-name.ts'
import { openExisting } from '../../store/existing.ts'
import { rowOf } from '../../store/rows.ts'
import { serverClock } from '../../store/server-clock.ts'
import type { Store } from '../../store/store.ts'
import { NothingRead } from '../developer/command.ts'
import { startFault } from '../serve/start-fault.ts'
import { aligned } from '../terminal/columns.ts'
import { shownJson, shownText } from '../terminal/shown-text.ts'
import { say, terminalLanguage } from '../terminal/speech.ts'

export interface Opened {
  store: Store
  clock: ReturnType<typeof createClock>
  /** The name of the database. */
  name: string
}

/** Throws `NothingRead` when the database cannot be opened, for any reason. */
export async function withDatabase(
  config: Config,
  { writes }: { writes: boolean },
  work: (needs: Opened) => Promise<void>,
): Promise<void> {
  const options = {
    connections: 2,
    writesIn: writes ? config.mode : undefined,
    writeTimeoutMs: config.databaseWriteTimeoutMs,
    readTimeoutMs: config.databaseReadTimeoutMs,
  }
  const store = await openExisting(config.databaseUrl, options).catch((cause: unknown) => {
    throw new NothingRead(startFault(cause, { language: terminalLanguage() }), { cause })
  })
  try {
    const name = databaseName(config.databaseUrl)
    const clock = createClock(await readClockState(store))
    await serverClock({ store, clock }).measure()
    await work({ store: recordingAuthority(store, clock), clock, name })
    if (writes) note(say(['Hecho en {name}', 'Done in {name}'], { name }))
  } finally {
    await store.close()
  }
}

export function print(text: string): void {
  process.stdout.write(`${shownText(text)}\n`)
}

/** One item: a line for people, or the same as a JSON object. */
export function tell(asJson: boolean, text: string, data: Record<string, unknown>): void {
  if (asJson) print(shownJson(JSON.stringify(data)))
  else if (process.stdout.isTTY) showAligned(text)
  else print(text)
}

/** Rows whose columns are aligned together at a terminal. */
const PRINTED_TOGETHER = 500

/** Tells many items, whose rows share their columns at a terminal; answers how many. */
export async function tellEach<T>(
  asJson: boolean,
  items: AsyncIterable<T>,
  shown: (item: T) => { text: string; data: Record<string, unknown> },
): Promise<number> {
  let count = 0
  let some: T[] = []
  const tellSome = () => {
    for (const { text, data } of some.map(shown)) tell(asJson, text, data)
    some = []
  }
  for await (const item of items) {
    some.push(item)
    count += 1
    if (some.length === PRINTED_TOGETHER) tellSome()
  }
  tellSome()
  return count
}

/** Lines of a terminal that were printed at once: they share their columns. */
let waiting: string[] = []

function showAligned(text: string): void {
  if (waiting.length === 0) {
    setImmediate(showWaiting)
    process.once('exit', showWaiting)
  }
  waiting.push(text)
}

function showWaiting(): void {
  process.off('exit', showWaiting)
  const lines = aligned(waiting)
  waiting = []
  for (const line of lines) print(line)
}

/** A note for people, apart from the output for programs. */
export function note(text: string): void {
  process.stderr.write(`${shownText(text)}\n`)
}

/** The id itself if the account exists. Throws `NothingRead` otherwise. */
export async function existingAccount(store: Opened['store'], accountId: string): Promise<string> {
  const account = await rowOf(store.db, 'accounts', { id: accountId }, ['id'])
  if (!account)
    throw new NothingRead(
      say(
        ['No hay una cuenta {accountId}: mira cobro accounts.', 'There is no account {accountId}: see cobro accounts.'],
        { accountId },
      ),
    )
  return accountId
}
