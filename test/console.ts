// People at the console, for stories: an invitation, a sign-in, and calls with the session's cookie.
import assert from 'node:assert/strict'
import { SANDBOX_ACCOUNT } from '../src/accounts/open-account.ts'
import { invite } from '../src/console/people.ts'
import type { Role } from '../src/console/roles.ts'
import { processActor } from '../src/trail/record.ts'
import { type Answer, basic, type Merchant, type World } from './world.ts'

export const PASSWORD = 'caballo correcto pila grapa'

export interface SignedIn {
  email: string
  cookie: string
  proof: string
  /** The answer of the sign-in. */
  // biome-ignore lint/suspicious/noExplicitAny: stories look into answers freely.
  session: any
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** Invites a person to the merchant's account; answers the token of the link. */
export async function invited(world: World, merchant: Merchant, role: Role, email = newEmail()) {
  const given = { accountId: merchant.accountId, email, name: 'Ana Núñez', role, invitedBy: 'prueba' }
  const { token } = await invite(world.service, given, processActor('test'), () => [])
  return { email, token }
}

export async function joined(world: World, merchant: Merchant, role: Role): Promise<string> {
  const { email, token } = await invited(world, merchant, role)
  const answer = await send(world, 'POST', '/v1/console/invitation/accept', { token, password: PASSWORD })
  assert.equal(answer.status, 200, answer.text)
  return email
}

/** A person with this role in the merchant's account, signed in. */
export async function person(world: World, merchant: Merchant, role: Role): Promise<SignedIn> {
  return signedIn(world, await joined(world, merchant, role))
}

export async function signedIn(world: World, email: string, headers: Record<string, string> = {}): Promise<SignedIn> {
  const answer = await send(world, 'POST', '/v1/console/session', { email, password: PASSWORD }, headers)
  assert.equal(answer.status, 200, answer.text)
  return withCookie(world, email, answer)
}

export function withCookie(world: World, email: string, answer: Answer): SignedIn {
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  return pageOf(world, { email, cookie }, answer.body.result)
}

function pageOf(
  world: World,
  { email, cookie }: Pick<SignedIn, 'email' | 'cookie'>,
  session: SignedIn['session'],
): SignedIn {
  const { proof } = session
  return {
    email,
    cookie,
    proof,
    session,
    call: (method, path, body, headers = {}) =>
      send(world, method, path, body, { cookie, 'cobro-console': proof, ...headers }),
  }
}

/** The person's page after it has chosen another account: its proof is of that one. */
export async function inAccount(world: World, one: SignedIn, account: string): Promise<SignedIn> {
  const answer = await one.call('POST', '/v1/console/session/account', { account })
  assert.equal(answer.status, 200, answer.text)
  return pageOf(world, one, answer.body.result)
}

export function send(world: World, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  return world.send({
    method: method as 'GET',
    url: path,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
}

/** The account that the sandbox knows from the start, which the console on this machine shows. */
export function sandboxShop(world: World): Pick<Merchant, 'call' | 'get' | 'post'> {
  const authorization = basic(SANDBOX_ACCOUNT.appKey, SANDBOX_ACCOUNT.secret)
  const call: Merchant['call'] = (method, path, body, headers) =>
    send(world, method, path, body, { authorization, ...headers })
  return {
    call,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
  }
}

function newEmail(): string {
  return `ana-${Math.random().toString(36).slice(2)}@tienda.mx`
}
