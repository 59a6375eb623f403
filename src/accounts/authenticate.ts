// Authenticates a request by its Authorization header (Basic app_key:app_secret, or a session's Bearer token) and checks the scope.
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isFromHere } from '../api/browsers/own-page.ts'
import type { Access, Caller } from '../api/caller.ts'
import type { Clock } from '../core/clock.ts'
import { Failure, type FailureReason } from '../failures.ts'
import { hashOf, type Recognised } from './credentials.ts'
import { SANDBOX_ACCOUNT } from './open-account.ts'

interface AuthenticateNeeds {
  clock: Clock
  /** True in a sandbox: only there is the sandbox's own credential something that a caller may mean. */
  sandbox: boolean
  /** True where the sandbox's own credential is accepted: on a loopback address. */
  sandboxCredential: boolean
  /** `secretHash`: the hash of the secret. */
  readCredential(appKey: string, secretHash: string): Promise<Recognised | undefined>
  readSession(token: string): Promise<Recognised | undefined>
  /**
   * The person who is signed in at the console, for a request without an Authorization header; undefined without a session.
   */
  readPerson(request: FastifyRequest): Promise<Recognised | undefined>
  /** Called for every authenticated request. */
  used?(recognised: Recognised): void
  /** Called for every request that failed authentication, with the part of its app_key that may be logged. */
  refused?(request: FastifyRequest, reason: FailureReason, appKeyStart: string): void
}

const SANDBOX_KEYS = new Set<string>([SANDBOX_ACCOUNT.appKey, SANDBOX_ACCOUNT.publishableKey])

export function authenticator(needs: AuthenticateNeeds): (request: FastifyRequest, access: Access) => Promise<Caller> {
  return async (request, access) => {
    const header = (request.headers.authorization ?? '').trim()
    // A scheme may come with nothing behind it.
    const [, written = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(header) ?? []
    const scheme = written.toLowerCase()
    try {
      const recognised =
        header === ''
          ? await needs.readPerson(request)
          : scheme === 'bearer'
            ? await bySession(needs, rest)
            : await byCredential(needs, scheme === 'basic' ? rest : '', request)
      if (recognised === undefined) throw new Failure('credential-missing')
      needs.clock.follow(recognised.clock)
      if (recognised.caller.person === undefined) needs.used?.(recognised)
      return permitted(recognised.caller, access)
    } catch (error) {
      if (error instanceof Failure && error.status === 401) {
        needs.refused?.(request, error.reason, scheme === 'basic' ? startOfKey(rest) : '')
      }
      throw error
    }
  }
}

/** Throws unless the caller has the endpoint's access. */
function permitted(caller: Caller, access: Access): Caller {
  if (caller.kind === 'publishable' && access !== 'publishable') throw new Failure('credential-not-allowed')
  if (access === 'person' || access === 'operator') {
    if (caller.person === undefined) throw new Failure('person-needed')
    if (access === 'operator' && !caller.person.operator) throw new Failure('role-missing')
    return caller
  }
  // `any` is for credentials only: a person cannot open an API session.
  if (access === 'any' && caller.person !== undefined) throw new Failure('credential-not-allowed')
  if (caller.kind === 'publishable' || access === 'any' || access === 'public') return caller
  const scope = access === 'publishable' ? 'charge' : access
  if (!caller.scopes.includes(scope)) throw new Failure('scope-missing', { values: { scope } })
  return caller
}

/** Enough to distinguish keys. Empty for a text without the form of a key, which may be a misplaced secret. */
function startOfKey(encoded: string): string {
  const text = Buffer.from(encoded.slice(0, 1024), 'base64').toString('utf8')
  return /^[sp]k_(dev|live)_[0-9a-f]{4}/.exec(text)?.[0] ?? ''
}

const KEY_FORM = /^(?:[sp]k_(?:dev|live)_[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** A key, and the hash of its secret. */
interface Presented {
  encoded: string
  appKey: string
  secretHash: string
}

/** What the last request of a connection presented: the next one nearly always presents the same. */
const lately = new WeakMap<Socket, Presented>()

function presentedBy(encoded: string, { socket }: FastifyRequest): Presented {
  const last = lately.get(socket)
  if (last?.encoded === encoded) return last
  const presented = { encoded, ...decoded(encoded) }
  lately.set(socket, presented)
  return presented
}

/** Fails with `credential-invalid` for a text without the form of a credential. */
function decoded(encoded: string): Omit<Presented, 'encoded'> {
  if (encoded.length > 1024 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) throw new Failure('credential-invalid')
  const text = Buffer.from(encoded, 'base64').toString('utf8').trim()
  const colon = text.indexOf(':')
  const appKey = colon < 0 ? text : text.slice(0, colon)
  const secret = colon < 0 ? '' : text.slice(colon + 1)
  if (appKey === '' || !/^[^\p{Cc}\ufffd]+$/u.test(text)) throw new Failure('credential-invalid')
  return { appKey, secretHash: hashOf(secret) }
}

async function byCredential(needs: AuthenticateNeeds, encoded: string, request: FastifyRequest): Promise<Recognised> {
  const { appKey, secretHash } = presentedBy(encoded, request)
  // This credential is public. It needs a loopback `Host`, so that a web page cannot use it by DNS rebinding.
  if (SANDBOX_KEYS.has(appKey) && !(needs.sandboxCredential && isFromHere(request)))
    throw new Failure(needs.sandbox ? 'credential-of-sandbox' : 'credential-invalid')
  const recognised = await needs.readCredential(appKey, secretHash)
  if (recognised === undefined)
    throw new Failure(KEY_FORM.test(appKey) ? 'credential-invalid' : 'application-key-malformed')
  return recognised
}

async function bySession(needs: AuthenticateNeeds, token: string): Promise<Recognised> {
  if (!/^[\x21-\x7e]{31,249}$/.test(token)) throw new Failure('session-invalid')
  const recognised = await needs.readSession(token)
  if (recognised === undefined) throw new Failure('session-invalid')
  return recognised
}
