// Audits that are asked for at once: each reads everything, so one of an account runs at a time.
import type { Audit, AuditReport } from './audit.ts'

interface Running {
  now: Promise<AuditReport>
  /** Of everybody who asks while it runs: it begins after their calls. */
  next?: Promise<AuditReport>
}

/** Audits an account; all calls that come while one runs share the next one. */
export function oneAfterAnother(audit: Audit): (accountId: string) => Promise<AuditReport> {
  const running = new Map<string, Running>()
  const begin = (accountId: string) => {
    const one: Running = { now: audit({ accountId }) }
    running.set(accountId, one)
    const over = () => {
      if (running.get(accountId) === one) running.delete(accountId)
    }
    one.now.then(over, over)
    return one.now
  }
  return (accountId) => {
    const one = running.get(accountId)
    if (one === undefined) return begin(accountId)
    const after = () => begin(accountId)
    one.next ??= one.now.then(after, after)
    return one.next
  }
}
