// Refusals of cancelling, reversing and sending an operation.
import type { FailureTable } from '../core/failure-table.ts'

export const operationFailures = {
  'reversal-too-late': [
    'InvalidAuthCodeException',
    409,
    'Solo se pueden cancelar movimientos realizados el mismo dia',
    'Only payments made on the same day can be reversed',
    [
      'Solo se puede cancelar el mismo día del pago: devuélvelo con POST /v1/operations/{id}/refunds',
      'Only payments made on the same day can be reversed: refund it with POST /v1/operations/{id}/refunds',
    ],
  ],
  'reversal-window-over': [
    'InvalidAuthCodeException',
    409,
    'Solo se pueden cancelar movimientos de las últimas {hours} horas',
    'Only payments made in the last {hours} hours can be reversed',
    [
      'Solo se pueden cancelar movimientos de las últimas {hours} horas: devuélvelo con POST /v1/operations/{id}/refunds',
      'Only payments made in the last {hours} hours can be reversed: refund it with POST /v1/operations/{id}/refunds',
    ],
  ],
  'reversal-of-cash': [
    'InvalidTransactionException',
    409,
    'Un pago en efectivo ya realizado no se puede cancelar: la tienda no devuelve el dinero',
    'A cash payment that was made cannot be reversed: the store does not give the money back',
    [
      'La tienda no devuelve el dinero de un pago en efectivo ya hecho: devuélvelo a una cuenta con POST /v1/operations/{id}/refunds',
      'The store does not give back the money of a cash payment that was made: refund it to an account with POST /v1/operations/{id}/refunds',
    ],
  ],
  'reversal-of-unpaid': [
    'InvalidTransactionException',
    409,
    'La operación fue declinada o expiró: no hay nada que cancelar',
    'The operation was declined or has expired: there is nothing to reverse',
  ],
  'reversal-of-refunded': [
    'InvalidTransactionException',
    409,
    'Esta operación ya se devolvió, completa o en parte, y no se puede cancelar',
    'This operation was refunded already, wholly or in part, and cannot be reversed',
    [
      'Esta operación ya se devolvió, completa o en parte, y no se puede cancelar: lo que quede se devuelve con POST /v1/operations/{id}/refunds',
      'This operation was refunded already, wholly or in part, and cannot be reversed: what is left is refunded with POST /v1/operations/{id}/refunds',
    ],
  ],
  'reversal-of-disputed': [
    'InvalidTransactionException',
    409,
    'Esta operación está en aclaración y no se puede cancelar',
    'This operation is disputed and cannot be reversed',
  ],
  'reversal-refused': [
    'InvalidTransactionException',
    409,
    'El banco no aceptó la cancelación',
    'The bank did not accept the reversal',
  ],
  'reversal-payer-unknown': [
    'InvalidTransactionException',
    409,
    'No se conoce la cuenta del pagador: devuelve el dinero por otro medio',
    'The payer’s account is not known: return the money by other means',
  ],
  'reversal-unfinished': [
    'InternalErrorException',
    503,
    'La cancelación quedó registrada y se terminará en cuanto la red responda; puedes repetir la solicitud sin riesgo',
    'The reversal is recorded and will be finished as soon as the network answers; repeating the request is safe',
  ],
  'recipient-missing': [
    'InvalidParamException',
    400,
    'At least email or phone is required',
    'At least email or phone is required',
    [
      'Escribe un correo (email), un celular de 10 dígitos (phone), o los dos',
      'Enter an e-mail address (email), a mobile number of 10 digits (phone), or both',
    ],
  ],
  'operation-just-paid': [
    'InvalidTransactionException',
    409,
    'La operación se acaba de pagar y ya no se puede cancelar',
    'The operation has just been paid and cannot be cancelled any more',
  ],
  'recipient-limit-reached': [
    'TooManyRequestsException',
    429,
    'Ya se enviaron demasiados mensajes a este destinatario',
    'Too many messages were sent to this recipient already',
    [
      'La cuenta envió {limit} mensajes a {field} en {hours} h; espera lo que dice Retry-After, o envía a otro destinatario',
      'The account has sent {limit} messages to {field} within {hours} h; wait as Retry-After says, or send to another recipient',
    ],
  ],
} as const satisfies FailureTable
