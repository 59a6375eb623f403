// The RSA pairs that clients seal messages with: kept in the database for all processes, rotated, and opened with.

import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { instantPlus } from '../core/time.ts'
import { columns } from '../store/columns.ts'
import { conditionHeld, conflictOn } from '../store/decide.ts'
import { prepared } from '../store/prepared.ts'
import { forgotten } from '../store/remembered.ts'
import type { Store } from '../store/store.ts'
import type { TransportKeyRow } from '../store/tables.ts'
import { insert, update } from '../store/write.ts'
import { type Actor, processActor, trailWrite } from '../trail/record.ts'
import type { AtRest } from './at-rest.ts'
import { type OpenedEnvelope, openEnvelope } from './envelope.ts'
import { type EnvelopeUse, envelopeClaims } from './envelope-claims.ts'
import type { KeyPadding } from './key-paddings.ts'
import { type Opener, openers } from './openers.ts'
import { createRsaPool, type RsaPool } from './rsa-pool.ts'

/** Decryptions that may wait: about a quarter of a second of work for two threads. */
const MAX_QUEUE = 1_024

export interface TransportKeysNeeds {
  store: Store
  clock: Clock
  atRest: AtRest
  /** 2048, 3072 or 4096. */
  bits: number
  threads: number
  /** For how long the key before still opens envelopes after a rotation. */
  rotationHours: number
  /** Whether who sends what does not open becomes slow. */
  slowDown: boolean
  /** Who has keys made; without it the service itself. */
  by?: Actor
}

export interface PublishedKey {
  keyId: string
  /** `RSA-2048` */
  algorithm: string
  /** SPKI PEM. */
  publicPem: string
}

export interface TransportKeys {
  /** The key that clients should seal with now. It is asked for without a credential, so the database is asked each time. */
  current(): Promise<PublishedKey>
  /**
   * The message in an envelope, opened by any key that is still readable, for this use and no other. Failures: see `openEnvelope`, and
   * `too-many-requests` for whoever has too many under way or sends what does not open.
   */
  open(envelope: { key: string; data: string }, use: EnvelopeUse & { by: Opener }): Promise<OpenedEnvelope>
  /** Publishes a new key; the one before stays readable for the hours set. Of two at the same time one does, both answer its key. */
  rotate(): Promise<PublishedKey>
  /** Envelopes that wait for RSA. */
  queueDepth(): number
  close(): Promise<void>
}

/**
 * Opens the keys that the database has. When it has none yet the first pair is made in the background (50 ms and more), so that a start
 * does not wait for it: whoever needs a key before does. An Error when a private half does not open under the at-rest keys.
 */
