// Refusals of card payments, captures and saved cards.
import type { FailureTable } from '../core/failure-table.ts'

export const cardFailures = {
  'card-invalid': ['InvalidCardException', 400, 'La tarjeta no es válida', 'The card is not valid'],
  'card-existing': [
    'InvalidCardException',
    409,
    'La tarjeta ya está registrada para este cliente',
    'The customer already has this card',
    [
      'El cliente ya tiene esta tarjeta: cobra a la guardada, que está en GET /v1/customer/{id}/cards',
      'The customer already has this card: charge the saved one, which GET /v1/customer/{id}/cards lists',
    ],
  ],
  'cards-too-many': [
    'InvalidCardException',
    409,
    'El cliente ya tiene {limit} tarjetas; borra una antes',
    'The customer already has {limit} cards; delete one first',
  ],
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
  'external-transaction-taken': [
    'SwitchException',
    409,
    'Otro cobro distinto ya usó esta transacción externa',
    'A different charge already used this external transaction',
    [
      'Otro cobro distinto ya usó esta transacción externa: si es otro cobro, manda otra en payment.external.transaction; si es una repetición, manda lo mismo que la primera vez',
      'A different charge already used this external transaction: if this is another charge, send another payment.external.transaction; if it repeats one, send the same as the first time',
    ],
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
  'capture-not-offered': [
    'InvalidTransactionException',
    409,
    'Este servicio no puede autorizar primero y capturar después: el banco adquirente no lo ofrece. Cobra sin capture: false',
    'This service cannot authorise first and capture later: the acquirer does not offer it. Charge without capture: false',
  ],
  'capture-part-not-offered': [
    'InvalidTransactionException',
    409,
    'El banco adquirente solo captura el monto completo',
    'The acquirer captures the whole amount only',
  ],
  'capture-of-unauthorized': [
    'InvalidTransactionException',
    409,
    'La operación no está autorizada: no hay nada que capturar',
    'The operation is not authorised: there is nothing to capture',
  ],
  'capture-of-captured': [
    'InvalidTransactionException',
    409,
    'La operación ya se capturó, o se está capturando, con otro monto',
    'The operation is captured already, or is being captured, with another amount',
  ],
  'capture-during-reversal': [
    'InvalidTransactionException',
    409,
    'La autorización se está liberando',
    'The authorisation is being released',
  ],
  'capture-too-late': [
    'InvalidTransactionException',
    409,
    'La autorización venció: ya no se puede capturar',
    'The authorisation has expired: it can no longer be captured',
  ],
  'capture-refused': [
    'InvalidTransactionException',
    409,
    'El banco no aceptó la captura',
    'The bank did not accept the capture',
  ],
  'capture-unfinished': [
    'InternalErrorException',
    503,
    'La captura quedó registrada y se terminará en cuanto la red responda; puedes repetir la solicitud sin riesgo',
    'The capture is recorded and will be finished as soon as the network answers; repeating the request is safe',
  ],
} as const satisfies FailureTable
