// Why a network of the sandbox refuses, in both languages.
import type { Phrase } from '../../core/language/phrases.ts'

export const sandboxReasons: readonly Phrase[] = [
  ['the account is closed', 'la cuenta está cerrada'],
  ['the beneficiary’s bank did not take it', 'el banco del beneficiario no la aceptó'],
  ['no account number is left', 'ya no quedan números de cuenta'],
  ['no such chain', 'no hay tal cadena de tiendas'],
  ['amount outside the limits of the chain', 'monto fuera de los límites de la cadena'],
  ['more than was authorised', 'más de lo que se autorizó'],
  ['the authorisation is no longer held', 'la autorización ya no está apartada'],
  ['the issuer does not take it', 'el banco emisor no lo acepta'],
  ['already settled', 'ya estaba liquidado'],
  ['the case is closed', 'el caso está cerrado'],
]
