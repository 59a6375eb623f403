// What the connector of Openpay says of a call that is not carried out, in both languages.
import type { Phrase } from '../../core/language/phrases.ts'

export const openpayReasons: readonly Phrase[] = [
  ['{}: Openpay says no more', '{}: Openpay no dice más'],
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
]
