// The months of the books, what merchants owe and the layouts of statements in Spanish, by the English of the description.

export const closing: Record<string, string> = {
  'Read what you owe': 'Leer lo que debes',
  'A balance below zero, after disputes or refunds of payments that were paid out: later sales and your reserve pay it, before anything is paid out. null: you owe nothing. The events `claim.opened`, `claim.reminder` (each week) and `claim.settled` tell it.':
    'Un saldo bajo cero, después de aclaraciones o devoluciones de pagos que ya se liquidaron: lo pagan las ventas siguientes y tu reserva, antes de liquidar nada. null: no debes nada. Los eventos `claim.opened`, `claim.reminder` (cada semana) y `claim.settled` lo avisan.',
  'The claim': 'El adeudo',
  'List the months of the books': 'Listar los meses de los libros',
  'Newest first, from the running month to the first one with postings.':
    'Los más nuevos primero, desde el mes en curso hasta el primero con asientos.',
  'The months': 'Los meses',
  'Read a month of the books': 'Leer un mes de los libros',
  'With what stands open, and the figures once it is closed.':
    'Con lo que sigue abierto, y las cifras cuando está cerrado.',
  'YYYY-MM': 'AAAA-MM',
  'The month': 'El mes',
  'Close a month of the books': 'Cerrar un mes de los libros',
  'Of a month that has ended: its package is made in the background, and the event `ledger.month_closed` says when it is closed. Its figures never change again; what is about it later is posted in its own month, and says so (`concerns` of the journal). While something stands open the call is refused, unless `accept_open` is true. A repeated request closes once.':
    'De un mes que terminó: su paquete se hace en segundo plano, y el evento `ledger.month_closed` dice cuándo está cerrado. Sus cifras no cambian nunca más; lo que después trata de él se asienta en su propio mes, y lo dice (`concerns` del diario). Mientras algo siga abierto la llamada se rechaza, salvo que `accept_open` sea true. Una petición repetida cierra una vez.',
  'The month as the call has left it': 'El mes como lo dejó la llamada',
  'Download the package of a closed month': 'Descargar el paquete de un mes cerrado',
  'One ZIP file, always the same bytes: the journal, payments, refunds, disputes, payouts, fees, balances, reconciliation and open items as CSV, the stamped invoice, and a summary as JSON with the hash of each.':
    'Un archivo ZIP, siempre los mismos bytes: el diario, pagos, devoluciones, aclaraciones, liquidaciones, comisiones, saldos, conciliación y lo abierto en CSV, la factura timbrada, y un resumen en JSON con la huella de cada uno.',
  'The month package': 'El paquete del mes',
  'What you owe': 'Lo que debes',
  'The day since which the balance is below zero': 'El día desde el que el saldo está bajo cero',
  'How many days that is': 'Cuántos días son',
  'What you owe; `0.00` when it is settled': 'Lo que debes; `0.00` cuando está saldado',
  'The earlier month that the line is about (`2026-10`): of the payment that is given back, for example. null: its own':
    'El mes anterior del que trata el renglón (`2026-10`): el del pago que se regresa, por ejemplo. null: el suyo',
  'Debits are positive': 'Los cargos son positivos',
  'Of the month': 'Del mes',
  'Opening, with the debits and less the credits': 'Inicial, con los cargos y menos los abonos',
  'By one count': 'Por una cuenta',
  'By the other: the same, or the month is not closed': 'Por la otra: lo mismo, o el mes no se cierra',
  'Close it although something stands open; the package lists it':
    'Ciérralo aunque algo siga abierto; el paquete lo lista',
  'The checkpoint of the books up to the end of the month': 'El sello de los libros hasta el final del mes',
  Hexadecimal: 'Hexadecimal',
  'Download it with `GET /v1/ledger/months/{month}/package.zip`':
    'Descárgalo con `GET /v1/ledger/months/{month}/package.zip`',
  'The fees, without IVA': 'Las comisiones, sin IVA',
  'The IVA as it was charged': 'El IVA como se cobró',
  'The IVA due': 'El IVA debido',
  'What the rounding is worth; it is posted in the next month':
    'Lo que vale el redondeo; se asienta en el mes siguiente',
  'As in the report of a payout': 'Como en el reporte de una liquidación',
  'What the payers paid; what is taken is negative': 'Lo que pagó quien paga; lo que se toma es negativo',
  'Of the fee': 'De la comisión',
  'The shares of affiliated users': 'Las partes de los usuarios afiliados',
  'What it changed of what you are owed': 'Lo que cambió de lo que se te debe',
  'What the service owed you before the month; negative: you owed it':
    'Lo que el servicio te debía antes del mes; negativo: lo debías tú',
  'The same after the month, or now': 'Lo mismo después del mes, o ahora',
  'What stands open; of a closed month, what stood open. At most 200':
    'Lo que sigue abierto; de un mes cerrado, lo que seguía abierto. 200 como máximo',
  'null until the month is closed, and when somebody has damaged them in the database':
    'null hasta que el mes se cierra, y si alguien las dañó en la base de datos',
  '`unreadable`: somebody has damaged the entry in the database. The audit names it, and its month cannot be closed':
    '`unreadable`: alguien dañó el asiento en la base de datos. La auditoría lo nombra, y su mes no se puede cerrar',
  'The checkpoint of your books up to the end of the month': 'El sello de tus libros hasta el final del mes',
  'Of the file; null until the month is closed': 'Del archivo; null hasta que el mes se cierra',
  'Its id; of a statement, the network': 'Su id; de un estado de cuenta, la red',
  'Since when; of a statement, its days': 'Desde cuándo; de un estado de cuenta, sus días',
  '`payout`, `refund`, `transfer`: without a final answer; `dispute`: not decided; `payment`: in suspense; `invoice`: the fees are not stamped; `statement`: no statement of the network has some days on which it owed money':
    '`payout`, `refund`, `transfer`: sin respuesta final; `dispute`: sin decidir; `payment`: en suspenso; `invoice`: las comisiones no están timbradas; `statement`: ningún estado de cuenta de la red tiene algunos días en que debía dinero',
  'Taken from what you are owed, to be paid out': 'Tomado de lo que se te debe, para liquidarse',
  'Payouts that the bank refused or returned: you are owed them again':
    'Liquidaciones que el banco rechazó o regresó: se te deben otra vez',
  '`running`: it has not ended; `open`: it can be closed; `closing`: its package is being made; `closed`: its figures stay as they are':
    '`running`: no ha terminado; `open`: se puede cerrar; `closing`: se hace su paquete; `closed`: sus cifras se quedan como están',
  '`payment`: a payment; `reversal`: a payment that was reversed; `refund`: what was refunded of a payment; `refund_cancelled`: a refund that was not made after all; `reserve`: moved into the reserve, or out of it; `dispute`: held back of a disputed payment, with its fee; `dispute_won`: both came back; `claim_written_off`: a debt that the service wrote off; `iva_rounding`: the difference between the IVA that the operations of a month charged one by one and the IVA on the sum of their fees. The amounts of what is taken are negative':
    '`payment`: un pago; `reversal`: un pago que se canceló; `refund`: lo que se devolvió de un pago; `refund_cancelled`: una devolución que al final no se hizo; `reserve`: entró a la reserva o salió de ella; `dispute`: lo apartado de un pago en aclaración, con su comisión; `dispute_won`: ambos regresaron; `claim_written_off`: un adeudo que el servicio dio por perdido; `iva_rounding`: la diferencia entre el IVA que cobraron una por una las operaciones de un mes y el IVA de la suma de sus comisiones. Los montos de lo que se toma son negativos',
  'The file: CSV, or one JSON object a line; with `layout`, in the bank’s own format':
    'El archivo: CSV, o un objeto JSON por renglón; con `layout`, en el formato propio del banco',
  'With `layout`: the first day that the file covers, if its lines do not say it':
    'Con `layout`: el primer día que cubre el archivo, si sus renglones no lo dicen',
  'With `layout`: the last day that the file covers': 'Con `layout`: el último día que cubre el archivo',
  'What stands there, up to 100 characters': 'Lo que está ahí, hasta 100 caracteres',
  'What is expected, for people': 'Lo que se espera, para las personas',
  'Of a malformed line: each fault with what stands there and what is expected':
    'De un renglón mal formado: cada falla con lo que está ahí y lo que se espera',
  'The version of this format': 'La versión de este formato',
  'The connector’s name': 'El nombre del conector',
  'The account whose statement it must be': 'La cuenta de la que debe ser el estado de cuenta',
  'Without it, UTF-8': 'Sin ella, UTF-8',
  'Without it, the one of the heading': 'Sin él, el del encabezado',
  'false: no line names the columns, which are 1, 2, 3 …':
    'false: ningún renglón nombra las columnas, que son 1, 2, 3 …',
  'The order of a date; without it, YMD': 'El orden de una fecha; sin él, YMD',
  'The decimal mark; without it, a point': 'La marca decimal; sin ella, un punto',
  'true: the amounts are those after the fee. Without it, the fee was taken beside them':
    'true: los montos son los que quedan después de la comisión. Sin esto, la comisión se tomó aparte',
  'The mark; the value is the word behind it': 'La marca; el valor es la palabra detrás de ella',
  'Whether money came in or went out': 'Si entró o salió dinero',
}
