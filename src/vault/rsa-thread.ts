// The thread side of the RSA pool: holds the private keys, parsed once, and decrypts the batches it is handed.

import { createPrivateKey, type KeyObject, privateDecrypt } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { workerData } from 'piscina'
import { type KeyPadding, keyPaddings } from './key-paddings.ts'

/** A private key as the threads are given it; PKCS#8 PEM. */
export interface TransportKey {
  keyId: string
  privateKeyPem: string
}

export interface Decryption {
  keyId: string
  padding: KeyPadding
  ciphertext: Uint8Array
}

/** Nice: whoever asks for something else, and the answers to what is decrypted, need not wait for a thread's turn to be over. */
const PRIORITY = 10

try {
  // Linux gives each thread a number and a priority of its own.
  setPriority(Number(basename(readlinkSync('/proc/thread-self'))), PRIORITY)
} catch {
  // Elsewhere, and where it is forbidden, all are alike.
}

const keys = new Map<string, KeyObject>(
  (workerData as TransportKey[]).map(({ keyId, privateKeyPem }) => [keyId, createPrivateKey(privateKeyPem)]),
)

/** Answers in the order asked; undefined where the key is gone or the ciphertext does not decrypt. */
export default function decryptAll(batch: readonly Decryption[]): (Uint8Array | undefined)[] {
  return batch.map(decryptOne)
}

function decryptOne({ keyId, padding, ciphertext }: Decryption): Uint8Array | undefined {
  const key = keys.get(keyId)
  if (!key) return undefined
  try {
    return new Uint8Array(privateDecrypt({ key, ...keyPaddings[padding] }, ciphertext))
  } catch {
    return undefined
  }
}
