// The texts of the description in the language of the reader: refusals from the table of failures, the others from the Spanish beside.
import { STATUS_CODES } from 'node:http'
import type { Language } from '../core/language/bilingual.ts'
import { type FailureReason, failures } from '../failures.ts'
import { html, Markup } from '../pages/html.ts'
import { spanish } from './spanish/all.ts'

const STATUSES: Record<string, string> = {
  'Bad Request': 'La petición no es válida',
  Unauthorized: 'Falta la credencial o no es válida',
  'Payment Required': 'El pago se rechazó',
  Forbidden: 'No está permitido',
  'Not Found': 'No existe',
  Conflict: 'Choca con el estado de ahora',
  Gone: 'Ya no existe',
  'Payload Too Large': 'Es demasiado grande',
  'Unsupported Media Type': 'El tipo no se admite',
  'Unprocessable Entity': 'No se puede procesar',
  'Too Many Requests': 'Demasiadas peticiones',
  'Internal Server Error': 'Error interno',
  'Bad Gateway': 'La red respondió mal',
  'Service Unavailable': 'No disponible',
}

const LATER = 'Repeat it after `Retry-After`, under the same `Idempotency-Key`.'
const LATER_SPANISH = 'Repítela después de `Retry-After`, con la misma `Idempotency-Key`.'

/** The text in the language, or undefined when it has none. */
export function textIn(text: string, language: Language): string | undefined {
  if (language === 'en') return text
  return spanish[text] ?? refusalsInSpanish(text)
}

/** A list of refusals, as `refusalResponses` writes it. */
function refusalsInSpanish(text: string): string | undefined {
  const [head = '', ...lines] = text.split('\n')
  const status = STATUSES[head]
  if (status === undefined || !Object.values(STATUS_CODES).includes(head)) return undefined
  const translatedLines = lines.map((line) => {
    if (line === LATER) return LATER_SPANISH
    const [, code, reason] = /^\* `(\w+)`, `([\w-]+)`: /.exec(line) ?? []
    if (reason === undefined) return line === '' ? line : undefined
    return reason in failures ? `* \`${code}\`, \`${reason}\`: ${failures[reason as FailureReason][2]}` : undefined
  })
  return translatedLines.includes(undefined) ? undefined : [status, ...translatedLines].join('\n')
}

/** The text of one element: its words, and the mark of their language if it is not the page's. */
export function translated(text: string, language: Language): { words: string; mark: Markup } {
  const own = textIn(text, language)
  return { words: own ?? text, mark: own === undefined ? html` lang="en"` : new Markup('') }
}
