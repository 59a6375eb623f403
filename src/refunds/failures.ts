// Refusals of refunds, and of the reserve for them.
import type { FailureTable } from '../core/failure-table.ts'

export const refundFailures = {
  'refund-of-pending': [
    'InvalidTransactionException',
    409,
    'Esta operación todavía no se paga: no hay nada que devolver',
    'This operation is not paid yet: there is nothing to refund',
    [
      'Esta operación todavía no se paga, y no hay nada que devolver: cancélala con GET /v1/operations/apply-reversal/{id}',
      'This operation is not paid yet, and there is nothing to refund: cancel it with GET /v1/operations/apply-reversal/{id}',
    ],
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
    'Este cobro fue declinado: no hay nada que devolver',
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
  'refunds-too-many': [
    'InvalidTransactionException',
    409,
    'Esta operación ya tiene {most} devoluciones, que son las más que puede tener',
    'This operation has {most} refunds already, which is the most that it can have',
    [
      'Esta operación ya tiene {most} devoluciones, contando las canceladas, que son las más que puede tener: haz pocas devoluciones mayores en vez de muchas pequeñas; lo que falte, devuélvelo con una transferencia tuya',
      'This operation has {most} refunds already, cancelled ones included, which is the most that it can have: make few larger refunds instead of many small ones; give back what is left with a transfer of your own',
    ],
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
    [
      'El saldo por liquidar es de {owed} y no alcanza para esta devolución: espera a tener más ventas, o cambia la regla beyond_balance con PUT /v1/refund-rules',
      'You are owed {owed}, which is not enough for this refund: wait for more sales, or change the rule beyond_balance with PUT /v1/refund-rules',
    ],
  ],
  'refund-without-acquirer': [
    'InvalidTransactionException',
    409,
    'El adquirente que cobró este pago ya no está en este servicio, y solo por él regresa el dinero: aquí no hay un banco SPEI que lo transfiera',
    'The acquirer that took this payment is no longer in this service, and the money goes back only by it: there is no SPEI bank here to transfer it',
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
  'refund-of-authorized': [
    'InvalidTransactionException',
    409,
    'La operación está autorizada y no capturada: cancélala para liberar el monto',
    'The operation is authorised and not captured: reverse it to release the amount',
  ],
} as const satisfies FailureTable
