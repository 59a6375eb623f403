// The ways clients pad the message key under RSA, most common first.
import { constants, type RsaPrivateKey } from 'node:crypto'

/** What `privateDecrypt` needs for each padding. In PKCS#1 v1.5 a bad padding gives random bytes, not an error (OpenSSL's implicit rejection). */
export const keyPaddings = {
  pkcs1: { padding: constants.RSA_PKCS1_PADDING },
  'oaep-sha1': { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
  'oaep-sha256': { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
} as const satisfies Record<string, Omit<RsaPrivateKey, 'key'>>

export type KeyPadding = keyof typeof keyPaddings
