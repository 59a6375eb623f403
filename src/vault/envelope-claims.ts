// One wrapped key opens one message: a request claims the key of its envelope before the envelope is opened, and the claim
// records the outcome.
import { createHash } from 'node:crypto'
import type { Clock } from '../core/clock.ts'
import { columns } from '../store/columns.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import type { EnvelopeClaimRow } from '../store/tables.ts'
import { Duplicate, insert, update, type Write } from '../store/write.ts'

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

/** A claim that is on disk and belongs to this request, as the first one with this envelope or as its repeat. */
export interface EnvelopeClaim {
  /** Real time in ms of the first request. */
  claimedAtMs: number
  /** The outcome that `settle` has written; undefined before. */
  outcome(): Promise<string | undefined>
  /**
   * The write for the batch of the effect, with the id of its result. `Unmet` when a request with the same envelope was
   * quicker.
   */
  settle(outcome: string): Write
}

/**
 * Claims an envelope for a request; undefined when its wrapped key is claimed for another request. `generation`: of the
 * newest RSA key.
 */
type ClaimEnvelope = (
  envelope: EnvelopeBytes,
  use: EnvelopeUse,
  generation: number,
) => Promise<EnvelopeClaim | undefined>

export function envelopeClaims({ store, clock }: { store: Store; clock: Clock }): ClaimEnvelope {
  const byKey = prepared((hole) =>
    store.db
      .selectFrom('envelope_claims')
      .select(columns.envelope_claims)
      .where('wrapped_key', '=', hole('wrappedKey'))
      .compile(),
  )
  const read = async (wrappedKey: string) => (await store.rows(byKey({ wrappedKey })))[0]

  const claimOf = (row: EnvelopeClaimRow, isNew: boolean): EnvelopeClaim => {
    // A row that was just written or is settled need not be read again.
    let known = isNew || row.outcome !== null
    let outcome = row.outcome
    return {
      claimedAtMs: row.claimed_at,
      outcome: async () => {
        if (!known) outcome = (await read(row.wrapped_key))?.outcome ?? null
        known = outcome !== null
        return outcome ?? undefined
      },
      settle: (settled) =>
        update('envelope_claims', { outcome: settled }, { wrapped_key: row.wrapped_key, outcome: null }),
    }
  }

  return async ({ wrappedKey, data }, { accountId, call }, generation) => {
    const row = {
      wrapped_key: hashOf('wrapped key', wrappedKey),
      request: hashOf(JSON.stringify([accountId, call]), data),
      generation,
      claimed_at: clock.wallMs(),
      outcome: null,
    }
    try {
      await store.commit([insert('envelope_claims', row)])
      return claimOf(row, true)
    } catch (error) {
      if (!(error instanceof Duplicate && error.of('envelope_claims'))) throw error
      const first = await read(row.wrapped_key)
      return first?.request === row.request ? claimOf(first, false) : undefined
    }
  }
}

/**
 * 128 bits of SHA-256. It has no key, because ciphertext cannot be guessed, and after a change of a key every envelope
 * would open once more.
 */
function hashOf(what: string, bytes: Buffer): string {
  return createHash('sha256').update(`${what}\0`).update(bytes).digest().subarray(0, HASH_BYTES).toString('base64url')
}

const HASH_BYTES = 16
