// The fields of bodies and answers in Spanish, part 4 of 4, by the English of the description.

export const fieldsFour: Record<string, string> = {
  'The client’s own external transaction when it sent one': 'La transacción externa del cliente cuando mandó una',
  'true when the reversal is done; false while the bank has not answered the charge (record status P)':
    'true cuando la cancelación está hecha; false mientras el banco no responde el cargo (estado P del registro)',
  'Of a limit: card, customer, ip. Of a block: card, bin, email, ip, country':
    'De un límite: card, customer, ip. De un bloqueo: card, bin, email, ip, country',
  'Of a limit: hour or day': 'De un límite: hour o day',
  'How many, at most': 'Cuántos, como máximo',
  'How much, at most': 'Cuánto, como máximo',
  'The blocked value: a BIN, an e-mail, an IP, a country (MX); for a card, an operation paid with it':
    'El valor bloqueado: un BIN, un correo, una IP, un país (MX); de una tarjeta, una operación pagada con ella',
  '18 digits: the customer’s own account for payments': '18 dígitos: la cuenta propia del cliente para pagar',
  'Only with `date=paid`, what `sales` shows: `net`, the payments less what was reversed, refunded or disputed on the days of the filter; `gross`, of a search, as of a list without `date=paid`: the payments in status N, whatever went back of them':
    'Solo con `date=paid`, qué muestra `sales`: `net`, los pagos menos lo que se canceló, devolvió o disputó en los días del filtro; `gross`, en una búsqueda, como en una lista sin `date=paid`: los pagos en estado N, se haya regresado lo que sea',
  'Stops the clock': 'Detiene el reloj',
  'Goes forward to this instant, or to the start of this day in Mexico City':
    'Avanza a este instante, o al principio de este día en la Ciudad de México',
  'Goes forward by this ISO 8601 duration': 'Avanza esta duración ISO 8601',
  'Lets the clock run on from where it is': 'Deja correr el reloj desde donde está',
  'Instants at which something fell due on the way': 'Instantes del camino en que algo venció',
  'False when there was too much to do for one call: the clock stands at `now`; ask for the rest again':
    'False cuando había demasiado para una llamada: el reloj está en `now`; pide lo demás otra vez',
  'won: for the merchant; lost: for the cardholder': 'won: a favor del comercio; lost: a favor del tarjetahabiente',
  'null while it is still to come': 'null mientras está por venir',
  'When the bank opens it': 'Cuándo la abre el banco',
  'A code of the card’s network': 'Un código de la red de la tarjeta',
  'All that is left of the payment when left out': 'Todo lo que queda del pago si falta',
  'Days to answer; 20 when left out': 'Días para contestar; 20 si falta',
  'An ISO 8601 duration of at most a year; at once when left out':
    'Una duración ISO 8601 de un año como máximo; de inmediato si falta',
  'How the bank decides three days after it has evidence; it waits for a call when left out':
    'Cómo decide el banco tres días después de tener pruebas; si falta, espera una llamada',
  'Every new voucher is paid so long after it is issued, by the service’s clock; null: it is left alone':
    'Cada ficha nueva se paga este tiempo después de emitirse, por el reloj del servicio; null: se deja',
  'The ticket of the till, or the tracking key': 'El folio de la caja, o la clave de rastreo',
  'The first three digits of the payer’s CLABE, or the chain of the till':
    'Los tres primeros dígitos de la CLABE de quien paga, o la cadena de la caja',
  'The banking day of SPEI, or the day of the till': 'El día bancario de SPEI, o el día de la caja',
  '`settled`, `returned`, `unmatched` (returned too, since nobody knows what was paid), `suspended` (kept until a person decides), or `unreported` (the network says so at `received_at`)':
    '`settled`, `returned`, `unmatched` (también regresado, porque nadie sabe qué se pagó), `suspended` (se guarda hasta que una persona decide), o `unreported` (la red lo avisa en `received_at`)',
  '`voucher-paid` (the exact amount of a voucher, paid in time), `customer-paid` (into a customer’s own CLABE, with no voucher waiting for it), `amount-differs` (more or less than the voucher asks for), `already-paid` (the voucher had been paid), `cancelled` (the voucher had been cancelled), `expired` (paid after the voucher’s last day), `account-closed` (the customer’s CLABE is no longer in use), `reference-unknown` (nobody knows what was paid into), `time-implausible` (the network says an instant that cannot be: in the future, before the voucher, or long ago), `identity-conflict` (another payment is on record under the same key, institution and day), `own-transfer` (a transfer of ours that came back: its money is owed again), `own-transfer-again` (a transfer of ours that had come back before: this is other money), `own-transfer-differs` (it has the tracking key of a transfer of ours, and another amount)':
    '`voucher-paid` (el monto exacto de una ficha, pagado a tiempo), `customer-paid` (a la CLABE propia de un cliente, sin ficha que lo espere), `amount-differs` (más o menos de lo que pide la ficha), `already-paid` (la ficha ya estaba pagada), `cancelled` (la ficha se había cancelado), `expired` (se pagó después del último día de la ficha), `account-closed` (la CLABE del cliente ya no se usa), `reference-unknown` (nadie sabe qué se pagó), `time-implausible` (la red dice un instante que no puede ser: en el futuro, antes de la ficha, o hace mucho), `identity-conflict` (hay otro pago registrado con la misma clave, institución y día), `own-transfer` (una transferencia nuestra que regresó: su dinero se debe otra vez), `own-transfer-again` (una transferencia nuestra que ya había regresado: este es otro dinero), `own-transfer-differs` (tiene la clave de rastreo de una transferencia nuestra, y otro monto)',
  'The operation that it concerns, as it is now': 'La operación de que se trata, como está ahora',
  'The transfer that gives the money back': 'La transferencia que regresa el dinero',
  'The payer’s CLABE, or the ticket that is given back': 'La CLABE de quien paga, o el folio que se regresa',
  'As in `GET /v1/transfers`': 'Como en `GET /v1/transfers`',
  'The statement whose place the file takes': 'El estado de cuenta cuyo lugar toma el archivo',
  'accepted, settled, rejected or returned': 'accepted, settled, rejected o returned',
  'Why it is rejected or returned': 'Por qué se rechaza o se regresa',
  'At once when left out': 'De inmediato si falta',
  'null: payouts wait until an account is set': 'null: las liquidaciones esperan hasta que haya una cuenta',
  'The change under way; absent when there is none': 'El cambio en curso; no está cuando no hay',
  '`requested`: it waits for a confirmation; `confirmed`: it waits until it takes effect':
    '`requested`: espera una confirmación; `confirmed`: espera hasta que vale',
  'Who requested it': 'Quién lo pidió',
  'When it takes effect': 'Cuándo vale',
  'SPEI transfer': 'Transferencia SPEI',
  'What the payer reads on the slip of a voucher; null for a card':
    'Lo que lee quien paga en la ficha; null en una tarjeta',
  'Where to: any CLABE …': 'A dónde: cualquier CLABE …',
  '… or that of a voucher': '… o la de una ficha',
  'The voucher’s total when left out; any other is sent back. Null is refused':
    'El total de la ficha si falta; cualquier otro se regresa. null se rechaza',
  'Clave de rastreo, to 30 letters and digits: the same one again, of one bank and banking day, is the same transfer':
    'Clave de rastreo, hasta 30 letras y dígitos: la misma otra vez, de un banco y un día bancario, es la misma transferencia',
  'The banking day of the transfer, YYYY-MM-DD; the one on which it was paid when left out':
    'El día bancario de la transferencia, AAAA-MM-DD; el día en que se pagó si falta',
  'When the payer paid, if not now: the network reports it only now. An ISO 8601 instant; one in the future is kept in suspense':
    'Cuándo pagó quien paga, si no es ahora: la red lo avisa hasta ahora. Un instante ISO 8601; uno en el futuro queda en suspenso',
  'The network reports it only after this ISO 8601 duration of the service’s clock; the payer has paid now, or at `paid_at`':
    'La red lo avisa hasta después de esta duración ISO 8601 del reloj del servicio; se pagó ahora, o en `paid_at`',
  'The network reports it twice: it is one payment': 'La red lo avisa dos veces: es un solo pago',
  'From which account; returns and refunds go there': 'Desde qué cuenta; ahí van regresos y devoluciones',
  'Account to pay into; the CLABE of a SPEI voucher': 'Cuenta para pagar; la CLABE de una ficha SPEI',
  'The network’s id of the payment. What the payer pays with is `instructions.number`':
    'El id del pago en la red. Con lo que se paga es `instructions.number`',
  'Address of the voucher, to print or to show': 'Dirección de la ficha, para imprimir o mostrar',
  '1 paid, 2 pending, 3 expired, 4 cancelled': '1 pagada, 2 pendiente, 3 vencida, 4 cancelada',
  'What is to be paid, in Mexican pesos with at most 2 decimals, as a number or as text; from 1.00':
    'Lo que se debe pagar, en pesos mexicanos con 2 decimales como máximo, en número o en texto; desde 1.00',
  'Your own number, by which the operation can be found': 'Tu propio número, con el que se encuentra la operación',
  'Accepted from older clients; ignored': 'Se acepta de clientes más antiguos; se ignora',
  'MXN, the only currency': 'MXN, la única moneda',
  'The last day on which it can be paid (Mexico City), to 365 days from today':
    'El último día en que se puede pagar (Ciudad de México), hasta 365 días desde hoy',
  'Where the slip is sent to': 'A dónde se manda la ficha',
  'The slip is sent there by SMS: 10 digits': 'La ficha se manda ahí por SMS: 10 dígitos',
  'A SPEI source of a customer (`spe_…`): the voucher is paid into the customer’s own CLABE':
    'Una fuente SPEI de un cliente (`spe_…`): la ficha se paga a la CLABE propia del cliente',
  'malformed, extra, different, contradiction or missing': 'malformed, extra, different, contradiction o missing',
  'The line of the file; null for a missing record': 'El renglón del archivo; null en un registro que falta',
  'The faults of a malformed line': 'Las fallas de un renglón mal formado',
  'The network’s id': 'El id de la red',
  'The differences of the record: amount, day or both': 'En qué difiere el registro: monto, día o ambos',
  'The operation, received payment or transfer; null when there is none':
    'La operación, el pago recibido o la transferencia; null cuando no hay',
  'The outcome of an extra payment that was reported now': 'Qué pasó con un pago que sobraba y se avisó ahora',
  'Of a contradiction: the statement that had the line first, which stands':
    'De una contradicción: el estado de cuenta que tuvo primero el renglón, que vale',
  'cash at a store': 'efectivo en tienda',
  'The voucher, by its operation identifier …': 'La ficha, por el identificador de su operación …',
  '… or by its payment_id …': '… o por su payment_id …',
  '… or by its short_id …': '… o por su short_id …',
  '… or by the digits of its barcode': '… o por los dígitos de su código de barras',
  'The till’s own number: the same one again, of one chain and day, is the same payment':
    'El número propio de la caja: el mismo otra vez, de una cadena y un día, es el mismo pago',
  'The day of the till, YYYY-MM-DD; the one on which it was paid when left out':
    'El día de la caja, AAAA-MM-DD; el día en que se pagó si falta',
  'The shortest id of the payment, for support. What the cashier needs is `instructions.number`':
    'El id más corto del pago, para soporte. Lo que necesita la caja es `instructions.number`',
  'The chain, whatever the case and punctuation: OXXO, 7-Eleven, Farmacias del Ahorro, Farmacias Benavides, Walmart, Bodega Aurrerá, Soriana, Circle K, Extra; OXXO when left out':
    'La cadena, sin importar mayúsculas ni puntuación: OXXO, 7-Eleven, Farmacias del Ahorro, Farmacias Benavides, Walmart, Bodega Aurrerá, Soriana, Circle K, Extra; OXXO si falta',
  'Refused, unless it is empty: it goes with SPEI only': 'Se rechaza, salvo que esté vacía: va solo con SPEI',
  'Refused, unless it is empty or zero: it goes with cards only':
    'Se rechaza, salvo que esté vacío o sea cero: va solo con tarjetas',
  'As the tax office has it, without the kind of company': 'Como lo tiene el SAT, sin el tipo de sociedad',
  c_RegimenFiscal: 'c_RegimenFiscal',
  'Of the fiscal address': 'Del domicilio fiscal',
  '`return` (of money that paid nothing), `refund` (of a payment) or `payout`':
    '`return` (de dinero que no pagó nada), `refund` (de un pago) o `payout`',
  '`pending` (to be sent, or the network has not said yet whether it took it), `accepted` (the network took it and has not settled it yet), `settled` (it arrived), `rejected` (the network did not take it, or gave it up), `returned` (the receiving bank sent it back, perhaps days later), `withheld` (it differs from what asks for it, and is not sent), `closed` (it was withheld, and the operator gave it up; it is never sent)':
    '`pending` (por mandar, o la red no ha dicho si la tomó), `accepted` (la red la tomó y no la ha liquidado), `settled` (llegó), `rejected` (la red no la tomó, o la abandonó), `returned` (el banco que la recibe la regresó, quizá días después), `withheld` (difiere de lo que la pide, y no se manda), `closed` (estaba retenida, y quien opera la abandonó; nunca se manda)',
  'Why the bank rejected or returned it; may be empty': 'Por qué el banco la rechazó o la regresó; puede estar vacío',
  'The CLABE it goes to, the ticket that is given back, or the tracking key of the deposit that its bank sends back':
    'La CLABE a la que va, el folio que se regresa, o la clave de rastreo del depósito que su banco regresa',
  'Clave de rastreo': 'Clave de rastreo',
  'The bank’s own id of it; null when it gave none': 'El id propio del banco; null cuando no dio ninguno',
  'The refund that it carries; null for a reversal, a return or a payout':
    'La devolución que lleva; null en una cancelación, un regreso o una liquidación',
  'The bank has not reported a final state yet': 'El banco no ha avisado todavía un estado final',
  'The failed transfer whose money it sends anew': 'La transferencia fallida cuyo dinero manda otra vez',
  'The transfer that sends its money anew; or the refund, when that was cancelled instead':
    'La transferencia que manda otra vez su dinero; o la devolución, cuando en su lugar esa se canceló',
  'How often the network was asked and answered, or reported it':
    'Cuántas veces se preguntó a la red y contestó, o lo avisó',
  'When it was asked for': 'Cuándo se pidió',
  'When the status began': 'Cuándo comenzó el estado',
  'When the bank says that its status came about; null when it does not say':
    'Cuándo dice el banco que llegó a ese estado; null cuando no lo dice',
  'Another account of the payer; the same one when left out. Also of cash that its store did not give back: a transfer takes it there':
    'Otra cuenta de quien pagó; la misma si falta. También de efectivo que su tienda no regresó: una transferencia lo lleva ahí',
  'The account’s holder; required for cash': 'El titular de la cuenta; obligatorio en efectivo',
  'The merchant’s name, as the slip shows it': 'El nombre del comercio, como lo muestra la ficha',
  'The id that the client chose with PUT; it can be used like `id`':
    'El id que el cliente eligió con PUT; se usa igual que `id`',
  '`["*"]` means all but `books.head`': '`["*"]` son todos menos `books.head`',
  '`active`; `paused`: events wait until it is resumed; `disabled`: it answered 410 and gets no new events':
    '`active`; `paused`: los eventos esperan hasta que se reanude; `disabled`: respondió 410 y no recibe eventos nuevos',
  '`by-merchant`, `failing` (no delivery succeeded for three days) or `gone` (it answered 410)':
    '`by-merchant`, `failing` (ninguna entrega salió bien en tres días) o `gone` (respondió 410)',
  'Since when no delivery has succeeded; null when the last one did':
    'Desde cuándo no sale bien ninguna entrega; null cuando la última salió bien',
  'Until when the previous secret signs too': 'Hasta cuándo firma también el secreto anterior',
  '`whsec_…` of Standard Webhooks; shown only when it is made and when it is rotated':
    '`whsec_…` de Standard Webhooks; se muestra solo al crearlo y al renovarlo',
  'What is wrong and what to do about it, for people': 'Qué está mal y qué hacer, para las personas',
  'As an invoice names it, in Spanish': 'Como lo nombra una factura, en español',
}
