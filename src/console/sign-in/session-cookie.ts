// The cookie that keeps a person signed in, and the proof that the console's own page sent a change.
import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../failures.ts'

/** Where cookies belong: only to HTTPS, and to the path that the service is under. */
export interface CookiePlace {
  secure: boolean
  /** `/pagos`; empty: the host is ours alone. */
  prefix: string
}

/** Over HTTPS the name binds it to this host; under a path, and in a sandbox without HTTPS, it cannot. */
export function cookieName(name: string, { secure, prefix }: CookiePlace): string {
  if (!secure) return name
  return `${prefix === '' ? '__Host-' : '__Secure-'}${name}`
}

/** The attributes of a cookie: scripts cannot read it, and browsers do not send it for another site's page. */
export function cookieTerms({ secure, prefix }: CookiePlace): string {
  return `Path=${prefix || '/'}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
}

const NAME = 'cobro-console'

/** The token of the request's cookie; undefined when it has none, or several. */
export function cookieOf(request: FastifyRequest, place: CookiePlace): string | undefined {
  const name = `${cookieName(NAME, place)}=`
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(name))
  const token = found.length === 1 ? found[0]?.slice(name.length) : undefined
  return token !== undefined && /^[0-9a-f]{64}$/.test(token) ? token : undefined
}

/** Sets it, or with an empty token removes it. */
export function setCookie(reply: FastifyReply, place: CookiePlace, token: string): void {
  const end = token === '' ? '; Max-Age=0' : ''
  reply.header('set-cookie', `${cookieName(NAME, place)}=${token}; ${cookieTerms(place)}${end}`)
}

const PROOF_HEADER = 'cobro-console'

/** The proof of a page that shows this account: only a page of this origin can read it. */
export function proofOf(token: string, accountId: string): string {
  return hash('sha256', `console proof ${token} ${accountId}`, 'base64url')
}

/**
 * Fails with `other-page-refused` without a proof where one is `needed`, and with `page-outdated` for the proof of another
 * account or session than the cookie's: the person has chosen it in another tab meanwhile.
 */
export function checkProof(
  request: FastifyRequest,
  { token, accountId, needed }: { token: string; accountId: string; needed: boolean },
): void {
  const header = request.headers[PROOF_HEADER]
  if (header === undefined && !needed) return
  if (header === undefined) throw new Failure('other-page-refused')
  const presented = Buffer.from(String(header))
  const wanted = Buffer.from(proofOf(token, accountId))
  if (presented.length !== wanted.length || !timingSafeEqual(presented, wanted)) throw new Failure('page-outdated')
}
