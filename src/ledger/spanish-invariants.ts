// The meaning of each invariant of an audit in Spanish, for a terminal.
import type { Invariant } from './findings.ts'

export const spanishInvariants = {
  'entries-balance': 'Los renglones de cada asiento suman cero',
  'operation-parts': 'La comisión, el IVA, la parte del afiliado y el neto no son negativos y suman el total',
  'payment-entries':
    'Una operación pagada tiene su asiento de pago, renglón por renglón; una que nunca se pagó no lo tiene',
  'reversal-entries':
    'Una operación cancelada después de pagarse tiene el asiento que la deshace; ninguna otra lo tiene',
  'entry-causes': 'Cada asiento es de algo que existe, y de la misma cuenta',
  'entry-names': 'Cada asiento tiene uno de los nombres que su causa puede asentar',
  balances: 'Los saldos por cuenta y día son los que resultan de contar otra vez los asientos',
  'affiliate-balances': 'Lo que se debe a los afiliados es lo que resulta de sus partes y liquidaciones',
  'affiliate-entries':
    'Cada asiento de la parte de un afiliado dice de quién es: el de su operación o liquidación, y el mismo monto',
  'kept-totals':
    'Los totales por día y mes son los que resultan de contar otra vez las operaciones: número, total, comisión',
  'posted-totals':
    'Los totales por día de asiento son los que resultan de contar otra vez lo pagado y lo cancelado de cada día',
  'monthly-fees': 'Las comisiones de cada mes por concepto son las que se cobraron y se regresaron: número, comisión',
  'paid-times': 'Lo pagado dice cuándo, y está en el día de su asiento; nada más lo dice',
  events: 'Cada estado al que llegó una operación tiene su evento, una vez, y ningún otro lo tiene',
  'payments-received': 'A cada ficha pagada le corresponde un pago registrado de su red y su monto: número, monto',
  'received-entries': 'Cada pago recibido tiene el asiento de su resultado, renglón por renglón, y ningún otro',
  releases: 'Cada pago que salió de suspenso tiene su salida, de su cuenta, y cada salida su pago',
  returns:
    'Cada pago que se regresa o se devuelve tiene su transferencia, y cada paso de su dinero su asiento, renglón por renglón',
  refunds:
    'Lo que las operaciones dicen de sus devoluciones es lo que resulta de contarlas: devuelto, entregado, fallido; solo se devuelve lo pagado',
  'refund-entries':
    'Cada devolución tiene los asientos de su estado, renglón por renglón, y la transferencia que la lleva; cada movimiento de la reserva, su asiento',
  transfers: 'Cada transferencia tiene su causa, que dice la misma cuenta, monto, destino y clave de rastreo',
  'fee-schedules': 'Lo que una cuenta paga es lo que dice su cambio de comisiones más nuevo',
  'payout-accounts':
    'La cuenta de las liquidaciones es la que fijó su cambio más nuevo; la de un afiliado, mientras no lo haya, la que se registró',
  shown: 'Lo que una operación muestra junto a sus montos es lo que permite su final',
  log: 'El resultado de una operación es el que guardó el evento de su movimiento más nuevo',
  authority:
    'Quién puede hacer o recibir algo, y a quién se le cobra, es lo que dice su registro más nuevo, y nadie está ni falta sin uno',
  directory:
    'Cada CLABE, enlace y llave que se busca entre todas las cuentas lleva a la fila que lo tiene, y a cada fila que se busca lleva uno',
  sealed: 'Lo cifrado se abre en la fila para la que se cifró, y en ninguna otra',
  'given-alone': 'Lo que cada persona devolvió sin otra en su último día es lo que resulta de contar la bitácora',
  'fee-statements':
    'El IVA de cada mes cerrado es el de sus comisiones: sus sumas son las que resultan de contar otra vez, y lo del redondeo está asentado, renglón por renglón',
  claims:
    'Cada adeudo que se dio por perdido tiene su asiento, renglón por renglón, y lo pidieron y aprobaron dos personas',
  'closed-months':
    'Las cifras de cada mes que una cuenta cerró son las que dicen los libros, y su paquete es el que se cerró',
  payouts: 'Cada liquidación tiene sus asientos, sus renglones y su transferencia, todos por un mismo monto',
  'statement-lines': 'Cada línea de un estado de cuenta asentó lo que dice junto a su registro, renglón por renglón',
  disputes:
    'Cada aclaración tiene los asientos de su estado, renglón por renglón, es de un pago con tarjeta de la misma cuenta y se contestó a lo más una vez',
  'disputed-amounts': 'Lo que de cada pago está en aclaración es lo que resulta de contar sus aclaraciones',
  captures:
    'Cada pago que primero se autorizó es una captura, con sus montos y a lo más lo autorizado, y ningún otro pago tiene una',
  advices:
    'Cada pago con tarjeta que se dio por perdido antes de conocer su respuesta tiene su aviso de reverso, y ningún otro lo tiene',
  acquirers: 'Cada pago con tarjeta que pasó a otro adquirente está con el que se eligió al último',
  checkouts: 'Lo que cada cobro por enlace dice de sus usos y su estado es lo que resulta de contar sus pagos',
} as const satisfies Record<Invariant, string>
