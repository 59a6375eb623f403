// Refusals about vouchers, received payments and statements.
import type { FailureTable } from './table.ts'

export const voucherFailures = {
  'notice-unreadable': [
    'InvalidParamException',
    400,
    'No se entiende lo que la red reporta',
    'What the network reports cannot be read',
  ],
  'notice-refused': [
    'InvalidCredentialsException',
    403,
    'El reporte no viene de la red',
    'The report does not come from the network',
  ],
  'statement-unreadable': [
    'InvalidParamException',
    400,
    'El archivo no empieza con el encabezado de un estado de cuenta: statement,1,RED,PRIMER_DÍA,ÚLTIMO_DÍA, separado por comas',
    'The file does not begin with the header of a statement: statement,1,NETWORK,FIRST_DAY,LAST_DAY, separated by commas',
  ],
  'statement-columns': [
    'InvalidParamException',
    400,
    'La segunda línea del estado de cuenta debe nombrar las columnas, cada una una vez, separadas por comas; faltan o se repiten: {columns}',
    'The second line of the statement must name the columns, each once, separated by commas; absent or repeated: {columns}',
  ],
  'statement-encoding': [
    'InvalidParamException',
    400,
    'El estado de cuenta no está en UTF-8; no se registró nada: guárdalo como UTF-8',
    'The statement is not in UTF-8; nothing was recorded: save it as UTF-8',
  ],
  'statement-network': [
    'InvalidParamException',
    400,
    'La red {network} no está configurada',
    'There is no network {network} here',
  ],
  'statement-half': [
    'InvalidParamException',
    400,
    'El estado de cuenta está incompleto: su última línea debe ser el cierre, con el número de líneas y la suma; no se registró nada',
    'The statement is incomplete: its last line must be the trailer, with the count of lines and the sum; nothing was recorded',
  ],
  'statement-line-closed': ['InvalidParamException', 409, 'La línea no está abierta', 'The line is not open'],
  'payment-not-held': [
    'InvalidTransactionException',
    409,
    'El pago no está retenido, o ya se liberó de otra manera',
    'The payment is not in suspense, or has been released in another way',
  ],
  'payment-stated': [
    'InvalidTransactionException',
    409,
    'Un estado de cuenta de la red tiene este pago: sí se recibió',
    'A statement of the network has this payment: it was received',
  ],
  'payment-not-acceptable': [
    'InvalidTransactionException',
    409,
    'Ninguna ficha ni cuenta de cliente espera exactamente este pago; devuélvelo',
    'No voucher and no customer’s account waits for exactly this payment; return it',
  ],
  'operation-just-paid': [
    'InvalidTransactionException',
    409,
    'La operación se acaba de pagar y ya no se puede cancelar',
    'The operation has just been paid and cannot be cancelled any more',
  ],
  'sources-exhausted': [
    'InvalidTransactionException',
    409,
    'El cliente ya tiene {limit} cuentas CLABE',
    'The customer already has {limit} account numbers (CLABE)',
  ],
  'bank-unreachable': [
    'InternalErrorException',
    503,
    'El banco no asignó una cuenta CLABE; intenta de nuevo en unos segundos',
    'The bank did not assign an account number (CLABE); try again in a few seconds',
  ],
  'network-unreachable': [
    'InternalErrorException',
    503,
    'La red de pago no responde; intenta de nuevo en unos segundos',
    'The payment network does not answer; try again in a few seconds',
  ],
  'cards-not-offered': [
    'InvalidTransactionException',
    409,
    'Este servicio no recibe pagos con tarjeta',
    'This service takes no card payments',
  ],
  'cash-not-offered': [
    'InvalidTransactionException',
    409,
    'Este servicio no recibe pagos en efectivo en tiendas',
    'This service takes no cash payments at stores',
  ],
  'spei-not-offered': [
    'InvalidTransactionException',
    409,
    'Este servicio no recibe transferencias SPEI y no asigna cuentas CLABE',
    'This service takes no SPEI transfers and assigns no account numbers (CLABE)',
  ],
  'transfers-not-offered': [
    'InvalidTransactionException',
    409,
    'Este servicio no envía transferencias: no tiene un banco SPEI',
    'This service sends no transfers: it has no SPEI bank',
  ],
  'network-refused': [
    'InvalidTransactionException',
    400,
    'La red de pago no aceptó el pago',
    'The payment network did not accept the payment',
  ],
} as const satisfies FailureTable
