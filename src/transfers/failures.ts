// Refusals of sending a transfer again, or of releasing it.
import type { FailureTable } from '../core/failure-table.ts'

export const transferFailures = {
  'transfer-not-failed': [
    'InvalidTransactionException',
    409,
    'Solo se puede volver a enviar una transferencia que el banco rechazó o devolvió',
    'Only a transfer that the bank rejected or returned can be sent again',
  ],
  'transfer-of-payout': [
    'InvalidTransactionException',
    409,
    'El dinero de una liquidación fallida va en la siguiente, a la cuenta de liquidación que tenga entonces',
    'The money of a failed payout goes out with the next one, to the settlement account of that day',
  ],
  'transfer-asked': [
    'InvalidTransactionException',
    409,
    'El banco ya recibió la orden de enviar esta transferencia: libérala, para que se busque en el banco',
    'The bank was asked to send this transfer: release it, and the service looks it up at the bank',
  ],
  'transfer-differs': [
    'InvalidTransactionException',
    409,
    'La transferencia sigue retenida: todavía no coincide con su causa',
    'The transfer is still withheld: it does not agree with its cause yet',
  ],
  'transfer-replaced': [
    'InvalidTransactionException',
    409,
    'El dinero de esta transferencia ya se envió de nuevo, a otra cuenta u otro titular',
    'The money of this transfer has already been sent again, to another account or holder',
  ],
} as const satisfies FailureTable
