// Every sentence of a checkout's page in both languages.
import type { Bilingual } from '../core/language/bilingual.ts'
import type { Tone } from '../pages/texts.ts'

/** What a payer finds. `taken`: a payment that is under way holds the last use. */
export type PageState = 'open' | 'taken' | 'paid' | 'expired' | 'cancelled'

/** What the payer of a link of one use reads while a slip or the bank waits, instead of that a payment is under way. */
export const waiting = {
  slip: [
    ['Tienes una ficha por pagar', 'You have a slip to pay'],
    [
      'Págala con sus datos, o paga de otra forma. Esta página cambia sola en cuanto se pague.',
      'Pay it with its details, or pay another way. This page changes by itself as soon as it is paid.',
    ],
  ],
  bank: [
    ['Falta que confirmes con tu banco', 'Your bank waits for your confirmation'],
    [
      'Tu banco quiere confirmar que eres tú. Mientras no lo hagas, no se cobra nada.',
      'Your bank wants to confirm that it is you. Until you do so, nothing is charged.',
    ],
  ],
} as const satisfies Record<string, readonly [Bilingual, Bilingual]>

/** `[tone, name, sentence]` */
export const states = {
  open: ['waiting', ['Por pagar', 'To be paid'], ['Elige cómo quieres pagar.', 'Choose how you want to pay.']],
  taken: [
    'waiting',
    ['Hay un pago en curso', 'A payment is under way'],
    [
      'No pagues otra vez: esta página cambia sola en cuanto se sepa el resultado.',
      'Do not pay again: this page changes by itself as soon as the outcome is known.',
    ],
  ],
  paid: [
    'good',
    ['Pagado', 'Paid'],
    ['No hace falta pagarlo otra vez. ¡Gracias!', 'It need not be paid again. Thank you!'],
  ],
  expired: [
    'over',
    ['El plazo terminó', 'The time is over'],
    [
      'Ya no se puede pagar aquí. Pide a {merchant} una dirección nueva.',
      'This can no longer be paid here. Ask {merchant} for a new address.',
    ],
  ],
  cancelled: [
    'bad',
    ['Cobro cancelado', 'Cancelled'],
    ['{merchant} canceló este cobro: no lo pagues.', '{merchant} cancelled this: do not pay it.'],
  ],
} as const satisfies Record<PageState, readonly [Tone, Bilingual, Bilingual]>

export const say = {
  document: ['Pago en línea', 'Online payment'],
  heading: ['Pago a {merchant}', 'Payment to {merchant}'],
  items: ['Lo que pagas', 'What you pay for'],
  amountLabel: ['¿Cuánto quieres pagar?', 'How much do you want to pay?'],
  amountHint: ['Entre {least} y {most}, en pesos mexicanos', 'Between {least} and {most}, in Mexican pesos'],
  ways: ['¿Cómo quieres pagar?', 'How do you want to pay?'],
  chain: ['Tienda', 'Store'],
  storeText: [
    'Te damos una ficha con código de barras. La pagas en efectivo en la caja.',
    'You get a slip with a barcode, and pay it in cash at the till.',
  ],
  speiText: [
    'Te damos una CLABE, con los pasos para la app de tu banco.',
    'You get a CLABE, with the steps for your bank’s app.',
  ],
  cardText: [
    'El número va cifrado desde tu navegador: ni {merchant} lo ve.',
    'The number leaves your browser encrypted: not even {merchant} sees it.',
  ],
  pay: ['Pagar {amount}', 'Pay {amount}'],
  payOpen: ['Pagar', 'Pay'],
  slip: ['Obtener mi ficha', 'Get my slip'],
  working: ['Un momento…', 'One moment…'],
  late: ['Tarda más de lo normal…', 'It takes longer than usual…'],
  broken: [
    'No hubo respuesta. Revisa tu conexión y oprime de nuevo: no se cobra dos veces.',
    'No answer came. Check your connection and press again: you are not charged twice.',
  ],
  noScript: [
    'Para pagar con tarjeta, tu navegador necesita JavaScript: activa JavaScript, o pide a {merchant} otra forma de pago.',
    'To pay by card your browser needs JavaScript: switch it on, or ask {merchant} for another way to pay.',
  ],
  noScriptSlip: [
    'Para pagar con tarjeta, tu navegador necesita JavaScript: activa JavaScript, o paga de otra forma aquí.',
    'To pay by card your browser needs JavaScript: switch it on, or pay another way here.',
  ],
  plainSlip: ['Obtener mi ficha: {way}', 'Get my slip: {way}'],
  declined: ['El cargo no se hizo. {why}', 'The charge was not made. {why}'],
  yourSlip: ['Ver mi ficha', 'See my slip'],
  receipt: ['Ver el recibo', 'See the receipt'],
  toBank: ['Seguir con mi banco', 'Continue with my bank'],
  other: ['Pagar de otra forma', 'Pay another way'],
  otherNote: [
    'La ficha se cancela: si ya la pagaste, no la canceles.',
    'The slip is cancelled: if you have paid it, do not cancel it.',
  ],
  before: ['Ya usaste esta página para pagar.', 'You have used this page to pay before.'],
  back: ['Volver a {site}', 'Back to {site}'],
  onPhone: ['Paga desde tu teléfono', 'Pay from your phone'],
  onPhoneNote: ['Escanea el código para abrir esta página.', 'Scan the code to open this page.'],
  qr: ['Código QR con la dirección de esta página', 'QR code with the address of this page'],
} as const satisfies Record<string, Bilingual>
