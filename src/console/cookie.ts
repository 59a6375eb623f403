// The cookie that keeps a person signed in, and the proof that the console's own page sent a change.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Over HTTPS the name binds it to this host; a sandbox without HTTPS cannot have that. */
function cookieName(secure: boolean): string {
  return secure ? '__Host-cobro-console' : 'cobro-console'
}

/** The token of the request's cookie; undefined when it has none, or several. */
export function cookieOf(request: FastifyRequest, secure: boolean): string | undefined {
  const name = `${cookieName(secure)}=`
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(name))
  const token = found.length === 1 ? found[0]?.slice(name.length) : undefined
  return token !== undefined && /^[0-9a-f]{64}$/.test(token) ? token : undefined
}

/** Sets it, or with an empty token removes it. Scripts cannot read it, and browsers do not send it for another site's page. */
export function setCookie(reply: FastifyReply, secure: boolean, token: string): void {
  const end = token === '' ? '; Max-Age=0' : ''
  const safe = secure ? '; Secure' : ''
  reply.header('set-cookie', `${cookieName(secure)}=${token}; Path=/; HttpOnly; SameSite=Strict${safe}${end}`)
}

const PROOF_HEADER = 'cobro-console'

/** The proof that the page sends with every change: only a page of this origin can read it. */
export function proofOf(token: string): string {
  return createHash('sha256').update(`console proof ${token}`).digest('base64url')
}

export function hasProof(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(String(request.headers[PROOF_HEADER] ?? ''))
  const wanted = Buffer.from(proofOf(token))
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
