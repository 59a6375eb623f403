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
    [
      'Ningún token (tok_) ni tarjeta guardada (crd_) de esta cuenta tiene este id: puede haber vencido (un token dura un día), o ser de otra cuenta; haz otro token con POST /v1/token',
      'No token (tok_) and no saved card (crd_) of this account has this id: it may have expired (a token lasts a day), or be of another account; make another token with POST /v1/token',
    ],
  ],
  'token-used': [
    'TokenAlreadyUsedException',
    409,
    'El token ya fue utilizado',
    'The token was already used',
    [
      'Un token sirve una sola vez, y este ya se usó: pide otro con POST /v1/token, o guarda la tarjeta en un cliente para cobrarle varias veces',
      'A token can be used once, and this one was: make another with POST /v1/token, or save the card of a customer to charge it several times',
    ],
  ],
} as const satisfies FailureTable
