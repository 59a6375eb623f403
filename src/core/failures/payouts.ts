// Refusals about outgoing money and fees: transfers, payout accounts, affiliates, fee statements.
import type { FailureTable } from './table.ts'

export const payoutFailures = {
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
    'El banco ya recibió la orden de enviar esta transferencia: libérela, para que se busque en el banco',
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
    'El dinero de esta transferencia ya se envió de nuevo a otra cuenta',
    'The money of this transfer has already been sent again to another account',
  ],
  'month-open': [
    'InvalidTransactionException',
    409,
    'El mes aún no se cierra; su factura se hace después',
    'The month is not closed yet; its invoice comes afterwards',
  ],
  'claim-none': [
    'InvalidTransactionException',
    409,
    'La cuenta no debe tanto, o ya se pidió castigar lo que debe',
    'The account does not owe as much, or its debt was already asked to be written off',
  ],
  'month-not-over': [
    'InvalidTransactionException',
    409,
    'El mes no ha terminado, o terminó hace minutos y sus comisiones aún no se cierran',
    'The month has not ended, or ended minutes ago and its fees are not closed yet',
  ],
  'month-stands-open': [
    'InvalidTransactionException',
    409,
    'Queda abierto del mes: {items}. Espera, o ciérralo con accept_open: true',
    'Of the month these stand open: {items}. Wait, or close it with accept_open: true',
  ],
  'month-not-closed': [
    'InvalidTransactionException',
    409,
    'El mes no se ha cerrado; su paquete se hace al cerrarlo',
    'The month has not been closed; its package is made when it is',
  ],
  'month-not-invoiced': [
    'InvalidTransactionException',
    409,
    'Las comisiones del mes suman cero; no hay nada que facturar',
    'The fees of the month are zero; there is nothing to invoice',
  ],
  'credit-note-unrelated': [
    'InvalidTransactionException',
    409,
    'En el mes se devolvieron más comisiones de las que se cobraron: su nota de crédito necesita el folio fiscal (UUID) de la factura que corrige, en ?related=',
    'More fees were given back in the month than were charged: its credit note needs the folio fiscal (UUID) of the invoice that it corrects, as ?related=',
  ],
  'invoice-issuer-missing': [
    'InvalidTransactionException',
    409,
    'El servicio no tiene datos fiscales para emitir facturas',
    'The service has no tax data to issue invoices with',
  ],
  'invoice-receptor-missing': [
    'InvalidTransactionException',
    409,
    'Faltan tus datos fiscales',
    'Your tax data are missing',
  ],
  'affiliate-registered': [
    'InvalidTransactionException',
    409,
    'Ese afiliado ya está registrado',
    'This affiliate is already registered',
  ],
  'affiliate-unchanged': [
    'InvalidParamException',
    400,
    'No hay ningún cambio que guardar',
    'There is no change to save',
  ],
  'payout-account-changing': [
    'InvalidTransactionException',
    409,
    'Ya hay otro cambio de cuenta en curso; cancélalo antes de pedir uno nuevo',
    'Another change of the account is under way; cancel it before you ask for a new one',
  ],
  'payout-account-changes-too-many': [
    'TooManyRequestsException',
    429,
    'La cuenta pidió {limit} cambios en 24 horas; intenta mañana',
    'The account has asked for {limit} changes in 24 hours; try again tomorrow',
  ],
  'payout-account-unchanged': [
    'InvalidTransactionException',
    409,
    'No hay un cambio de cuenta que espere esto',
    'No change of the account waits for this',
  ],
  'confirmation-code-wrong': [
    'InvalidParamException',
    403,
    'El código no es correcto; quedan {left} intentos',
    'The code is not right; {left} tries are left',
  ],
  'confirmation-needs-another': [
    'InvalidCredentialsException',
    403,
    'Confirme con el código del correo, o con la credencial de otro operador',
    'Confirm with the code of the e-mail, or with the credential of another operator',
  ],
} as const satisfies FailureTable
