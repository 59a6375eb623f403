// What a request of the sandbox wants to go wrong with the webhooks that it causes; it follows the request to its events.
import { AsyncLocalStorage } from 'node:async_hooks'

interface Rehearsal {
  /** Whose events. A request that moves the clock causes events of other accounts too. */
  accountId: string
  /** JSON, as `delivery` reads it. */
  faults: string
}

const rehearsals = new AsyncLocalStorage<Rehearsal>()

/** Runs `work`; every event of the account that comes of it keeps the faults, and so do its deliveries until they are done. */
export function rehearsing<R>(rehearsal: Rehearsal, work: () => R): R {
  return rehearsals.run(rehearsal, work)
}

/** The faults that an event of this account is to have: those of the request that makes it, if any. */
export function faultsAskedFor(accountId: string): string | null {
  const rehearsal = rehearsals.getStore()
  return rehearsal?.accountId === accountId ? rehearsal.faults : null
}
