// Masks the stored copy of a request for people: without secrets, sealed data and card numbers.
import { maskedStart } from '../../core/cards/mask.ts'
import { isCode } from '../../core/cards/security-code.ts'

/** Longer texts are cut here. */
export const KEPT_CHARACTERS = 16_384
const DEEPEST = 12
const SECRET =
  /^(app_secret|secret|password|passphrase|cvv2?|cvc2?|csc|security_?code|pin|authorization|cookie|api_?key|access_token|refresh_token)$/i
const SECRET_HEADER = /authorization|cookie|secret|token|password|api-?key|^cobro-console$/i
const SECRET_PARAMETER =
  /([?&](?:app_secret|secret|password|passphrase|authorization|api_?key|access_token|refresh_token|token|code)=)[^&#]*/gi
/** In requests only: in an answer `code` names the refusal. */
const SENT_SECRET = /^(code|proof)$/i
const SEALED = /^(key|data)$/
const SEALED_ROUTES = ['/v1/payment/card', '/v1/token']
const TOKEN_ROUTES = /^\/v1\/auth\//

/** E-mails contain codes and links that let their readers in. */
const LETTER_ROUTES = ['/v1/sandbox/mailbox']

export const HIDDEN = '‹hidden›'

/** The request's body, as JSON text; undefined without one. */
export function maskedBody(route: string, body: unknown): string | null {
  if (body === undefined || body === null) return null
  const sealed = SEALED_ROUTES.includes(route)
  // A file is sealed in its own room; no part of it is stored here.
  if (body instanceof Uint8Array) return kept(`‹file, ${body.length} bytes›`)
  return kept(
    walk(body, (name, value) => {
      if (sealed && SEALED.test(name)) return `‹sealed, ${typeof value === 'string' ? value.length : 0} characters›`
      return SECRET.test(name) || SENT_SECRET.test(name) || isCode(name, value) ? HIDDEN : undefined
    }),
  )
}

/** The answer as sent, JSON or not. */
export function maskedAnswer(route: string, answer: string | undefined): string | null {
  if (answer === undefined || answer === '') return null
  let parsed: unknown
  try {
    parsed = JSON.parse(answer)
  } catch {
    return cut(answer)
  }
  if (LETTER_ROUTES.includes(route)) return kept(HIDDEN)
  const tokens = TOKEN_ROUTES.test(route)
  return kept(walk(parsed, (name) => (SECRET.test(name) || (tokens && name === 'token') ? HIDDEN : undefined)))
}

export function maskedHeaders(headers: Record<string, unknown>): string {
  const shown = Object.entries(headers).map(([name, value]) => {
    const text = String(value)
    if (name === 'authorization') return [name, `${text.split(' ')[0]?.slice(0, 10)} ${HIDDEN}`]
    return [name, SECRET_HEADER.test(name) ? HIDDEN : maskedStart(text, 500)]
  })
  return kept(Object.fromEntries(shown))
}

/** A path with its query, without secrets that a client put there instead of into a header. */
export function maskedPath(path: string, most: number): string {
  return maskedStart(path.replace(SECRET_PARAMETER, `$1${HIDDEN}`), most)
}

/** `room`: the characters that are left for all parts together; later parts are left out. */
function walk(
  value: unknown,
  replace: (name: string, value: unknown) => string | undefined,
  depth = 0,
  room = { left: KEPT_CHARACTERS },
): unknown {
  if (depth > DEEPEST || room.left <= 0) return '…'
  if (typeof value === 'string') {
    const text = value.length > room.left ? maskedStart(value, room.left) : value
    room.left -= value.length
    return text
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const some = []
    for (const one of value.slice(0, 500)) {
      if (room.left <= 0) break
      some.push(walk(one, replace, depth + 1, room))
    }
    return some
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      room.left -= name.length
      return [name, replace(name, inner) ?? walk(inner, replace, depth + 1, room)]
    }),
  )
}

function kept(value: unknown): string {
  return cut(JSON.stringify(value))
}

/** Without card numbers, and cut to a readable length. */
function cut(text: string): string {
  const start = maskedStart(text, KEPT_CHARACTERS)
  return text.length > KEPT_CHARACTERS ? `${start}…` : start
}
