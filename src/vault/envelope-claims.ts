// One wrapped key opens one message: a request looks for the claim of its envelope's key before the key is used, and writes its own with the
// outcome.
import { hash } from 'node:crypto'
import { Failure } from '../failures.ts'
import { among, listOf } from '../store/among.ts'
import { columns } from '../store/columns.ts'
import { prepared } from '../store/prepared.ts'
import { readTogether } from '../store/read-together.ts'
import type { StoreAndClock } from '../store/store.ts'
import { Duplicate, insert, update, type Write } from '../store/write.ts'
import type { EnvelopeClaimRow } from './tables.ts'

/** The use of an envelope: one call of one account. */
export interface EnvelopeUse {
  accountId: string
  /** `POST /v1/token` */
  call: string
}

/** An envelope as bytes; the wrapped key without leading zeros, so that each number has one form. */
export interface EnvelopeBytes {
  wrappedKey: Buffer
  data: Buffer
}

/** The claim of this request, which is the first one with its envelope or a repeat of it. */
export interface EnvelopeClaim {
  /** Real time in ms of the first request. */
  claimedAtMs(): number
  /**
   * The outcome that `settle` has written; undefined before. `envelope-unreadable` when another message of the same wrapped key was quicker,
   * in another process.
   */
  outcome(): Promise<string | undefined>
  /**
   * The write for the batch of the effect, with the id of its result. When a request with the same wrapped key was quicker, the batch fails
   * with a conflict: `isClaimConflict`.
   */
  settle(outcome: string): Write
  /** Says that the batch with `settle` was written. */
  settled(): void
  /** Writes the claim without an outcome unless it is on disk: nothing about a message is answered or done before. Fails as `outcome` does. */
  keep(): Promise<void>
  /** Ends the request: it has answered, so its claim must be on disk, or it has failed. */
  close(hasAnswered: boolean): Promise<void>
}

/**
 * Claims an envelope for a request; undefined when its wrapped key is claimed for another request. Requests with one wrapped key wait for
 * each other in a process until one of their claims is on disk. `generation`: of the newest RSA key.
 */
type ClaimEnvelope = (
  envelope: EnvelopeBytes,
  use: EnvelopeUse,
  generation: number,
) => Promise<EnvelopeClaim | undefined>

/** Whether a request with the same wrapped key wrote its claim first. */
export function isClaimConflict(error: unknown): boolean {
  return error instanceof Duplicate && error.of('envelope_claims')
}

export function envelopeClaims({ store, clock }: StoreAndClock): ClaimEnvelope {
  const byKey = prepared<EnvelopeClaimRow>((hole) =>
    store.db
      .selectFrom('envelope_claims')
      .select(columns.envelope_claims)
      .where(among(store, 'wrapped_key', hole('keys')))
      .compile(),
  )
  const rowOf = readTogether(store, {
    query: (_, keys) => byKey({ keys: listOf(store, keys) }),
    keyOf: (row) => row.wrapped_key,
  })
  /** A wrapped key is claimed once, whatever account it is of. On a cluster each is read for itself, from the machine that it falls to. */
  const read = (wrappedKey: string) => rowOf(store.isDistributed() ? wrappedKey : '', wrappedKey)
  const turnOf = turns()

  const claimOf = (own: EnvelopeClaimRow, first: EnvelopeClaimRow | undefined, release: () => void): EnvelopeClaim => {
    let row = first ?? own
    let isOnDisk = first !== undefined
    /** Whether the row may have an outcome that was not read. */
    let mayBeSettled = first?.outcome === null

    const look = async () => {
      const seen = await read(own.wrapped_key)
      if (seen !== undefined && seen.request !== own.request) throw new Failure('envelope-unreadable')
      row = seen ?? own
      isOnDisk = seen !== undefined
      mayBeSettled = seen?.outcome === null
    }
    const keep = async () => {
      if (isOnDisk) return
      try {
        await store.commit([insert('envelope_claims', own)])
        isOnDisk = true
        mayBeSettled = false
      } catch (error) {
        if (!isClaimConflict(error)) throw error
        await look()
      }
      release()
    }
    return {
      claimedAtMs: () => row.claimed_at,
      outcome: async () => {
        if (mayBeSettled) await look()
        return row.outcome ?? undefined
      },
      settle: (outcome) => {
        mayBeSettled = true
        return isOnDisk
          ? update('envelope_claims', { outcome }, { wrapped_key: own.wrapped_key, outcome: null })
          : insert('envelope_claims', { ...own, outcome })
      },
      settled: () => {
        isOnDisk = true
        release()
      },
      keep,
      close: async (hasAnswered) => {
        try {
          // An answer whose batch settles the claim was given after that batch.
          if (!(hasAnswered && mayBeSettled)) await keep()
        } finally {
          release()
        }
      },
    }
  }

  return async ({ wrappedKey, data }, { accountId, call }, generation) => {
    const own = {
      wrapped_key: hashOf('wrapped key', wrappedKey),
      request: hashOf(JSON.stringify([accountId, call]), data),
      generation,
      claimed_at: clock.wallMs(),
      outcome: null,
    }
    const release = await turnOf(own.wrapped_key)
    let first: EnvelopeClaimRow | undefined
    try {
      first = await read(own.wrapped_key)
    } catch (error) {
      release()
      throw error
    }
    if (first !== undefined) release()
    return first === undefined || first.request === own.request ? claimOf(own, first, release) : undefined
  }
}

/** Turns of equal keys: each call waits for those before it, and answers what ends its own turn. */
function turns(): (key: string) => Promise<() => void> {
  const last = new Map<string, Promise<void>>()
  return async (key) => {
    const before = last.get(key)
    const { promise, resolve } = Promise.withResolvers<void>()
    last.set(key, promise)
    await before
    return () => {
      if (last.get(key) === promise) last.delete(key)
      resolve()
    }
  }
}

/**
 * 128 bits of SHA-256. It has no key, because ciphertext cannot be guessed, and after a change of a key every envelope
 * would open once more.
 */
function hashOf(what: string, bytes: Buffer): string {
  const text = Buffer.concat([Buffer.from(`${what}\0`), bytes])
  return hash('sha256', text, 'buffer').toString('base64url', 0, HASH_BYTES)
}

const HASH_BYTES = 16