export async function createTransportKeys(needs: TransportKeysNeeds): Promise<TransportKeys> {
  const { store, clock, atRest, threads } = needs
  const newestGeneration = prepared(() =>
    store.db.selectFrom('transport_keys').select('generation').orderBy('generation', 'desc').limit(1).compile(),
  )
  const claim = envelopeClaims({ store, clock })
  const limited = openers({ wallMs: clock.wallMs, slowDown: needs.slowDown })
  let loaded: Loaded | undefined
  let loading: Promise<Loaded> | undefined
  let checked = clock.state().version
  let closed = false

  /** The keys as the database has them now; into the threads, when they are others than before. */
  const load = async (): Promise<Loaded> => {
    let rows = await readableRows(needs)
    if (rows.length === 0) {
      await publish(needs, undefined)
      rows = await readableRows(needs)
    }
    const keys = rows.map((row) => ({
      keyId: row.id,
      privateKeyPem: atRest.open(row.sealed_private, sealedPrivateAs(row.id)).toString('utf8'),
    }))
    if (loaded === undefined) loaded = { rows, pool: createRsaPool({ threads, maxQueue: MAX_QUEUE, keys }) }
    else {
      const { pool } = loaded
      loaded = { rows, pool }
      await pool.useKeys(keys)
    }
    return loaded
  }

  /** One load at a time; when it fails, the next who needs the keys tries again. */
  const reload = (): Promise<Loaded> => {
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }

  /** The keys as they are published now. */
  const newest = async (): Promise<Loaded> => {
    const { version } = clock.state()
    for (let known = loaded ?? (await reload()); ; known = await reload()) {
      const [row] = await store.rows(newestGeneration({}))
      if (row?.generation !== known.rows[0]?.generation) continue
      checked = Math.max(checked, version)
      return known
    }
  }

  /** The keys as they were published when the request at hand began, or later: its credential said whether to look again. */
  const ready = async (): Promise<Loaded> => {
    return loaded === undefined || clock.state().version > checked ? newest() : loaded
  }

  const readable = (rows: readonly TransportKeyRow[]): TransportKeyRow[] => {
    const now = clock.now()
    return rows.filter((row) => row.readable_until === null || row.readable_until > now)
  }

  const first = await readableRows(needs)
  if (first.length > 0) await reload()
  else reload().catch(() => {})

  return {
    async current() {
      return published((await newest()).rows[0])
    },
    async open({ key, data }, use) {
      const { pool, rows } = await ready()
      return limited(use.by, async (lane) => {
        // No key that is newer than the generation of the claim: it would outlive it.
        const unwrap = {
          keyIds: () => readable(rows).map((row) => row.id),
          maxWrappedKeyBytes: () => Math.max(...readable(rows).map((row) => row.bits / 8)),
          decrypt: (id: string, bytes: Buffer, padding: KeyPadding) => pool.decrypt(id, bytes, padding, lane),
        }
        return openEnvelope({ keyBase64: key, dataBase64: data }, unwrap, (envelope) =>
          claim(envelope, use, rows[0]?.generation ?? 0),
        )
      })
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

/**
 * Publishes a new key for every process on the database (what `TransportKeys.rotate` does, without threads); answers what is published
 * then. An Error, and no new key, when the private half before does not open under the at-rest keys: no process could open the new one.
 */
export async function rotateTransportKeys(needs: PublishNeeds): Promise<PublishedKey> {
  const [previous] = await readableRows(needs)
  if (previous) needs.atRest.open(previous.sealed_private, sealedPrivateAs(previous.id))
  await publish(needs, previous)
  return published((await readableRows(needs))[0])
}

/** Every key that the database has, the newest first. */
export async function listTransportKeys(
  store: Store,
): Promise<Pick<TransportKeyRow, 'id' | 'bits' | 'created_at' | 'readable_until'>[]> {
  const shown = ['id', 'bits', 'created_at', 'readable_until'] as const
  return store.db.selectFrom('transport_keys').select(shown).orderBy('generation', 'desc').execute()
}

/** What a private half is sealed for: it opens for no other key. */
export function sealedPrivateAs(id: string): string {
  return `transport-key:${id}`
}

type PublishNeeds = Omit<TransportKeysNeeds, 'threads' | 'slowDown'>

interface Loaded {
  /** Every key that may still be readable, the current one first. */
  rows: TransportKeyRow[]
  pool: RsaPool
}

/**
 * Makes a pair and publishes it in place of `previous` (undefined: there is none yet). Somebody who does the same at the same time may be
 * first: then theirs stands, and this one is thrown away.
 */
async function publish(
  { store, clock, atRest, bits, rotationHours, by = processActor('transport keys') }: PublishNeeds,
  previous: Pick<TransportKeyRow, 'id' | 'generation'> | undefined,
): Promise<void> {
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const id = newId(clock, 'rsa')
  const now = clock.now()
  const next = insert('transport_keys', {
    id,
    generation: (previous?.generation ?? 0) + 1,
    bits,
    public_pem: pair.publicKey,
    sealed_private: atRest.seal(pair.privateKey, sealedPrivateAs(id)),
    created_at: now,
    readable_until: null,
  })
  const until = { readable_until: instantPlus(now, rotationHours * 3_600_000) }
  const retire = previous && update('transport_keys', until, { id: previous.id, readable_until: null })
  const record = trailWrite(clock, by, {
    accountId: null,
    action: 'transport_key.published',
    subject: id,
    before: previous && { key_id: previous.id },
    after: { key_id: id, bits, previous_readable_until: previous && until.readable_until },
  })
  const writing = store.commit([next, record, ...(retire ? [retire, forgotten(store)] : [])])
  await conditionHeld(writing, conflictOn('transport_keys'))
}

async function readableRows({ store, clock }: Pick<TransportKeysNeeds, 'store' | 'clock'>): Promise<TransportKeyRow[]> {
  return store.db
    .selectFrom('transport_keys')
    .select(columns.transport_keys)
    .where((one) => one.or([one('readable_until', 'is', null), one('readable_until', '>', clock.now())]))
    .orderBy('generation', 'desc')
    .execute()
}

function published(row: TransportKeyRow | undefined): PublishedKey {
  if (row === undefined) throw new Error('No transport key is published')
  return { keyId: row.id, algorithm: `RSA-${row.bits}`, publicPem: row.public_pem }
}
