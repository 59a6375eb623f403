// Carries the webhook faults of a sandbox request to the events that the request makes.
import { AsyncLocalStorage } from 'node:async_hooks'

interface Rehearsal {
  /** The account of the events. A request that moves the clock causes events of other accounts too. */
  accountId: string
  /** JSON, for the delivery. */
  faults: string
}

const rehearsals = new AsyncLocalStorage<Rehearsal>()

/** Runs `work`; every event that it makes for the account stores the faults for its deliveries. */
export function rehearsing<R>(rehearsal: Rehearsal, work: () => R): R {
  return rehearsals.run(rehearsal, work)
}

/** The faults for an event of this account: those of the present request, if any. */
export function faultsAskedFor(accountId: string): string | null {
  const rehearsal = rehearsals.getStore()
  return rehearsal?.accountId === accountId ? rehearsal.faults : null
}
