// Challenges for passkeys and the check of their signatures: each challenge is open for minutes, once, for one purpose of one person.
import { hash, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { AuthenticatorTransportFuture, WebAuthnCredential } from '@simplewebauthn/server'
import type { Ground } from '../../api/room.ts'
import { instantOf } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import { columns } from '../../store/columns.ts'
import { conditionHeld } from '../../store/decide.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { insert, run, update, type Write } from '../../store/write.ts'
import type { PasskeyChallengeRow, PasskeyRow, UserRow } from '../tables.ts'
import type { Assertion, Attestation } from './passkey-fields.ts'

/** The purpose of a challenge; a signature of it is valid for no other. */
type ChallengeFor = Pick<PasskeyChallengeRow, 'purpose' | 'user_id' | 'session_id'>

export const FOR_SIGN_IN: ChallengeFor = { purpose: 'sign-in', user_id: null, session_id: null }

const CHALLENGE_MS = 5 * 60_000

/** Loaded on the first use of a passkey: most processes never need it. */
const library = () => import('@simplewebauthn/server')

/** The relying party and the page's origin, from the address of the service. Undefined for a numeric address. */
export function relyingParty(baseUrl: string): { id: string; origin: string } | undefined {
  const { hostname, origin } = new URL(baseUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : undefined
}

function knownParty({ baseUrl }: Pick<Ground, 'store' | 'clock' | 'baseUrl'>): { id: string; origin: string } {
  const party = relyingParty(baseUrl())
  if (party === undefined) throw new Failure('passkeys-need-a-name')
  return party
}

/** A person's passkeys, oldest first. */
export async function passkeysOf({ store }: Pick<StoreAndClock, 'store'>, userId: string): Promise<PasskeyRow[]> {
  const query = store.db.selectFrom('passkeys').select(columns.passkeys).where('user_id', '=', userId)
  return query.orderBy('id').execute()
}

/** The options of `navigator.credentials.create`. Fails with `passkeys-need-a-name`. */
export async function creationOptions(
  needs: Pick<Ground, 'store' | 'clock' | 'baseUrl'>,
  user: UserRow,
  sessionId: string,
  has: PasskeyRow[],
) {
  const party = knownParty(needs)
  const challenge = await challengeFor(needs, { purpose: 'register', user_id: user.id, session_id: sessionId })
  return (await library()).generateRegistrationOptions({
    rpName: 'Cobro',
    rpID: party.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    challenge,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: has.map(({ credential_id: id, transports }) => ({ id, transports: listed(transports) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** The options of `navigator.credentials.get`: without keys the browser asks which of its own to use. Fails with `passkeys-need-a-name`. */
export async function requestOptions(
  needs: Pick<Ground, 'store' | 'clock' | 'baseUrl'>,
  wanted: ChallengeFor,
  has: PasskeyRow[] = [],
) {
  const party = knownParty(needs)
  return (await library()).generateAuthenticationOptions({
    rpID: party.id,
    challenge: await challengeFor(needs, wanted),
    timeout: CHALLENGE_MS,
    allowCredentials: has.map(({ credential_id: id, transports }) => ({ id, transports: listed(transports) })),
    userVerification: 'required',
  })
}

/** The new key of an answer to `creationOptions`; undefined for an invalid or late one, or one of another page or person. */
export async function createdKey(
  needs: Pick<Ground, 'store' | 'clock' | 'baseUrl'>,
  answer: Attestation,
  wanted: { userId: string; sessionId: string },
): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'backed_up'> | undefined> {
  const { id, origin } = knownParty(needs)
  const { verifyRegistrationResponse } = await library()
  const asked = { purpose: 'register', user_id: wanted.userId, session_id: wanted.sessionId } as const
  const expectedChallenge = await takenChallenge(needs, answer.response.clientDataJSON, asked)
  if (expectedChallenge === undefined || (await hasCertificates(answer.response.attestationObject))) return undefined
  const { transports = [] } = answer.response
  const response = {
    ...whole(answer),
    response: { ...answer.response, transports: transports as AuthenticatorTransportFuture[] },
  }
  const found = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!found?.verified) return undefined
  const { credential, credentialBackedUp } = found.registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: JSON.stringify(transports),
    backed_up: credentialBackedUp ? 1 : 0,
  }
}

/**
 * The owner of the passkey that signed the challenge, and the write that counts its use, `Unmet` when another was counted. Undefined
 * for another signature, challenge, page or person, a removed key, or a lower counter than before: then a copy of the key signs.
 */
export async function signedBy(
  needs: Pick<Ground, 'store' | 'clock' | 'baseUrl'>,
  answer: Assertion,
  wanted: ChallengeFor,
): Promise<{ passkey: PasskeyRow; used: Write } | undefined> {
  const { store, clock } = needs
  const { id, origin } = knownParty(needs)
  const { verifyAuthenticationResponse } = await library()
  const expectedChallenge = await takenChallenge(needs, answer.response.clientDataJSON, wanted)
  if (expectedChallenge === undefined) return undefined
  const query = store.db.selectFrom('passkeys').select(columns.passkeys).where('credential_id', '=', answer.id)
  const passkey = await query.executeTakeFirst()
  if (passkey === undefined || (wanted.user_id !== null && passkey.user_id !== wanted.user_id)) return undefined
  // Without a named person, the authenticator says whose key it is.
  const handle = answer.response.userHandle
  const named = handle === undefined ? wanted.user_id : Buffer.from(handle, 'base64url').toString()
  if (named !== passkey.user_id) return undefined
  const credential: WebAuthnCredential = {
    id: passkey.credential_id,
    publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
    counter: passkey.counter,
  }
  const found = await verifyAuthenticationResponse({
    response: whole(answer),
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!found?.verified) return undefined
  const { newCounter, credentialBackedUp } = found.authenticationInfo
  const change = {
    counter: newCounter,
    backed_up: credentialBackedUp ? 1 : 0,
    used_at: instantOf(clock.wallMs()),
  } as const
  return { passkey, used: update('passkeys', change, { id: passkey.id, counter: passkey.counter }) }
}

/**
 * Whether the answer has certificates, or anything that may contain them. None were requested, and the library would call the addresses in
 * them to check their revocation: so a forger could make this service call any address.
 */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    const [kind, statement] = [decoded.get('fmt'), decoded.get('attStmt')]
    // A self-attested key has no certificates either.
    return kind !== 'none' && (kind !== 'packed' || statement.get('x5c') !== undefined)
  } catch {
    return true
  }
}

async function challengeFor({ store, clock }: StoreAndClock, wanted: ChallengeFor): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32))
  const over = store.db.deleteFrom('passkey_challenges').where('expires_at', '<=', instantOf(clock.wallMs()))
  const expires_at = instantOf(clock.wallMs() + CHALLENGE_MS)
  const hash = hashOfChallenge(Buffer.from(challenge).toString('base64url'))
  await store.commit([run(over.compile()), insert('passkey_challenges', { hash, ...wanted, expires_at })])
  return challenge
}

/** The signed challenge, if it was open for this purpose; from now on it is closed, whatever the result of the signature. */
async function takenChallenge(
  { store, clock }: StoreAndClock,
  clientData: string,
  { purpose, user_id, session_id }: ChallengeFor,
): Promise<string | undefined> {
  const challenge = challengeIn(clientData)
  const taken = store.db
    .deleteFrom('passkey_challenges')
    .where('hash', '=', hashOfChallenge(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .where('session_id', session_id === null ? 'is' : '=', session_id)
    .where('expires_at', '>', instantOf(clock.wallMs()))
  return (await conditionHeld(store.commit([run(taken.compile(), 1)]))) ? challenge : undefined
}

/** Empty for invalid client data: no challenge equals it. */
function challengeIn(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

function hashOfChallenge(challenge: string): string {
  return hash('sha256', `passkey challenge ${challenge}`)
}

/** In the browser's form: fields that are the same for every passkey are not sent. */
function whole<T extends { id: string }>(answer: T) {
  return { ...answer, rawId: answer.id, type: 'public-key', clientExtensionResults: {} } as const
}

function listed(transports: string): AuthenticatorTransportFuture[] {
  return JSON.parse(transports)
}
