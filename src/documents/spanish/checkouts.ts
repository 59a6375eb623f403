// The pages of payment in Spanish, by the English of the description.
import { CARD_PAYMENT_TEXT } from '../../cards/payment-description.ts'

export const checkouts: Record<string, string> = {
  'Make a page where a payer pays': 'Hacer una página donde se paga',
  'Send the payer to `url`, or share it: there the payer chooses a way and pays `amount`, the sum of `items`, or within `open_amount` what the payer says. It takes `uses` payments: a use is held while a payment is under way, taken when it is paid, and free again when it is declined, expires or is cancelled. Nothing in the address changes what is paid. After the payment the payer goes to `return_url`, to which `transaction` is added, or to the receipt; learn the outcome by `checkout.paid`, or by reading the checkout.':
    'Manda a quien paga a `url`, o compártela: ahí elige una forma y paga `amount`, la suma de `items`, o lo que diga dentro de `open_amount`. Recibe `uses` pagos: un uso se aparta mientras un pago está en curso, se toma cuando se paga, y queda libre cuando se rechaza, vence o se cancela. Nada en la dirección cambia lo que se paga. Después del pago se va a `return_url`, a la que se agrega `transaction`, o al comprobante; conoce el resultado por `checkout.paid`, o leyendo la página de pago.',
  'The new checkout': 'La página de pago nueva',
  'List checkouts': 'Listar páginas de pago',
  'Newest first, by pages, with filters.': 'Las más nuevas primero, por páginas, con filtros.',
  'Only those in this state': 'Solo las que están en este estado',
  'Only those with this reference': 'Solo las que tienen esta referencia',
  'The checkouts': 'Las páginas de pago',
  'Read a checkout': 'Leer una página de pago',
  'With its payments, declined ones too.': 'Con sus pagos, también los declinados.',
  'Identifier of the checkout': 'Identificador de la página de pago',
  'The checkout': 'La página de pago',
  'Cancel a checkout': 'Cancelar una página de pago',
  'No further payment is begun there. Vouchers that were given out can still be paid: cancel each with `apply-reversal`. A cancelled checkout is answered again.':
    'Ahí no se comienza ningún otro pago. Las fichas que ya se dieron todavía se pueden pagar: cancela cada una con `apply-reversal`. Una página cancelada se responde otra vez.',
  'The checkout as the call has left it': 'La página de pago como la dejó la llamada',
  'The checkout where the payer began it; see `GET /v1/checkout/{checkout}`':
    'La página de pago donde comenzó quien paga; ve `GET /v1/checkout/{checkout}`',
  'Where the payer pays. Whoever has it can pay, and see what is paid for':
    'Donde se paga. Quien la tenga puede pagar, y ver lo que se paga',
  'paid: every payment that it takes was paid; expired, cancelled: no further payment is begun there':
    'paid: se pagaron todos los pagos que recibe; expired, cancelled: no se comienza ningún otro pago',
  'Your own number, which its payments carry; may be empty':
    'Tu propio número, que llevan sus pagos; puede estar vacío',
  'What each payment pays; null when the payer says it': 'Lo que paga cada pago; null cuando lo dice quien paga',
  'Between which amounts the payer chooses; null when the amount is fixed':
    'Entre qué montos elige quien paga; null cuando el monto es fijo',
  'How many payments it takes': 'Cuántos pagos recibe',
  'Payments that were paid': 'Pagos que se pagaron',
  'Payments that are under way, such as vouchers that can still be paid':
    'Pagos en curso, como fichas que todavía se pueden pagar',
  'Who made it': 'Quién la hizo',
  '`amount` is the price of one': '`amount` es el precio de uno',
  'Its reference; may be empty': 'Su referencia; puede estar vacía',
  'The payment': 'El pago',
  '1 when left out': '1 si falta',
  'The price of one, in Mexican pesos': 'El precio de uno, en pesos mexicanos',
  'What is paid for: their sum is the amount': 'Lo que se paga: su suma es el monto',
  'The payer says the amount, between these: at least one of the two; from 1.00, and to the largest amount':
    'Quien paga dice el monto, entre estos: al menos uno de los dos; desde 1.00, y hasta el monto máximo',
  'What it is for: the payer sees it': 'Para qué es: lo ve quien paga',
  'Your own number: every payment carries it as its reference number':
    'Tu propio número: cada pago lo lleva como número de referencia',
  'The ways of paying that the payer may choose; all that the service offers when left out':
    'Las formas de pago que puede elegir quien paga; todas las que ofrece el servicio si falta',
  'How many payments it takes; 1 when left out': 'Cuántos pagos recibe; 1 si falta',
  'Until when payments are begun there, to 365 days; in 7 days when left out: a time with its offset, or a Mexico City day':
    'Hasta cuándo se comienzan pagos ahí, hasta 365 días; en 7 días si falta: una hora con su desfase, o un día de la Ciudad de México',
  'Where the payer goes after the payment, with `transaction` added (https, in the sandbox also this machine)':
    'A dónde va quien paga después del pago, con `transaction` agregada (https, en el sandbox también esta máquina)',
  'The customer (`cus_…`) who pays': 'El cliente (`cus_…`) que paga',
  'Address of the receipt or slip': 'Dirección del comprobante o de la ficha',
  'The latest 50, newest first': 'Los 50 últimos, los más nuevos primero',
  [CARD_PAYMENT_TEXT]: `El mensaje sellado es el cargo. Lleva:

* \`recurrent\`: un token o una tarjeta guardada
* \`payment.external.transaction\`, \`payment.reference.number\` y \`payment.reference.description\`
* \`payment.total.amount\` y \`payment.total.currency\` (MXN)

Puede llevar:

* \`payment.tip.amount\`: una parte del total
* \`payment.affiliated.user\` con \`payment.affiliated.total_fee\`: un afiliado y su parte
* \`months\`: meses sin intereses
* \`capture\`: con false el monto solo se autoriza (estado A). Captúralo, todo o una parte, con \`POST /v1/operations/{id}/capture\` antes de \`authorized_until\`. Si el adquirente no puede, el cargo se rechaza (\`capture-not-offered\`)
* \`return_url\`: a dónde vuelve quien paga después de autenticarse con su banco; https, en el sandbox también esta máquina
* \`payer\` (\`name\`, \`email\`, \`phone\`, \`address\`) y \`device_session_id\`, para el banco; también se le mandan los textos de \`bank\` en la metadata

Los nombres planos (\`payment::total::amount\`) significan lo mismo. \`installments\` y \`payment.total.months\` significan \`months\`. Lo desconocido se ignora y se nombra en \`Ignored-Parameters\`. Un término de dinero que no se cumple, como una parte con otro nombre, se rechaza por su nombre; también la copia de un término que dice otra cosa, como un \`payment.amount\` junto a \`payment.total\`.

**Respuestas.** Si el banco rechaza, la respuesta es 402 con lo que dijo el banco. Mientras se espera al banco, \`status\` es false y el estado del registro es P.

**3-D Secure.** Si el banco pide que quien paga se autentique, \`status\` también es false y \`payer_url\` es una dirección: mándalo ahí. Conoce el resultado por un webhook, o lee la operación cuando vuelva a \`return_url\`, a la que se agrega \`transaction\`. Sin autenticación en 15 minutos queda declinado con \`payer-absent\`.

**Repeticiones.** Un cargo con la misma transacción externa se responde con el primer pago, salvo que \`PUT /v1/payment-rules\` diga que son libres. También la misma \`key\` con el mismo \`data\`, venga con lo que venga. Estas respuestas llevan \`Idempotent-Replayed: true\`. Una \`key\` con otro \`data\`, en otra cuenta o en otra llamada se rechaza.`,
}
