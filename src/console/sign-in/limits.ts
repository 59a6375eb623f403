// Limits password guesses without locking the person out: by address, and by person for all browsers that the person never signed in with.
import { hashOf } from '../../accounts/credentials.ts'
import { addressBlock } from '../../core/address.ts'
import { refusedUntil, type SlidingLimit, withoutOne, withTry } from '../../core/sliding-tries.ts'
import { type Instant, instantOf } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import type { Store } from '../../store/store.ts'
import type { SignInTriesRow } from '../tables.ts'
import { signInTries } from './tries.ts'

export interface SignInLimits {
  /** Takes a try. Fails with `too-many-requests` while the address has none left, for this e-mail or for all. */
  arrive(address: string, email: string): Promise<Passed>
  /** The same, and also of all addresses together for this person. Browsers that have signed the person in before share tries of their own. */
  arriveAs(address: string, email: string, isKnown: boolean): Promise<Passed>
  /** The same for the code of an app, by person, from any address: a client that sends codes knows the password already. */
  arriveWithCode(userId: string): Promise<Passed>
}

/** To be called when the password or code was right: gives the try back. */
type Passed = () => Promise<void>

/** Wrong tries of one address for one e-mail. */
const PER_EMAIL = { most: 5, ms: 5 * 60_000 }
/** Wrong tries of one address for all e-mails together. */
const PER_ADDRESS = { most: 30, ms: 10 * 60_000 }
/**
 * Wrong passwords for one person from anywhere (PCI DSS 8.3.4): from browsers that are not known, and as many from those that are. Who guesses from
 * many addresses uses up only the first of the two; the person goes on with a known browser, a passkey or an open session.
 */
const PER_NAMED = { most: 10, ms: 30 * 60_000 }
/** Wrong codes for one person: of a million, three are right at a time. */
const PER_PERSON = { most: 10, ms: 50 * 60_000 }

/** Beyond this number of keys, a process forgets the least recently tried. */
const MAX_KEYS = 100_000

interface Tries {
  take(key: string): Promise<Passed>
}

/**
 * A limit holds in any period of its length, wherever it begins. A try is taken before the password is hashed, which takes
 * twenty times as long, and given back when it was right. Each process keeps its own tries, which answer most floods without
 * the database. Where there are several processes, a row has the tries of all of them: one write takes a try, or finds none left.
 */
export function signInLimits(store: Store, wallMs: () => number): SignInLimits {
  const shared = store.engine === 'postgres' ? store : undefined
  const pairs = triesOf('pair', PER_EMAIL, { shared, wallMs })
  const addresses = triesOf('address', PER_ADDRESS, { shared, wallMs })
  const people = triesOf('code', PER_PERSON, { shared, wallMs })
  const named = triesOf('person', PER_NAMED, { shared, wallMs })
  const arrive: SignInLimits['arrive'] = async (address, email) => {
    const block = addressBlock(address)
    const ofAll = await addresses.take(block)
    const ofOne = await pairs.take(`${block} ${email}`).catch(async (error: unknown) => {
      await ofAll()
      throw error
    })
    return async () => {
      await Promise.all([ofOne(), ofAll()])
    }
  }
  return {
    arrive,
    arriveAs: async (address, email, isKnown) => {
      const here = await arrive(address, email)
      const anywhere = await named.take(`${isKnown ? 'known' : 'unknown'} ${email}`).catch(async (error: unknown) => {
        await here()
        throw error
      })
      return async () => {
        await Promise.all([here(), anywhere()])
      }
    },
    arriveWithCode: people.take,
  }
}

function triesOf(
  kind: SignInTriesRow['kind'],
  limit: SlidingLimit,
  { shared, wallMs }: { shared: Store | undefined; wallMs: () => number },
): Tries {
  const own = new Map<string, string>()
  const remember = (key: string, tries: string) => {
    // Moved to the end, so that the first key is the least recently tried.
    own.delete(key)
    if (tries === '') return
    if (own.size >= MAX_KEYS) own.delete(own.keys().next().value as string)
    own.set(key, tries)
  }
  const giveOwnBack = (key: string, at: Instant) => remember(key, withoutOne(own.get(key) ?? '', at))
  const rows = shared && signInTries(shared, kind, limit)
  let swept = wallMs()
  return {
    take: async (key) => {
      const now = instantOf(wallMs())
      // Taken at the start: of many at once, no more are tried than are left.
      const tries = own.get(key) ?? ''
      const until = refusedUntil(tries, limit, now)
      if (until !== undefined) throw tooMany(until, now)
      remember(key, withTry(tries, now, limit.most))
      const giveBack = async () => {
        giveOwnBack(key, now)
        await rows?.giveBack(hashOf(key), now)
      }
      if (rows === undefined) return giveBack
      if (wallMs() >= swept + limit.ms) {
        swept = wallMs()
        await rows.forget(now)
      }
      // An address is kept as a hash.
      if (await rows.take(hashOf(key), now)) return giveBack
      giveOwnBack(key, now)
      throw tooMany((await rows.refusedUntil(hashOf(key), now)) ?? now, now)
    },
  }
}

function tooMany(until: Instant, now: Instant): Failure {
  const waitSeconds = (Date.parse(until) - Date.parse(now)) / 1_000
  return new Failure('too-many-requests', { retryAfterSeconds: Math.max(1, Math.ceil(waitSeconds)) })
}
