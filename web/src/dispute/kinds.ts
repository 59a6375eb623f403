// The kinds of evidence, in the order in which the bank reads them, and what helps against each reason.
import type { DisputeEvidenceTexts } from '../../../client/src/types.ts'
import type { Words } from '../language.tsx'

export type Kind = keyof DisputeEvidenceTexts

export const KINDS: [kind: Kind, words: Words][] = [
  ['explanation', ['Lo que pasó, en pocas palabras', 'What happened, in a few words']],
  ['receipt', ['Recibo, factura o nota de venta', 'Receipt, invoice or sales slip']],
  ['customer', ['Nombre, correo y domicilio del cliente', 'Name, e-mail and address of the customer']],
  ['communication', ['Mensajes con el cliente', 'Messages with the customer']],
  ['shipping', ['Guía y comprobante de entrega', 'Tracking number and proof of delivery']],
  ['service', ['Prueba de que el servicio se prestó o se usó', 'Proof that the service was given or used']],
  ['refund_policy', ['Política de devoluciones que el cliente aceptó', 'Refund policy that the customer accepted']],
  [
    'cancellation_policy',
    ['Política de cancelación que el cliente aceptó', 'Cancellation policy that the customer accepted'],
  ],
  ['duplicate', ['Por qué los dos cargos son distintos', 'Why the two charges are different']],
  ['other', ['Cualquier otra prueba', 'Any other proof']],
]

/** The most useful evidence for the bank's reason, first. */
export const HELPS: Record<string, Kind[]> = {
  fraud: ['customer', 'communication', 'receipt', 'shipping'],
  'not-received': ['shipping', 'service'],
  'not-as-described': ['receipt', 'communication', 'refund_policy'],
  cancelled: ['cancellation_policy', 'service'],
  duplicate: ['duplicate', 'receipt'],
  'credit-not-processed': ['refund_policy'],
  processing: ['receipt'],
  authorization: ['receipt'],
  information: ['receipt', 'explanation'],
}

export const kindWords: Record<string, Words> = Object.fromEntries(KINDS)

/** The name of the form of a dispute's texts. */
export const textsOf = (id: string) => `/v1/disputes/${id}/evidence`
