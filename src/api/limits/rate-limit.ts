// Limits the requests of a credential and of an address: a number a second sustained, ten times that in a burst.
import { addressBlock } from '../../core/address.ts'
import { Failure } from '../../failures.ts'
import type { Caller } from '../caller.ts'
import { type RateOf, sharedRate, type TakePortion } from './shared-rate.ts'
import { tokenBuckets } from './token-buckets.ts'

const BURST_SECONDS = 10

/** The cost of a PDF, of a wrong credential, and of an unknown secret page. */
export const EXPENSIVE = 20

/**
 * Publishable keys may use half of a secret credential's rate, and each address a fifth of that half, so that one visitor
 * cannot use up the shop's rate.
 */
const PUBLISHABLE_SHARE = 1 / 2
const ADDRESS_SHARE = 1 / 5

/** Throws `too-many-requests` when the bucket of a key is empty. Without a rate nothing is limited. */
export function rateLimiter(perSecond: number | undefined, wallMs: () => number): (key: string, cost?: number) => void {
  if (perSecond === undefined) return () => {}
  const buckets = tokenBuckets({ capacity: perSecond * BURST_SECONDS, perSecond, wallMs })
  return (key, cost) => refuseWhile(buckets.take(key, cost))
}

/** Throws, or rejects, with `too-many-requests`. */
export type LimitCaller = (
  caller: Pick<Caller, 'accountId' | 'credentialId' | 'kind'>,
  address: string,
) => Promise<void> | undefined

/** Limits a secret credential as a whole; a publishable one, which is public, by address and as a whole. */
export function callerLimiter(
  perSecond: number | undefined,
  wallMs: () => number,
  /** The shared budget of several processes; without it this is the only process. */
  take?: TakePortion,
): LimitCaller {
  if (perSecond === undefined) return () => undefined
  const altogether = (rate: number): ((of: RateOf) => Promise<void> | undefined) => {
    if (take !== undefined) return sharedRate(rate, { wallMs, take })
    const limit = rateLimiter(rate, wallMs)
    return ({ credentialId }) => {
      limit(credentialId)
      return undefined
    }
  }
  const secret = altogether(perSecond)
  const publishable = altogether(perSecond * PUBLISHABLE_SHARE)
  const perAddress = rateLimiter(perSecond * PUBLISHABLE_SHARE * ADDRESS_SHARE, wallMs)
  return (caller, address) => {
    if (caller.kind === 'secret') return secret(caller)
    perAddress(`${caller.credentialId} ${addressBlock(address)}`)
    return publishable(caller)
  }
}

/** The limit of an address, before authentication. */
export interface AddressLimiter {
  /** Throws `too-many-requests` when the address has used up its budget. */
  arrive(address: string, cost: number): void
  /** The address has sent a wrong credential, or requested an unknown secret page. */
  failed(address: string): void
}

export function addressLimiter(perSecond: number | undefined, wallMs: () => number): AddressLimiter {
  if (perSecond === undefined) return { arrive: () => {}, failed: () => {} }
  const buckets = tokenBuckets({ capacity: perSecond * BURST_SECONDS, perSecond, wallMs })
  return {
    arrive: (address, cost) => {
      if (cost > 0) refuseWhile(buckets.take(addressBlock(address), cost))
    },
    failed: (address) => buckets.charge(addressBlock(address), EXPENSIVE - 1),
  }
}

function refuseWhile(seconds: number): void {
  if (seconds > 0) throw new Failure('too-many-requests', { retryAfterSeconds: Math.ceil(seconds) })
}
