// What browsers are asked to sign with a passkey, and whether they did: each challenge is open for minutes, once, for one purpose of one person.
import { createHash, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { AuthenticatorTransportFuture, WebAuthnCredential } from '@simplewebauthn/server'
import { Failure } from '../core/failure.ts'
import { instantOf } from '../core/time.ts'
import { columns } from '../store/columns.ts'
import { conditionHeld } from '../store/decide.ts'
import type { PasskeyChallengeRow, PasskeyRow, UserRow } from '../store/tables.ts'
import { insert, run, update, type Write } from '../store/write.ts'
import type { Assertion, Attestation } from './passkey-fields.ts'
import type { PeopleNeeds } from './people.ts'

export interface PasskeyNeeds extends PeopleNeeds {
  baseUrl(): string
}

/** What a challenge is for; a signature of it is good for nothing else. */
type ChallengeFor = Pick<PasskeyChallengeRow, 'purpose' | 'user_id' | 'session_id'>

export const FOR_SIGN_IN: ChallengeFor = { purpose: 'sign-in', user_id: null, session_id: null }

const CHALLENGE_MS = 5 * 60_000

/** Loaded when somebody first uses a passkey: most processes never do. */
const library = () => import('@simplewebauthn/server')

/** For whom keys are made, and of which page: both from the address of the service. Undefined where it has no name but numbers. */
export function relyingParty(baseUrl: string): { id: string; origin: string } | undefined {
  const { hostname, origin } = new URL(baseUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : undefined
}

function knownParty({ baseUrl }: PasskeyNeeds): { id: string; origin: string } {
  const party = relyingParty(baseUrl())
  if (party === undefined) throw new Failure('passkeys-need-a-name')
  return party
}

/** Somebody's passkeys, oldest first. */
export async function passkeysOf({ store }: Pick<PeopleNeeds, 'store'>, userId: string): Promise<PasskeyRow[]> {
  const query = store.db.selectFrom('passkeys').select(columns.passkeys).where('user_id', '=', userId)
  return query.orderBy('id').execute()
}

/** What `navigator.credentials.create` is given. Fails with `passkeys-need-a-name`. */
export async function creationOptions(needs: PasskeyNeeds, user: UserRow, sessionId: string, has: PasskeyRow[]) {
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

/** What `navigator.credentials.get` is given: without keys the browser asks which of those it has. Fails with `passkeys-need-a-name`. */
export async function requestOptions(needs: PasskeyNeeds, wanted: ChallengeFor, has: PasskeyRow[] = []) {
  const party = knownParty(needs)
  return (await library()).generateAuthenticationOptions({
    rpID: party.id,
    challenge: await challengeFor(needs, wanted),
    timeout: CHALLENGE_MS,
    allowCredentials: has.map(({ credential_id: id, transports }) => ({ id, transports: listed(transports) })),
    userVerification: 'required',
  })
}

/** The new key of an answer to `creationOptions`; undefined when it is none, late, for another page or another person's. */
export async function createdKey(
  needs: PasskeyNeeds,
  given: Attestation,
  wanted: { userId: string; sessionId: string },
): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'backed_up'> | undefined> {
  const { id, origin } = knownParty(needs)
  const { verifyRegistrationResponse } = await library()
  const asked = { purpose: 'register', user_id: wanted.userId, session_id: wanted.sessionId } as const
  const expectedChallenge = await takenChallenge(needs, given.response.clientDataJSON, asked)
  if (expectedChallenge === undefined || (await hasCertificates(given.response.attestationObject))) return undefined
  const { transports = [] } = given.response
  const response = {
    ...whole(given),
    response: { ...given.response, transports: transports as AuthenticatorTransportFuture[] },
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
 * Whose passkey has signed what was asked for, and the write that counts it, which is `Unmet` when another use was counted meanwhile. Undefined
 * when the signature, the challenge, the page or the person is another, the key is removed, or it has counted less than before: a copy signs.
 */
export async function signedBy(
  needs: PasskeyNeeds,
  given: Assertion,
  wanted: ChallengeFor,
): Promise<{ passkey: PasskeyRow; used: Write } | undefined> {
  const { store, clock } = needs
  const { id, origin } = knownParty(needs)
  const { verifyAuthenticationResponse } = await library()
  const expectedChallenge = await takenChallenge(needs, given.response.clientDataJSON, wanted)
  if (expectedChallenge === undefined) return undefined
  const query = store.db.selectFrom('passkeys').select(columns.passkeys).where('credential_id', '=', given.id)
  const passkey = await query.executeTakeFirst()
  if (passkey === undefined || (wanted.user_id !== null && passkey.user_id !== wanted.user_id)) return undefined
  // Where nobody was named, the authenticator says whose key it is.
  const handle = given.response.userHandle
  const named = handle === undefined ? wanted.user_id : Buffer.from(handle, 'base64url').toString()
  if (named !== passkey.user_id) return undefined
  const credential: WebAuthnCredential = {
    id: passkey.credential_id,
    publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
    counter: passkey.counter,
  }
  const found = await verifyAuthenticationResponse({
    response: whole(given),
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
 * Whether certificates come with it, or anything that may have them. None were asked for, and the library would ask the addresses in them
 * whether they were revoked: whoever made them could have this service call any address.
 */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    const [kind, statement] = [decoded.get('fmt'), decoded.get('attStmt')]
    // A key that vouches for itself has none either.
    return kind !== 'none' && (kind !== 'packed' || statement.get('x5c') !== undefined)
  } catch {
    return true
  }
}

async function challengeFor({ store, clock }: PeopleNeeds, wanted: ChallengeFor): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32))
  const over = store.db.deleteFrom('passkey_challenges').where('expires_at', '<=', instantOf(clock.wallMs()))
  const expires_at = instantOf(clock.wallMs() + CHALLENGE_MS)
  const hash = hashOfChallenge(Buffer.from(challenge).toString('base64url'))
  await store.commit([run(over.compile()), insert('passkey_challenges', { hash, ...wanted, expires_at })])
  return challenge
}

/** The challenge that was signed, when it was open for this; from now on it is not, whatever comes of the signature. */
async function takenChallenge(
  { store, clock }: PeopleNeeds,
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

/** Empty when the browser's note is none: that is the challenge of nothing. */
function challengeIn(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

function hashOfChallenge(challenge: string): string {
  return createHash('sha256').update(`passkey challenge ${challenge}`).digest('hex')
}

/** As browsers have it: what says the same for every passkey is not sent. */
function whole<T extends { id: string }>(given: T) {
  return { ...given, rawId: given.id, type: 'public-key', clientExtensionResults: {} } as const
}

function listed(transports: string): AuthenticatorTransportFuture[] {
  return JSON.parse(transports)
}
