// The thread side of the pool: holds the private keys, parsed once, and decrypts batches.
import { createPrivateKey, type KeyObject, privateDecrypt } from 'node:crypto'
import { workerData } from 'piscina'
import { lowerThreadPriority } from '../core/thread-priority.ts'
import { type HpkeCiphertext, type HpkePair, hpkeOpener, type OpenHpke } from './hpke.ts'
import { type KeyPadding, keyPaddings } from './key-paddings.ts'

/** A private key for the threads: PKCS#8 PEM, and its HPKE pair. */
export interface TransportKey {
  keyId: string
  privateKeyPem: string
  hpke?: HpkePair
}

/**
 * One decryption under the key of that id: of a message key under RSA, whose ciphertext is Latin-1, a character for each byte, and so is its answer;
 * or of a whole message under HPKE.
 */
export type Decryption = { keyId: string } & ({ padding: KeyPadding; ciphertext: string } | { sealed: HpkeCiphertext })

/** What a thread starts with. */
export interface ThreadData {
  keys: readonly TransportKey[]
  lowPriority: boolean
}

const data = workerData as ThreadData
if (data.lowPriority) lowerThreadPriority()

const keys = new Map<string, KeyObject>(
  data.keys.map(({ keyId, privateKeyPem }) => [keyId, createPrivateKey(privateKeyPem)]),
)

const hpkeOpeners = new Map<string, Promise<OpenHpke>>(
  data.keys.flatMap(({ keyId, hpke }) => (hpke ? [[keyId, hpkeOpener(hpke)] as const] : [])),
)

/** Results in the order of the batch; undefined if the key is gone or the ciphertext does not decrypt. */
export default async function decryptAll(batch: readonly Decryption[]): Promise<(Uint8Array | string | undefined)[]> {
  return Promise.all(batch.map((one) => ('sealed' in one ? openOne(one) : decryptOne(one))))
}

async function openOne({ keyId, sealed }: { keyId: string; sealed: HpkeCiphertext }): Promise<Uint8Array | undefined> {
  const open = await hpkeOpeners.get(keyId)
  return open?.(sealed)
}

function decryptOne({ keyId, padding, ciphertext }: Exclude<Decryption, { sealed: HpkeCiphertext }>) {
  const key = keys.get(keyId)
  if (!key) return undefined
  try {
    return privateDecrypt({ key, ...keyPaddings[padding] }, Buffer.from(ciphertext, 'latin1')).toString('latin1')
  } catch {
    return undefined
  }
}
