// Signs chains with the operator's private key: RSA with SHA-256, PKCS#1 version 1.5.
import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The signature of a chain in base64, in one line. */
export type Sign = (chain: string) => string

/** STP's own trial key has 1,024 bits. */
const LEAST_BITS = 1_024

/** Throws an Error that says what is wrong with the file or its passphrase, and nothing of either. */
export function signerOf(file: string, passphrase: string): Sign {
  const key = openKey(textOf(file), passphrase)
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || bits < LEAST_BITS)
    throw new Error(`STP_KEY_FILE holds no RSA key of at least ${LEAST_BITS} bits`)
  return (chain) => sign('RSA-SHA256', Buffer.from(chain, 'utf8'), key).toString('base64')
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'it cannot be read'
    throw new Error(`STP_KEY_FILE cannot be read: ${code}`)
  }
}

function openKey(pem: string, passphrase: string): KeyObject {
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) throw new Error('STP_KEY_FILE holds no private key in PEM form')
  // A key that anybody who reads the file can use is not what STP hands out.
  if (!pem.includes('ENCRYPTED')) throw new Error('STP_KEY_FILE is not protected by a passphrase: export it with one')
  try {
    return createPrivateKey({ key: pem, passphrase })
  } catch {
    throw new Error('STP_KEY_FILE does not open with STP_KEY_PASSPHRASE')
  }
}
