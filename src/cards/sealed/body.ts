// The body of every call that carries card data: an encrypted envelope (spec 4.1).
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { Failure } from '../../failures.ts'

/** `key` and `data` in base64; `openEnvelope` bounds and reads them. */
export const sealedFields = {
  key: Type.String({
    minLength: 1,
    description:
      'A fresh 32-character AES-256 key, encrypted with the RSA key of `GET /v1/public-key`, in base64; or under HPKE `hpke1.<key_id>.<milliseconds>.<encapsulated key>`',
  }),
  data: Type.String({
    minLength: 1,
    description:
      'The message as JSON, encrypted with that AES key, in base64: AES-256-ECB, or better GCM (12-byte nonce first, 16-byte tag last) or CBC (16-byte IV first); or the ciphertext of HPKE',
  }),
}

/** Members of a message that somebody sends as it is: a card, or a charge. */
const CLEAR = ['number', 'cvv', 'cardholder_name', 'holder_name', 'expiration', 'card', 'recurrent', 'payment']

/** Before a body is checked: of a message in the clear, says that it must be sealed, and where the way is described. */
export async function refuseClear({ body }: Pick<FastifyRequest, 'body'>): Promise<void> {
  if (typeof body !== 'object' || body === null || 'key' in body || 'data' in body) return
  if (!CLEAR.some((name) => name in body)) return
  throw new Failure('parameters-invalid', {
    fields: {
      key: [
        [
          'key es obligatorio: el mensaje se manda cifrado, en key y data, nunca en claro; /docs/pages/docs/guides/sealing.md dice cómo',
          'key is required: the message is sent sealed, in key and data, never in the clear; /docs/pages/docs/guides/sealing.md says how',
        ],
      ],
      data: [['data es obligatorio', 'data is required']],
    },
  })
}
