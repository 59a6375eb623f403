// Why a refund fails, in both languages.
import type { Phrase } from '../core/language/phrases.ts'

export const refundReasons: readonly Phrase[] = [
  ['its transfer was given up', 'se renunció a su transferencia'],
  ['the payer did not say an account in time', 'el pagador no dijo una cuenta a tiempo'],
  ['the merchant was not owed enough for {} days', 'en {} días no se le debió lo suficiente al comercio'],
  ['the acquirer says that it was not given back', 'el adquirente dice que no se devolvió'],
  ['the acquirer refused it', 'el adquirente la rechazó'],
]
