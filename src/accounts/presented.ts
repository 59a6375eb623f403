// The credential of a request in its Authorization header, to which an envelope may be bound.
import { hash } from 'node:crypto'

/**
 * The app_key of Basic; for a Bearer token its SHA-256 in base64url, because the client that seals knows the token and not
 * its credential. Empty otherwise, and then no envelope is bound to it. Only for requests that have been authenticated.
 */
export function presentedAs(authorization: string | undefined): string {
  const [, scheme = '', rest = ''] = /^(\S+)\s+(\S+)$/.exec((authorization ?? '').trim()) ?? []
  switch (scheme.toLowerCase()) {
    case 'basic':
      return Buffer.from(rest, 'base64').toString('utf8').trim().split(':', 1)[0] ?? ''
    case 'bearer':
      return hash('sha256', rest, 'base64url')
    default:
      return ''
  }
}
