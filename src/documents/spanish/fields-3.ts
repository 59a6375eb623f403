// The fields of bodies and answers in Spanish, part 3 of 4, by the English of the description.

export const fieldsThree: Record<string, string> = {
  '`email` or `sms`': '`email` o `sms`',
  'Empty for an SMS': 'Vacío en un SMS',
  'As text': 'En texto',
  'Its name for people': 'Su nombre para las personas',
  'Default `secret`. A `publishable` key takes no scopes: it only makes card tokens':
    '`secret` si falta. Una llave `publishable` no lleva permisos: solo hace tokens de tarjeta',
  'What it may do. `charge`: make payments, vouchers, card tokens, customers and plans, and send receipts. `refund`: reverse and refund operations, set money aside for refunds, and answer disputes. `read`: read operations, customers, events, payouts, the ledger and every other record, but not credentials. `payouts`: change the account that payouts go to, and confirm or cancel such a change. `webhooks`: make, change, test and replay webhooks. `admin`: make and revoke credentials, change the rules of charges, of risk and of refunds, read the audit trail; in the sandbox also move its clock and set its fees and payers':
    'Lo que puede hacer. `charge`: hacer cobros, fichas, tokens de tarjeta, clientes y planes, y mandar comprobantes. `refund`: cancelar y devolver operaciones, apartar dinero para devoluciones y contestar aclaraciones. `read`: leer operaciones, clientes, eventos, liquidaciones, el libro y cualquier otro registro, pero no las credenciales. `payouts`: cambiar la cuenta a la que van las liquidaciones, y confirmar o cancelar ese cambio. `webhooks`: hacer, cambiar, probar y repetir webhooks. `admin`: hacer y revocar credenciales, cambiar las reglas de cobro, de riesgo y de devoluciones, leer la bitácora; en el sandbox también mover su reloj y fijar sus comisiones y sus pagadores',
  'When it ends: a time with its offset, or a Mexico City day; left out, it does not expire. Null is refused':
    'Cuándo termina: una hora con su desfase, o un día de la Ciudad de México; si falta, no vence. null se rechaza',
  'Where events are posted: https (in the sandbox http too), a public address (in the sandbox loopback too)':
    'A dónde se mandan los eventos: https (en el sandbox también http), una dirección pública (en el sandbox también de esta máquina)',
  'The types that it is sent; `["*"]` means all but `books.head`, which is sent only when it is named. An empty list and null are refused':
    'Los tipos que se le mandan; `["*"]` son todos menos `books.head`, que se manda solo si se nombra. Una lista vacía y null se rechazan',
  'The number of operations that match the filter, on all pages; null of a search that has `more`':
    'El número de operaciones que cumplen el filtro, en todas las páginas; null en una búsqueda con `more`',
  'Sum of the paid ones (status N); null of a search that has `more`':
    'Suma de las pagadas (estado N); null en una búsqueda con `more`',
  'Paid out to the merchant on the days of the filter; with a method, card or operator, what came from it: what payouts leave on the balance, the reserve, the rounding of IVA and a debt written off are of none. null of a search':
    'Lo liquidado al comercio en los días del filtro; con una forma de pago, tarjeta u operador, lo que vino de ella: lo que las liquidaciones dejan en el saldo, la reserva, el redondeo del IVA y un adeudo cancelado no son de ninguna. null en una búsqueda',
  'The part of paid operations that the service and affiliated users keep; null of a search that has `more`':
    'La parte de las operaciones pagadas que conservan el servicio y los usuarios afiliados; null en una búsqueda con `more`',
  'Only with `date=paid`: the fees, with IVA, of disputes that were opened on the days of the filter, less those that were decided on them. A fee is held until then; of a lost dispute it is one of the `commissions` of that day':
    'Solo con `date=paid`: las comisiones, con IVA, de las aclaraciones que se abrieron en los días del filtro, menos las que se decidieron en ellos. Hasta entonces se aparta; la de una aclaración perdida es una de las `commissions` de ese día',
  'Only of a search: true when there may be older ones that fit. `total`, `sales` and `commissions` are null then; go on with `starting_after`':
    'Solo en una búsqueda: true cuando puede haber más antiguas que coinciden. Entonces `total`, `sales` y `commissions` son null; sigue con `starting_after`',
  'Only of a search: how many of the newest were read, at most 500; `offset` reaches no further':
    'Solo en una búsqueda: cuántas de las más nuevas se leyeron, 500 como máximo; `offset` no llega más lejos',
  'Only of a search with `matches=true`: the fields that have a word of it, at most 10 of an operation':
    'Solo en una búsqueda con `matches=true`: los campos que tienen una de sus palabras, 10 de cada operación como máximo',
  '`paid_into` is the CLABE or the number of the slip, `received` the amount of a payment that came for it and does not pay it, `sent_to` an address that a receipt was sent to, `refunded_to` the beneficiary or address of a refund':
    '`paid_into` es la CLABE o el número de la ficha, `received` el monto de un pago que llegó para ella y no la paga, `sent_to` una dirección a la que se envió un recibo, `refunded_to` el beneficiario o la dirección de una devolución',
  'The whole text of that field': 'El texto completo de ese campo',
  'Only with `starting_after` or of a search: what to pass as `starting_after` for the next page; null on the last':
    'Solo con `starting_after` o en una búsqueda: qué pasar como `starting_after` para la página siguiente; null en la última',
  'barcode: the cashier scans it, or types its digits; clabe: the account of a SPEI transfer':
    'barcode: la caja lo escanea, o teclea sus dígitos; clabe: la cuenta de una transferencia SPEI',
  'The number that the payer gives to the cashier or to the bank, as the slip shows it, without blanks':
    'El número que quien paga da en la caja o al banco, como lo muestra la ficha, sin espacios',
  'The chain of stores; empty for SPEI': 'La cadena de tiendas; vacía en SPEI',
  'The bank of the CLABE; empty for a store': 'El banco de la CLABE; vacío en tienda',
  'What is paid for; may be empty': 'Por qué se paga; puede estar vacío',
  'POS card, OXX cash at a store, SPE SPEI transfer': 'POS tarjeta, OXX efectivo en tienda, SPE transferencia SPEI',
  'Chains where a voucher is paid in cash': 'Cadenas donde una ficha se paga en efectivo',
  'When it is not offered both limits are 0.00: no amount can be paid':
    'Si no se ofrece, ambos límites son 0.00: no se puede pagar ningún monto',
  'False: the service takes no SPEI transfers': 'False: el servicio no recibe transferencias SPEI',
  'In pesos. A payout of less waits until there is more': 'En pesos. Una liquidación menor espera hasta que haya más',
  'In pesos. What each payout leaves on the balance, so that refunds can be made before the next sales':
    'En pesos. Lo que cada liquidación deja en el saldo, para poder devolver antes de las próximas ventas',
  'The first is 0': 'El primero es 0',
  'The day on which the period began': 'El día en que comenzó el periodo',
  'failed: declined, or the payment was cancelled; skipped: too many periods had passed when the card could be charged':
    'failed: declinado, o el pago se canceló; skipped: habían pasado demasiados periodos cuando se pudo cobrar la tarjeta',
  'The payment, or the last declined or cancelled one': 'El pago, o el último declinado o cancelado',
  'How often the card was tried': 'Cuántas veces se intentó la tarjeta',
  'The period that was charged: the first is 0': 'El periodo que se cobró: el primero es 0',
  'Why: the bank’s code, else the code of the refusal; empty: the payment was cancelled':
    'Por qué: el código del banco, o si no el del rechazo; vacío: el pago se canceló',
  'The name for payers; the account’s name when empty': 'El nombre para quien paga; si está vacío, el de la cuenta',
  'null until it is first set': 'null hasta que se fija la primera vez',
  '12 or 13 characters': '12 o 13 caracteres',
  'https://…': 'https://…',
  '#rrggbb, with a contrast of 4.5 or more to white (WCAG 2.2)':
    '#rrggbb, con un contraste de 4.5 o más contra el blanco (WCAG 2.2)',
  'Empty for a brand that is not taken here': 'Vacío en una marca que aquí no se acepta',
  'Percent that the merchant pays on top of the fee, before IVA':
    'Porcentaje que el comercio paga además de la comisión, antes de IVA',
  'Of one month': 'De un mes',
  'The amount of a single payment': 'El monto de un solo pago',
  'The tracking key of the transfer, or the ticket of the till':
    'La clave de rastreo de la transferencia, o el folio de la caja',
  'The ordering institution, by the first three digits of its CLABEs, or the chain of the till':
    'La institución ordenante, por los tres primeros dígitos de sus CLABE, o la cadena de la caja',
  'The banking day of SPEI, or the day of the till: the network’s number is unique for institution and day':
    'El día bancario de SPEI, o el día de la caja: el número de la red es único por institución y día',
  'A CLABE, or the digits of a barcode': 'Una CLABE, o los dígitos de un código de barras',
  'From which account; null when the network does not say': 'Desde qué cuenta; null cuando la red no lo dice',
  'null when the network does not say': 'null cuando la red no lo dice',
  '`settled`, `returned`, `unmatched` (returned too, since nobody knows what was paid) `suspended` (kept until a person decides), and then `accepted` for an operation or `given-back`, or `never-received` (the network had reported what did not happen), or `taken-back` (our own transfer, returned), or `refused` (its bank sent it back instead of crediting it)':
    '`settled`, `returned`, `unmatched` (también regresado, porque nadie sabe qué se pagó) `suspended` (se guarda hasta que una persona decide), y después `accepted` para una operación o `given-back`, o `never-received` (la red había avisado lo que no pasó), o `taken-back` (nuestra propia transferencia, regresada), o `refused` (su banco lo regresó en lugar de abonarlo)',
  'The payment of the same account that a suspended one contradicts':
    'El pago de la misma cuenta al que contradice uno en suspenso',
  'Its release from suspense': 'Su salida del suspenso',
  'The CLABE that it goes back to': 'La CLABE a la que se regresa',
  'Of the transfer that gives it back': 'De la transferencia que lo regresa',
  'When the payer paid, as the network says': 'Cuándo pagó quien paga, según la red',
  'When the network reported it': 'Cuándo lo avisó la red',
  'In the list, of a suspended one: whether a release with `accept` can be carried out now, because an unpaid voucher of exactly this amount, or a customer’s CLABE in use, waits for it':
    'En la lista, de uno en suspenso: si ahora se puede sacar con `accept`, porque lo espera una ficha sin pagar de ese monto exacto, o la CLABE en uso de un cliente',
  'This file had been read before': 'Este archivo ya se había leído',
  'The statement whose place it takes': 'El estado de cuenta cuyo lugar toma',
  'Lines of the corrected statement that were taken back': 'Renglones del estado corregido que se quitaron',
  'In the order of the file, missing records last; at most 1000':
    'En el orden del archivo, los registros que faltan al final; 1000 como máximo',
  'There are more findings than are listed': 'Hay más hallazgos que los listados',
  'The merchant’s own; may be empty': 'El del comercio; puede estar vacío',
  'The operation that it refunds, wholly or in part': 'La operación que devuelve, completa o en parte',
  'As it was given; may be empty': 'Como se dio; puede estar vacío',
  'Why it failed or was returned; may be empty': 'Por qué falló o se regresó; puede estar vacío',
  'The transfer that carries it now: see `GET /v1/transfers/{transfer}`':
    'La transferencia que la lleva ahora: ve `GET /v1/transfers/{transfer}`',
  'The part that the merchant’s reserve paid': 'La parte que pagó la reserva del comercio',
  'Until when the payer can say the account on the page; null when nothing is asked':
    'Hasta cuándo puede quien pagó dar la cuenta en la página; null cuando no se le pide nada',
  'When it was created': 'Cuándo se creó',
  'When its status began': 'Cuándo comenzó su estado',
  'When it reached the payer': 'Cuándo llegó a quien pagó',
  'What becomes of a refund of more than you are owed: `refuse`, `wait` (until you are owed enough), or `reserve` (the reserve pays what is lacking)':
    'Qué pasa con una devolución de más de lo que se te debe: `refuse` (se rechaza), `wait` (espera hasta que se te deba lo suficiente), o `reserve` (la reserva paga lo que falta)',
  'The destination of its first transfer; a retry may have another: see the transfer':
    'El destino de su primera transferencia; un reintento puede tener otro: ve la transferencia',
  'Its last four digits; null for a card, or until an account is given':
    'Sus últimos cuatro dígitos; null en una tarjeta, o hasta que se dé una cuenta',
  'The account’s holder': 'El titular de la cuenta',
  'The account, 18 digits': 'La cuenta, 18 dígitos',
  'The payer’s: the request for the account and the receipt go there':
    'De quien pagó: ahí se pide la cuenta y llega el comprobante',
  'The payer’s, for SMS: 10 digits': 'De quien pagó, para SMS: 10 dígitos',
  'The parts of the payment’s fee, its IVA and the affiliated user’s share that come back with it':
    'Las partes de la comisión del pago, su IVA y la parte del usuario afiliado que regresan con ella',
  '`card`: the acquirer gives it back to the card; `transfer`: by SPEI':
    '`card`: el adquirente lo regresa a la tarjeta; `transfer`: por SPEI',
  'Left out: all that is left of the payment. Null is refused': 'Si falta: todo lo que queda del pago. null se rechaza',
  MXN: 'MXN',
  'For your own records': 'Para tus registros',
  '`pending`, `sent` (the bank took it), `settled` (the payer has it), `failed` or `returned` (it is owed to the payer until it is sent again or cancelled), or `cancelled` (the merchant has it back)':
    '`pending`, `sent` (el banco la tomó), `settled` (quien pagó la tiene), `failed` o `returned` (se le debe hasta que se mande otra vez o se cancele), o `cancelled` (el comercio la recuperó)',
  'The number of days after the payment in which it can be refunded':
    'Los días después del pago en que se puede devolver',
  'Whether the fee comes back, in proportion. The operator of the service sets it':
    'Si la comisión regresa, en proporción. Lo fija quien opera el servicio',
  'Why a pending one is not on its way yet: `balance` (the merchant is not owed enough), `details` (the payer has not said the account), or empty':
    'Por qué una pendiente todavía no va en camino: `balance` (al comercio no se le debe lo suficiente), `details` (quien pagó no ha dado la cuenta), o vacío',
  '`return` sends the money to an account; `accept` takes it for the voucher that it was paid into, pending or expired, if it is exactly its total, or for the customer whose CLABE it was paid into':
    '`return` manda el dinero a una cuenta; `accept` lo toma para la ficha a la que se pagó, pendiente o vencida, si es exactamente su total, o para el cliente a cuya CLABE se pagó',
  'With `return`: where to. A transfer goes back to the account from which it came, and needs none; cash needs one':
    'Con `return`: a dónde. Una transferencia regresa a la cuenta de la que vino, y no la necesita; el efectivo sí',
  'With `return` of cash: the account’s holder': 'Con `return` de efectivo: el titular de la cuenta',
  'Empty on a line without an operation': 'Vacío en un renglón sin operación',
  'What the payer paid': 'Lo que pagó quien paga',
  'Without IVA; of a dispute, what it costs': 'Sin IVA; de una aclaración, lo que cuesta',
  'Of the fee, as it was charged': 'De la comisión, como se cobró',
  'The share of the affiliated user': 'La parte del usuario afiliado',
  'What the merchant receives': 'Lo que recibe el comercio',
  'When the payer paid, also on the line of a reversal or refund':
    'Cuándo pagó quien paga, también en el renglón de una cancelación o devolución',
  'IVA of the fee with its decimals': 'IVA de la comisión con sus decimales',
  'Months without interest; empty for a single payment': 'Meses sin intereses; vacío en un solo pago',
  'What the months cost, without IVA: a part of `fee`': 'Lo que cuestan los meses, sin IVA: parte de `fee`',
  'The refund of the line; empty for other lines': 'La devolución del renglón; vacío en otros',
  'The dispute of the line; empty for other lines': 'La aclaración del renglón; vacío en otros',
  'Payments, reversals, refunds, disputes and moves of the reserve':
    'Pagos, cancelaciones, devoluciones, aclaraciones y movimientos de la reserva',
  'Left over from earlier days, payouts that the bank refused, less those that arrived after all and what your rules keep':
    'Lo que quedó de días anteriores, liquidaciones que el banco rechazó, menos las que al final llegaron y lo que tus reglas dejan',
  'Net and carried: the amount of the payout': 'Neto y anterior: el monto de la liquidación',
  'Set aside and not used': 'Apartado y sin usar',
  'What you are owed, due or not': 'Lo que se te debe, vencido o no',
  'The account that it was paid into': 'La cuenta a la que se pagó',
  'Of the transfer that gives it back; the payer’s own, when the bank sent it back instead of crediting it':
    'De la transferencia que lo regresa; la de quien pagó, cuando el banco lo regresó en lugar de abonarlo',
}
