// Stops who guesses passwords without locking out the person they guess for: what is counted is the guesser's address, never the e-mail alone.

import { tokenBuckets } from '../api/token-buckets.ts'
import { addressBlock } from '../core/address.ts'
import { Failure } from '../core/failure.ts'

export interface SignInLimits {
  /** Fails with `too-many-requests` while the address has no try left, for this e-mail or for any. */
  arrive(address: string, email: string): void
  /** It was wrong. */
  failed(address: string, email: string): void
}

/** Wrong tries of one address for one e-mail, and how often another one comes. */
const PER_EMAIL = { capacity: 5, perSecond: 1 / 60 }
/** Wrong tries of one address for all e-mails together. */
const PER_ADDRESS = { capacity: 30, perSecond: 1 / 20 }

export function signInLimits(wallMs: () => number): SignInLimits {
  const pairs = tokenBuckets({ ...PER_EMAIL, wallMs })
  const addresses = tokenBuckets({ ...PER_ADDRESS, wallMs })
  return {
    arrive: (address, email) => {
      const block = addressBlock(address)
      const wait = Math.max(pairs.waitSeconds(`${block} ${email}`), addresses.waitSeconds(block))
      if (wait > 0) throw new Failure('too-many-requests', { retryAfterSeconds: Math.ceil(wait) })
    },
    failed: (address, email) => {
      const block = addressBlock(address)
      pairs.charge(`${block} ${email}`, 1)
      addresses.charge(block, 1)
    },
  }
}
