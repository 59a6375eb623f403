// What STP's answer to an order or a return means: its codes, in one place.
import { textOf } from '../exact-json.ts'
import type { StpAnswer } from './client.ts'

/**
 * `taken`: with STP's own id. `used`: STP has an order under this key. `refused`: no money leaves. `later`: STP takes no orders now. `unclear`:
 * the order may or may not have been taken.
 */
export type Registered =
  | { kind: 'taken'; id: string }
  | { kind: 'used'; reason: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'later' }
  | { kind: 'unclear' }

/** Smaller positive ids are codes of errors. */
const LEAST_ID = 1_000n
/** Key used for that day, duplicated order, duplicated datum. */
const USED = ['-1', '-2', '5']
/** STP's link to SPEI answers queries only. */
const QUERIES_ONLY = '-30'
/** Errors under the code 0 that are certain: the signature, or a field. `0` may also mean that STP’s service did not answer. */
const WRONG_REQUEST = /\bfirma\b|obligatori|^el campo\b/i
const NO_SERVICE = /servicio|respuesta|tiempo|timeout/i

export function registered(answer: StpAnswer): Registered {
  if (answer.kind === 'none' || answer.status !== 200) return { kind: 'unclear' }
  const { resultado } = answer.body as { resultado?: { id?: unknown; descripcionError?: unknown } | null }
  const id = textOf(resultado?.id)
  if (!/^-?\d{1,19}$/.test(id)) return { kind: 'unclear' }
  const description = textOf(resultado?.descripcionError)
  const code = BigInt(id)
  if (code >= LEAST_ID) return description === '' ? { kind: 'taken', id } : { kind: 'unclear' }
  const reason = `STP ${id}: ${description || 'it says no more'}`.slice(0, 240)
  if (USED.includes(id)) return { kind: 'used', reason }
  if (id === QUERIES_ONLY) return { kind: 'later' }
  if (code === 0n && (!WRONG_REQUEST.test(description) || NO_SERVICE.test(description))) return { kind: 'unclear' }
  // Codes 1 to 8 are positive; between them and an id nothing is documented.
  if (code > 8n) return { kind: 'unclear' }
  return { kind: 'refused', reason }
}
