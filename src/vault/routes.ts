// The public key that clients seal card data with (spec 4.1), as JSON and as a PEM file.
import Type from 'typebox'
import { answer } from '../api/fields.ts'
import type { App } from '../api/server.ts'
import type { TransportKeys } from './transport-keys.ts'

/** A client may keep the key for a minute; after a rotation the one before is readable for much longer. */
const CACHED = 'public, max-age=60'

export function keyRoutes(app: App, { transportKeys }: { transportKeys: TransportKeys }): void {
  app.get(
    '/v1/public-key',
    {
      schema: {
        tags: ['Cards'],
        summary: 'Get the public key for card data',
        description:
          'The RSA key that encrypts the AES key of a sealed message: PKCS#1 v1.5, or better OAEP with SHA-1 or SHA-256. It is replaced from time to time; messages sealed with the key before can be read for some days.',
        response: answer(
          Type.Object({
            key_id: Type.String(),
            algorithm: Type.String({ examples: ['RSA-2048'] }),
            public_key: Type.String({ description: 'SPKI in PEM', examples: ['-----BEGIN PUBLIC KEY-----\n…'] }),
          }),
        ),
      },
      config: { access: 'public' },
    },
    async (_request, reply) => {
      const { keyId, algorithm, publicPem } = await transportKeys.current()
      reply.header('cache-control', CACHED)
      return { success: true, result: { key_id: keyId, algorithm, public_key: publicPem } }
    },
  )

  app.get(
    '/v1/public-key.pem',
    {
      schema: { tags: ['Cards'], summary: 'Download the public key', description: 'The same key as a PEM file.' },
      config: { access: 'public' },
    },
    async (_request, reply) => {
      const { publicPem } = await transportKeys.current()
      return reply.header('cache-control', CACHED).type('application/x-pem-file').send(publicPem)
    },
  )
}
