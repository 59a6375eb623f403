// What STP, or its connector, says of an order that it does not carry out, in both languages.
import type { Phrase } from '../../core/language/phrases.ts'

/** Why a bank sends money back (causa de devolución), by number. */
export const causes: Readonly<Record<string, Phrase>> = {
  1: ['the account does not exist', 'la cuenta no existe'],
  2: ['the account is blocked', 'la cuenta está bloqueada'],
  3: ['the account is closed', 'la cuenta está cerrada'],
  5: ['the account is in another currency', 'la cuenta está en otra moneda'],
  6: ['the account is not of the receiving bank', 'la cuenta no es del banco receptor'],
  13: ['the beneficiary does not recognise the payment', 'el beneficiario no reconoce el pago'],
  14: ['mandatory information is missing', 'falta información obligatoria'],
  15: ['the kind of payment is wrong', 'el tipo de pago es erróneo'],
  16: ['the kind of operation is wrong', 'el tipo de operación es erróneo'],
  17: ['the kind of account does not fit', 'el tipo de cuenta no corresponde'],
  18: ['the sender asked for it', 'a solicitud del emisor'],
  19: ['a character is invalid', 'carácter inválido'],
  20: ['it exceeds the balance that the account may have', 'excede el saldo que la cuenta puede tener'],
  21: ['it exceeds what the account may receive in a month', 'excede lo que la cuenta puede recibir en un mes'],
  22: ['the phone number is not registered', 'el número de teléfono no está registrado'],
  23: ['the account takes no such payments', 'la cuenta no recibe estos pagos'],
  24: ['additional information is malformed', 'la información adicional está mal formada'],
  25: ['the instruction to disperse is missing', 'falta la instrucción para dispersar'],
  26: ['by agreement', 'por convenio'],
  27: ['the payment was not accepted', 'no se aceptó el pago'],
  28: ['a CoDi payment without its notice', 'un pago CoDi sin su aviso'],
  30: ['the tracking key is repeated', 'la clave de rastreo está repetida'],
  31: ['the certificate of the sender has expired', 'el certificado del emisor venció'],
}

export const stpReasons: readonly Phrase[] = [
  ['no institution has CLABEs with these digits', 'ninguna institución tiene CLABEs con estos dígitos'],
  ['no CLABE is left under STP_CLABE_PREFIX', 'ya no quedan CLABEs bajo STP_CLABE_PREFIX'],
  ['STP cancelled it: {}', 'STP la canceló: {}'],
  ['STP gives no cause', 'STP no da una causa'],
  ['cause {} of STP', 'causa {} de STP'],
  ['STP {}: it says no more', 'STP {}: no dice más'],
  ...Object.entries(causes).map(([cause, [en, es]]): Phrase => [`${cause}: ${en}`, `${cause}: ${es}`]),
]
