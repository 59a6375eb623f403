// Calls the service as the signed-in person: the browser sends the cookie, each call carries the page's proof, refusals are data.
import { withoutTurning } from '../../src/core/turning.ts'
import { at } from './base.ts'
import { noteReach } from './reach.ts'

export interface Refused {
  status: number
  code: string
  message: string
  /** The errors, by field. */
  messages: Record<string, string[]>
}

/** A refusal of the service, or an unreachable service: status 0. */
export class Refusal extends Error implements Refused {
  status: number
  code: string
  messages: Record<string, string[]>

  constructor({ status, code, message, messages }: Refused) {
    super(message)
    this.status = status
    this.code = code
    this.messages = messages
  }
}

let proof = ''
let language = 'es'
let onOutdated: () => void = () => {}

/** The proof and the language of every later call, and what to do when the session is over or is not the page's any more. */
export function callWith(settings: { proof?: string; language?: string; onOutdated?: () => void }): void {
  proof = settings.proof ?? proof
  language = settings.language ?? language
  onOutdated = settings.onOutdated ?? onOutdated
}

/** How long an answer may take. Without an end, a page would wait for a lost packet for ever. */
const LONGEST_MS = { read: 30_000, change: 60_000 }
/** Of a file over a slow line, and of work that grows with the books. The service itself waits no longer. */
export const LONG_WORK_MS = 300_000

/** The `result` of an answer. A file is sent unchanged. Throws a `Refusal`. */
export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  longestMs?: number,
): Promise<T> {
  const changes = method !== 'GET'
  const usualMs = body instanceof Blob ? LONG_WORK_MS : LONGEST_MS[changes ? 'change' : 'read']
  const answer = await answered(longestMs ?? usualMs, at(path), {
    method,
    credentials: 'same-origin',
    headers: {
      'accept-language': language,
      ...(proof !== '' && { 'cobro-console': proof }),
      ...(changes && { 'idempotency-key': once() }),
      ...headers,
      ...(body !== undefined && { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
    },
    ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
  })
  if (answer === undefined) {
    noteReach(false)
    throw new Refusal({ status: 0, code: 'offline', message: '', messages: {} })
  }
  const json = parsed(answer.text)
  // A proxy says so in words of its own when the service behind it is away.
  noteReach(json !== undefined || answer.status < 502)
  // A result may be null: there is no data.
  if (answer.ok) return (json !== undefined && 'result' in json ? json.result : json) as T
  const { code = String(answer.status), messages = {} } = json?.error ?? {}
  const { message: known = '', description = known } = json?.error ?? {}
  // Of a bad request it may be a sentence that older clients expect; what is meant for people is beside it.
  const message = answer.status === 400 ? description : known
  const isOver = answer.status === 401 && !path.startsWith('/v1/console/session')
  const needsFactor = code === 'SecondFactorException' && answer.status === 403
  if (isOver || needsFactor || code === 'PageOutdatedException') onOutdated()
  throw new Refusal({ status: answer.status, code, message, messages })
}

/** The whole answer; undefined when none came, it came too late, or it was cut off. */
async function answered(longestMs: number, address: string, asked: RequestInit) {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), longestMs)
  try {
    const answer = await fetch(address, { ...asked, signal: ending.signal })
    return { ok: answer.ok, status: answer.status, text: await answer.text() }
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

interface Answer {
  result?: unknown
  error?: Partial<Refused> & { description?: string }
}

/** A name with direction marks could turn the amount or the account beside it: nothing is shown with them. */
function parsed(text: string): Answer | undefined {
  try {
    return JSON.parse(withoutTurning(text)) as Answer
  } catch {
    return undefined
  }
}

/** A key for each change, unless one is given. Not `randomUUID`, which a page without HTTPS does not have. */
export function once(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
