// What each call does in Spanish, by the English of the description.

export const descriptions: Record<string, string> = {
  'Answers as long as the process runs, also without the database.':
    'Responde mientras el proceso corra, también sin la base de datos.',
  '503 while the database is away, full or read only, a table or column is not there or may not be used, a newer version has made a breaking change to it, the clock of this machine differs from the database server’s by more than a minute, or the service is being stopped: a balancer should look elsewhere. Answers within a second.':
    '503 mientras la base de datos no está, está llena o es de solo lectura, falta una tabla o una columna o no se puede usar, una versión más nueva la cambió de forma incompatible, el reloj de esta máquina difiere más de un minuto del del servidor de la base, o el servicio se está deteniendo: un balanceador debe buscar en otro lado. Responde en menos de un segundo.',
  'Requests, latencies, queues, event-loop lag and the backlog of the worker, in the text format of Prometheus. With the setting METRICS_TOKEN, a client must send it as a Bearer token; without it, only this machine may read them.':
    'Peticiones, latencias, colas, retraso del ciclo de eventos y pendientes del trabajador, en el formato de texto de Prometheus. Con el ajuste METRICS_TOKEN, el cliente lo manda como Bearer; sin él, solo esta máquina puede leerlas.',
  'Answers a Bearer token that does what the credential does, for 30 days. It needs the Basic credential: a token cannot open another. An `Idempotency-Key` has no effect here, because the token is not stored in the clear.':
    'Responde un token Bearer que hace lo que hace la credencial, durante 30 días. Pide la credencial Basic: un token no puede abrir otro. `Idempotency-Key` no tiene efecto aquí, porque el token no se guarda en claro.',
  'With a Bearer token, ends that session. With the Basic credential, ends every session that was opened with it.':
    'Con un token Bearer, termina esa sesión. Con la credencial Basic, termina todas las sesiones que se abrieron con ella.',
  'Writes all pages of a list into a CSV or XLSX file. The event `export.finished` tells when it is done; its file is kept for 24 hours. At most 5 of an account at once. A credential needs the scope that the list itself needs.':
    'Escribe todas las páginas de una lista en un archivo CSV o XLSX. El evento `export.finished` avisa cuando está; su archivo se guarda 24 horas. A lo más 5 a la vez por cuenta. La credencial necesita el permiso que pide la lista misma.',
  'With the address of its file when it is finished.': 'Con la dirección de su archivo cuando está terminada.',
  'The credentials of the account, also expired and revoked ones, newest first, without secrets. `total` counts them over all pages.':
    'Las credenciales de la cuenta, también las vencidas y revocadas, las más nuevas primero, sin secretos. `total` las cuenta en todas las páginas.',
  'For the same operator, with at most the scopes and the life of the credential of the request. Credentials of other operators are issued by the operator of the service. Answers `app_secret`, once.':
    'Para el mismo operador, a lo más con los permisos y la vida de la credencial que la pide. Las de otros operadores las emite quien opera el servicio. Responde `app_secret`, una vez.',
  'Its scopes, its expiry, and its last use.': 'Sus permisos, su vencimiento y su último uso.',
  'At once, with its sessions. It stays in the list. It cannot be undone. Nobody revokes a credential with more scopes than they have themselves.':
    'De inmediato, con sus sesiones. Queda en la lista. No se puede deshacer. Nadie revoca una credencial con más permisos que los suyos.',
  'Answers `app_secret`, once. The previous secret works for `grace_hours` more, and so do its sessions. Only the operator of a credential can roll it, with a credential that has the same scopes or more.':
    'Responde `app_secret`, una vez. El secreto anterior sirve `grace_hours` más, y sus sesiones también. Solo el operador de la credencial puede renovarla, con una que tenga los mismos permisos o más.',
  'Every recorded change of the account, newest first: the actor, the address, the action, before and after, without secrets. Records are only added. The next page starts after the last record of this page; a page of long records has fewer than `limit`.':
    'Cada cambio registrado de la cuenta, el más nuevo primero: quién, desde qué dirección, qué hizo, antes y después, sin secretos. Solo se agregan registros. La página siguiente empieza después del último de esta; una página de registros largos tiene menos que `limit`.',
  'The merchant’s data on slips, receipts, e-mails and SMS.':
    'Los datos del comercio en fichas, comprobantes, correos y SMS.',
  'Fields left out stay; null or an empty text clears them. Slips, receipts, e-mails and SMS show the change from then on, also those of earlier payments. With `closing` an e-mail goes to the profile’s `email` each night: sales, fees, net, returns and open vouchers of the day.':
    'Los campos que faltan se quedan; null o un texto vacío los borra. Fichas, comprobantes, correos y SMS muestran el cambio desde entonces, también los de pagos anteriores. Con `closing`, cada noche va un correo al `email` del perfil: ventas, comisiones, neto, devoluciones y fichas abiertas del día.',
  'PNG (8 bits, not interlaced) or JPEG (grey or colour), to 128 KiB and 1024 by 1024 pixels; what it is, is read from its content, and notes of cameras are left out. A refusal says which of these it is not. SVG is refused. null takes it away.':
    'PNG (8 bits, no entrelazado) o JPEG (gris o color), hasta 128 KiB y 1024 por 1024 pixeles; lo que es se lee de su contenido, y las notas de la cámara se quitan. El rechazo dice qué le falta. SVG no se admite. null lo quita.',
  'The payer takes it to a till of the chain. It can be paid until the end of `expiration_date` (three days from today when left out), with exactly its amount: other cash is kept in suspense, because a till gives nothing back.':
    'Quien paga la lleva a una caja de la cadena. Se puede pagar hasta el final de `expiration_date` (tres días desde hoy si falta), con su monto exacto: con otro, el efectivo queda en suspenso, porque la caja no devuelve nada.',
  'The payer transfers exactly the amount to the CLABE in `bank_account_number` until the end of `expiration_date` (tomorrow when left out). Another amount, or a transfer that comes too late, is returned.':
    'Quien paga transfiere el monto exacto a la CLABE de `bank_account_number` hasta el final de `expiration_date` (mañana si falta). Otro monto, o una transferencia que llega tarde, se regresa.',
  'The ways of paying: the stores by their name in a voucher, and SPEI, each with its smallest and largest amount. What the service does not offer is an empty list, or says `offered: false` with limits of zero.':
    'Las formas de pago: las tiendas por su nombre en una ficha, y SPEI, cada una con su monto mínimo y máximo. Lo que el servicio no ofrece es una lista vacía, o dice `offered: false` con límites de cero.',
  'With exactly its total it is paid; too little, too much, too late or twice, the cash is kept in suspense: a till gives nothing back. With `paid_at` or `report_after` the report comes late.':
    'Con su total exacto queda pagada; de menos, de más, tarde o dos veces, el efectivo queda en suspenso: una caja no regresa nada. Con `paid_at` o `report_after` el aviso llega tarde.',
  'Into a voucher’s CLABE, a customer’s own (a paid operation of that customer appears), or one that nobody knows (the money goes back). The same `tracking_key` again is the same transfer; from another bank (`payer_clabe`) it is another one, and with another amount it contradicts the first and is kept in suspense.':
    'A la CLABE de una ficha, a la de un cliente (aparece una operación pagada de ese cliente), o a una que nadie conoce (el dinero se regresa). La misma `tracking_key` otra vez es la misma transferencia; desde otro banco (`payer_clabe`) es otra, y con otro monto contradice a la primera y queda en suspenso.',
  'The rule of the account by which new vouchers are paid without anybody asking, if there is one.':
    'La regla de la cuenta por la que las fichas nuevas se pagan sin que nadie lo pida, si hay una.',
  'Vouchers with a magic description or amount do what their table says, with or without this.':
    'Las fichas con una descripción o un monto mágico hacen lo que dice su tabla, con esto o sin esto.',
  'The time that vouchers, reversals, retries, plans and settlement go by, and whether it runs or stands still.':
    'La hora que rige fichas, cancelaciones, reintentos, planes y liquidación, y si corre o está detenida.',
  'For the whole service and every account of it, in this order: `freeze`, then `set` or `advance`, then `resume`. On the way forward everything that falls due happens at its own instant and in order: vouchers expire, messages and webhooks are sent and tried again, merchants are paid out. The clock never goes back. It outlives a restart.':
    'Para todo el servicio y todas sus cuentas, en este orden: `freeze`, luego `set` o `advance`, luego `resume`. En el camino todo lo que vence pasa en su instante y en orden: vencen fichas, se mandan y reintentan mensajes y webhooks, se liquida a los comercios. El reloj nunca retrocede. Sobrevive a un reinicio.',
  'Newest first: what was returned to its payer, and what is kept in suspense because it contradicts another payment of the same key, institution and day, or because a till gives nothing back. What paid a voucher is found among the operations.':
    'Los más nuevos primero: lo que se regresó a quien pagó, y lo que queda en suspenso porque contradice a otro pago de la misma clave, institución y día, o porque una caja no regresa nada. Lo que pagó una ficha se encuentra entre las operaciones.',
  'Decides what becomes of a payment that is `suspended`, once: repeating the call answers the same, asking for something else is refused with 409. Money that is sent back shows the tracking key of its transfer. Where the account has the rule of second persons, a person at the console sends it to a `clabe` only when another approves; a key needs nobody.':
    'Decide qué pasa con un pago `suspended`, una vez: repetir la llamada responde lo mismo, y pedir otra cosa se rechaza con 409. El dinero que se regresa muestra la clave de rastreo de su transferencia. Donde la cuenta tiene la regla de la segunda persona, una persona en la consola lo manda a una `clabe` solo cuando otra aprueba; una llave no necesita a nadie.',
  'Newest first: returns of what paid nothing, refunds of payments and payouts, with what the bank says of each. `status=open&unchanged_minutes=60` lists what the bank leaves unanswered.':
    'Lo más nuevo primero: regresos de lo que no pagó nada, devoluciones de pagos y liquidaciones, con lo que el banco dice de cada uno. `status=open&unchanged_minutes=60` lista lo que el banco deja sin respuesta.',
  'One return, refund or payout, and its state at the bank.':
    'Un regreso, una devolución o una liquidación, y su estado en el banco.',
  'Once, to the same account or to another, as a new transfer with a tracking key of its own. Asked again for the same account, it answers the transfer there is. The money of a failed payout is part of the next payout instead.':
    'Una vez, a la misma cuenta o a otra, como transferencia nueva con su propia clave de rastreo. Si se pide otra vez para la misma cuenta, responde la transferencia que ya hay. El dinero de una liquidación que falló es parte de la siguiente.',
  'Now or after some time of the service’s clock, and reported as an acquirer reports it. The same request again answers the same dispute. The cards of the README do it without a call.':
    'Ahora o después de un tiempo del reloj del servicio, y avisada como avisa un adquirente. Otra vez lo mismo es la aclaración que ya hay. Las tarjetas de la guía lo hacen sin llamada.',
  'For the merchant or for the cardholder, at once, and reported as an acquirer reports it.':
    'A favor del comercio o del tarjetahabiente, de inmediato, y avisado como avisa un adquirente.',
  'All that is left of it, or `amount`; several times, up to what was paid. A card gets it back through its acquirer where that can do it, a SPEI payment goes back to the account it came from. Cash, and what an acquirer cannot give back, goes to `destination.clabe`; without one the payer is asked for it by e-mail and SMS, on a page that is good once and for 14 days. The money is taken from what you are owed at once. A person at the console of an account with the rule of second persons gives back up to its amount alone, of a payment and in a day, all their refunds and reversals together; keys are not held to it.':
    'Todo lo que queda de él, o `amount`; varias veces, hasta lo pagado. Una tarjeta lo recibe por su adquirente donde se puede; un pago SPEI regresa a la cuenta de la que vino. El efectivo, y lo que un adquirente no puede regresar, va a `destination.clabe`; sin ella se le pide a quien pagó por correo y SMS, en una página que sirve una vez y 14 días. El dinero se toma de inmediato de lo que se te debe. En una cuenta con la regla de la segunda persona, una persona en la consola devuelve sola hasta su monto, de un pago y en un día, sumando devoluciones y cancelaciones; a las llaves no se les aplica.',
  'Newest first, by pages, with the same filters as `GET /v1/refunds`.':
    'Las más nuevas primero, por páginas, con los mismos filtros que `GET /v1/refunds`.',
  'Newest first, for all operations. `status=failed` lists the refunds whose money is owed until you send it again or cancel.':
    'Las más nuevas primero, de todas las operaciones. `status=failed` lista las devoluciones cuyo dinero se debe hasta que lo mandes otra vez o canceles.',
  'One refund in its present state.': 'Una devolución en su estado de ahora.',
  'You get its money back, and the payment can be refunded again. A refund that may still reach the payer cannot be cancelled. Repeating the call answers the same.':
    'Recuperas su dinero, y el pago se puede devolver otra vez. Una devolución que todavía puede llegar a quien pagó no se cancela. Repetir la llamada responde lo mismo.',
  'In the same way, or to another account (`destination.clabe`). If the payer has entered no account, the payer gets a new link.':
    'De la misma forma, o a otra cuenta (`destination.clabe`). Si quien pagó no ha dado cuenta, recibe un enlace nuevo.',
  'The number of days, whether fees come back, and the rule for a refund of more than you are owed.':
    'Los días, si regresan las comisiones, y la regla para devolver más de lo que se te debe.',
  'For refunds made from now on; omitted fields stay.':
    'Para las devoluciones desde ahora; los campos que faltan se quedan.',
  'The money that you have set aside for refunds above what you are owed. It is not paid out.':
    'El dinero que apartaste para devoluciones, además de lo que se te debe. No se liquida.',
  '`in` takes of what you are owed, `out` gives it back to that. What is in the reserve is not paid out.':
    '`in` toma de lo que se te debe, `out` lo regresa ahí. Lo que está en la reserva no se liquida.',
  'For refunds made from now on. In production the operator of the service sets it.':
    'Para las devoluciones desde ahora. En producción lo fija quien opera el servicio.',
  'The bank accepts, settles, rejects or returns a transfer of the account, now or after some time of the service’s clock, and tells so as it does by itself. The CLABEs of docs/sandbox.md do it without a call.':
    'El banco acepta, liquida, rechaza o regresa una transferencia de la cuenta, ahora o después de un tiempo del reloj del servicio, y lo avisa como lo haría solo. Las CLABE de docs/sandbox.md lo hacen sin llamada.',
  'What the network of a rail did for the account, in the format of docs/guides/reconciliation.md; with parameters, not quite that.':
    'Lo que la red de una forma de pago hizo por la cuenta, en el formato de docs/guides/reconciliation.md; con parámetros, no exactamente eso.',
  'Each line is held against what is on record for the account. What is missing, extra or different is listed; extra payments go the way of a report of the network. The same file again changes nothing. `cobro reconcile` does it for all accounts.':
    'Cada renglón se compara con lo registrado de la cuenta. Se lista lo que falta, sobra o difiere; los pagos que sobran siguen el camino de un aviso de la red. El mismo archivo otra vez no cambia nada. `cobro reconcile` lo hace para todas las cuentas.',
  'Answers 50 customers who are on a plan, oldest first, and 50 plans, newest first; `next` goes on with both, and `offset` skips as many of each.':
    'Responde 50 clientes que están en un plan, los más antiguos primero, y 50 planes, los más nuevos primero; `next` sigue con ambos, y `offset` salta otros tantos de cada uno.',
  'Customers on the plan pay the amount once in each period with a saved card.':
    'Los clientes del plan pagan el monto una vez en cada periodo con una tarjeta guardada.',
  'The plan with its amount, period and the number of customers on it.':
    'El plan con su monto, periodo y número de clientes.',
  'The saved card is charged on `start_date` (today when left out) and at the beginning of each period after it; 31 January is followed by 28 February and 31 March. A declined card is tried again after 1, 3 and 5 days, then the subscription is paused.':
    'La tarjeta guardada se cobra en `start_date` (hoy si falta) y al comenzar cada periodo siguiente; al 31 de enero le siguen el 28 de febrero y el 31 de marzo. Una tarjeta declinada se intenta otra vez después de 1, 3 y 5 días, y luego la suscripción se pausa.',
  'Every customer on the plan, whether charged, paused or ended, with the day of the next charge.':
    'Cada cliente del plan, se cobre, esté en pausa o haya terminado, con el día del próximo cargo.',
  'The state of the subscription, the day of the next charge, and the results of the latest charges.':
    'El estado de la suscripción, el día del próximo cargo y el resultado de los últimos.',
  'If the previous card was declined, the new card is tried at once.':
    'Si la tarjeta anterior se rechazó, la nueva se intenta de inmediato.',
  'For good; it can be put on the plan again.': 'Para siempre; se le puede poner otra vez en el plan.',
  'Nothing is charged until it is resumed.': 'No se cobra nada hasta que se reanude.',
  'Periods that began while it was paused are not charged.': 'Los periodos que comenzaron en pausa no se cobran.',
  'The CLABE of the merchant, null while none is set, and the change under way.':
    'La CLABE del comercio, null mientras no hay, y el cambio en curso.',
  'The first one holds from the next payout on, with what waited for it; set by a person at the console in an account with the rule of second persons, it needs another person, like a change. To change it, confirm within 24 hours: with the code that is sent to the e-mail of the account (5 tries), or as another operator. Then it cools off (24 hours, unless the service is set otherwise); until it holds, `clabe` and payouts are as before, and `change` says what is under way. Each step is an event and an e-mail.':
    'La primera vale desde la siguiente liquidación, con lo que la esperaba; si la fija una persona en la consola de una cuenta con la regla de la segunda persona, necesita a otra, igual que un cambio. Para cambiarla, confirma en menos de 24 horas: con el código que llega al correo de la cuenta (5 intentos), o como otro operador. Luego reposa (24 horas, salvo que el servicio tenga otro plazo); hasta que vale, `clabe` y las liquidaciones siguen igual, y `change` dice qué está en curso. Cada paso es un evento y un correo.',
  'With the code of the e-mail; or without it, with the credential of an operator other than the requester.':
    'Con el código del correo; o sin él, con la credencial de un operador distinto de quien lo pidió.',
  'Confirmed or not, as long as it is not in effect. Payouts go on as before.':
    'Confirmado o no, mientras no esté en vigor. Las liquidaciones siguen igual.',
  'The smallest payout, and what each payout leaves on the balance for refunds.':
    'La liquidación más pequeña, y lo que cada una deja en el saldo para devoluciones.',
  'For payouts from now on; omitted fields stay. Each is at most 1,000,000.00. What is not paid stays owed and is part of the next payout.':
    'Para las liquidaciones desde ahora; los campos que faltan se quedan. Cada uno es a lo más 1,000,000.00. Lo que no se liquida se sigue debiendo y es parte de la siguiente.',
  'Newest first. `amount` is of the whole filter, failed and returned payouts not counted.':
    'Las más nuevas primero. `amount` es de todo el filtro, sin contar las que fallaron o se regresaron.',
  'One payout: its amount, day, state and the transfer that carried it.':
    'Una liquidación: su monto, su día, su estado y la transferencia que la llevó.',
  'Every payment, reversal, refund, dispute and move of the reserve of the days that the payout covers, in the order of their days, by pages; the totals are of the whole payout. With `Accept: text/csv` all lines come at once, as from `/v1/settlement/report.csv`.':
    'Cada pago, cancelación, devolución, aclaración y movimiento de la reserva de los días que cubre, en orden de día, por páginas; los totales son de toda la liquidación. Con `Accept: text/csv` todos los renglones llegan juntos, como en `/v1/settlement/report.csv`.',
  'RFC 4180, UTF-8, one header record; a `carried` record for a remainder of earlier days.':
    'RFC 4180, UTF-8, un renglón de encabezado; un renglón `carried` para el resto de días anteriores.',
  'The rule for payments made from now on. Each payment keeps the rule under which it was made.':
    'La regla para los pagos desde ahora. Cada pago guarda la regla con la que se hizo.',
  'For payments made from now on: earlier payments keep their rule.':
    'Para los pagos desde ahora: los anteriores guardan su regla.',
  'A user who is named as `payment.affiliated.user` collects shares; once registered, the user is paid out like the merchant, including earlier shares. `user` cannot be changed later. In an account with the rule of second persons, another person approves the request of a person at the console; a key needs no approval.':
    'Un usuario nombrado en `payment.affiliated.user` reúne su parte; una vez registrado, se le liquida como al comercio, también lo de antes. `user` no se puede cambiar después. En una cuenta con la regla de la segunda persona, otra persona aprueba lo que pide una persona en la consola; una llave no necesita aprobación.',
  'Newest first. Unregistered users with shares are in `GET /v1/ledger/affiliates`.':
    'Los más nuevos primero. Los usuarios sin registrar con alguna parte están en `GET /v1/ledger/affiliates`.',
  'With the amount owed, and the change of the account that is under way, if any.':
    'Con lo que se le debe, y el cambio de cuenta en curso, si lo hay.',
  'Omitted fields stay. A change of `clabe` is protected like the merchant’s: it must be confirmed, with the code that is sent to the account’s e-mail or by another operator, and takes effect after a waiting period; until then payouts go on as before. The affiliate gets an e-mail when it is confirmed and when it takes effect. In an account with the rule of second persons, a person at the console needs another person’s approval to change the `clabe`, which also confirms it; a key needs no approval.':
    'Los campos que faltan se quedan. Un cambio de `clabe` está protegido como el del comercio: se confirma con el código que llega al correo de la cuenta o por otro operador, y vale después de una espera; hasta entonces las liquidaciones siguen igual. El afiliado recibe un correo cuando se confirma y cuando vale. En una cuenta con la regla de la segunda persona, una persona en la consola necesita la aprobación de otra para cambiar la `clabe`, que también la confirma; una llave no.',
  'With the code of the e-mail; or without it, with the credential of another operator than the one who asked.':
    'Con el código del correo; o sin él, con la credencial de un operador distinto de quien lo pidió.',
  'Confirmed or not, as long as it does not hold yet. Payouts go on as before.':
    'Confirmado o no, mientras no valga todavía. Las liquidaciones siguen igual.',
  'Newest first. `amount` is of all of them, failed and returned ones not counted.':
    'Las más nuevas primero. `amount` es de todas, sin contar las que fallaron o se regresaron.',
}
