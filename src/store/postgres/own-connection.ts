// Work on a connection to PostgreSQL of its own: migrations and snapshots, which no request waits for.
import type { Value } from '../../core/table.ts'
import { openSession, type Row } from './session.ts'
import { withoutLimits } from './settings.ts'

const LONG_CONNECT_TIMEOUT_MS = 10_000

export type Run = (text: string, values: readonly Value[]) => Promise<Row[]>

/** A transaction, or without `begin` statements each for itself, on a connection of its own, which is closed afterwards. It has no time limit. */
export async function transactionApart<R>(
  url: string,
  applicationName: string,
  begin: string | undefined,
  work: (run: Run) => Promise<R>,
): Promise<R> {
  const session = await openSession(url, {
    applicationName,
    connectTimeoutMs: LONG_CONNECT_TIMEOUT_MS,
    statementTimeoutMs: 0,
  })
  // Concurrent queries run one after another.
  let turn: Promise<unknown> = Promise.resolve()
  const run: Run = (text, values) => {
    const asked = turn.then(() => session.exchange([{ text, values }]))
    turn = asked.catch(() => {})
    return asked
  }
  try {
    if (begin !== undefined) await run(begin, [])
    await run(withoutLimits(begin !== undefined), [])
    const result = await work(run)
    if (begin !== undefined) await run('commit', [])
    await session.end()
    return result
  } finally {
    session.destroy()
  }
}
