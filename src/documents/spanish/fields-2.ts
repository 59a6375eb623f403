// The fields of bodies and answers in Spanish, part 2 of 4, by the English of the description.

export const fieldsTwo: Record<string, string> = {
  'Why it was refused; empty otherwise': 'Por qué se rechazó; si no, vacío',
  '`none`: nobody stamps, or something is missing; this is no invoice. `pending`, `stamped`, `refused` by the stamping provider':
    '`none`: nadie timbra, o falta algo; no es factura. `pending`, `stamped`, `refused` por el proveedor de timbrado',
  c_UsoCFDI: 'c_UsoCFDI',
  'Empty: none': 'Vacío: ninguno',
  'It was not given: the tax office’s código agrupador, or none': 'No se dio: el código agrupador del SAT, o ninguno',
  'E-mail of the person who operates with it': 'Correo de la persona que opera con ella',
  'null: it does not expire': 'null: no vence',
  'To the hour; null while nobody has used it': 'A la hora; null mientras nadie la ha usado',
  'Until when the secret before the last one works too': 'Hasta cuándo sirve también el secreto anterior al último',
  'Shown once, when it is created or rolled; a repeat by Idempotency-Key does not have it':
    'Se muestra una vez, al crearla o renovarla; una repetición por Idempotency-Key no lo lleva',
  'How long the previous secret still works; default 24. 0: it ends now':
    'Cuánto sirve todavía el secreto anterior; 24 si falta. 0: termina ahora',
  'False once the customer was deleted': 'False cuando el cliente se borró',
  'The daily closing by e-mail: `off`, or its language `es` or `en`':
    'El cierre diario por correo: `off`, o su idioma `es` o `en`',
  'The operation whose payment is disputed': 'La operación cuyo pago se disputa',
  'The acquirer’s id of the case': 'El id del caso en el adquirente',
  'The part of the amount that the affiliated user bears': 'La parte del monto que le toca al usuario afiliado',
  'When the bank opened it': 'Cuándo la abrió el banco',
  'From then on no answer is accepted': 'Desde entonces no se acepta respuesta',
  'When the evidence was submitted; null until then': 'Cuándo se enviaron las pruebas; null hasta entonces',
  'Why it ended; null until then': 'Por qué terminó; null hasta entonces',
  'When the acquirer reported it': 'Cuándo la avisó el adquirente',
  'Since when it has its status': 'Desde cuándo está en su estado',
  '`evidence` (submitted) or `accept` (the bank keeps the money)':
    '`evidence` (enviada) o `accept` (el banco se queda con el dinero)',
  '`pending` (on its way to the acquirer), `taken`, or `refused` (the acquirer does not take it: the operator of the service hands it in)':
    '`pending` (en camino al adquirente), `taken`, o `refused` (el adquirente no la recibe: la entrega quien opera el servicio)',
  '`fraud` (The cardholder says that somebody else paid), `authorization` (The bank did not authorise the payment), `processing` (The payment was processed with an error), `duplicate` (The payment was charged twice, or paid by other means), `not-received` (The goods or services did not arrive), `not-as-described` (The goods or services are not as described), `cancelled` (The cardholder cancelled the purchase or subscription), `credit-not-processed` (A promised refund did not arrive), `information` (The bank asks for information about the payment), `other` (Another reason)':
    '`fraud` (El tarjetahabiente dice que pagó otra persona), `authorization` (El banco no autorizó el pago), `processing` (El pago se procesó con un error), `duplicate` (El pago se cobró dos veces, o se pagó por otro medio), `not-received` (La mercancía o el servicio no llegó), `not-as-described` (La mercancía o el servicio no es como se describió), `cancelled` (El tarjetahabiente canceló la compra o la suscripción), `credit-not-processed` (Una devolución prometida no llegó), `information` (El banco pide información del pago), `other` (Otro motivo)',
  '`network` (the bank said so), `deadline` (nobody answered), `merchant` (it was accepted), `escalated` (a chargeback followed the question)':
    '`network` (lo dijo el banco), `deadline` (nadie contestó), `merchant` (se aceptó), `escalated` (un contracargo siguió a la pregunta)',
  'What happened, in a few words': 'Qué pasó, en pocas palabras',
  'Receipt, invoice or sales slip': 'Recibo, factura o nota de venta',
  'Name, e-mail and address of the customer': 'Nombre, correo y domicilio del cliente',
  'Messages with the customer': 'Mensajes con el cliente',
  'Tracking number and proof of delivery': 'Número de guía y prueba de entrega',
  'Proof that the service was given or used': 'Prueba de que el servicio se dio o se usó',
  'Refund policy that the customer accepted': 'La política de devolución que aceptó el cliente',
  'Cancellation policy that the customer accepted': 'La política de cancelación que aceptó el cliente',
  'Why the two charges are different': 'Por qué los dos cargos son distintos',
  'Any other proof': 'Cualquier otra prueba',
  'For the dispute, with its IVA: held back with the amount, and given back when the dispute is won':
    'Por la aclaración, con su IVA: se aparta con el monto, y se regresa cuando se gana',
  'The network of the reason’s code': 'La red del código del motivo',
  'The network’s code': 'El código de la red',
  'The meaning of the code, in both languages': 'El significado del código, en ambos idiomas',
  '`retrieval` (the bank asks about the payment; no money moves), `chargeback` (the bank takes the money back), `arbitration` (the bank takes it back again after a chargeback that was won)':
    '`retrieval` (el banco pregunta por el pago; no se mueve dinero), `chargeback` (el banco toma el dinero), `arbitration` (el banco lo toma otra vez después de un contracargo ganado)',
  '`retrieval` (the bank asks about the payment, and waits for an answer until the deadline), `needs_response` (the money is held back; answer with evidence, or accept, before the deadline), `under_review` (the evidence was submitted; the bank decides), `won` (the bank decided for the merchant, or gave up: the money is back), `lost` (the bank decided for the cardholder, or the deadline passed without an answer), `accepted` (the merchant let the bank have it)':
    '`retrieval` (el banco pregunta por el pago y espera respuesta hasta la fecha límite), `needs_response` (el dinero está apartado; contesta con pruebas, o acepta, antes de la fecha límite), `under_review` (las pruebas se enviaron; decide el banco), `won` (el banco decidió a favor del comercio, o desistió: el dinero regresó), `lost` (el banco decidió a favor del tarjetahabiente, o pasó la fecha límite sin respuesta), `accepted` (el comercio se lo dejó al banco)',
  'The merchant’s only answer; null before': 'La única respuesta del comercio; antes, null',
  'The kind of refusal, in the wording that older clients expect':
    'El tipo de rechazo, con las palabras que esperan clientes más antiguos',
  'What is wrong with each field, by its name': 'Qué está mal en cada campo, por su nombre',
  'The id of the request in the service’s log': 'El id de la petición en el registro del servicio',
  'The network’s own code, such as the ISO 8583 response 51':
    'El código propio de la red, como la respuesta ISO 8583 51',
  'The bank’s answer, for the merchant': 'La respuesta del banco, para el comercio',
  'What to tell the person who pays. Of a lost, stolen or suspected card it says only that the bank did not authorise it':
    'Qué decir a quien paga. De una tarjeta perdida, robada o sospechosa solo dice que el banco no la autorizó',
  'Also the `webhook-id` of every delivery': 'También el `webhook-id` de cada entrega',
  'The operation that it is about, also through a refund, a dispute or a payment that arrived':
    'La operación de la que trata, también por una devolución, una aclaración o un pago que llegó',
  'The webhook’s body: the operation record at the time of the event, or the data of another event':
    'El cuerpo del webhook: el registro de la operación al momento del evento, o los datos de otro evento',
  '`pending`, `delivered`, `failed` (given up) or `cancelled` (webhook deleted)':
    '`pending`, `delivered`, `failed` (abandonada) o `cancelled` (webhook borrado)',
  'The HTTP status; null without an answer': 'El estado HTTP; null sin respuesta',
  'Why there was no answer': 'Por qué no hubo respuesta',
  'The first kilobyte of the answer, with card data masked':
    'El primer kilobyte de la respuesta, con datos de tarjeta enmascarados',
  '`explanation` (What happened, in a few words), `receipt` (Receipt, invoice or sales slip), `customer` (Name, e-mail and address of the customer), `communication` (Messages with the customer), `shipping` (Tracking number and proof of delivery), `service` (Proof that the service was given or used), `refund_policy` (Refund policy that the customer accepted), `cancellation_policy` (Cancellation policy that the customer accepted), `duplicate` (Why the two charges are different), `other` (Any other proof)':
    '`explanation` (Qué pasó, en pocas palabras), `receipt` (Recibo, factura o nota de venta), `customer` (Nombre, correo y domicilio del cliente), `communication` (Mensajes con el cliente), `shipping` (Número de guía y prueba de entrega), `service` (Prueba de que el servicio se dio o se usó), `refund_policy` (La política de devolución que aceptó el cliente), `cancellation_policy` (La política de cancelación que aceptó el cliente), `duplicate` (Por qué los dos cargos son distintos), `other` (Cualquier otra prueba)',
  'By its content': 'Según su contenido',
  'The path of the list': 'La ruta de la lista',
  'The rows written so far': 'Los renglones escritos hasta ahora',
  'The total of rows, if the list has one': 'El total de renglones, si la lista lo tiene',
  'Percent; null while unknown': 'Por ciento; null mientras no se sabe',
  'When it was requested': 'Cuándo se pidió',
  'When it was finished or given up': 'Cuándo se terminó o se abandonó',
  'Until when the file can be fetched': 'Hasta cuándo se puede bajar el archivo',
  'The file: whoever has this address can fetch it without a credential. null until it is finished, and after it expired':
    'El archivo: quien tenga esta dirección puede bajarlo sin credencial. null hasta que está terminado, y después de vencer',
  'Read `url` with `GET /v1/exports/{id}`': 'Lee `url` con `GET /v1/exports/{id}`',
  'Rows that were written': 'Renglones que se escribieron',
  'Until when the file can be fetched: UTC': 'Hasta cuándo se puede bajar el archivo: UTC',
  'The path of a list without ids in it': 'La ruta de una lista sin ids en ella',
  'The filters of the list, as in its query': 'Los filtros de la lista, como en su consulta',
  'The language of its headings; by default from `Accept-Language`':
    'El idioma de sus encabezados; si falta, el de `Accept-Language`',
  '`pending`, `finished`, `failed`, or `expired` (its file is deleted)':
    '`pending`, `finished`, `failed`, o `expired` (su archivo se borró)',
  '`unique`: the same charge under the same `payment.external.transaction` answers the first payment, and another charge under it is refused. `free`, for a client that sends the same text with every charge: it identifies nothing, and every charge is a new payment':
    '`unique`: el mismo cargo con el mismo `payment.external.transaction` responde el primer pago, y otro cargo con él se rechaza. `free`, para un cliente que manda el mismo texto con cada cargo: no identifica nada, y cada cargo es un pago nuevo',
  'Every event is first sent this many seconds later': 'Cada evento se manda por primera vez estos segundos después',
  'This many more copies of each, with the same webhook-id': 'Tantas copias más de cada uno, con el mismo webhook-id',
  'The oldest event waits up to 5 seconds while newer ones overtake it':
    'El evento más antiguo espera hasta 5 segundos mientras los más nuevos lo rebasan',
  'This many first tries of each are not sent': 'Tantos primeros intentos de cada uno no se mandan',
  'This many first tries of each carry a wrong signature': 'Tantos primeros intentos de cada uno llevan mala firma',
  'How many it comes from': 'De cuántas viene',
  'Without IVA': 'Sin IVA',
  'With its decimals: the sum, rounded once, is the IVA of the month':
    'Con sus decimales: la suma, redondeada una vez, es el IVA del mes',
  'A way of paying, `monthly_installments` (what months without interest cost), `disputes` (what lost disputes cost), or `other`: what is of none of these':
    'Una forma de pago, `monthly_installments` (lo que cuestan los meses sin intereses), `disputes` (lo que cuestan las aclaraciones perdidas), u `other`: lo que no es nada de esto',
  'Of the service, of months without interest, or of the affiliated user':
    'Del servicio, de los meses sin intereses, o del usuario afiliado',
  'null while the month is open': 'null mientras el mes está abierto',
  'The fees of the month, without IVA; what was given back is taken off':
    'Las comisiones del mes, sin IVA; lo regresado se resta',
  'Of the IVA': 'Del IVA',
  'The IVA as the operations charged it one by one, rounded for each':
    'El IVA como lo cobraron las operaciones una por una, redondeado en cada una',
  'The IVA due: the rate of `base`, rounded once': 'El IVA debido: la tasa de `base`, redondeada una vez',
  '`iva_charged` less `iva`: given to the merchant when the month is closed (negative: taken), by the entry `<id>:rounded`':
    '`iva_charged` menos `iva`: se da al comercio al cerrar el mes (negativo: se toma), con el asiento `<id>:rounded`',
  'The part of a negative `rounding` that the merchant was not owed when the month was closed: it is not taken, and the service bears it':
    'La parte de un `rounding` negativo que no se debía al comercio al cerrar el mes: no se toma, y corre a cargo del servicio',
  '`base` and `iva`: what the merchant pays in the end, less `borne`':
    '`base` e `iva`: lo que el comercio paga al final, menos `borne`',
  'When it was closed': 'Cuándo se cerró',
  'The taxpayer that invoices the fees; null: not set': 'El contribuyente que factura las comisiones; null: sin fijar',
  'null until `PUT /v1/fees/receptor`': 'null hasta `PUT /v1/fees/receptor`',
  '`open`: the month is not closed yet; `closed`': '`open`: el mes no se ha cerrado; `closed`',
  'For each dispute that is not won, for methods with disputes':
    'Por cada aclaración que no se gana, en formas de pago con aclaraciones',
  'The `id` of the statement': 'El `id` del estado de cuenta',
  'The folio fiscal; null when it was refused': 'El folio fiscal; null cuando se rechazó',
  'What caused the entry': 'Qué causó el asiento',
  'The day on which it was posted. A day that is over gets no further lines':
    'El día en que se asentó. Un día que terminó no recibe más renglones',
  'Its lines have the same sum of debits and credits': 'Sus renglones suman lo mismo en cargos y abonos',
  'From 0 on': 'Desde 0',
  'Its id': 'Su id',
  'What happened to it': 'Qué le pasó',
  'The operation that it concerns': 'La operación de que se trata',
  'Of your chart of accounts; may be empty': 'De tu catálogo de cuentas; puede estar vacío',
  'Cargo; null for a credit': 'Cargo; null en un abono',
  'Abono; null for a debit': 'Abono; null en un cargo',
  'Clave de rastreo of the SPEI payment, transfer or payout':
    'Clave de rastreo del pago SPEI, la transferencia o la liquidación',
  'What its network calls it: the acquirer’s id of a card payment or dispute, the ticket of a payment at a store, the bank’s id of a transfer':
    'Como lo llama su red: el id del adquirente en un pago con tarjeta o aclaración, el folio de un pago en tienda, el id del banco en una transferencia',
  'Of fees and their IVA: the folio fiscal of the month’s invoice, once it is stamped':
    'De comisiones y su IVA: el folio fiscal de la factura del mes, cuando está timbrada',
  Pixels: 'Pixeles',
  base64: 'base64',
}
