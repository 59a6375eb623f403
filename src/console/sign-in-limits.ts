// Limits password guesses without locking the person out: tries are counted by address, never by e-mail alone.

import { hashOf } from '../accounts/credentials.ts'
import { forgetPortions, givePortionBack, portionsIn } from '../api/shared-rate.ts'
import { tokenBuckets } from '../api/token-buckets.ts'
import { addressBlock } from '../core/address.ts'
import { Failure } from '../core/failure.ts'
import type { Store } from '../store/store.ts'

export interface SignInLimits {
  /** Takes a try. Fails with `too-many-requests` while the address has none left, for this e-mail or for all. */
  arrive(address: string, email: string): Promise<void>
  /** The password was right: gives the try back. */
  passed(address: string, email: string): Promise<void>
  /** The same for the code of an app, by person, from any address: a client that sends codes knows the password already. */
  arriveWithCode(userId: string): Promise<void>
  passedWithCode(userId: string): Promise<void>
}

/** Wrong tries of one address for one e-mail, and the interval at which one is given back. */
const PER_EMAIL = { capacity: 5, perSecond: 1 / 60 }
/** Wrong tries of one address for all e-mails together. */
const PER_ADDRESS = { capacity: 30, perSecond: 1 / 20 }
/** Wrong codes for one person: of a million, three are right at a time. */
const PER_PERSON = { capacity: 10, perSecond: 1 / 300 }

/** The owner of the rows of tries, beside those of credentials. */
const OWNER = 'sign-in'

interface Tries {
  take(key: string): Promise<void>
  giveBack(key: string): Promise<void>
}

/**
 * Each process has buckets of its own, which answer most floods without the database. Where there are several processes, a row counts the tries of all of
 * them in windows of as long as a bucket takes to fill: a try is taken before the password is hashed, which takes twenty times as long, and given back
 * when it was right. At the border of two windows there may be twice as many.
 */
export function signInLimits(store: Store, wallMs: () => number): SignInLimits {
  const shared = store.engine === 'postgres' ? store : undefined
  const pairs = triesOf('pair', PER_EMAIL, { shared, wallMs })
  const addresses = triesOf('address', PER_ADDRESS, { shared, wallMs })
  const people = triesOf('code', PER_PERSON, { shared, wallMs })
  return {
    arrive: async (address, email) => {
      const block = addressBlock(address)
      await addresses.take(block)
      await pairs.take(`${block} ${email}`).catch(async (error: unknown) => {
        await addresses.giveBack(block)
        throw error
      })
    },
    passed: async (address, email) => {
      const block = addressBlock(address)
      await Promise.all([pairs.giveBack(`${block} ${email}`), addresses.giveBack(block)])
    },
    arriveWithCode: people.take,
    passedWithCode: people.giveBack,
  }
}

function triesOf(
  name: string,
  { capacity, perSecond }: { capacity: number; perSecond: number },
  { shared, wallMs }: { shared: Store | undefined; wallMs: () => number },
): Tries {
  const own = tokenBuckets({ capacity, perSecond, wallMs })
  const portions = shared && portionsIn(shared)
  const windowMs = (capacity / perSecond) * 1_000
  let swept = 0
  // An address is kept as a hash, and until the window after its own.
  const ofKey = (key: string) => ({ accountId: `${OWNER}:${name}`, credentialId: hashOf(key) })
  const now = () => Math.floor(wallMs() / windowMs)
  return {
    take: async (key) => {
      // Taken at the start: of many at once, no more are tried than are left.
      const waitSeconds = own.waitSeconds(key)
      if (waitSeconds > 0) throw tooMany(waitSeconds)
      own.charge(key, 1)
      if (shared === undefined || portions === undefined) return
      const period = now()
      if (period > swept) {
        swept = period
        await forgetPortions(shared, ofKey(key).accountId, period - 1)
      }
      if (await portions(ofKey(key), { period, portion: 1, budget: capacity })) return
      own.charge(key, -1)
      throw tooMany(((period + 1) * windowMs - wallMs()) / 1_000)
    },
    giveBack: async (key) => {
      own.charge(key, -1)
      if (shared !== undefined) await givePortionBack(shared, ofKey(key), { period: now(), portion: 1 })
    },
  }
}

function tooMany(waitSeconds: number): Failure {
  return new Failure('too-many-requests', { retryAfterSeconds: Math.max(1, Math.ceil(waitSeconds)) })
}
