// The public key that clients seal card data with (spec 4.1), as JSON and as a PEM file.
import Type from 'typebox'
import { answer, fileAnswer } from '../api/fields.ts'
import type { App } from '../api/server.ts'
import type { Clock } from '../core/clock.ts'
import { HPKE_SUITE } from './hpke.ts'
import type { TransportKeys } from './transport-keys.ts'

/** A client may cache the key for a minute; after a rotation the previous key is readable for much longer. */
const CACHED = 'public, max-age=60'

export function keyRoutes(
  app: App,
  {
    clock,
    transportKeys,
    maxAgeMs,
  }: {
    clock: Pick<Clock, 'wallMs'>
    transportKeys: TransportKeys
    /** How old an HPKE envelope may be. */
    maxAgeMs: number
  },
): void {
  app.get(
    '/v1/public-key',
    {
      schema: {
        operationId: 'getPublicKey',
        tags: ['Cards'],
        summary: 'Get the public key for card data',
        description:
          'The RSA key that encrypts the AES key of a sealed message: PKCS#1 v1.5, or better OAEP with SHA-1 or SHA-256. It is replaced from time to time; messages sealed with the previous key can be read for some days. `hpke` is the key of the newer form, which `@cobro/client` uses: `key` is then `hpke1.<key_id>.<milliseconds>.<encapsulated key, base64url>`, `data` the ciphertext in base64, and `info` of RFC 9180 the JSON list `["cobro envelope 1", call, app_key, milliseconds]` in UTF-8, where call is `POST /v1/token` or `POST /v1/payment/card`, milliseconds are those of `time_ms` at the sealing, and with a Bearer token the base64url of its SHA-256 stands for app_key.',
        response: answer(
          Type.Object({
            key_id: Type.String({ description: 'Names the key pair; the next pair has another' }),
            algorithm: Type.String({ description: 'The kind of key and its bits', examples: ['RSA-2048'] }),
            public_key: Type.String({ description: 'SPKI in PEM', examples: ['-----BEGIN PUBLIC KEY-----\n…'] }),
            hpke: Type.Union(
              [
                Type.Object({
                  suite: Type.String({ description: 'As RFC 9180 writes it, in Base mode', examples: [HPKE_SUITE] }),
                  public_key: Type.String({ description: 'The point of P-256, 65 bytes uncompressed, in base64' }),
                  max_age_seconds: Type.Integer({ description: 'How long a message opens after it was sealed' }),
                }),
                Type.Null(),
              ],
              { description: 'Null for a moment after an upgrade' },
            ),
            time_ms: Type.Integer({
              description: 'The service’s real time: Unix time in milliseconds, in the sandbox too',
            }),
          }),
        ),
      },
      config: { access: 'public' },
    },
    async (_request, reply) => {
      const { keyId, algorithm, publicPem, hpkePublic } = await transportKeys.current()
      reply.header('cache-control', CACHED)
      const hpke =
        hpkePublic === null ? null : { suite: HPKE_SUITE, public_key: hpkePublic, max_age_seconds: maxAgeMs / 1_000 }
      return {
        success: true,
        result: { key_id: keyId, algorithm, public_key: publicPem, hpke, time_ms: clock.wallMs() },
      }
    },
  )

  app.get(
    '/v1/public-key.pem',
    {
      schema: {
        operationId: 'getPublicKeyPem',
        tags: ['Cards'],
        summary: 'Download the public key',
        description: 'The same key as a PEM file.',
        ...fileAnswer('The key in PEM form', ['application/x-pem-file']),
      },
      config: { access: 'public' },
    },
    async (_request, reply) => {
      const { publicPem } = await transportKeys.current()
      return reply.header('cache-control', CACHED).type('application/x-pem-file').send(publicPem)
    },
  )
}
