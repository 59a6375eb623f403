// Why a network, or this service in its place, refused or sent back: known reasons in the reader's language, any other as the network's own words.
import { type Bilingual, inLanguage, type Language } from './bilingual.ts'
import { type Phrase, phraseBook } from './phrases.ts'

/** What connectors and rooms write themselves. `{}` stands for a value, which has words too or stays. */
const OWN: readonly Phrase[] = [
  ['the destination is not a CLABE', 'el destino no es una CLABE'],
  ['no institution has CLABEs with these digits', 'ninguna institución tiene CLABEs con estos dígitos'],
  ['the bank never saw it', 'el banco nunca la vio'],
  ['the money came back', 'el dinero volvió'],
  ['its transfer was given up', 'se renunció a su transferencia'],
  ['the payer did not say an account in time', 'el pagador no dijo una cuenta a tiempo'],
  ['the merchant was not owed enough for {} days', 'en {} días no se le debió lo suficiente al comercio'],
  ['the acquirer says that it was not given back', 'el adquirente dice que no se devolvió'],
  ['the acquirer refused it', 'el adquirente la rechazó'],
  ['the acquirer refused to reverse it', 'el adquirente no quiso cancelarlo'],
  [
    'a second approval, which this acquirer cannot reverse by its reference',
    'una segunda aprobación, que este adquirente no puede cancelar por su referencia',
  ],
  ['no operation that was given up asks for it', 'ninguna operación a la que se renunció lo pide'],
  ['the connector cannot submit answers', 'el conector no puede entregar respuestas'],
  ['the dispute was reported by another acquirer', 'otro adquirente reportó la aclaración'],
  ['the beneficiary’s bank did not take it', 'el banco del beneficiario no la aceptó'],
  ['no account number is left', 'ya no quedan números de cuenta'],
  ['no such chain', 'no hay tal cadena de tiendas'],
  ['amount outside the limits of the chain', 'monto fuera de los límites de la cadena'],
  ['more than was authorised', 'más de lo que se autorizó'],
  ['the authorisation is no longer held', 'la autorización ya no está apartada'],
  ['the issuer does not take it', 'el banco emisor no lo acepta'],
  ['already settled', 'ya estaba liquidado'],
  ['the case is closed', 'el caso está cerrado'],
  ['no CLABE is left under STP_CLABE_PREFIX', 'ya no quedan CLABEs bajo STP_CLABE_PREFIX'],
  ['STP cancelled it: {}', 'STP la canceló: {}'],
  ['STP gives no cause', 'STP no da una causa'],
  ['cause {} of STP', 'causa {} de STP'],
  ['it says no more', 'no dice más'],
  ['Openpay says no more', 'Openpay no dice más'],
  ['no code', 'sin código'],
  ['Openpay did not answer', 'Openpay no contestó'],
  ['Openpay has no such charge', 'Openpay no tiene tal cobro'],
  ['Openpay shows the charge as {}', 'Openpay muestra el cobro como {}'],
  ['Openpay shows it as {}', 'Openpay lo muestra como {}'],
  ['Openpay serves {}; another chain is not among them', 'Openpay atiende a {}; otra cadena no está entre ellas'],
  [
    'Openpay gives its customers no CLABE: ask for it in the contract',
    'Openpay no da CLABE a sus clientes: pídela en el contrato',
  ],
  ['the whole amount is captured, or none', 'se captura todo el monto, o nada'],
  ['the host takes no months', 'el host no acepta meses'],
  [
    'the host approved the purchase, and finds it no more to reverse it',
    'el host aprobó la compra, y ya no la encuentra para cancelarla',
  ],
]

/** Why a bank sends money back, by STP's causes. */
const CAUSES: readonly Phrase[] = [
  ['the account does not exist', 'la cuenta no existe'],
  ['the account is blocked', 'la cuenta está bloqueada'],
  ['the account is closed', 'la cuenta está cerrada'],
  ['the account is in another currency', 'la cuenta está en otra moneda'],
  ['the account is not of the receiving bank', 'la cuenta no es del banco receptor'],
  ['the beneficiary does not recognise the payment', 'el beneficiario no reconoce el pago'],
  ['mandatory information is missing', 'falta información obligatoria'],
  ['the kind of payment is wrong', 'el tipo de pago es erróneo'],
  ['the kind of operation is wrong', 'el tipo de operación es erróneo'],
  ['the kind of account does not fit', 'el tipo de cuenta no corresponde'],
  ['the sender asked for it', 'a solicitud del emisor'],
  ['a character is invalid', 'carácter inválido'],
  ['it exceeds the balance that the account may have', 'excede el saldo que la cuenta puede tener'],
  ['it exceeds what the account may receive in a month', 'excede lo que la cuenta puede recibir en un mes'],
  ['the phone number is not registered', 'el número de teléfono no está registrado'],
  ['the account takes no such payments', 'la cuenta no recibe estos pagos'],
  ['additional information is malformed', 'la información adicional está mal formada'],
  ['the instruction to disperse is missing', 'falta la instrucción para dispersar'],
  ['by agreement', 'por convenio'],
  ['the payment was not accepted', 'no se aceptó el pago'],
  ['a CoDi payment without its notice', 'un pago CoDi sin su aviso'],
  ['the tracking key is repeated', 'la clave de rastreo está repetida'],
  ['the certificate of the sender has expired', 'el certificado del emisor venció'],
]

