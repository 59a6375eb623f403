// The Spanish of payments that are authorised first and captured later.
export const captures: Record<string, string> = {
  'Capture an authorised payment': 'Capturar un pago autorizado',
  'Of a card payment with `capture: false`, which is authorised (status A): takes all of it, or `amount`, and releases the rest. It is done once: a payment is captured with one amount. Fees are computed of what is captured. Before it, nothing is paid and nothing is owed to you; `GET /v1/operations/apply-reversal/{id}` releases it. What nobody captures until `authorized_until` is released, and the payment expires. Repeating the call answers the same and takes nothing again.':
    'De un pago con tarjeta con `capture: false`, que está autorizado (estado A): cobra todo, o `amount`, y libera el resto. Se hace una vez: un pago se captura con un solo monto. Las comisiones se calculan sobre lo capturado. Antes no hay nada pagado ni se te debe nada; `GET /v1/operations/apply-reversal/{id}` lo libera. Lo que nadie captura hasta `authorized_until` se libera, y el pago vence. Repetir la llamada responde lo mismo y no cobra otra vez.',
  'The operation as the call has left it': 'La operación como la dejó la llamada',
  'Left out: all that was authorised. The rest is released. Null is refused':
    'Si falta: todo lo autorizado. El resto se libera. null se rechaza',
  'The authorisation code of the bank or the network; empty until the operation is authorised or paid':
    'El código de autorización del banco o de la red; vacío hasta que la operación se autoriza o se paga',
  'P pending, A authorised and not captured, N paid, C cancelled, E expired, D declined':
    'P pendiente, A autorizada y sin capturar, N pagada, C cancelada, E vencida, D declinada',
  'What was to be authorised of a card payment with `capture: false`; `total` is what was captured of it, once it is. Null for every other':
    'Lo que se iba a autorizar de un pago con tarjeta con `capture: false`; `total` es lo que se capturó de eso, una vez capturado. null en todos los demás',
  'While it is authorised (status A): when it is released, if nobody captures it. ISO 8601 with the offset of Mexico City; otherwise null':
    'Mientras está autorizada (estado A): cuándo se libera si nadie la captura. ISO 8601 con el desfase de la Ciudad de México; si no, null',
  'true for a paid payment, and for an authorised one that is captured later (record status A); false while the bank or the payer is awaited (record status P)':
    'true en un pago pagado, y en uno autorizado que se captura después (estado A del registro); false mientras se espera al banco o a quien paga (estado P del registro)',
}
