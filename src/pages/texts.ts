// Every sentence of the payer's pages in both languages; the steps to pay are in instructions.ts.
import type { Bilingual, Language } from '../core/language/bilingual.ts'

/** The states for payers, finer than the wire's letters. */
export type PayerState =
  | 'preparing'
  | 'pending'
  | 'held'
  | 'heldOver'
  | 'heldCancelled'
  | 'processing'
  | 'authorized'
  | 'released'
  | 'paid'
  | 'expired'
  | 'cancelled'
  | 'refunded'
  | 'goingBack'
  | 'givenBack'
  | 'notBack'
  | 'partlyBack'
  | 'declined'

/** The tone of a state: its colour and its icon. */
export type Tone = 'waiting' | 'good' | 'over' | 'bad'

/**
 * `[tone, name, sentence]` of each state. `{merchant}` is the merchant's name; `{refunded}` is on its way or there, `{failed}` did not arrive;
 * `{held}` came for a slip and does not pay it, until the merchant decides.
 */
export const states = {
  preparing: [
    'waiting',
    ['En preparación', 'Being prepared'],
    ['Tus datos de pago estarán listos en unos segundos.', 'Your payment details will be ready in a few seconds.'],
  ],
  pending: [
    'waiting',
    ['Pendiente de pago', 'Awaiting payment'],
    ['Aún no recibimos tu pago.', 'We have not received your payment yet.'],
  ],
  held: [
    'waiting',
    ['Pago en revisión', 'Payment under review'],
    [
      'Recibimos {held}, que no es lo que pide esta ficha. {merchant} ya lo sabe: antes de pagar otra vez, pregúntale cómo seguir.',
      'We received {held}, which is not what this slip asks for. {merchant} knows: before you pay again, ask how to go on.',
    ],
  ],
  heldOver: [
    'waiting',
    ['Pago en revisión', 'Payment under review'],
    [
      'Recibimos {held} para esta ficha, que ya venció. No pagues otra vez: {merchant} ya lo sabe y te dirá cómo seguir.',
      'We received {held} for this slip, which has expired. Do not pay again: {merchant} knows and will tell you how to go on.',
    ],
  ],
  heldCancelled: [
    'waiting',
    ['Pago en revisión', 'Payment under review'],
    [
      'Recibimos {held} para este cobro, que se canceló. No pagues otra vez: {merchant} ya lo sabe y te dirá cómo seguir.',
      'We received {held} for this charge, which was cancelled. Do not pay again: {merchant} knows and will tell you how to go on.',
    ],
  ],
  processing: [
    'waiting',
    ['Confirmando con tu banco', 'Confirming with your bank'],
    [
      'Estamos confirmando este pago con tu banco: no pagues otra vez. Aquí verás el resultado en cuanto lo sepamos.',
      'We are confirming this payment with your bank: do not pay again. You will see the outcome here as soon as we know it.',
    ],
  ],
  authorized: [
    'waiting',
    ['Autorizado', 'Authorised'],
    [
      'Tu banco apartó el monto; {merchant} todavía no lo cobra. No pagues otra vez.',
      'Your bank holds the amount; {merchant} has not charged it yet. Do not pay again.',
    ],
  ],
  released: [
    'over',
    ['Autorización liberada', 'Authorisation released'],
    [
      'El monto que tu banco apartó se liberó: no se te cobró nada.',
      'The amount that your bank held was released: nothing was charged.',
    ],
  ],
  paid: ['good', ['Pagado', 'Paid'], ['Recibimos tu pago. ¡Gracias!', 'We received your payment. Thank you!']],
  expired: [
    'over',
    ['Ficha vencida', 'Slip expired'],
    [
      'El plazo terminó: ya no pagues con esta ficha. Pide una nueva a {merchant}.',
      'The deadline has passed: do not pay with this slip. Ask {merchant} for a new one.',
    ],
  ],
  cancelled: [
    'bad',
    ['Cobro cancelado', 'Charge cancelled'],
    [
      'Este cobro se canceló: no lo pagues. Si tienes dudas, pregunta a {merchant}.',
      'This charge was cancelled: do not pay it. If in doubt, ask {merchant}.',
    ],
  ],
  refunded: [
    'over',
    ['Devuelto', 'Refunded'],
    [
      'El pago se canceló y el dinero se devuelve a quien pagó.',
      'The payment was reversed and the money goes back to the payer.',
    ],
  ],
  goingBack: [
    'waiting',
    ['Devolución en camino', 'Refund on its way'],
    [
      '{merchant} devuelve todo este pago; el dinero va en camino.',
      '{merchant} gives all of this payment back; the money is on its way.',
    ],
  ],
  givenBack: [
    'over',
    ['Devuelto', 'Refunded'],
    ['{merchant} devuelve todo este pago a quien pagó.', '{merchant} gives all of this payment back to the payer.'],
  ],
  partlyBack: [
    'good',
    ['Pagado, devuelto en parte', 'Paid, partly refunded'],
    ['{merchant} devuelve {refunded} de este pago.', '{merchant} gives {refunded} of this payment back.'],
  ],
  notBack: [
    'bad',
    ['Pagado, la devolución no llegó', 'Paid, the refund did not arrive'],
    [
      'No se pudieron devolver {failed} de este pago. {merchant} ya lo sabe y te dirá cómo seguir.',
      '{failed} of this payment could not be given back. {merchant} knows and will tell you what to do.',
    ],
  ],
  declined: [
    'bad',
    ['Rechazado', 'Declined'],
    [
      'El banco no aprobó este pago y no se hizo ningún cargo. Paga con otra tarjeta o pregunta a tu banco.',
      'The bank did not approve this payment and nothing was charged. Pay with another card or ask your bank.',
    ],
  ],
} as const satisfies Record<PayerState, readonly [Tone, Bilingual, Bilingual]>

