// The words of webhooks and their deliveries.
import type { Bilingual } from '../../core/language/bilingual.ts'
import type { CodeWords, ListWords, StateWords } from '../../core/language/state-words.ts'

export const webhookStateWords = {
  active: ['activo', 'active', 'good'],
  paused: ['en pausa', 'paused', 'waiting'],
  disabled: ['apagado', 'disabled', 'bad'],
} as const satisfies StateWords

/** The same of a webhook that nothing reaches. */
export const failingWebhookWords: StateWords = { ...webhookStateWords, active: ['no entrega', 'not delivering', 'bad'] }

/** Why a webhook gets nothing. */
export const pauseWords = {
  'by-merchant': ['lo pausó el comercio', 'the merchant paused it'],
  failing: ['fallaba', 'it was failing'],
  gone: ['su servidor dijo que ya no existe', 'its server said that it is gone'],
} as const satisfies CodeWords

export const deliveryStateWords = {
  pending: ['pendiente', 'pending', 'waiting'],
  delivered: ['entregada', 'delivered', 'good'],
  failed: ['falló', 'failed', 'bad'],
  cancelled: ['cancelada', 'cancelled', ''],
} as const satisfies StateWords

/** Why a try had no answer, by the code that it keeps. */
const unanswered: readonly (readonly [codes: RegExp, words: Bilingual])[] = [
  [/^timeout$|TIMEOUT|ETIMEDOUT/, ['no contestó a tiempo', 'did not answer in time']],
  [/^ECONNREFUSED$/, ['no acepta conexiones', 'does not accept connections']],
  [/^(ENOTFOUND|EAI_AGAIN|ENODATA)$/, ['su nombre no se encontró', 'its name was not found']],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, ['no se puede llegar a él', 'it cannot be reached']],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, ['cortó la conexión', 'it cut the connection off']],
  [/CERT|UNABLE_TO_|HOSTNAME_MISMATCH/, ['su certificado no es de confianza', 'its certificate is not believed']],
  [/^(ERR_SSL_|EPROTO)/, ['no habla HTTPS', 'it does not speak HTTPS']],
  [/^address not allowed$/, ['su dirección no está permitida', 'its address is not allowed']],
  [
    /^(HPE_|UND_ERR_|Response does not match|the answer is too long)/,
    ['su respuesta no se entiende', 'its answer is not understood'],
  ],
]

/** Undefined for another code. */
export function unansweredWords(code: string): Bilingual | undefined {
  return unanswered.find(([codes]) => codes.test(code))?.[1]
}

export const webhookLists = {
  '/v1/webhook': { status: webhookStateWords, paused_reason: pauseWords },
} as const satisfies ListWords
