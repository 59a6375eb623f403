// Reasons for declines: the ISO 8583 response codes (field 39) and their texts for payers.
import type { Bilingual } from '../language/bilingual.ts'

/** Approved; every other code is a decline. */
export const APPROVED = '00'

/** The code of a card payment that was given up: no bank declined it, but it is unknown whether the card was charged. */
export const GIVEN_UP = 'no-answer'

/** The payer never came to the acquirer's challenge, or did not finish it in time. */
export const PAYER_ABSENT = 'payer-absent'

/** The acquirer wanted the payer to act, and the charge had none: the merchant began it alone. */
export const PAYER_NEEDED = 'payer-needed'

/** The codes of card payments that were given up, so that an advice undoes the charge. */
export const GIVEN_UP_CODES: readonly string[] = [GIVEN_UP, PAYER_ABSENT, PAYER_NEEDED]

export const declines = {
  '01': ['Llama al banco emisor de la tarjeta', 'Call the bank that issued the card'],
  '03': ['Comercio no válido; avisa al comercio', 'Invalid merchant; tell the merchant'],
  '04': ['Tarjeta retenida por el banco; usa otra tarjeta', 'The bank holds this card back; use another card'],
  '05': [
    'El banco no autorizó el cobro; usa otra tarjeta o llama al banco',
    'Do not honour; use another card or call the bank',
  ],
  '12': ['Transacción no válida para esta tarjeta', 'Invalid transaction for this card'],
  '13': ['Monto no válido; revisa el monto', 'Invalid amount; check the amount'],
  '14': ['Número de tarjeta no válido; revisa el número', 'Invalid card number; check the number'],
  '15': ['El banco emisor no existe; revisa el número', 'No such issuer; check the number'],
  '19': ['Intenta el cobro de nuevo', 'Try the charge again'],
  '30': [
    'El banco no entendió el mensaje; avisa al comercio',
    'The bank could not read the message; tell the merchant',
  ],
  '41': ['Tarjeta reportada como extraviada; usa otra tarjeta', 'Card reported lost; use another card'],
  '43': ['Tarjeta reportada como robada; usa otra tarjeta', 'Card reported stolen; use another card'],
  '51': ['Fondos insuficientes; usa otra tarjeta', 'Insufficient funds; use another card'],
  '54': ['Tarjeta vencida; usa otra tarjeta', 'Expired card; use another card'],
  '55': ['NIP incorrecto', 'Incorrect PIN'],
  '57': [
    'La tarjeta no permite esta operación; llama al banco',
    'The card does not allow this operation; call the bank',
  ],
  '58': ['El comercio no puede hacer esta operación', 'The merchant may not make this operation'],
  '59': ['Sospecha de fraude; llama al banco', 'Suspected fraud; call the bank'],
  '61': ['Excede el límite de monto de la tarjeta', 'Over the amount limit of the card'],
  '62': ['Tarjeta restringida; llama al banco', 'Restricted card; call the bank'],
  '63': ['Violación de seguridad; llama al banco', 'Security violation; call the bank'],
  '65': [
    'Excede el número de operaciones de la tarjeta; intenta mañana',
    'Over the number of uses of the card; try tomorrow',
  ],
  '75': ['Demasiados intentos de NIP; llama al banco', 'Too many PIN tries; call the bank'],
  '78': ['Tarjeta sin activar; llama al banco', 'Card not activated; call the bank'],
  '82': ['Código de seguridad incorrecto; revisa el código', 'Incorrect security code; check the code'],
  '91': ['El banco emisor no responde; intenta más tarde', 'The issuing bank does not answer; try later'],
  '92': ['No se encontró el banco emisor; intenta más tarde', 'The issuing bank could not be reached; try later'],
  '93': ['La operación no cumple la ley; no se puede cobrar', 'The operation is against the law; it cannot be charged'],
  '94': ['Operación duplicada', 'Duplicate operation'],
  '96': ['Falla del sistema del banco; intenta más tarde', 'System fault at the bank; try later'],
} as const satisfies Record<string, Bilingual>

export type DeclineCode = keyof typeof declines

/** Declines of the card itself, which will recur on another day, so plans do not try the card again. */
const HARD = ['04', '14', '15', '41', '43', '54', '57'] as const satisfies DeclineCode[]

/** Hard declines whose codes have no own text: pick-up for fraud, account closed, stop this payment, stop all. */
const HARD_WITHOUT_TEXT = ['07', '46', 'R0', 'R1', 'R3']

/** Whether a decline is final for the card: stolen, lost, to be picked up, invalid, closed. Sample: 43 is, 51 is not. */
export function isHardDecline(code: string): boolean {
  const hard: readonly string[] = [...HARD, ...HARD_WITHOUT_TEXT]
  return hard.includes(code)
}

/** Whether the table has this code. */
export function isDeclineCode(code: string): code is DeclineCode {
  return Object.hasOwn(declines, code)
}

/** The text for a network's response code; an unknown code has the text of 05. Sample: 51 is insufficient funds. */
export function declineText(code: string): Bilingual {
  return declines[isDeclineCode(code) ? code : '05']
}

/** Also for a lost, stolen or suspected card: a thief who holds it must not learn the reason. */
const NOT_AUTHORISED: Bilingual = [
  'Tu banco no autorizó el pago. Usa otra tarjeta o llama a tu banco.',
  'Your bank did not authorise the payment. Use another card or call your bank.',
]
const WRONG_NUMBER: Bilingual = [
  'El número de tarjeta no es correcto. Revísalo e intenta de nuevo.',
  'The card number is not correct. Check it and try again.',
]
/** The text of a wrong security code. */
export const WRONG_CODE: Bilingual = [
  'El código de seguridad no es correcto. Revísalo e intenta de nuevo.',
  'The security code is not correct. Check it and try again.',
]
const LATER: Bilingual = [
  'Tu banco no responde en este momento. Intenta de nuevo en unos minutos.',
  'Your bank does not answer right now. Try again in a few minutes.',
]
const OVER_LIMIT: Bilingual = [
  'El pago pasa del límite de tu tarjeta. Usa otra tarjeta o llama a tu banco.',
  'The payment is over the limit of your card. Use another card or call your bank.',
]

/** Texts for payers. Every other decline has the text `NOT_AUTHORISED`. */
const payerTexts: Partial<Record<string, Bilingual>> = {
  '14': WRONG_NUMBER,
  '15': WRONG_NUMBER,
  '19': LATER,
  '51': [
    'Tu tarjeta no tiene fondos suficientes. Usa otra tarjeta.',
    'Your card does not have sufficient funds. Use another card.',
  ],
  '54': ['Tu tarjeta está vencida. Usa otra tarjeta.', 'Your card has expired. Use another card.'],
  '61': OVER_LIMIT,
  '65': OVER_LIMIT,
  '78': [
    'Tu tarjeta no está activada. Actívala con tu banco o usa otra.',
    'Your card has not been activated. Activate it with your bank or use another.',
  ],
  '82': WRONG_CODE,
  N7: WRONG_CODE,
  '91': LATER,
  '92': LATER,
  '96': LATER,
}

/** The payer's text for a decline. Sample: 41 (lost) and 59 (suspected fraud) say that the bank did not authorise it. */
export function payerText(code: string): Bilingual {
  return payerTexts[code] ?? NOT_AUTHORISED
}
