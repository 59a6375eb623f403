// A passkey device for stories: makes a key pair for a page and signs its challenges (WebAuthn 3, 6.1 and 6.5), with faults on request.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface Told {
  /** The page that asks; by default the right one. */
  origin?: string
  /** The relying party of the signature; by default the asking one. */
  rpId?: string
  /** The counter; by default one more than before. */
  counter?: number
  /** Whether it has verified its user. */
  verified?: boolean
  /** The owner of the key that it names; by default the right one. */
  userHandle?: string
  /** A certificate that it sends although none was requested. */
  certificate?: Buffer
  /** Another type of client data than the requested one. */
  type?: string
}

// biome-ignore lint/suspicious/noExplicitAny: options of the service, as it answers them.
type Options = any

export interface Device {
  id: string
  create(options: Options, told?: Told): object
  get(options: Options, told?: Told): { id: string; response: Record<string, string> }
}

const ORIGIN = 'http://localhost:8080'
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')

export function device(): Device {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const rawId = randomBytes(32)
  const id = base64url(rawId)
  let counter = 0
  let handle = base64url('usr_nobody')

  const noteOf = (type: string, { challenge }: Options, { origin = ORIGIN, type: other = type }: Told) =>
    Buffer.from(JSON.stringify({ type: other, challenge, origin, crossOrigin: false }))
  const factsOf = (rpId: string, { verified = true, ...told }: Told, attested?: Buffer) => {
    counter += 1
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(told.counter ?? counter)
    const flags = 0x01 | (verified ? 0x04 : 0) | (attested ? 0x40 : 0)
    return Buffer.concat([sha256(told.rpId ?? rpId), Buffer.from([flags]), counted, attested ?? Buffer.alloc(0)])
  }

  return {
    id,
    create: (options, told = {}) => {
      handle = options.user.id
      // Key type EC2, algorithm ES256, curve P-256 and the point (RFC 9053, 7.1.1).
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, key])
      const facts = factsOf(options.rp.id, told, attested)
      const length = Buffer.from([0x58, facts.length])
      const attestationObject = base64url(Buffer.concat([shown(told.certificate), length, facts]))
      const clientDataJSON = base64url(noteOf('webauthn.create', options, told))
      return { id, response: { clientDataJSON, attestationObject, transports: ['internal'] } }
    },
    get: (options, told = {}) => {
      const note = noteOf('webauthn.get', options, told)
      const facts = factsOf(options.rpId, told)
      const signature = sign('sha256', Buffer.concat([facts, sha256(note)]), privateKey)
      const response = {
        clientDataJSON: base64url(note),
        authenticatorData: base64url(facts),
        signature: base64url(signature),
        userHandle: told.userHandle === undefined ? handle : base64url(told.userHandle),
      }
      return { id, response }
    },
  }
}

/** {"fmt": "none", "attStmt": {}, "authData": …, or {"fmt": "apple", "attStmt": {"x5c": [certificate]}, "authData": … in CBOR. */
function shown(certificate: Buffer | undefined): Buffer {
  const facts = Buffer.from('686175746844617461', 'hex')
  if (certificate === undefined)
    return Buffer.concat([Buffer.from('a363666d74646e6f6e656761747453746d74a0', 'hex'), facts])
  const length = Buffer.from([0x59, certificate.length >> 8, certificate.length & 0xff])
  const head = Buffer.from('a363666d74656170706c656761747453746d74a16378356381', 'hex')
  return Buffer.concat([head, length, certificate, facts])
}
