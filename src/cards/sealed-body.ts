// The body of every call that carries card data: an encrypted envelope (spec 4.1).
import Type from 'typebox'

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
