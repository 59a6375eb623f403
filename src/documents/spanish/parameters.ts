// The parameters of the calls in Spanish, by the English of the description.

export const parameters: Record<string, string> = {
  'Repeating the request under the same key within 24 hours answers the first result again and has no further effect; another body is refused with 422':
    'Repetir la petición con la misma llave en 24 horas responde otra vez el primer resultado y no tiene más efecto; otro cuerpo se rechaza con 422',
  'Identifier of the export': 'Identificador de la exportación',
  'Only credentials in this state': 'Solo credenciales en este estado',
  'How many, from 1; default and at most 500': 'Cuántos, desde 1; 500 si falta y como máximo',
  'The `next` of the page before': 'El `next` de la página anterior',
  'json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports`':
    'json si falta; los otros responden toda la lista como archivo, todas las páginas. También con `Accept: text/csv` o el tipo de XLSX. Para una lista larga usa `POST /v1/exports`',
  'Of a file: the language of its headings; as `Accept-Language` says when left out':
    'De un archivo: el idioma de sus encabezados; el de `Accept-Language` si falta',
  'Identifier of the credential': 'Identificador de la credencial',
  'Only records of this action': 'Solo registros de esta acción',
  'Only actions of this credential or person': 'Solo acciones de esta credencial o persona',
  'Only changes of this subject': 'Solo cambios de este sujeto',
  'From: a time with its offset, or a Mexico City day':
    'Desde: una hora con su desfase, o un día de la Ciudad de México',
  'To: a time with its offset, or a Mexico City day': 'Hasta: una hora con su desfase, o un día de la Ciudad de México',
  'How many, from 1; default 50, above 500 it counts as 500':
    'Cuántos, desde 1; 50 si falta, más de 500 cuentan como 500',
  'Only these: `returned`, `unmatched`, `suspended`, `accepted`, `given-back`, `taken-back`, `never-received` or `refused`':
    'Solo estos: `returned`, `unmatched`, `suspended`, `accepted`, `given-back`, `taken-back`, `never-received` o `refused`',
  'Of the received payment': 'Del pago recibido',
  'Only these: `return`, `refund` or `payout`': 'Solo estos: `return`, `refund` o `payout`',
  'Only these: a status, or `open` for all that the bank has not said its last word of':
    'Solo estos: un estado, u `open` para todo lo que el banco no ha resuelto',
  '`failed`: only events that were given up for a webhook':
    '`failed`: solo eventos a los que se renunció para algún webhook',
  'Only those of this operation': 'Solo los de esa operación',
  'Only those that have had their status for at least so many minutes':
    'Solo los que llevan en su estado al menos estos minutos',
  'First day on which it was asked for, YYYY-MM-DD': 'Primer día en que se pidió, AAAA-MM-DD',
  'Last day, included': 'Último día, incluido',
  'Identifier of the transfer': 'Identificador de la transferencia',
  'Identifier of the dispute': 'Identificador de la aclaración',
  'Identifier of the operation: its `transaction`': 'Identificador de la operación: su `transaction`',
  'Only these': 'Solo estos',
  'Only pending ones that wait for this': 'Solo las pendientes que esperan esto',
  'Identifier of the refund': 'Identificador de la devolución',
  'card, store or spei: whose network': 'card, store o spei: de qué red',
  'Of several acquirers the name of one; default the first':
    'De varios adquirentes, el nombre de uno; si falta, el primero',
  'First day, YYYY-MM-DD; default yesterday': 'Primer día, AAAA-MM-DD; ayer si falta',
  'Last day, included; default and at the latest today, of SPEI the banking day':
    'Último día, incluido; hoy si falta y a más tardar, en SPEI el día bancario',
  'Leave so many payments out': 'Deja fuera tantos pagos',
  'State so many unpaid vouchers as paid': 'Dice pagadas tantas fichas sin pagar',
  'State so many payments with one peso more': 'Dice tantos pagos con un peso más',
  '`false`: an acquirer or cash network has not paid us yet':
    '`false`: un adquirente o una red de efectivo no nos ha pagado todavía',
  'Identifier of the plan': 'Identificador del plan',
  'How many to pass over, from 0': 'Cuántos saltar, desde 0',
  'Identifier of the customer': 'Identificador del cliente',
  'First day, YYYY-MM-DD': 'Primer día, AAAA-MM-DD',
  'Identifier of the payout': 'Identificador de la liquidación',
  'The day of the payout, YYYY-MM-DD': 'El día de la liquidación, AAAA-MM-DD',
  'Goes on after this one, the last that was answered before':
    'Sigue después de este, el último que se respondió antes',
  'Only the one whom charges call so': 'Solo el que los cargos llaman así',
  'Identifier of the affiliate': 'Identificador del afiliado',
  'Whose books: those of the service (when left out), in which what it owes you is a credit; or yours, in which it is a debit: each line is on the other side':
    'De quién son los libros: los del servicio (si falta), donde lo que te debe es un abono; o los tuyos, donde es un cargo: cada renglón está del otro lado',
  'Only the lines of this ledger account': 'Solo los renglones de esta cuenta contable',
  'Identifier of an operation, payout or transfer': 'Identificador de una operación, liquidación o transferencia',
  'Month of Mexico City': 'Mes de la Ciudad de México',
  'The folio fiscal (UUID) of the stamped invoice that a credit note belongs to; only for a credit note':
    'El folio fiscal (UUID) de la factura timbrada a la que pertenece una nota de crédito; solo para una nota de crédito',
  'First six digits of the card': 'Primeros seis dígitos de la tarjeta',
  'Total in Mexican pesos': 'Total en pesos mexicanos',
  'Token of the saved card': 'Token de la tarjeta guardada',
  'Only these; `open` is all that still wait for an answer': 'Solo estas; `open` son todas las que esperan respuesta',
  'Only those that must be answered by the end of this day, YYYY-MM-DD':
    'Solo las que se deben contestar a más tardar este día, AAAA-MM-DD',
  '`newest` when left out; `deadline`: those that must be answered first, first. Only with `status=open`':
    '`newest` si falta; `deadline`: primero las que se deben contestar antes. Solo con `status=open`',
  'First day on which the acquirer reported it, YYYY-MM-DD': 'Primer día en que el adquirente la avisó, AAAA-MM-DD',
  'Identifier of the file': 'Identificador del archivo',
  'First day, YYYY-MM-DD, Mexico City': 'Primer día, AAAA-MM-DD, Ciudad de México',
  'Which day counts: `created` (as when left out), or `paid`, the day on which a payment was posted. With `paid` only what was paid is listed, and `sales` and `commissions` count payments on their day and take reversals off on theirs: a day that is over does not change':
    'Qué día cuenta: `created` (si falta), o `paid`, el día en que se asentó un pago. Con `paid` solo se lista lo pagado, y `sales` y `commissions` cuentan los pagos en su día y restan las cancelaciones en el suyo: un día que terminó no cambia',
  'The brand of the card': 'La marca de la tarjeta',
  'The names of parameters and fields that nothing read, percent-encoded, with commas between; absent when all were read':
    'Los nombres de los parámetros y campos que nada leyó, con codificación de porcentaje y separados por comas; no viene si todo se leyó',
  'This is the answer to the first request: this one had no further effect':
    'Es la respuesta a la primera solicitud: esta ya no tuvo efecto',
  'After so many seconds the same request may succeed': 'Tras esos segundos la misma solicitud puede resultar',
  'E-mail of the operator whose credential or session made the operation':
    'Correo del operador cuya credencial o sesión hizo la operación',
  'The way of paying': 'La forma de pago',
  'The way of paying, as in the record; it knows cash too':
    'La forma de pago, como en el registro; conoce también el efectivo',
  'P pending, A authorised, N paid, C cancelled, E expired, D declined, or ALL of these; without it, all but declined ones are listed':
    'P pendiente, N pagada, C cancelada, E vencida, D declinada, o ALL todas; sin él, se listan todas menos las declinadas',
  'Answers also which fields of each operation have what was searched for':
    'Responde también qué campos de cada operación tienen lo que se buscó',
  'The transaction after which the page begins; instead of an offset':
    'La operación después de la cual empieza la página; en lugar de un desplazamiento',
  'Words or numbers, in any order; all must match. Searches reference, description, payer, e-mail, amount, last four digits, authorization, reference of payment, CLABE, tracking key and external transaction; words by their beginning, without accents or capitals. Also the store, the way of paying, the brand (`Visa`), the state, or a day (`350 oxxo yesterday`), in Spanish or English; a day is one on which it was made or paid. Of more than six, the first six count. Or a whole transaction':
    'Palabras o números, en cualquier orden; todos deben coincidir. Busca en referencia, descripción, quien paga, correo, monto, últimos cuatro dígitos, autorización, referencia de pago, CLABE, clave de rastreo y transacción externa; las palabras por su principio, sin acentos ni mayúsculas. También la tienda, la forma de pago, la marca (`Visa`), el estado o un día (`350 oxxo ayer`), en español o en inglés; un día es aquel en que se creó o se pagó. De más de seis cuentan las primeras seis. O una transacción completa',
  'The whole reference number': 'El número de referencia completo',
  'An address that it was sent to, or of its customer': 'Una dirección a la que se mandó, o de su cliente',
  'Exactly this amount in pesos': 'Exactamente este monto en pesos',
  'This amount in pesos or more': 'Este monto en pesos o más',
  'This amount in pesos or less': 'Este monto en pesos o menos',
  'The last four digits of the card': 'Los últimos cuatro dígitos de la tarjeta',
  'The customer who paid': 'El cliente que pagó',
  'Reference number of the operation: the merchant’s own': 'Número de referencia de la operación: el del comercio',
  'Words or numbers, in any order; all must match. Searches name, e-mail, account numbers to pay into (CLABE) and the texts and numbers of its metadata, such as an id of your own; words by their beginning, without accents or capitals. Of more than six, the first six count. Or a whole id':
    'Palabras o números, en cualquier orden; todos deben coincidir. Busca en nombre, correo, cuentas para pagar (CLABE) y los textos y números de su metadata, como un id tuyo; las palabras por su principio, sin acentos ni mayúsculas. De más de seis cuentan las primeras seis. O un id completo',
  'Identifier of the SPEI source': 'Identificador de la fuente SPEI',
  'Identifier of the webhook': 'Identificador del webhook',
  'Only events of this type': 'Solo eventos de este tipo',
  'Identifier of the event': 'Identificador del evento',
  'Only messages to this e-mail address or phone': 'Solo mensajes a este correo o teléfono',
  'What it shows; required': 'Lo que muestra; obligatorio',
  'Its name, to 100 characters; named after its kind when left out':
    'Su nombre, hasta 100 caracteres; el de su tipo si falta',
}
