// The fields of a browser's answer that are sent here, named as in Web Authentication (WebAuthn 3, 5.1): the others never differ.
import Type, { type Static } from 'typebox'
import { formedText, strictObject } from '../api/fields.ts'

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
