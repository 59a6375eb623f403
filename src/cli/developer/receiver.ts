// Sends one webhook to the integrator's receiver, as the service would, and returns the result.
import { signWebhook } from '../../../client/src/webhooks.ts'
import { type Bilingual, inLanguage, same } from '../../core/language/bilingual.ts'
import { say, terminalLanguage } from '../terminal/speech.ts'

export interface Delivery {
  id: string
  type: string
  /** The exact body. */
  payload: string
  secret: string
  signedAtMs?: number
  /** Replaces the generated headers. */
  headers?: Record<string, string>
}

export interface Reception {
  /** HTTP status; undefined without an answer, and then `error` says why. */
  status: number | undefined
  error: Bilingual | undefined
  durationMs: number
}

/** The longest wait for an answer, as for webhooks of the service without DELIVERY_TIMEOUT_MS. */
const RECEIVER_TIMEOUT_MS = 10_000

/** Never throws for the receiver's behaviour, nor when `signal` aborts it. */
export async function deliver(url: string, delivery: Delivery, signal?: AbortSignal): Promise<Reception> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Cobro-Webhooks/1',
    'webhook-event': delivery.type,
    ...(await signWebhook(delivery)),
    ...delivery.headers,
  }
  const started = performance.now()
  const after = () => Math.round(performance.now() - started)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: delivery.payload,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(RECEIVER_TIMEOUT_MS), ...(signal ? [signal] : [])]),
    })
    await response.body?.cancel()
    return { status: response.status, error: undefined, durationMs: after() }
  } catch (error) {
    return { status: undefined, error: reasonOf(error), durationMs: after() }
  }
}

/** Only 2xx acknowledges the event. */
export function accepted({ status }: Reception): boolean {
  return status !== undefined && status >= 200 && status < 300
}

/** The receiver's answer, in words. */
export function receptionText({ status, error, durationMs }: Reception, language = terminalLanguage()): string {
  const answer =
    status === undefined
      ? inLanguage(error ?? same(''), language)
      : say(['respondió {status}', 'answered {status}'], { status }, language)
  return say(['{answer} en {ms} ms', '{answer} in {ms} ms'], { answer, ms: durationMs }, language)
}

function reasonOf(error: unknown): Bilingual {
  if (!(error instanceof Error)) return ['falló', 'failed']
  if (error.name === 'TimeoutError') return ['sin respuesta', 'no answer']
  const { cause } = error
  return same(cause instanceof Error && 'code' in cause ? String(cause.code) : error.message)
}
