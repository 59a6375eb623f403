// What browsers are asked and answer about passkeys, as Web Authentication (WebAuthn 3, 5.1) names it. Of an answer only those fields are sent here
// that differ.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import Type, { type Static } from 'typebox'
import { formedText, strictObject } from '../../api/fields.ts'

const bytes = (maxLength: number) =>
  formedText(/^[A-Za-z0-9_-]+$/, ['debe ir en base64url, sin relleno', 'must be in base64url, without padding'], {
    minLength: 1,
    maxLength,
  })
const transport = formedText(
  /^[a-z-]+$/,
  ['debe ser el nombre de un medio, como usb o internal', 'must be the name of a transport, such as usb or internal'],
  { minLength: 1, maxLength: 20 },
)
/** At most 1,023 bytes by the specification. */
const credentialId = bytes(1_364)
const clientDataJSON = bytes(4_000)

export const Attestation = strictObject({
  id: credentialId,
  response: strictObject({
    clientDataJSON,
    attestationObject: bytes(20_000),
    transports: Type.Optional(Type.Array(transport, { maxItems: 8 })),
  }),
})
export type Attestation = Static<typeof Attestation>

export const Assertion = strictObject({
  id: credentialId,
  response: strictObject({
    clientDataJSON,
    authenticatorData: bytes(4_000),
    signature: bytes(2_000),
    userHandle: Type.Optional(bytes(100)),
  }),
})
export type Assertion = Static<typeof Assertion>

/** What a browser is given to make a passkey, and to sign with one. */
export const CreationOptions = Type.Unsafe<PublicKeyCredentialCreationOptionsJSON>({
  type: 'object',
  additionalProperties: true,
})
export const RequestOptions = Type.Unsafe<PublicKeyCredentialRequestOptionsJSON>({
  type: 'object',
  additionalProperties: true,
})
