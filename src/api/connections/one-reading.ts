// Refuses requests that a proxy before the service could read in another way than we do: another end of their body, or another host.
import type { FastifyRequest } from 'fastify'
import { Failure } from '../../failures.ts'
import { refuseCodedTransfer } from '../body/read-json.ts'

/** A name or an address with or without a port, or nothing (RFC 9110, 7.2). */
const HOST = /^(?:(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?)?$/i

/** Fails with `request-unreadable`, and with `body-encoded` for a body in another way than plain or in chunks. */
export function refuseOtherReadings({ raw, originalUrl }: FastifyRequest): void {
  const { headers, httpVersion, method } = raw
  const { host } = headers
  if (host === undefined ? httpVersion === '1.1' : !HOST.test(host)) throw new Failure('request-unreadable')
  const coding = headers['transfer-encoding']
  // HTTP/1.0 knows no chunks: the body would end elsewhere (RFC 9112, 6.1).
  if (httpVersion === '1.0' && coding !== undefined) throw new Failure('request-unreadable')
  refuseCodedTransfer(coding)
  if (!originalUrl.startsWith('/') && !(originalUrl === '*' && method === 'OPTIONS') && !namesHost(originalUrl, host))
    throw new Failure('request-unreadable')
}

/** Whether an address that is sent whole, as to a proxy, is of the host that the request names beside it (RFC 9112, 3.2.2). */
function namesHost(address: string, host: string | undefined): boolean {
  const url = /^https?:\/\/[^/?#@\\]+(?:[/?#]|$)/i.test(address) ? URL.parse(address) : null
  return url !== null && host !== undefined && URL.parse(`${url.protocol}//${host}`)?.host === url.host
}
