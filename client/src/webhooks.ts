// Checks that a webhook comes from the service and is fresh, and signs one: Standard Webhooks 1.0.0.
import { fromBase64, toBase64 } from './base64.ts'

/** The reason why a webhook is refused. */
export type WebhookFault = 'header-missing' | 'too-old' | 'too-new' | 'signature-wrong' | 'not-json'

export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly fault: WebhookFault

  constructor(fault: WebhookFault) {
    super(FAULTS[fault])
    this.fault = fault
  }
}

const FAULTS = {
  'header-missing': 'webhook-id, webhook-timestamp or webhook-signature is missing',
  'too-old': 'the webhook was signed too long ago',
  'too-new': 'the webhook was signed in the future: check the clock',
  'signature-wrong': 'no signature is right: check the secret, and that the body is the bytes as they came',
  'not-json': 'the body is not JSON',
} as const satisfies Record<WebhookFault, string>

/** A webhook that is genuine. */
export interface Webhook<T = unknown> {
  /** The same at every try: remember it, and ignore a repeat. */
  id: string
  /** When this try was signed. */
  signedAt: Date
  /** The type of the event, e.g. `operation.paid`; empty when the sender names none. */
  type: string
  /** The body: an operation record, or the object of the event. */
  data: T
}

export interface WebhookToVerify {
  /** The original body, before any JSON parser. */
  payload: string | Uint8Array
  headers: Headers | Record<string, string | string[] | undefined>
  /** `whsec_...`; several while a secret is being changed. */
  secret: string | readonly string[]
  /** The greatest age of the signature in seconds, also into the future; 300 by default. */
  toleranceSeconds?: number
  /** Epoch milliseconds; the system's by default. */
  nowMs?: number
}

/** The event when one of the signatures is right under one of the secrets and fresh; else throws a `WebhookError`. Compares in constant time. */
export async function verifyWebhook<T = unknown>(webhook: WebhookToVerify): Promise<Webhook<T>> {
  const { payload, secret, toleranceSeconds = 300, nowMs = Date.now() } = webhook
  const header = headerReader(webhook.headers)
  const id = header('webhook-id')
  const timestamp = header('webhook-timestamp')
  const signatures = header('webhook-signature')
  if (id === '' || !/^\d{1,12}$/.test(timestamp) || signatures === '') throw new WebhookError('header-missing')
  const signedAtMs = Number(timestamp) * 1000
  const content = contentOf(id, timestamp, payload)
  if (!(await anyRight(signatures, [secret].flat(), content))) throw new WebhookError('signature-wrong')
  if (nowMs - signedAtMs > toleranceSeconds * 1000) throw new WebhookError('too-old')
  if (signedAtMs - nowMs > toleranceSeconds * 1000) throw new WebhookError('too-new')
  return { id, signedAt: new Date(signedAtMs), type: header('webhook-event'), data: parse(payload) as T }
}

/** The three headers of a webhook, for a receiver's own tests. */
export async function signWebhook(webhook: {
  id: string
  payload: string | Uint8Array
  secret: string
  signedAtMs?: number
}): Promise<{ 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string }> {
  const timestamp = String(Math.floor((webhook.signedAtMs ?? Date.now()) / 1000))
  const key = await hmacKey(webhook.secret, 'sign')
  const mac = await crypto.subtle.sign('HMAC', key, contentOf(webhook.id, timestamp, webhook.payload))
  return {
    'webhook-id': webhook.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${toBase64(new Uint8Array(mac))}`,
  }
}

async function anyRight(
  signatures: string,
  secrets: readonly string[],
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const candidates = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => bytesOf(signature.slice(3)))
  let right = false
  for (const secret of secrets) {
    const key = await hmacKey(secret, 'verify')
    for (const signature of candidates) if (await crypto.subtle.verify('HMAC', key, signature, content)) right = true
  }
  return right
}

function hmacKey(secret: string, use: 'sign' | 'verify') {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

function contentOf(id: string, timestamp: string, payload: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const start = new TextEncoder().encode(`${id}.${timestamp}.`)
  const body = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload
  const content = new Uint8Array(start.length + body.length)
  content.set(start)
  content.set(body, start.length)
  return content
}

function headerReader(headers: WebhookToVerify['headers']): (name: string) => string {
  if (typeof headers.get === 'function') {
    const standard = headers as Headers
    return (name) => standard.get(name)?.trim() ?? ''
  }
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(' ')]))
  return (name) => byName.get(name)?.trim() ?? ''
}

function parse(payload: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof payload === 'string' ? payload : new TextDecoder().decode(payload))
  } catch {
    throw new WebhookError('not-json')
  }
}

/** Text that is not base64 is a wrong signature, not an internal error. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(base64)
  } catch {
    return new Uint8Array()
  }
}
