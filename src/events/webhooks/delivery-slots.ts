// Who may send at the same time: endpoints that answer have slots of their own, which no number of endpoints that hang or fail can take.
import { accountSlots } from '../../core/account-slots.ts'

/** What is known of an endpoint: its last try in this process succeeded, it fails, or nothing yet. */
export type Standing = 'answers' | 'fails' | 'unknown'

/** A lane's slots. */
export interface Taken {
  /** The endpoint has answered: it moves to those that answer, as soon as there is room. */
  answered(): void
  /** One more slot for a lane that answers. */
  more(): boolean
  less(): void
  /** Gives the lane's own slot back. */
  end(): void
}

interface Bounds {
  /** Of all that answer together, of an account, and of an endpoint; each account's first does not wait for others while there are fewer than `firsts`. */
  answering: { all: number; account: number; firsts: number }
  endpoint: number
  /** The same for lanes of one slot each that have not answered. */
  silent: { all: number; account: number; firsts: number }
  /** Of those, the most that are known to fail, so that what was never tried need not wait for them. */
  failing: number
}

/** Of a process, which sends at most 1,024 at a time: each is a connection, which is a file of the process. */
export const DELIVERY_BOUNDS: Bounds = {
  answering: { all: 256, account: 32, firsts: 512 },
  endpoint: 8,
  silent: { all: 128, account: 32, firsts: 512 },
  failing: 384,
}

export function deliverySlots(bounds: Bounds = DELIVERY_BOUNDS) {
  const answering = accountSlots(bounds.answering)
  const silent = accountSlots(bounds.silent)
  let failing = 0
  return {
    /** The first slot of a lane; undefined when there is no room for it now. */
    take(account: string, standing: Standing): Taken | undefined {
      if (standing === 'fails' && failing >= bounds.failing) return undefined
      let own = standing === 'answers' ? answering : silent
      if (!own.take(account)) return undefined
      let fails = standing === 'fails'
      if (fails) failing += 1
      let taken = 1
      const answers = () => {
        if (fails) failing -= 1
        fails = false
      }
      return {
        answered: () => {
          answers()
          if (own === answering || !answering.take(account)) return
          silent.giveBack(account)
          own = answering
        },
        more: () => {
          if (own !== answering || taken >= bounds.endpoint || !answering.take(account)) return false
          taken += 1
          return true
        },
        less: () => {
          taken -= 1
          answering.giveBack(account)
        },
        end: () => {
          answers()
          own.giveBack(account)
        },
      }
    },
  }
}
