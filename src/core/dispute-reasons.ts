// The reason codes with which banks dispute payments, as Visa and Mastercard publish them. An unknown code is kept
// unchanged.

import { type Brand, isBrand } from './cards/number.ts'
import type { Bilingual } from './language/bilingual.ts'

/** The subject of a dispute, for all networks. */
export const disputeCategories = {
  fraud: ['El titular dice que no hizo el pago', 'The cardholder says that somebody else paid'],
  authorization: ['El pago no fue autorizado por el banco', 'The bank did not authorise the payment'],
  processing: ['El pago se procesó con un error', 'The payment was processed with an error'],
  duplicate: ['El pago se cobró dos veces o por otro medio', 'The payment was charged twice, or paid by other means'],
  'not-received': ['El producto o servicio no llegó', 'The goods or services did not arrive'],
  'not-as-described': ['El producto o servicio no es como se describió', 'The goods or services are not as described'],
  cancelled: ['El titular canceló la compra o la suscripción', 'The cardholder cancelled the purchase or subscription'],
  'credit-not-processed': ['Una devolución prometida no llegó', 'A promised refund did not arrive'],
  information: ['El banco pide información del pago', 'The bank asks for information about the payment'],
  other: ['Otro motivo', 'Another reason'],
} as const satisfies Record<string, Bilingual>

type DisputeCategory = keyof typeof disputeCategories

export const disputeCategoryNames = Object.keys(disputeCategories) as DisputeCategory[]

/** The networks whose codes are known, and any other. */
export const disputeSchemes = ['visa', 'mastercard', 'other'] as const

export type DisputeScheme = (typeof disputeSchemes)[number]

interface DisputeReason {
  category: DisputeCategory
  text: Bilingual
}

const visa: Record<string, DisputeReason> = {
  '10.1': reason(
    'fraud',
    'Fraude con tarjeta falsificada, responsabilidad EMV',
    'EMV liability shift: counterfeit fraud',
  ),
  '10.2': reason(
    'fraud',
    'Fraude sin falsificación, responsabilidad EMV',
    'EMV liability shift: non-counterfeit fraud',
  ),
  '10.3': reason('fraud', 'Otro fraude con tarjeta presente', 'Other fraud: card-present environment'),
  '10.4': reason('fraud', 'Otro fraude con tarjeta no presente', 'Other fraud: card-absent environment'),
  '10.5': reason('fraud', 'Programa de vigilancia de fraude de Visa', 'Visa fraud monitoring program'),
  '11.1': reason('authorization', 'Tarjeta en el boletín de recuperación', 'Card recovery bulletin'),
  '11.2': reason('authorization', 'Autorización rechazada', 'Declined authorization'),
  '11.3': reason('authorization', 'Sin autorización', 'No authorization'),
  '12.1': reason('processing', 'Presentación tardía', 'Late presentment'),
  '12.2': reason('processing', 'Código de transacción incorrecto', 'Incorrect transaction code'),
  '12.3': reason('processing', 'Moneda incorrecta', 'Incorrect currency'),
  '12.4': reason('processing', 'Número de cuenta incorrecto', 'Incorrect account number'),
  '12.5': reason('processing', 'Monto incorrecto', 'Incorrect amount'),
  '12.6.1': reason('duplicate', 'Procesado dos veces', 'Duplicate processing'),
  '12.6.2': reason('duplicate', 'Pagado por otro medio', 'Paid by other means'),
  '12.7': reason('processing', 'Datos inválidos', 'Invalid data'),
  '13.1': reason('not-received', 'Producto o servicio no recibido', 'Merchandise or services not received'),
  '13.2': reason('cancelled', 'Cargo recurrente cancelado', 'Cancelled recurring transaction'),
  '13.3': reason('not-as-described', 'No es como se describió, o defectuoso', 'Not as described, or defective'),
  '13.4': reason('not-as-described', 'Producto falsificado', 'Counterfeit merchandise'),
  '13.5': reason('not-as-described', 'Condiciones engañosas', 'Misrepresentation'),
  '13.6': reason('credit-not-processed', 'Devolución no procesada', 'Credit not processed'),
  '13.7': reason('cancelled', 'Producto o servicio cancelado', 'Cancelled merchandise or services'),
  '13.8': reason('credit-not-processed', 'Crédito original no aceptado', 'Original credit transaction not accepted'),
  '13.9': reason('not-received', 'Efectivo no entregado', 'Non-receipt of cash'),
  '28': reason('information', 'Piden copia con firma', 'Request for a copy with signature'),
  '30': reason('information', 'Piden copia por una aclaración', 'Request for a copy due to a dispute'),
  '33': reason('information', 'Análisis de fraude', 'Fraud analysis request'),
  '34': reason('information', 'Proceso legal', 'Legal process request'),
}

