// Bounds the memory that requests occupy, in bytes and not in requests: for each account, each address, and in all. What comes from nobody
// known has a room of its own, so that it cannot take the room of accounts.
import { addressBlock } from '../../core/address.ts'
import { Failure } from '../../failures.ts'
import type { Caller } from '../caller.ts'

/** The memory of one request. */
export interface Held {
  /** Fails with `too-many-requests` when its sender holds too much, and with `service-busy` when all together do. */
  grow(bytes: number): void
  /** From here on it cannot be given up for others: its handler works with it. */
  settle(): void
  release(): void
}

export interface HeldBytes {
  /** `giveUp` is called when others need the room more; without it, the memory is not given up for others. */
  hold(sender: Sender, giveUp?: (failure: Failure) => void): Held
  /** Bytes held now. */
  held(): number
}

interface Sender {
  caller: Pick<Caller, 'accountId' | 'kind'> | null
  /** The client's address. */
  ip: string
}

/** Of whom, and how much: of one sender, and of all of this kind. */
interface Bound {
  ofOne: number
  ofAll: number
}

const MIB = 1024 * 1024
/** Of bodies: of an account; of an address with a publishable key, which is public; of an address without a credential. */
const HELD: Readonly<Record<'account' | 'page' | 'nobody', Bound>> = {
  account: { ofOne: 32 * MIB, ofAll: 96 * MIB },
  page: { ofOne: 4 * MIB, ofAll: 24 * MIB },
  nobody: { ofOne: 4 * MIB, ofAll: 24 * MIB },
}
/** Of long answers that their clients have not taken. */
export const UNREAD: typeof HELD = {
  account: { ofOne: 64 * MIB, ofAll: 256 * MIB },
  page: { ofOne: 8 * MIB, ofAll: 48 * MIB },
  nobody: { ofOne: 8 * MIB, ofAll: 48 * MIB },
}
const RETRY_AFTER_SECONDS = 2

interface Part {
  bytes: number
  giveUp: ((failure: Failure) => void) | undefined
}

interface Holder {
  bytes: number
  parts: Set<Part>
}

export function heldBytes(bounds: Readonly<Record<keyof typeof HELD, Bound>> = HELD): HeldBytes {
  const rooms = { account: room(bounds.account), page: room(bounds.page), nobody: room(bounds.nobody) }
  return {
    hold: ({ caller, ip }, giveUp) => {
      // An account is the one for all its credentials and people; a publishable key is anybody's.
      if (caller?.kind === 'secret') return rooms.account.hold(caller.accountId, giveUp)
      const from = addressBlock(ip)
      return caller === null ? rooms.nobody.hold(from, giveUp) : rooms.page.hold(`${caller.accountId} ${from}`, giveUp)
    },
    held: () => rooms.account.held() + rooms.page.held() + rooms.nobody.held(),
  }
}

function room({ ofOne, ofAll }: Bound) {
  const holders = new Map<string, Holder>()
  let all = 0

  /** Room is made by whoever holds the most: the newest of its requests that may be given up. False when that is the asking one. */
  const makeRoom = (asking: Part): boolean => {
    let most: Holder | undefined
    for (const one of holders.values()) if (one.bytes > (most?.bytes ?? 0) && newestOf(one) !== undefined) most = one
    const newest = most && newestOf(most)
    if (newest === undefined || newest === asking) return false
    newest.giveUp?.(new Failure('service-busy', { retryAfterSeconds: RETRY_AFTER_SECONDS }))
    return true
  }

  return {
    held: () => all,
    hold: (sender: string, giveUp: Part['giveUp']): Held => {
      const holder = holders.get(sender) ?? { bytes: 0, parts: new Set<Part>() }
      holders.set(sender, holder)
      const part: Part = { bytes: 0, giveUp: undefined }
      holder.parts.add(part)
      const release = () => {
        if (!holder.parts.delete(part)) return
        holder.bytes -= part.bytes
        all -= part.bytes
        if (holder.parts.size === 0) holders.delete(sender)
      }
      part.giveUp =
        giveUp &&
        ((failure) => {
          release()
          giveUp(failure)
        })
      return {
        grow: (bytes) => {
          if (!holder.parts.has(part)) return
          part.bytes += bytes
          holder.bytes += bytes
          all += bytes
          const refuse = (reason: 'too-many-requests' | 'service-busy'): never => {
            release()
            throw new Failure(reason, { retryAfterSeconds: RETRY_AFTER_SECONDS })
          }
          if (holder.bytes > ofOne) refuse('too-many-requests')
          while (all > ofAll) if (!makeRoom(part)) refuse('service-busy')
        },
        settle: () => {
          part.giveUp = undefined
        },
        release,
      }
    },
  }
}

function newestOf({ parts }: Holder): Part | undefined {
  return [...parts].findLast(({ giveUp }) => giveUp !== undefined)
}
