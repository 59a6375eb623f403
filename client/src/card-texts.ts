// The texts of the card form, in Spanish and English.

export type FieldName = 'number' | 'name' | 'expiration' | 'code'

export const TEXTS = {
  es: {
    legend: 'Datos de la tarjeta',
    number: 'Número de tarjeta',
    name: 'Nombre como aparece en la tarjeta',
    expiration: 'Vencimiento (MM/AA)',
    expirationHint: 'MM/AA',
    code: 'Código de seguridad',
    missing: 'Escribe este dato',
    numberWrong: 'Revisa el número: no es de una tarjeta Visa, Mastercard, American Express o Carnet',
    expirationWrong: 'Escribe mes y año, por ejemplo 04/29',
    expired: 'La tarjeta está vencida',
    codeWrong: 'Escribe los {length} dígitos del código',
    unreachable: 'No hay conexión. Revisa tu internet e intenta de nuevo.',
  },
  en: {
    legend: 'Card details',
    number: 'Card number',
    name: 'Name on the card',
    expiration: 'Expiry (MM/YY)',
    expirationHint: 'MM/YY',
    code: 'Security code',
    missing: 'Fill this in',
    numberWrong: 'Check the number: it is not of a Visa, Mastercard, American Express or Carnet card',
    expirationWrong: 'Write month and year, such as 04/29',
    expired: 'The card has expired',
    codeWrong: 'Write the {length} digits of the code',
    unreachable: 'There is no connection. Check your internet and try again.',
  },
} as const

export type CardLanguage = keyof typeof TEXTS
