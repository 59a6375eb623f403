// The terms of HTTPS, where the service speaks it itself.
import type { Server } from 'node:https'

/** TLS 1.2 with forward secrecy and authenticated encryption only: neither static RSA nor CBC. */
const TERMS = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
  honorCipherOrder: true,
} as const

export const TLS = {
  ...TERMS,
  /** How long a client may take to agree on the terms of a connection: Node gives it two minutes, in which it holds a place of the process. */
  handshakeTimeout: 10_000,
}

/** Serves new connections with another certificate, under the same terms. Throws for a pair that does not fit. */
export function serveCertificate(app: { server: unknown }, pair: { cert: Buffer; key: Buffer }): void {
  ;(app.server as Server).setSecureContext({ ...pair, ...TERMS })
}
