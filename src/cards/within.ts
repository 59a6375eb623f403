// A question to an acquirer under a deadline: no answer in time and an error on the line are the same thing, not known.

const UNKNOWN = { kind: 'unknown' } as const

/** What `ask` answers; `unknown` when it rejects or the deadline passes, whatever the connector does with the signal. */
export async function within<T>(
  deadlineMs: number,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T | typeof UNKNOWN> {
  const deadline = new AbortController()
  const passed = new Promise<typeof UNKNOWN>((resolve) => {
    deadline.signal.addEventListener('abort', () => resolve(UNKNOWN), { once: true })
  })
  const timer = setTimeout(() => deadline.abort(), deadlineMs)
  try {
    return await Promise.race([ask(deadline.signal), passed])
  } catch {
    return UNKNOWN
  } finally {
    clearTimeout(timer)
  }
}
