// The transport keys' rows: RSA and HPKE pairs, published for every process, rotated, and read.
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { type Actor, processActor, trailWrite } from '../accounts/trail/record.ts'
import { newId } from '../core/ids.ts'
import { HOUR_MS, instantPlus } from '../core/time.ts'
import { columns } from '../store/columns.ts'
import { conditionHeld, conflictOn } from '../store/decide.ts'
import { forgotten } from '../store/remembered.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { insert, update } from '../store/write.ts'
import type { AtRest } from './at-rest.ts'
import { type HpkePair, makeHpkePair } from './hpke.ts'
import type { TransportKey } from './rsa-thread.ts'
import type { TransportKeyRow } from './tables.ts'

export interface PublishNeeds extends StoreAndClock {
  atRest: AtRest
  /** 2048, 3072 or 4096. */
  bits: number
  /** How long the previous key still opens envelopes after a rotation. */
  rotationHours: number
  /** Who asks for the keys; undefined: the service itself. */
  by?: Actor
}

export interface PublishedKey {
  keyId: string
  /** `RSA-2048` */
  algorithm: string
  /** SPKI PEM. */
  publicPem: string
  /** The public key for HPKE, 65 bytes in base64; null for a moment after an upgrade, until a service has made it. */
  hpkePublic: string | null
}

/**
 * Publishes a new key for every process on the database; returns the published key. Throws, without a new key, when the
 * present private half does not open under the at-rest keys, because then no process could open the new one.
 */
export async function rotateTransportKeys(needs: PublishNeeds): Promise<PublishedKey> {
  const [previous] = await readableKeys(needs)
  if (previous) needs.atRest.open(previous.sealed_private, sealedPrivateAs(previous.id))
  await publishKey(needs, previous)
  return publishedKey((await readableKeys(needs))[0])
}

/** Every key that the database has, the newest first. */
export async function listTransportKeys(
  store: Store,
): Promise<Pick<TransportKeyRow, 'id' | 'bits' | 'created_at' | 'readable_until'>[]> {
  const shown = ['id', 'bits', 'created_at', 'readable_until'] as const
  return store.db.selectFrom('transport_keys').select(shown).orderBy('generation', 'desc').execute()
}

/** The context of a sealed RSA private half: it opens only for its own key. */
export function sealedPrivateAs(id: string): string {
  return `transport-key:${id}`
}

/** The context of a sealed HPKE private half. */
export function sealedHpkeAs(id: string): string {
  return `transport-key-hpke:${id}`
}

/** Keys that may still open envelopes, the current one first. */
export async function readableKeys({
  store,
  clock,
}: Pick<PublishNeeds, 'store' | 'clock'>): Promise<TransportKeyRow[]> {
  return store.db
    .selectFrom('transport_keys')
    .select(columns.transport_keys)
    .where((one) => one.or([one('readable_until', 'is', null), one('readable_until', '>', clock.now())]))
    .orderBy('generation', 'desc')
    .execute()
}

/** Makes the threads' key from a row. Throws when a private half does not open under the at-rest keys. */
export function openedKey(atRest: AtRest, row: TransportKeyRow): TransportKey {
  const { id, sealed_private, hpke_public, sealed_hpke_private } = row
  const hasPair = hpke_public !== null && sealed_hpke_private !== null
  return {
    keyId: id,
    privateKeyPem: atRest.open(sealed_private, sealedPrivateAs(id)).toString('utf8'),
    ...(hasPair && {
      hpke: {
        publicKey: new Uint8Array(Buffer.from(hpke_public, 'base64')),
        privateKey: new Uint8Array(
          Buffer.from(atRest.open(sealed_hpke_private, sealedHpkeAs(id)).toString('utf8'), 'base64'),
        ),
      },
    }),
  }
}

/**
 * Makes the pairs and publishes them in place of `previous` (undefined: the first key). If a concurrent rotation is first,
 * its pairs stay and these are dropped.
 */
export async function publishKey(
  { store, clock, atRest, bits, rotationHours, by = OWN }: PublishNeeds,
  previous: Pick<TransportKeyRow, 'id' | 'generation'> | undefined,
): Promise<void> {
  const [pair, hpke] = await Promise.all([
    promisify(generateKeyPair)('rsa', {
      modulusLength: bits,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }),
    makeHpkePair(),
  ])
  const id = newId(clock, 'rsa')
  const now = clock.now()
  const next = insert('transport_keys', {
    id,
    generation: (previous?.generation ?? 0) + 1,
    bits,
    public_pem: pair.publicKey,
    sealed_private: atRest.seal(pair.privateKey, sealedPrivateAs(id)),
    ...hpkeColumns(atRest, id, hpke),
    created_at: now,
    readable_until: null,
  })
  const until = { readable_until: instantPlus(now, rotationHours * HOUR_MS) }
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

/** Gives a key from before HPKE its pair, and makes the other processes read it. Of two concurrent calls one succeeds. */
export async function addHpkePair(
  { store, clock, atRest }: PublishNeeds,
  { id }: Pick<TransportKeyRow, 'id'>,
): Promise<void> {
  const record = trailWrite(clock, OWN, {
    accountId: null,
    action: 'transport_key.published',
    subject: id,
    after: { key_id: id, hpke: true },
  })
  const pair = update('transport_keys', hpkeColumns(atRest, id, await makeHpkePair()), { id, hpke_public: null })
  await conditionHeld(store.commit([pair, record, forgotten(store)]))
}

export function publishedKey(row: TransportKeyRow | undefined): PublishedKey {
  if (row === undefined) throw new Error('No transport key is published')
  return { keyId: row.id, algorithm: `RSA-${row.bits}`, publicPem: row.public_pem, hpkePublic: row.hpke_public }
}

const OWN = processActor('transport keys')

function hpkeColumns(atRest: AtRest, id: string, { publicKey, privateKey }: HpkePair) {
  return {
    hpke_public: Buffer.from(publicKey).toString('base64'),
    sealed_hpke_private: atRest.seal(Buffer.from(privateKey).toString('base64'), sealedHpkeAs(id)),
  }
}
