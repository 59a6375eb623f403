// The evidence that a merchant may submit against a dispute.
import type { Bilingual } from './language/bilingual.ts'

/** The kinds of evidence, for texts and files. */
export const evidenceKinds = {
  explanation: ['Lo que pasó, en pocas palabras', 'What happened, in a few words'],
  receipt: ['Recibo, factura o nota de venta', 'Receipt, invoice or sales slip'],
  customer: ['Nombre, correo y domicilio del cliente', 'Name, e-mail and address of the customer'],
  communication: ['Mensajes con el cliente', 'Messages with the customer'],
  shipping: ['Guía y comprobante de entrega', 'Tracking number and proof of delivery'],
  service: ['Prueba de que el servicio se prestó o se usó', 'Proof that the service was given or used'],
  refund_policy: ['Política de devoluciones que el cliente aceptó', 'Refund policy that the customer accepted'],
  cancellation_policy: [
    'Política de cancelación que el cliente aceptó',
    'Cancellation policy that the customer accepted',
  ],
  duplicate: ['Por qué los dos cargos son distintos', 'Why the two charges are different'],
  other: ['Cualquier otra prueba', 'Any other proof'],
} as const satisfies Record<string, Bilingual>

export type EvidenceKind = keyof typeof evidenceKinds

export const evidenceKindNames = Object.keys(evidenceKinds) as EvidenceKind[]

/** The forms of a file of evidence. */
export const evidenceMediaTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const

/** The limits of one dispute. */
export const EVIDENCE_LIMITS = {
  /** The most characters of one text. */
  characters: 5_000,
  files: 10,
  fileBytes: 5 * 1024 * 1024,
  /** The most bytes of all files together. */
  bytes: 20 * 1024 * 1024,
} as const
