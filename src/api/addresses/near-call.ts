// Finds the call that was meant by an address that is none: another version, a plural, another spelling, a typing error.
import { isSlip } from '../../core/language/meant-field.ts'

export interface KnownCall {
  method: string
  /** As the router has it: `/v1/customer/:id`. */
  url: string
  /** Of the address, each as it is compared; a parameter keeps its `:`. */
  parts: readonly string[]
}

/** Taken apart once: an address that is none is compared with every call. */
export function knownCall(method: string, url: string): KnownCall {
  return { method, url, parts: partsOf(url).map((part) => (part.startsWith(':') ? part : plain(part))) }
}

/** The nearest call, as people read it: `GET /v1/customer/{id}`. Undefined when none is near. The same method counts first. */
export function nearestCall(method: string, url: string, known: readonly KnownCall[]): string | undefined {
  const parts = partsOf(url).map(plain)
  let best: { call: KnownCall; distance: number } | undefined
  for (const call of known) {
    const between = distanceTo(call.parts, parts)
    if (between === undefined) continue
    const distance = between + (call.method === method ? 0 : OTHER_METHOD)
    if (best === undefined || distance < best.distance) best = { call, distance }
  }
  return best && `${best.call.method} ${best.call.url.replace(/:(\w+)/g, '{$1}')}`
}

const [PARAMETER, SLIP, OTHER_METHOD] = [1, 10, 100]

/** Longer addresses are no calls. */
const MAX_PARTS = 10

/** The parts of a path after its version, without an `api` before it. */
function partsOf(url: string): string[] {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  const parts = path.slice(0, 500).split('/').filter(Boolean)
  const from = parts.findIndex((part) => !/^(api|v\d+(\.\d+)?)$/i.test(part))
  return from === -1 ? [] : parts.slice(from)
}

/** Undefined when a part is another word. */
function distanceTo(call: readonly string[], parts: readonly string[]): number | undefined {
  if (call.length !== parts.length || parts.length === 0 || parts.length > MAX_PARTS) return undefined
  let distance = 0
  for (const [at, part] of parts.entries()) {
    const wanted = call[at] ?? ''
    if (wanted.startsWith(':')) {
      distance += PARAMETER
      continue
    }
    if (part === wanted) continue
    if (!isSlip(part, wanted)) return undefined
    distance += SLIP
  }
  return distance
}

/** Without capitals, marks and the plural. */
function plain(part: string): string {
  const letters = part
    .slice(0, 60)
    .toLowerCase()
    .replace(/[^a-z0-9.]/g, '')
  return letters.length > 2 ? letters.replace(/s$/, '') : letters
}