/** The responses of a host of cards (field 39). */
const RESPONSES: readonly Phrase[] = [
  ['approved', 'aprobada'],
  ['refer to card issuer', 'llama al banco emisor'],
  ['refer to card issuer, special condition', 'llama al banco emisor, condición especial'],
  ['invalid merchant', 'comercio no válido'],
  ['pick up card', 'retener la tarjeta'],
  ['do not honour', 'no autorizada'],
  ['error', 'falla'],
  ['pick up card, special condition', 'retener la tarjeta, condición especial'],
  ['honour with identification', 'aceptar con identificación'],
  ['request in progress', 'solicitud en proceso'],
  ['approved for partial amount', 'aprobada por una parte del monto'],
  ['approved (VIP)', 'aprobada (VIP)'],
  ['invalid transaction', 'transacción no válida'],
  ['invalid amount', 'importe no válido'],
  ['invalid card number', 'número de tarjeta no válido'],
  ['no such issuer', 'el banco emisor no existe'],
  ['customer cancellation', 'cancelada por el cliente'],
  ['re-enter transaction', 'intenta de nuevo'],
  ['invalid response', 'respuesta no válida'],
  ['no action taken', 'no se hizo nada'],
  ['suspected malfunction', 'posible falla'],
  ['unable to locate record', 'no se encontró el registro'],
  ['format error', 'error de formato'],
  ['bank not supported by switch', 'el conmutador no conoce al banco'],
  ['expired card, pick up', 'tarjeta vencida, retener'],
  ['suspected fraud, pick up', 'sospecha de fraude, retener'],
  ['restricted card, pick up', 'tarjeta restringida, retener'],
  ['no credit account', 'sin cuenta de crédito'],
  ['function not supported', 'función no disponible'],
  ['lost card', 'tarjeta extraviada'],
  ['no universal account', 'sin cuenta universal'],
  ['stolen card', 'tarjeta robada'],
  ['insufficient funds', 'fondos insuficientes'],
  ['no current account', 'sin cuenta de cheques'],
  ['no savings account', 'sin cuenta de ahorro'],
  ['expired card', 'tarjeta vencida'],
  ['incorrect PIN', 'NIP incorrecto'],
  ['no card record', 'tarjeta sin registro'],
  ['transaction not permitted to cardholder', 'transacción no permitida al tarjetahabiente'],
  ['transaction not permitted to terminal', 'transacción no permitida a la terminal'],
  ['suspected fraud', 'sospecha de fraude'],
  ['exceeds amount limit', 'excede el límite de importe'],
  ['restricted card', 'tarjeta restringida'],
  ['security violation', 'violación de seguridad'],
  ['exceeds frequency limit', 'excede el número de usos'],
  ['response received too late', 'la respuesta llegó tarde'],
  ['PIN tries exceeded', 'demasiados intentos de NIP'],
  ['card not activated', 'tarjeta sin activar'],
  ['incorrect security code', 'código de seguridad incorrecto'],
  ['no reason to decline', 'sin motivo para rechazar'],
  ['cut-off in process', 'cierre en proceso'],
  ['issuer or switch inoperative', 'el banco emisor o el conmutador no responde'],
  ['no route to issuer', 'no hay ruta al banco emisor'],
  ['violation of law', 'violación de la ley'],
  ['duplicate transmission', 'transmisión duplicada'],
  ['system malfunction', 'falla del sistema'],
  ['stop payment order', 'orden de no pagar'],
  ['revocation of authorisation', 'autorización revocada'],
  ['revocation of all authorisations', 'todas las autorizaciones revocadas'],
  ['not in the table', 'no está en la tabla'],
]

/** A code, and its words. */
const CODED = /^(\d{1,4}|[A-Z]\d|no code|STP -?\d{1,19}): (.+)$/s

/** A sentence that ends in such a code. */
const TO_REVERSAL = ['the host answers a reversal with ', 'el host contesta a una cancelación con '] as const

const phrase = phraseBook([...OWN, ...CAUSES, ...RESPONSES])

/** The reason in Spanish; undefined for what is no text of ours, but of a network. */
function inSpanish(reason: string): string | undefined {
  const [english, spanish] = TO_REVERSAL
  if (reason.startsWith(english)) {
    const answer = reason.slice(english.length)
    return spanish + (inSpanish(answer) ?? answer)
  }
  const [, code, words = ''] = CODED.exec(reason) ?? []
  if (code !== undefined) {
    const known = inSpanish(words)
    return known && `${phrase(code)}: ${known}`
  }
  const translated = phrase(reason)
  return translated === reason ? undefined : translated
}

/**
 * A known reason in the reader's language; free text of a network between quotation marks, as what the network says. Sample: of `the account is
 * closed` in Spanish it is `la cuenta está cerrada`, of `Cta bloqueada` it is `la red dice: «Cta bloqueada»`. Empty for none.
 */
export function reasonText(reason: string, language: Language): string {
  if (reason === '') return ''
  const spanish = inSpanish(reason)
  if (spanish !== undefined) return inLanguage([spanish, reason], language)
  return inLanguage([`la red dice: «${reason}»`, `the network says: “${reason}”`], language)
}

/** The reason within a sentence of ours: in English it stays as it was written, as programs read it. */
export function networkReason(reason: string): Bilingual {
  return [reasonText(reason, 'es'), reason]
}
