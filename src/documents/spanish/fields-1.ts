// The fields of bodies and answers in Spanish, part 1 of 4, by the English of the description.

export const fieldsOne: Record<string, string> = {
  'Send it as `Authorization: Bearer <token>`; it is shown once':
    'Mándalo como `Authorization: Bearer <token>`; se muestra una vez',
  'ISO 8601 with the offset of Mexico City; 30 days from now':
    'ISO 8601 con el desfase de la Ciudad de México; 30 días desde ahora',
  'Ignored; clients in use send it empty': 'Se ignora; los clientes en uso lo mandan vacío',
  'The next page’s `starting_after`': 'El `starting_after` de la página siguiente',
  'The file, CSV': 'El archivo, CSV',
  'Customers who are on a plan': 'Los clientes que están en un plan',
  'Mexican pesos with at most 2 decimals, as a number or as text; a computed amount is read as the nearest centavo when it is at most 0.000001 away from it':
    'Pesos mexicanos con 2 decimales como máximo, en número o en texto; un monto calculado se lee como el centavo más cercano si difiere a lo más 0.000001',
  'A saved card of the customer': 'Una tarjeta guardada del cliente',
  'The day of the first charge, YYYY-MM-DD; left out, today. Null is refused':
    'El día del primer cargo, AAAA-MM-DD; hoy si falta. null se rechaza',
  'declined: by the bank; card_expired: the card’s last month is over; card_removed: the saved card was deleted. Charge another card and resume. stopped: a rule of risk or the service stopped the charge, and no bank was asked. Change the rule and resume':
    'declined: la declinó el banco; card_expired: el último mes de la tarjeta terminó; card_removed: la tarjeta guardada se eliminó. Cobra a otra tarjeta y reanuda. stopped: una regla de riesgo o el servicio detuvo el cobro, y no se preguntó a ningún banco. Cambia la regla y reanuda',
  'The day from which periods are counted': 'El día desde el que se cuentan los periodos',
  'When the card is charged next; null if it is not charged': 'Cuándo se cobra la próxima vez; null si no se cobra',
  'Declined tries of the period that is being charged': 'Intentos declinados del periodo que se está cobrando',
  '8 digits': '8 dígitos',
  'null when nothing is paid out on the day': 'null cuando ese día no se liquida nada',
  'Debits are positive, credits negative': 'Los cargos son positivos, los abonos negativos',
  'The event, after the colon': 'El evento, después de los dos puntos',
  'For each dispute that is not won; cards only. Unchanged when absent':
    'Por cada aclaración que no se gana; solo tarjetas. Si falta, no cambia',
  'SPKI in PEM': 'SPKI en PEM',
  'Null for a moment after an upgrade': 'null un momento después de una actualización',
  'As RFC 9180 writes it, in Base mode': 'Como lo escribe RFC 9180, en modo Base',
  'The point of P-256, 65 bytes uncompressed, in base64': 'El punto de P-256, 65 bytes sin comprimir, en base64',
  'How long a message opens after it was sealed': 'Cuánto tiempo se abre un mensaje después de sellarse',
  'The service’s real time: Unix time in milliseconds, in the sandbox too':
    'La hora real del servicio: tiempo Unix en milisegundos, también en el sandbox',
  'Charge it once as `recurrent`': 'Cóbralo una vez como `recurrent`',
  'First six and last four digits': 'Primeros seis y últimos cuatro dígitos',
  YYMM: 'AAMM',
  'ISO 3166 alpha-2': 'ISO 3166 alfa-2',
  'May be empty': 'Puede estar vacío',
  'ISO 8601 with the offset of Mexico City': 'ISO 8601 con el desfase de la Ciudad de México',
  'A fresh 32-character AES-256 key, encrypted with the RSA key of `GET /v1/public-key`, in base64; or under HPKE `hpke1.<key_id>.<milliseconds>.<encapsulated key>`':
    'Una llave AES-256 nueva de 32 caracteres, cifrada con la llave RSA de `GET /v1/public-key`, en base64; o con HPKE `hpke1.<key_id>.<milisegundos>.<llave encapsulada>`',
  'The message as JSON, encrypted with that AES key, in base64: AES-256-ECB, or better GCM (12-byte nonce first, 16-byte tag last) or CBC (16-byte IV first); or the ciphertext of HPKE':
    'El mensaje en JSON, cifrado con esa llave AES, en base64: AES-256-ECB, o mejor GCM (primero 12 bytes de nonce, al final 16 de etiqueta) o CBC (primero 16 bytes de IV); o el texto cifrado de HPKE',
  'Ignored here': 'Aquí se ignora',
  'Any JSON object, for your own use and for rules against fraud: to 16 KiB, 8 levels and 500 values; never returned. A card number, a security code or a PIN in it is refused.':
    'Cualquier objeto JSON, para tu uso y para reglas contra el fraude: hasta 16 KiB, 8 niveles y 500 valores; nunca se responde. Un número de tarjeta, un código de seguridad o un NIP dentro se rechaza.',
  'The token to charge it with': 'El token para cobrarla',
  'Always XXXX: the security code is not stored': 'Siempre XXXX: el código de seguridad no se guarda',
  'Omitted kinds stay; an empty text or null deletes a text':
    'Los tipos que faltan se quedan; un texto vacío o null borra el texto',
  'Operation identifier': 'Identificador de la operación',
  '10 digits': '10 dígitos',
  'To 250 characters': 'Hasta 250 caracteres',
  'null with `more`': 'null con `more`',
  'Only with `q`: there may be older ones than were read':
    'Solo con `q`: puede haber más antiguos que los que se leyeron',
  'Only with `q`: how many of the newest were read; `offset` reaches no further':
    'Solo con `q`: cuántos de los más nuevos se leyeron; `offset` no llega más lejos',
  'Omitted faults are turned off': 'Las fallas que faltan se apagan',
  'The number of deliveries that are sent again': 'El número de entregas que se mandan otra vez',
  'app_key as user, app_secret as password': 'app_key como usuario, app_secret como contraseña',
  'A token from POST /v1/auth/login/application': 'Un token de POST /v1/auth/login/application',
  'The affiliate’s name in charges: `payment.affiliated.user`':
    'El nombre del afiliado en los cargos: `payment.affiliated.user`',
  'Where payouts go': 'A dónde van las liquidaciones',
  'Shares that are not paid out yet; negative when more was taken back: it is netted with later shares':
    'Las partes que aún no se liquidan; negativo cuando se quitó más: se resta de las siguientes',
  'When the affiliate was registered': 'Cuándo se registró el afiliado',
  'Identifier of the change': 'Identificador del cambio',
  'Where payouts are to go': 'A dónde irán las liquidaciones',
  'Who asked for it': 'Quién lo pidió',
  'The affiliated user': 'El usuario afiliado',
  'The beneficiary’s name on payouts': 'El nombre del beneficiario en las liquidaciones',
  'The day on which it is paid': 'El día en que se paga',
  'It covers the payments and reversals from this day ...': 'Cubre los pagos y cancelaciones desde este día ...',
  '... to this day, both included': '... hasta este día, ambos incluidos',
  'Clave de rastreo of the SPEI transfer': 'Clave de rastreo de la transferencia SPEI',
  'pending, paid, failed, or returned by the bank, perhaps days later: then the next payout includes it':
    'pending, paid, failed, o returned por el banco, quizá días después: entonces la siguiente la incluye',
  'When it was booked': 'Cuándo se asentó',
  'When the status last changed': 'Cuándo cambió el estado por última vez',
  'null when nothing is paid on the day': 'null cuando ese día no se paga nada',
  'The operation; empty for a line without one': 'La operación; vacío en un renglón sin ella',
  'The day on which it was posted': 'El día en que se asentó',
  'When the payer paid; empty for a line without an operation':
    'Cuándo pagó quien paga; vacío en un renglón sin operación',
  'The brand of the card; may be empty': 'La marca de la tarjeta; puede estar vacía',
  'The amount that the payer paid, or that went back': 'El monto que se pagó, o que se regresó',
  'The affiliate’s part': 'La parte del afiliado',
  '`payment`, or what took back a part of a share: `reversal`, `refund` or `dispute`, which are negative; `refund_cancelled` and `dispute_won` bring it again':
    '`payment`, o lo que quitó algo de una parte: `reversal`, `refund` o `dispute`, que son negativos; `refund_cancelled` y `dispute_won` lo traen otra vez',
  'Of all lines': 'De todos los renglones',
  'The remainder of earlier days, and payouts that the bank refused, less those that arrived after all':
    'El resto de días anteriores, y liquidaciones que el banco rechazó, menos las que al final llegaron',
  'The sum of both: the amount of the payout': 'La suma de ambos: el monto de la liquidación',
  'When money goes back to a payer: `proportional`, the affiliate gives back the same part of the share; `merchant`, the affiliate keeps it and the merchant pays all':
    'Cuando el dinero se regresa a quien pagó: `proportional`, el afiliado regresa la misma proporción de su parte; `merchant`, el afiliado la conserva y el comercio paga todo',
  'Id of the changed subject': 'Id del sujeto que cambió',
  '`credential`: a request of the account; `person`: somebody signed in at the console; `operator`: a person at a terminal of the service; `process`: the service itself, of what fell due':
    '`credential`: una petición de la cuenta; `person`: alguien con sesión en la consola; `operator`: una persona en una terminal del servicio; `process`: el servicio mismo, de lo que venció',
  'Id of the credential or of the person, or part of the service; empty for a person at a terminal':
    'Id de la credencial o de la persona, o parte del servicio; vacío para una persona en una terminal',
  'E-mail of the credential’s operator; name and e-mail of the person; else empty':
    'Correo del operador de la credencial; nombre y correo de la persona; si no, vacío',
  'The address of the request, as far as it is kept': 'La dirección de la petición, hasta donde se guarda',
  'Mexico City day': 'Día de la Ciudad de México',
  'SHA-256, hex': 'SHA-256, hex',
  'The first of the days that were closed at once; this checkpoint covers all of them':
    'El primero de los días que se cerraron a la vez; este sello vale por todos',
  'Mexican pesos': 'Pesos mexicanos',
  card: 'tarjeta',
  'The last four digits': 'Los últimos cuatro dígitos',
  'Always empty': 'Siempre vacío',
  'The cost of the payment. It stays when the operation is cancelled and the fee is given back: `commissions` of the list counts the fees that are kept.':
    'El costo del pago. Se queda cuando la operación se cancela y la comisión se regresa: `commissions` de la lista cuenta las comisiones que se conservan.',
  'Address of the receipt': 'Dirección del comprobante',
  'The money went back: taken back by the network, or transferred. False again when the bank rejects or returns that transfer':
    'El dinero se regresó: lo tomó la red, o se transfirió. Otra vez false cuando el banco rechaza o regresa esa transferencia',
  'What became of the money that goes back: `none`, `pending` (its transfer is not settled yet), `settled`, `rejected` or `returned` (it is owed again: see `GET /v1/transfers`)':
    'Qué pasó con el dinero que se regresa: `none`, `pending` (su transferencia no se ha liquidado), `settled`, `rejected` o `returned` (se debe otra vez: ve `GET /v1/transfers`)',
  'Send the payer there: the bank wants the payer to authenticate (3-D Secure) before the card is charged. Null when nothing is asked of the payer, and once the operation has an outcome':
    'Manda ahí a quien paga: el banco pide que se autentique (3-D Secure) antes de cobrar la tarjeta. null cuando no se le pide nada, y cuando la operación tiene resultado',
  'Why a card payment was declined: the bank’s ISO 8583 response, or `invalid-card`, `no-answer`, `payer-absent`, `payer-needed`, `risk-filter`, `risk-fraud`; null for any other':
    'Por qué se rechazó un pago con tarjeta: la respuesta ISO 8583 del banco, o `invalid-card`, `no-answer`, `payer-absent`, `payer-needed`, `risk-filter`, `risk-fraud`; null en otro caso',
  'What was refunded of it and reached the payer or is on its way; see `GET /v1/operations/{id}/refunds`':
    'Lo que se devolvió de ella y llegó a quien pagó o va en camino; ve `GET /v1/operations/{id}/refunds`',
  'Mexican pesos with two decimals': 'Pesos mexicanos con dos decimales',
  'The part that the cardholder’s bank disputes or has taken back; see `GET /v1/disputes`':
    'La parte que el banco del tarjetahabiente disputa o tomó; ve `GET /v1/disputes`',
  'When the payer paid, as the network or the acquirer says: ISO 8601 with the offset of Mexico City; null until it is paid':
    'Cuándo pagó quien paga, según la red o el adquirente: ISO 8601 con el desfase de la Ciudad de México; null hasta que está pagada',
  'Months without interest; 0 for a single payment': 'Meses sin intereses; 0 en un solo pago',
  'The surcharge for the months, with IVA: a part of `commission`, and a separate line in `fee_details`':
    'El sobrecargo por los meses, con IVA: parte de `commission`, y renglón aparte en `fee_details`',
  'How many operations there are: 1': 'Cuántas operaciones hay: 1',
  'The amount of a paid payment; otherwise 0.00': 'El monto de un pago pagado; si no, 0.00',
  'What was paid out to the merchant: always 0.00 here': 'Lo que se liquidó al comercio: aquí siempre 0.00',
  'The operation’s identifier': 'El identificador de la operación',
  'Spelled as clients read it': 'Escrito como lo leen los clientes',
  'The external transaction of the charge, else the operation’s identifier':
    'La transacción externa del cargo, o si no el identificador de la operación',
  'Send the payer there: the bank wants the payer to authenticate (3-D Secure) before the card is charged; otherwise null':
    'Manda ahí a quien paga: el banco pide que se autentique (3-D Secure) antes de cobrar la tarjeta; si no, null',
  'What is tried: cards of a BIN, from an address or with a credential':
    'Qué se prueba: tarjetas de un BIN, desde una dirección o con una credencial',
  'The state of the invoice': 'El estado de la factura',
  'The folio fiscal of a stamped invoice': 'El folio fiscal de una factura timbrada',
}
