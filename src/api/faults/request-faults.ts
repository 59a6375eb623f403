// What a request of the sandbox asks to go wrong. Whatever the request calls reads it here, so that no function between them passes it on. In
// production nothing is ever asked.
import { AsyncLocalStorage } from 'node:async_hooks'

export interface RequestFaults {
  /** The account of the request. A request that moves the clock also causes work of other accounts. */
  accountId: string
  /** JSON (`Faults` of webhooks): each event of the request keeps it for its deliveries. */
  webhooks?: string | undefined
  network?: NetworkFaults | undefined
}

export interface NetworkFaults {
  /** The fault of the charge: a name of `chargeFaults`. */
  charge?: string
  /** The fault of the request's transfers: a name of `transferFaults`. */
  transfer?: string
  /** The network reports the payment this many hours later. */
  late_hours?: number
  /** The network reports it twice. */
  twice?: boolean
  /** The network's id comes again, from another bank or chain, ... */
  other_bank?: boolean
  /** ... or with another amount. */
  other_amount?: boolean
}

const present = new AsyncLocalStorage<RequestFaults>()

/** Runs `work` as a request that asks for these faults. */
export function withFaults<R>(faults: RequestFaults, work: () => R): R {
  return present.run(faults, work)
}

/** What the present request asks to go wrong, if it is of this account; `accountId` undefined: of whatever account it is. */
export function faultsAsked(accountId?: string | null): Partial<RequestFaults> {
  const faults = present.getStore()
  return faults !== undefined && (accountId === undefined || faults.accountId === accountId) ? faults : {}
}