export const texts = {
  slip: ['Ficha de pago', 'Payment slip'],
  receipt: ['Recibo de pago', 'Payment receipt'],
  // For a card payment without a charge, or not yet charged, instead of a receipt.
  standing: ['Estado del pago', 'Payment status'],
  sandbox: ['Entorno de pruebas — sin valor oficial', 'Test environment — not an official document'],
  alsoReceived: ['También recibimos', 'We also received'],
  notOfThis: [
    '{held}, que no eran de este pago. {merchant} ya lo sabe y te dirá cómo seguir.',
    '{held}, which was not for this payment. {merchant} knows and will tell you how to go on.',
  ],
  inPayments: ['{held} en {payments} pagos', '{held} in {payments} payments'],
  payHeadingStore: ['Paga en efectivo en {chain}', 'Pay in cash at {chain}'],
  payHeadingSpei: ['Paga por transferencia SPEI', 'Pay by SPEI bank transfer'],
  paidHeadingCard: ['Pago con tarjeta', 'Card payment'],
  paidHeadingStore: ['Pago en efectivo en {chain}', 'Cash payment at {chain}'],
  paidHeadingSpei: ['Pago por transferencia SPEI', 'Payment by SPEI bank transfer'],
  payBy: ['Paga a más tardar el', 'Pay by'],
  deadline: ['Fecha límite de pago', 'Payment deadline'],
  zone: ['hora de la Ciudad de México', 'Mexico City time'],
  lastDay: ['hoy es el último día', 'today is the last day'],
  oneDayLeft: ['queda 1 día', '1 day left'],
  daysLeft: ['quedan {days} días', '{days} days left'],
  barcode: ['Código de barras', 'Barcode'],
  barcodeHeading: ['Muestra este código en la caja', 'Show this code at the till'],
  barcodeReference: ['Número de referencia', 'Reference number'],
  clabeHeading: ['Transfiere a esta cuenta', 'Transfer to this account'],
  clabe: ['CLABE', 'CLABE account number'],
  bank: ['Banco destino', 'Receiving bank'],
  beneficiary: ['Beneficiario', 'Beneficiary'],
  exactAmount: ['Monto exacto', 'Exact amount'],
  copyReference: ['Copiar referencia', 'Copy reference'],
  copyClabe: ['Copiar CLABE', 'Copy CLABE'],
  copied: ['Copiado', 'Copied'],
  enlarge: ['Ver en pantalla completa', 'Show full screen'],
  close: ['Cerrar', 'Close'],
  share: ['Compartir', 'Share'],
  shareBy: ['Enviar por WhatsApp', 'Send by WhatsApp'],
  shareText: ['{heading}: {amount} MXN, {merchant}', '{heading}: {amount} MXN, {merchant}'],
  calendar: ['Agregar al calendario', 'Add to calendar'],
  calendarTitle: ['Pagar {amount} a {merchant}', 'Pay {amount} to {merchant}'],
  cepLink: ['Consultar el CEP en Banxico', 'Look the CEP up at Banxico'],
  howStore: ['Cómo pagar en {chain}', 'How to pay at {chain}'],
  howSpei: ['Cómo pagar desde tu banco', 'How to pay from your bank'],
  byBank: ['Pasos en la app de tu banco', 'Steps in your bank’s app'],
  byBankNote: [
    'Los nombres de los menús pueden variar según la versión de la app.',
    'Menu names may vary with the version of the app.',
  ],
  details: ['Detalles', 'Details'],
  forQuestions: ['Para aclaraciones', 'For enquiries'],
  forQuestionsNote: [
    'Los datos que te pueden pedir si preguntas por este pago.',
    'What you may be asked for when you enquire about this payment.',
  ],
  questions: ['¿Dudas? Pregunta a {merchant}', 'Questions? Ask {merchant}'],
  merchant: ['Comercio', 'Merchant'],
  concept: ['Concepto', 'Description'],
  reference: ['Referencia del comercio', 'Merchant’s reference'],
  amount: ['Monto', 'Amount'],
  tip: ['Propina', 'Tip'],
  method: ['Forma de pago', 'Payment method'],
  methodCard: ['Tarjeta', 'Card'],
  methodStore: ['Efectivo en {chain}', 'Cash at {chain}'],
  methodSpei: ['Transferencia SPEI', 'SPEI bank transfer'],
  card: ['Tarjeta', 'Card'],
  cardEnding: ['{brand} terminada en {digits}', '{brand} ending in {digits}'],
  instalments: ['Meses sin intereses', 'Interest-free instalments'],
  instalmentsOf: ['{months} meses', '{months} months'],
  authorization: ['Autorización', 'Authorisation'],
  trackingKey: ['Clave de rastreo', 'Tracking key'],
  ticket: ['Folio de la tienda', 'Store’s ticket'],
  paymentId: ['Identificador de pago', 'Payment identifier'],
  shortId: ['Clave corta', 'Short code'],
  issuedAt: ['Emitida', 'Issued'],
  createdAt: ['Fecha', 'Date'],
  paidAt: ['Pagado', 'Paid'],
  expiredAt: ['Venció', 'Expired'],
  authorizedAt: ['Autorizado el', 'Authorised'],
  cancelledAt: ['Cancelado', 'Cancelled'],
  refundedAt: ['Devuelto', 'Refunded'],
  refund: ['Devolución', 'Refund'],
  toCard: ['a tu tarjeta', 'to your card'],
  toAccount: ['a tu cuenta', 'to your account'],
  onItsWay: ['en camino', 'on its way'],
  waitsForAccount: ['falta que digas a qué cuenta', 'waits for you to say the account'],
  didNotArrive: ['no llegó', 'did not arrive'],
  declinedAt: ['Rechazado', 'Declined'],
  operation: ['Operación', 'Operation'],
  qr: ['Código QR con la dirección de esta página', 'QR code with the address of this page'],
  qrNote: [
    'Escanéalo para abrir esta página en un teléfono y ver su estado al momento.',
    'Scan it to open this page on a phone and see its state right now.',
  ],
  pdf: ['Descargar PDF', 'Download PDF'],
  live: ['Esta página se actualiza sola.', 'This page updates by itself.'],
  refresh: ['Actualizar el estado', 'Refresh the state'],
  noteExact: ['Paga el monto exacto en una sola exhibición.', 'Pay the exact amount, all at once.'],
  noteExactSpei: [
    'Transfiere el monto exacto: con otro monto, la transferencia se devuelve.',
    'Transfer the exact amount: a transfer of any other amount is returned.',
  ],
  noteCommission: [
    'La tienda puede cobrarte una comisión aparte.',
    'The store may charge you a commission of its own.',
  ],
  noteTrackingKey: [
    'Guarda la clave de rastreo de tu transferencia: con ella Banxico muestra si llegó.',
    'Keep the tracking key (clave de rastreo) of your transfer: with it Banxico shows whether it arrived.',
  ],
  noteCash: ['Un pago en efectivo no se puede cancelar en la caja.', 'A cash payment cannot be undone at the till.'],
  noteCep: [
    'Este recibo no sustituye al Comprobante Electrónico de Pago (CEP) del Banco de México.',
    'This receipt does not replace the Electronic Payment Receipt (CEP) of Banco de México.',
  ],
  noteZone: ['Las horas son de la Ciudad de México.', 'Times are in Mexico City time.'],
  noteNotInvoice: ['Este recibo no es una factura (CFDI).', 'This receipt is not a tax invoice (CFDI).'],
  payNow: ['Pagar ahora (simulado)', 'Pay now (simulated)'],
  payNowNote: [
    'Solo en pruebas: simula que la persona paga esta ficha. No se mueve dinero real.',
    'Tests only: plays the person who pays this slip. No real money moves.',
  ],
  otherLanguage: ['English', 'Español'],
  skip: ['Ir al contenido', 'Skip to content'],
  notFound: ['No encontramos esta página', 'We could not find this page'],
  notFoundNote: [
    'Revisa que la dirección esté completa, tal como la recibiste, o pide una nueva a quien te la envió.',
    'Check that the address is complete, just as you received it, or ask whoever sent it for a new one.',
  ],
  busy: ['El servicio está ocupado', 'The service is busy'],
  busyNote: [
    'Vuelve a intentarlo en unos segundos; tu pago no se ve afectado.',
    'Please try again in a few seconds; your payment is not affected.',
  ],
  broken: ['Algo salió mal', 'Something went wrong'],
  brokenNote: [
    'No pudimos mostrar esta página. Vuelve a intentarlo en unos momentos; tu pago no se ve afectado.',
    'We could not show this page. Please try again in a moment; your payment is not affected.',
  ],
} as const satisfies Record<string, Bilingual>

export type TextName = keyof typeof texts

/** Fills `{name}` in the text of a language. */
export function fill(text: Bilingual, language: Language, values: Record<string, string | number> = {}): string {
  return text[language === 'es' ? 0 : 1].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