const mastercard: Record<string, DisputeReason> = {
  '4807': reason('authorization', 'Tarjeta en el boletín de alerta', 'Warning bulletin file'),
  '4808': reason('authorization', 'Contracargo por autorización', 'Authorization-related chargeback'),
  '4812': reason('authorization', 'Número de cuenta inexistente', 'Account number not on file'),
  '4831': reason('processing', 'El monto es distinto', 'Transaction amount differs'),
  '4834': reason('processing', 'Error en el punto de interacción', 'Point-of-interaction error'),
  '4837': reason('fraud', 'Sin autorización del titular', 'No cardholder authorization'),
  '4840': reason('fraud', 'Procesamiento fraudulento', 'Fraudulent processing of transactions'),
  '4841': reason(
    'cancelled',
    'Cargo recurrente o digital cancelado',
    'Cancelled recurring or digital goods transactions',
  ),
  '4842': reason('processing', 'Presentación tardía', 'Late presentment'),
  '4846': reason('processing', 'Moneda incorrecta', 'Currency errors'),
  '4849': reason('fraud', 'Actividad dudosa del comercio', 'Questionable merchant activity'),
  '4850': reason('processing', 'Aclaración de mensualidades', 'Instalment billing dispute'),
  '4853': reason('not-as-described', 'Aclaración del titular', 'Cardholder dispute'),
  '4854': reason('not-as-described', 'Aclaración del titular, otra', 'Cardholder dispute not elsewhere classified'),
  '4855': reason('not-received', 'Producto o servicio no entregado', 'Goods or services not provided'),
  '4859': reason('not-received', 'Servicio no prestado, no presentado o efectivo', 'Addendum, no-show or ATM dispute'),
  '4860': reason('credit-not-processed', 'Devolución no procesada', 'Credit not processed'),
  '4863': reason('fraud', 'El titular no reconoce el cargo', 'Cardholder does not recognize'),
  '4870': reason('fraud', 'Responsabilidad por chip', 'Chip liability shift'),
  '4871': reason('fraud', 'Responsabilidad por chip y NIP', 'Chip/PIN liability shift'),
  '6305': reason(
    'information',
    'El titular no está de acuerdo con el monto',
    'Cardholder does not agree with the amount',
  ),
  '6321': reason('information', 'El titular no reconoce el cargo', 'Cardholder does not recognize the transaction'),
  '6322': reason('information', 'Piden el certificado del chip', 'Request for the chip transaction certificate'),
  '6323': reason('information', 'El titular necesita información', 'Cardholder needs information'),
  '6341': reason('information', 'Investigación de fraude', 'Fraud investigation'),
  '6342': reason('information', 'Posible contracargo', 'Potential chargeback documentation'),
}

/** By network and code. */
export const disputeReasons: Readonly<Record<DisputeScheme, Readonly<Record<string, DisputeReason>>>> = {
  visa,
  mastercard,
  other: {},
}

const UNLISTED: DisputeReason = { category: 'other', text: disputeCategories.other }

/** The meaning of a code; an unknown code has the category `other`. */
export function disputeReasonOf(scheme: DisputeScheme, code: string): DisputeReason {
  const known = disputeReasons[scheme]
  return Object.hasOwn(known, code) ? (known[code] ?? UNLISTED) : UNLISTED
}

const schemes = { VISA: 'visa', MAST: 'mastercard', AMEX: 'other', CRNT: 'other' } as const satisfies Record<
  Brand,
  DisputeScheme
>

/** The network of a card's brand. Sample: `MAST` is `mastercard`. */
export function disputeSchemeOf(brand: string): DisputeScheme {
  return isBrand(brand) ? schemes[brand] : 'other'
}

function reason(category: DisputeCategory, es: string, en: string): DisputeReason {
  return { category, text: [es, en] }
}
