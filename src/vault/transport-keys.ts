// The transport keys in the service: publishes the current key, follows rotations, and opens envelopes.
import { prepared } from '../store/prepared.ts'
import { type OpenedEnvelope, openEnvelope } from './envelope.ts'
import { type EnvelopeBytes, type EnvelopeUse, envelopeClaims } from './envelope-claims.ts'
import type { HpkeCiphertext } from './hpke.ts'
import { isHpke, openHpkeEnvelope } from './hpke-envelope.ts'
import type { KeyPadding } from './key-paddings.ts'
import { type Opener, openers } from './openers.ts'
import { createRsaPool, type RsaPool } from './rsa-pool.ts'
import type { TransportKeyRow } from './tables.ts'
import {
  addHpkePair,
  openedKey,
  type PublishedKey,
  type PublishNeeds,
  publishedKey,
  publishKey,
  readableKeys,
  rotateTransportKeys,
} from './transport-key-rows.ts'

/** Decryptions that may wait: about a quarter of a second of work for two threads. */
const MAX_QUEUE = 1_024

interface TransportKeysNeeds extends PublishNeeds {
  threads: number
  /** Whether a sender of envelopes that do not open is slowed down. */
  slowDown: boolean
  /** The greatest age of an envelope with a time (HPKE). */
  maxAgeMs: number
}

export interface TransportKeys {
  /** The key that clients should seal with now. The call has no credential, so the database is asked each time. */
  current(): Promise<PublishedKey>
  /**
   * Does `work` with the message in an envelope, opened by any key that is still readable, for this use only. Answers or fails only when the
   * envelope's claim is on disk. Failures: see `openEnvelope`; and `too-many-requests` for a sender with too many envelopes under way, or too
   * many that do not open.
   */
  open<R>(
    envelope: { key: string; data: string },
    use: EnvelopeUse & { by: Opener },
    work: (opened: OpenedEnvelope) => Promise<R>,
  ): Promise<R>
  /**
   * Publishes a new key; the previous one stays readable for the configured hours. Of two concurrent calls one succeeds,
   * and both return its key.
   */
  rotate(): Promise<PublishedKey>
  /** Envelopes that wait for RSA. */
  queueDepth(): number
  close(): Promise<void>
}

/**
 * Opens the keys of the database. Without any, the first pair is made in the background (50 ms and more), so that a start
 * does not wait for it; a request that needs a key waits. Throws when a private half does not open under the at-rest keys.
 */
export async function createTransportKeys(needs: TransportKeysNeeds): Promise<TransportKeys> {
  const { store, clock, atRest, threads } = needs
  const newestKey = prepared(() =>
    store.db
      .selectFrom('transport_keys')
      .select(['generation', 'hpke_public'])
      .orderBy('generation', 'desc')
      .limit(1)
      .compile(),
  )
  const claim = envelopeClaims({ store, clock })
  const limited = openers({ wallMs: clock.wallMs, slowDown: needs.slowDown })
  let loaded: Loaded | undefined
  let loading: Promise<Loaded> | undefined
  let checked = clock.state().version
  let closed = false

  /** Reads the keys from the database, and gives changed keys to the threads. */
  const load = async (): Promise<Loaded> => {
    let rows = await readableKeys(needs)
    if (rows[0] === undefined || rows[0].hpke_public === null) {
      for (const row of rows) openedKey(atRest, row)
      await (rows[0] === undefined ? publishKey(needs, undefined) : addHpkePair(needs, rows[0]))
      rows = await readableKeys(needs)
    }
    const keys = rows.map((row) => openedKey(atRest, row))
    if (loaded === undefined) loaded = { rows, pool: createRsaPool({ threads, maxQueue: MAX_QUEUE, keys }) }
    else {
      const { pool } = loaded
      loaded = { rows, pool }
      await pool.useKeys(keys)
    }
    return loaded
  }

  /** One load at a time; after a failure, the next caller tries again. */
  const reload = (): Promise<Loaded> => {
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }

  /** The keys that are published now. */
  const newest = async (): Promise<Loaded> => {
    const { version } = clock.state()
    for (let known = loaded ?? (await reload()); ; known = await reload()) {
      const [row] = await store.rows(newestKey({}))
      const [mine] = known.rows
      if (row?.generation !== mine?.generation || row?.hpke_public !== mine?.hpke_public) continue
      checked = Math.max(checked, version)
      return known
    }
  }

  /**
   * The keys that were published when the present request began, or later: the version read with its credential says
   * whether to read again.
   */
  const ready = async (): Promise<Loaded> => {
    return loaded === undefined || clock.state().version > checked ? newest() : loaded
  }

  const readable = (rows: readonly TransportKeyRow[]): TransportKeyRow[] => {
    const now = clock.now()
    return rows.filter((row) => row.readable_until === null || row.readable_until > now)
  }

  const first = await readableKeys(needs)
  if (first.length > 0) await reload()
  else reload().catch(() => {})

  return {
    async current() {
      return publishedKey((await newest()).rows[0])
    },
    async open({ key, data }, use, work) {
      const { pool, rows } = await ready()
      const sealed = { keyBase64: key, dataBase64: data }
      let claimed: ReturnType<typeof claim> | undefined
      // No key that is newer than the claim's generation, because such a key would outlive the claim.
      const claiming = (envelope: EnvelopeBytes) => {
        claimed = claim(envelope, use, rows[0]?.generation ?? 0)
        return claimed
      }
      const opened = limited(use.by, async (laneNow) => {
        if (isHpke(sealed)) {
          const keys = {
            keyIdFor: (id: string) => readable(rows).find((row) => row.id === id)?.id ?? rows[0]?.id ?? '',
            open: (id: string, message: HpkeCiphertext) => pool.openHpke(id, message, laneNow()),
          }
          const times = { nowMs: clock.wallMs(), maxAgeMs: needs.maxAgeMs }
          const binding = { call: use.call, presentedAs: use.by.presentedAs }
          return openHpkeEnvelope(sealed, binding, keys, times, claiming)
        }
        const unwrap = {
          keyIds: () => readable(rows).map((row) => row.id),
          maxWrappedKeyBytes: () => Math.max(...readable(rows).map((row) => row.bits / 8)),
          decrypt: (id: string, bytes: Buffer, padding: KeyPadding) => pool.decrypt(id, bytes, padding, laneNow()),
        }
        return openEnvelope(sealed, unwrap, claiming)
      })
      const close = async (hasAnswered: boolean) => {
        const claim = await claimed?.catch(() => undefined)
        await claim?.close(hasAnswered)
      }
      let answer: Awaited<ReturnType<typeof work>>
      try {
        answer = await work(await opened)
      } catch (error) {
        await close(false)
        throw error
      }
      await close(true)
      return answer
    },
    async rotate() {
      await ready()
      return rotateTransportKeys(needs)
    },
    queueDepth: () => loaded?.pool.queueDepth() ?? 0,
    async close() {
      if (closed) return
      closed = true
      await loading?.catch(() => {})
      await loaded?.pool.close()
    },
  }
}

interface Loaded {
  /** Every key that may still be readable, the current one first. */
  rows: TransportKeyRow[]
  pool: RsaPool
}
