// Refusals of sealed messages, tokens and saved cards.
import type { FailureTable } from '../core/failure-table.ts'

export const vaultFailures = {
  'envelope-unreadable': [
    'InvalidEncryptionException',
    400,
    'No se pudo descifrar el mensaje',
    'The message could not be decrypted',
    [
      'No se pudo descifrar el mensaje: cifra data con una llave AES de 32 caracteres y esa llave con GET /v1/public-key; cada llave sirve para un solo mensaje',
      'The message could not be decrypted: encrypt data with an AES key of 32 characters and that key with GET /v1/public-key; each key serves one message',
    ],
  ],
  'card-unknown': [
    'CardInformationNotFoundException',
    404,
    'No existe la tarjeta o el token, o ya expiró',
    'There is no such card or token, or it has expired',
  ],
  'token-used': ['TokenAlreadyUsedException', 409, 'El token ya fue utilizado', 'The token was already used'],
} as const satisfies FailureTable
