// Limits the senders of envelopes: the envelopes that each may have under way, and the rate of a sender whose envelopes do
// not open.
import { tokenBuckets } from '../api/limits/token-buckets.ts'
import { addressBlock } from '../core/address.ts'
import { Failure } from '../failures.ts'
import type { EnvelopeLane } from './rsa-pool.ts'

/** The sender of an envelope. */
export interface Opener {
  accountId: string
  credentialId: string
  publishable: boolean
  /** Where the request comes from. */
  address: string
  /** Its credential; see `HpkeBinding`. */
  presentedAs: string
}

/**
 * The most envelopes under way: of a secret credential, of one address of a publishable credential (`address`), and of all its addresses
 * together (`publishable`). Beyond that, up to `allPublishable`, only addresses with nothing under way are admitted, so that a flood from
 * some addresses does not shut out the others. Where senders are slowed down, an address has no more under way than may fail.
 */
const MAX = { secret: 512, address: 64, publishable: 256, allPublishable: 1_024 }

function isFull(ofSource: number, ofPublishable: number | undefined): boolean {
  if (ofPublishable === undefined) return ofSource >= MAX.secret
  if (ofSource === 0) return ofPublishable >= MAX.allPublishable
  return ofSource >= MAX.address || ofPublishable >= MAX.publishable
}

/**
 * The number of unreadable envelopes allowed at once, and then each second. Programs seal envelopes, so honest envelopes
 * always open.
 */
const FAILURES = { secret: { capacity: 100, perSecond: 2 }, address: { capacity: 20, perSecond: 1 / 3 } }

/**
 * Runs `open` with a function that returns the sender's lane of the queue now. Fails with `too-many-requests` when the sender has too many
 * envelopes under way or too many that did not open. Requests with a publishable key never limit a secret credential of the account.
 */
export function openers({
  wallMs,
  slowDown,
}: {
  wallMs(): number
  /** Whether a sender of envelopes that do not open is slowed down. */
  slowDown: boolean
}) {
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

  return async <R>(by: Opener, open: (laneNow: () => EnvelopeLane) => Promise<R>): Promise<R> => {
    const { accountId, credentialId, publishable } = by
    const source = publishable ? `${credentialId} ${addressBlock(by.address)}` : credentialId
    const kind = publishable ? 'address' : 'secret'
    const seconds = slowDown ? failures[kind].waitSeconds(source) : 0
    if (seconds > 0) throw new Failure('too-many-requests', { retryAfterSeconds: Math.ceil(seconds) })
    const ofSource = () => underWay.get(source) ?? 0
    const hasFailed = () => failures[kind].left(source) < FAILURES[kind].capacity
    // All envelopes under way may fail. So an address, and a sender that has failed, has no more under way than may still fail.
    const most = slowDown && (publishable || hasFailed()) ? Math.floor(failures[kind].left(source)) : MAX[kind]
    if (ofSource() >= most || isFull(ofSource(), publishable ? (underWay.get(credentialId) ?? 0) : undefined))
      throw new Failure('too-many-requests', { retryAfterSeconds: 1 })
    const isSuspect = () => slowDown && (hasFailed() || (publishable && ofSource() > 1))
    const keys = publishable ? [source, credentialId] : [source]
    for (const key of keys) change(key, 1)
    try {
      return await open(() => ({ urgent: !publishable, account: accountId, source, suspect: isSuspect() }))
    } catch (error) {
      if (error instanceof Failure && error.reason === 'envelope-unreadable') failures[kind].charge(source, 1)
      throw error
    } finally {
      for (const key of keys) change(key, -1)
    }
  }
}
