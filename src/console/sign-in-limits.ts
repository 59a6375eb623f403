// Stops who guesses passwords without locking out the person they guess for: what is counted is the guesser's address, never the e-mail alone.

import { tokenBuckets } from '../api/token-buckets.ts'
import { addressBlock } from '../core/address.ts'
import { Failure } from '../core/failure.ts'

export interface SignInLimits {
  /** Takes a try. Fails with `too-many-requests` while the address has none left, for this e-mail or for any. */
  arrive(address: string, email: string): void
  /** It was right, and costs nothing: gives the try back. */
  passed(address: string, email: string): void
  /** The same for the code of an app, by the person, wherever from: who types codes knows the password already. */
  arriveWithCode(userId: string): void
  passedWithCode(userId: string): void
}

/** Wrong tries of one address for one e-mail, and how often another one comes. */
const PER_EMAIL = { capacity: 5, perSecond: 1 / 60 }
/** Wrong tries of one address for all e-mails together. */
const PER_ADDRESS = { capacity: 30, perSecond: 1 / 20 }
/** Wrong codes for one person: of a million, three are right at a time. */
const PER_PERSON = { capacity: 10, perSecond: 1 / 300 }

export function signInLimits(wallMs: () => number): SignInLimits {
  const pairs = tokenBuckets({ ...PER_EMAIL, wallMs })
  const addresses = tokenBuckets({ ...PER_ADDRESS, wallMs })
  const people = tokenBuckets({ ...PER_PERSON, wallMs })
  const refuseBefore = (waitSeconds: number) => {
    if (waitSeconds > 0) throw new Failure('too-many-requests', { retryAfterSeconds: Math.ceil(waitSeconds) })
  }
  // Taken when it begins: of many that come at once, no more are tried than are left.
  const charge = (address: string, email: string, tries: number) => {
    const block = addressBlock(address)
    pairs.charge(`${block} ${email}`, tries)
    addresses.charge(block, tries)
  }
  return {
    arrive: (address, email) => {
      const block = addressBlock(address)
      refuseBefore(Math.max(pairs.waitSeconds(`${block} ${email}`), addresses.waitSeconds(block)))
      charge(address, email, 1)
    },
    passed: (address, email) => charge(address, email, -1),
    arriveWithCode: (userId) => {
      refuseBefore(people.waitSeconds(userId))
      people.charge(userId, 1)
    },
    passedWithCode: (userId) => people.charge(userId, -1),
  }
}
