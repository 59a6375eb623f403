// Refusals of card payments, tokens and saved cards.
import type { FailureTable } from './table.ts'

export const cardFailures = {
  'card-attempts-exceeded': [
    'TooManyRequestsException',
    429,
    'Demasiados intentos con tarjetas que el banco no aceptó; intenta más tarde',
    'Too many tries of cards that the bank did not take; try again later',
  ],
  'envelope-unreadable': [
    'InvalidEncryptionException',
    400,
    'No se pudo descifrar el mensaje',
    'The message could not be decrypted',
  ],
  'card-invalid': ['InvalidCardException', 400, 'La tarjeta no es válida', 'The card is not valid'],
  'card-existing': [
    'InvalidCardException',
    409,
    'La tarjeta ya está registrada para este cliente',
    'The customer already has this card',
  ],
  'cards-too-many': [
    'InvalidCardException',
    409,
    'El cliente ya tiene {limit} tarjetas; elimine una antes',
    'The customer already has {limit} cards; delete one first',
  ],
  'card-unknown': [
    'CardInformationNotFoundException',
    404,
    'No existe la tarjeta o el token, o ya expiró',
    'There is no such card or token, or it has expired',
  ],
  'token-used': ['TokenAlreadyUsedException', 409, 'El token ya fue utilizado', 'The token was already used'],
  'payment-declined': ['PaymentException', 402, 'No se pudo procesar el cobro', 'The charge could not be processed'],
  'payer-absent': [
    'PaymentException',
    402,
    'El cliente no completó la autenticación que pidió su banco',
    'The payer did not complete the authentication that the bank asked for',
  ],
  'payer-needed': [
    'PaymentException',
    402,
    'El banco pide que el cliente se autentique, y este cobro lo hace el comercio solo',
    'The bank wants the payer to authenticate, and the merchant makes this charge alone',
  ],
  'payment-filtered': [
    'PaymentFilterException',
    403,
    'El cobro no cumple las reglas de riesgo del comercio',
    'The charge does not keep to the merchant’s risk rules',
  ],
  'fraud-suspected': [
    'SuspectedFraudException',
    403,
    'El cobro se detuvo por sospecha de fraude',
    'The charge was stopped on suspicion of fraud',
  ],
  'account-suspended': [
    'InvalidTransactionException',
    403,
    'La cuenta está suspendida y no recibe pagos nuevos: escribe a quien opera el servicio',
    'The account is suspended and takes no new payments: talk to the operator of the service',
  ],
  'payment-beyond-limit': [
    'PaymentFilterException',
    403,
    'Esta cuenta puede cobrar a lo más {limit} de una vez: escribe a quien opera el servicio',
    'This account may take at most {limit} in one payment: talk to the operator of the service',
  ],
  'day-limit-reached': [
    'PaymentFilterException',
    403,
    'Esta cuenta puede cobrar a lo más {limit} al día, y hoy le quedan {left}',
    'This account may take at most {limit} a day, and has {left} left today',
  ],
  'external-transaction-taken': [
    'SwitchException',
    409,
    'Otro cobro distinto ya usó esta transacción externa',
    'A different charge already used this external transaction',
  ],
  'acquirer-unreachable': [
    'InternalErrorException',
    503,
    'El banco no responde; intenta de nuevo en unos segundos',
    'The bank does not answer; try again in a few seconds',
  ],
  'operation-processing': [
    'InvalidTransactionException',
    409,
    'La operación sigue en proceso; intenta de nuevo en unos segundos',
    'The operation is still being processed; try again in a few seconds',
  ],
} as const satisfies FailureTable
