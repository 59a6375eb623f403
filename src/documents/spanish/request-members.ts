// The Spanish of members of requests: what a client sends.
export const requestMembers: Record<string, string> = {
  'A key of c_RegimenFiscal, three digits': 'Una clave de c_RegimenFiscal, de tres dígitos',
  'A token of `POST /v1/token`: it is used up': 'Un token de `POST /v1/token`: se gasta con esto',
  'Your own chart: an account that is left out has its default':
    'Tu propio catálogo: una cuenta que falta tiene su valor de fábrica',
  'For an amount without a sign: the texts of `columns.sign` for money that came in':
    'Para un monto sin signo: los textos de `columns.sign` cuando el dinero entró',
  'For so many days after it is paid, a payment can be refunded':
    'Cuántos días después de pagado se puede devolver un pago',
  'How long payments can be refunded, by the way of paying':
    'Cuánto tiempo se pueden devolver los pagos, por forma de pago',
  'How often its customers are charged': 'Cada cuándo se cobra a sus clientes',
  'All rules of the account: they replace those of before': 'Todas las reglas de la cuenta: reemplazan a las de antes',
  'Into the reserve, or out of it': 'Hacia la reserva, o desde ella',
  'Lines that are no movement, such as a total': 'Líneas que no son un movimiento, como un total',
  'Of a table: the lines with the balance after the movements. Opening balances and movements must be the closing balances':
    'De una tabla: las líneas con el saldo después de los movimientos. Los saldos iniciales y los movimientos deben dar los saldos finales',
  'Of a table: the lines with the balance before the movements, such as `SALDO INICIAL`':
    'De una tabla: las líneas con el saldo antes de los movimientos, como `SALDO INICIAL`',
  'The column that has one of the texts; any when left out':
    'La columna que tiene uno de los textos; si falta, cualquiera',
  'Texts, of which the line has one': 'Textos, de los que la línea tiene uno',
  'MXN, which it also is when left out': 'MXN, que es también lo que vale si falta',
  'Money that came in': 'El dinero que entró',
  'Money that went out': 'El dinero que salió',
  'Of the amount, in percent, without IVA': 'Del monto, en por ciento, sin IVA',
  'Of the fiscal address, five digits': 'Del domicilio fiscal, de cinco dígitos',
  'Only this webhook; every one that takes the event when left out':
    'Solo a este webhook; si falta, a todos los que reciben el evento',
  'Texts, of which the line must have one': 'Textos, de los que la línea debe tener uno',
  'The account that payouts go to: a CLABE of 18 digits':
    'La cuenta a la que van las liquidaciones: una CLABE de 18 dígitos',
  'The account whose statement it is': 'La cuenta de la que es el estado de cuenta',
  'The amount with its sign, or without one beside `sign`': 'El monto con su signo, o sin él junto a `sign`',
  'The balance after the line': 'El saldo después de la línea',
  'The banking day': 'El día bancario',
  'The card payment that is disputed': 'El pago con tarjeta que se aclara',
  'The column that must have one of the texts; any when left out':
    'La columna que debe tener uno de los textos; si falta, cualquiera',
  'The currency, of a table with several. Only pesos are read; an empty cell is pesos':
    'La moneda, de una tabla con varias. Solo se leen pesos; una celda vacía es pesos',
  'The column’s name, or its number without a heading': 'El nombre de la columna, o su número si no hay encabezado',
  'The customer (`cus_…`) who is put on the plan': 'El cliente (`cus_…`) que entra al plan',
  'The customer’s e-mail address': 'El correo del cliente',
  'The kind of a line: that of the first rule that fits': 'El tipo de una línea: el de la primera regla que le queda',
  'The legal name (razón social)': 'La razón social',
  'The line’s own number or tracking key': 'El número de la línea, o su clave de rastreo',
  'The name or razón social, as the tax office has it': 'El nombre o la razón social, como lo tiene el SAT',
  'The name under which payers know the merchant': 'El nombre con el que los pagadores conocen al comercio',
  'The network’s fee': 'La comisión de la red',
  'The network’s reference of the payment': 'La referencia del pago en la red',
  'The ordering bank or the chain': 'El banco ordenante o la cadena',
  'The payer’s account': 'La cuenta de quien paga',
  'The way of paying whose fee is set': 'La forma de pago cuya comisión se fija',
  'The way of paying whose money the statement has': 'La forma de pago cuyo dinero está en el estado de cuenta',
  'What it is for: the payer sees it': 'Para qué es: lo ve quien paga',
  'What it is: the payer sees it': 'Qué es: lo ve quien paga',
  'What kind of file it is': 'Qué tipo de archivo es',
  'What the line is': 'Qué es la línea',
  'What the plan is called': 'Cómo se llama el plan',
  'What the source is for: a CLABE of the customer’s own': 'Para qué es la fuente: una CLABE propia del cliente',
  'What it does: limits payments, refuses a value, or refuses a card of another country than `metadata.country`':
    'Qué hace: limita pagos, rechaza un valor, o rechaza una tarjeta de otro país que `metadata.country`',
  'When the payer paid': 'Cuándo pagó quien paga',
  'Where letters about the affiliate’s payouts and account go':
    'A dónde llegan los correos sobre las liquidaciones y la cuenta del afiliado',
  'Where payers write with questions, and where the e-mail of the day’s closing goes':
    'A dónde escriben los pagadores con preguntas, y a dónde llega el correo del cierre del día',
  'Where the receipt or slip is sent': 'A dónde se manda el recibo o la ficha',
  'Whether the amount came in or went out': 'Si el monto entró o salió',
  'Whether the fee comes back with a refund': 'Si la comisión regresa con una devolución',
  'Who pays, as the payer’s bank names them': 'Quién paga, con el nombre que da su banco',
  'Your own code of the account; empty: none': 'Tu propio código de la cuenta; vacío: ninguno',
  'Your own name of the account; empty: none': 'Tu propio nombre de la cuenta; vacío: ninguno',
  'Your own name of the affiliate: payments name it as `payment.affiliated.user`':
    'Tu propio nombre del afiliado: los pagos lo llevan en `payment.affiliated.user`',
  'Your own words for it': 'Tus propias palabras para él',
}
