// Refusals of giving a payment back: reversals, refunds, and the reserve for them.
import type { FailureTable } from './table.ts'

export const refundFailures = {
  'reversal-too-late': [
    'InvalidAuthCodeException',
    409,
    'Solo se pueden cancelar movimientos realizados el mismo dia',
    'Only payments made on the same day can be reversed',
  ],
  'reversal-window-over': [
    'InvalidAuthCodeException',
    409,
    'Solo se pueden cancelar movimientos de las últimas {hours} horas',
    'Only payments made in the last {hours} hours can be reversed',
  ],
  'reversal-of-cash': [
    'InvalidTransactionException',
    409,
    'Un pago en efectivo ya realizado no se puede cancelar: la tienda no devuelve el dinero',
    'A cash payment that was made cannot be reversed: the store does not give the money back',
  ],
  'reversal-of-unpaid': [
    'InvalidTransactionException',
    409,
    'La operación fue rechazada o expiró: no hay nada que cancelar',
    'The operation was declined or has expired: there is nothing to reverse',
  ],
  'reversal-of-refunded': [
    'InvalidTransactionException',
    409,
    'Esta operación ya se devolvió, completa o en parte, y no se puede cancelar',
    'This operation was refunded already, wholly or in part, and cannot be reversed',
  ],
  'reversal-of-disputed': [
    'InvalidTransactionException',
    409,
    'Esta operación está en aclaración y no se puede cancelar',
    'This operation is disputed and cannot be reversed',
  ],
  'refund-of-pending': [
    'InvalidTransactionException',
    409,
    'Esta operación todavía no se paga: no hay nada que devolver',
    'This operation is not paid yet: there is nothing to refund',
  ],
  'refund-of-expired': [
    'InvalidTransactionException',
    409,
    'Esta operación venció sin pagarse: no hay nada que devolver',
    'This operation expired unpaid: there is nothing to refund',
  ],
  'refund-of-declined': [
    'InvalidTransactionException',
    409,
    'Este cobro fue rechazado: no hay nada que devolver',
    'This charge was declined: there is nothing to refund',
  ],
  'refund-of-cancelled': [
    'InvalidTransactionException',
    409,
    'Esta operación está cancelada: su dinero ya se devolvió, o nunca se pagó',
    'This operation is cancelled: its money went back already, or it was never paid',
  ],
  'refund-of-disputed': [
    'InvalidTransactionException',
    409,
    'Esta operación está en aclaración: quedan {left} que se pueden devolver',
    'This operation is disputed: {left} of it can be refunded',
  ],
  'refund-during-reversal': [
    'InvalidTransactionException',
    409,
    'Esta operación se está cancelando: espera a que termine',
    'This operation is being reversed: wait until that is over',
  ],
  'refund-exceeds': [
    'InvalidTransactionException',
    409,
    'De esta operación quedan {left} por devolver',
    'Only {left} of this operation can be refunded',
  ],
  'refund-window-over': [
    'InvalidTransactionException',
    409,
    'Pasaron más de {days} días desde el pago: ya no se puede devolver',
    'More than {days} days have passed since the payment: it can no longer be refunded',
  ],
  'refund-beyond-balance': [
    'InvalidTransactionException',
    409,
    'El saldo por liquidar es de {owed} y no alcanza para esta devolución',
    'You are owed {owed}, which is not enough for this refund',
  ],
  'refund-not-cancellable': [
    'InvalidTransactionException',
    409,
    'Solo se puede cancelar una devolución que espera o que falló; esta ya se envió o terminó',
    'Only a refund that waits or has failed can be cancelled; this one was sent or is over',
  ],
  'refund-not-failed': [
    'InvalidTransactionException',
    409,
    'Solo se puede volver a enviar una devolución que falló, o pedir otra vez los datos a quien pagó',
    'Only a failed refund, or one that waits for the payer’s account, can be sent again',
  ],
  'refund-cancelled': [
    'InvalidTransactionException',
    409,
    'Esta devolución se canceló: haz otra',
    'This refund was cancelled: make another',
  ],
  'reserve-not-enough': [
    'InvalidTransactionException',
    409,
    'Solo hay {available} disponibles',
    'Only {available} are available',
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
    'No se conoce la cuenta del pagador: devuelva el dinero por otro medio',
    'The payer’s account is not known: return the money by other means',
  ],
  'reversal-unfinished': [
    'InternalErrorException',
    503,
    'La cancelación quedó registrada y se terminará en cuanto la red responda; puedes repetir la solicitud sin riesgo',
    'The reversal is recorded and will be finished as soon as the network answers; repeating the request is safe',
  ],
} as const satisfies FailureTable
