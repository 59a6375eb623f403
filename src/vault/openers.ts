// Who sends envelopes: how many each may have under way, and that one whose envelopes do not open becomes slow.
import { tokenBuckets } from '../api/token-buckets.ts'
import { addressBlock } from '../core/address.ts'
import { Failure } from '../core/failure.ts'
import type { Lane } from './fair-queue.ts'

/** Whoever sends an envelope. */
export interface Opener {
  accountId: string
  credentialId: string
  publishable: boolean
  /** Where the request comes from. */
  address: string
}

/**
 * Envelopes under way: of a secret credential, of one address of a publishable one, and of all its addresses together: `publishable`, and
 * beyond that, up to `allPublishable`, of addresses with nothing under way, because a flood from some must not refuse the others.
 */
const MOST = { secret: 512, address: 64, publishable: 256, allPublishable: 1_024 }

function isFull(ofSource: number, ofPublishable: number | undefined): boolean {
  if (ofPublishable === undefined) return ofSource >= MOST.secret
  if (ofSource === 0) return ofPublishable >= MOST.allPublishable
  return ofSource >= MOST.address || ofPublishable >= MOST.publishable
}

/** Envelopes that did not open: so many at once, and then so many a second. A page's visitor mistypes no envelope. */
const FAILURES = { secret: { capacity: 100, perSecond: 2 }, address: { capacity: 20, perSecond: 1 / 3 } }

export interface OpenersNeeds {
  wallMs(): number
  /** Whether who sends what does not open becomes slow. */
  slowDown: boolean
}

/**
 * Runs `open` for one who sends an envelope, in the lane where it waits. Fails with `too-many-requests` when too many of theirs are under
 * way or too many did not open; what the page's key does, or one address with it, holds up no secret credential of the account.
 */
export function openers({ wallMs, slowDown }: OpenersNeeds) {
  const underWay = new Map<string, number>()
  const failures = {
    secret: tokenBuckets({ ...FAILURES.secret, wallMs }),
    address: tokenBuckets({ ...FAILURES.address, wallMs }),
  }
  const change = (key: string, by: 1 | -1) => {
    const count = (underWay.get(key) ?? 0) + by
    if (count > 0) underWay.set(key, count)
    else underWay.delete(key)
  }

  return async <R>(by: Opener, open: (lane: Lane) => Promise<R>): Promise<R> => {
    const { accountId, credentialId, publishable } = by
    const source = publishable ? `${credentialId} ${addressBlock(by.address)}` : credentialId
    const kind = publishable ? 'address' : 'secret'
    const seconds = slowDown ? failures[kind].waitSeconds(source) : 0
    if (seconds > 0) throw new Failure('too-many-requests', { retryAfterSeconds: Math.ceil(seconds) })
    if (isFull(underWay.get(source) ?? 0, publishable ? (underWay.get(credentialId) ?? 0) : undefined))
      throw new Failure('too-many-requests', { retryAfterSeconds: 1 })
    const keys = publishable ? [source, credentialId] : [source]
    for (const key of keys) change(key, 1)
    try {
      return await open({ urgent: !publishable, account: accountId, source })
    } catch (error) {
      if (error instanceof Failure && error.reason === 'envelope-unreadable') failures[kind].charge(source, 1)
      throw error
    } finally {
      for (const key of keys) change(key, -1)
    }
  }
}
