// Refuses a request that repeats a header which may occur only once, because proxies and servers could choose different
// values.
import type { FastifyRequest } from 'fastify'
import type { Bilingual } from '../core/language/bilingual.ts'
import { Failure } from '../failures.ts'

/** In lower case. Node keeps the first of two hosts and joins two Idempotency-Keys. */
const SINGLE_HEADERS = new Set(['host', 'idempotency-key', 'authorization', 'content-type'])

/** Fails with `parameters-invalid` by the name of the header. */
export function refuseRepeatedHeaders({ raw: { headers, rawHeaders } }: FastifyRequest): void {
  // Each name is there once.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    if (!SINGLE_HEADERS.has(name)) continue
    if (seen.has(name)) throw refusal(rawHeaders[at] ?? '')
    seen.add(name)
  }
}

function refusal(name: string): Failure {
  const texts: Bilingual[] = [[`${name} solo puede venir una vez`, `${name} may come only once`]]
  return new Failure('parameters-invalid', { fields: { [name]: texts } })
}
