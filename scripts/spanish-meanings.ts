// The Spanish of what the sandbox's tables say happens, by the English that stands in the code. A meaning without Spanish is an error.
import type { Scope } from '../src/api/caller.ts'
import { declines } from '../src/core/cards/decline-codes.ts'

const CARDS: Record<string, string> = {
  'VISA, debit': 'VISA de débito',
  'VISA, credit': 'VISA de crédito',
  'Mastercard, credit': 'Mastercard de crédito',
  'Mastercard of the 2-series, credit': 'Mastercard de crédito, de la serie 2',
  'Mastercard, debit': 'Mastercard de débito',
  'Mastercard, prepaid': 'Mastercard de prepago',
  'Mastercard, credit, with months without interest': 'Mastercard de crédito, con meses sin intereses',
  'American Express, credit': 'American Express de crédito',
  'Carnet, debit': 'Carnet de débito',
}

const SCOPES: Record<Scope, string> = {
  charge: 'hacer cobros, fichas, tokens de tarjeta, clientes y planes, y mandar comprobantes',
  refund: 'cancelar y devolver operaciones, apartar dinero para devoluciones y contestar aclaraciones',
  read: 'leer operaciones, clientes, eventos, liquidaciones, el libro y cualquier otro registro, pero no las credenciales',
  payouts: 'cambiar la cuenta a la que van las liquidaciones, y confirmar o cancelar ese cambio',
  webhooks: 'hacer, cambiar, probar y repetir webhooks',
  admin:
    'hacer y revocar credenciales, cambiar las reglas de cobro, de riesgo y de devoluciones, leer la bitácora; en el sandbox también mover su reloj y fijar sus comisiones y sus pagadores',
}

/** The permission of a scope, in Spanish. */
export function scopeInSpanish(scope: Scope): string {
  return SCOPES[scope]
}

const NEVER_SEEN = 'El banco no responde, y nunca vio el cobro; '

const MEANINGS: Record<string, string> = {
  'Wrong check digit: declined with 14 at once, no token is given':
    'Dígito verificador incorrecto: se rechaza con 14 de inmediato, no se da token',
  'Refused as an invalid card': 'Se rechaza por tarjeta no válida',
  'The security code is wrong (82): no token is given': 'El código de seguridad es incorrecto (82): no se da token',
  'Approved after 2 seconds': 'Aprobada después de 2 segundos',
  'No answer comes; the payment stays pending and is later found approved':
    'El banco no responde; el pago queda pendiente y luego aparece aprobado',
  'No answer comes; the payment stays pending and is later found declined':
    'El banco no responde; el pago queda pendiente y luego aparece declinado',
  'No answer comes; the payment stays pending and the bank has never seen it':
    'El banco no responde; el pago queda pendiente, y el banco nunca lo vio',
  'The bank wants the payer to authenticate (3-D Secure): the page of `payer_url` confirms or rejects the payment':
    'El banco pide que el cliente se autentique (3-D Secure): en la página de `payer_url` confirma o rechaza el pago',
  'The check of the card does not answer: no token is given now':
    'La verificación de la tarjeta no responde: por ahora no se da token',
  'Approved; disputed a day later as fraud (10.4); evidence wins three days after it is submitted':
    'Aprobada; un día después llega un contracargo por fraude (10.4); las pruebas ganan tres días después de enviarlas',
  'Approved; disputed a day later as not received (13.1); evidence loses three days after it is submitted':
    'Aprobada; un día después llega un contracargo por mercancía no recibida (13.1); las pruebas pierden tres días después de enviarlas',
  'Approved; the bank asks about it a day later (33); an answer satisfies it three days later':
    'Aprobada; un día después el banco pregunta por el pago (33); con una respuesta queda satisfecho tres días después',
  'Approved; disputed a day later by its cardholder (4853); evidence wins three days after it is submitted':
    'Aprobada; un día después el tarjetahabiente pide una aclaración (4853); las pruebas ganan tres días después de enviarlas',
  'Approved; the bank refuses to reverse it': 'Aprobada; el banco se niega a cancelarla',
  'Approved; the bank refuses to capture this amount': 'Aprobada; el banco se niega a capturar este monto',
  'Approved; the first try to capture this amount goes unanswered, and the next one is captured':
    'Aprobada; el primer intento de capturar este monto queda sin respuesta, y el siguiente se captura',
  'Approved; the answer to a reversal never comes': 'Aprobada; la respuesta a la cancelación nunca llega',
  'The bank approves it just after the deadline; the payment is pending for a moment, then paid':
    'El banco la aprueba justo después del plazo; el pago está pendiente un momento y luego pagado',
  'The bank approves it when the payment has been given up; it stays declined and the charge is undone':
    'El banco la aprueba cuando el pago ya se dio por perdido; queda declinado y el cargo se deshace',
  'No answer comes, and the bank has never seen it; the reversal advice is taken at the third try': `${NEVER_SEEN}el aviso de reverso se acepta al tercer intento`,
  'No answer comes, and the bank has never seen it; the reversal advice is taken at the eleventh try': `${NEVER_SEEN}el aviso de reverso se acepta al undécimo intento`,
  'No answer comes, and the bank has never seen it; the bank refuses the reversal advice for good': `${NEVER_SEEN}el banco rechaza en definitiva el aviso de reverso`,
  'Approved; when all of it is disputed, the bank does not take the answer':
    'Aprobada; con una aclaración por todo el monto, el banco no recibe la respuesta',
  'paid at once': 'se paga al momento',
  'paid 1.00 short: a transfer goes back, cash is kept in suspense, the voucher stays pending':
    'se paga con 1.00 de menos: una transferencia se regresa, el efectivo queda en suspenso, la ficha sigue pendiente',
  'paid 1.00 over: a transfer goes back, cash is kept in suspense, the voucher stays pending':
    'se paga con 1.00 de más: una transferencia se regresa, el efectivo queda en suspenso, la ficha sigue pendiente',
  'paid twice: the second transfer goes back, the second cash is kept in suspense':
    'se paga dos veces: la segunda transferencia se regresa, el segundo efectivo queda en suspenso',
  'paid a minute after it has expired: a transfer goes back, cash is kept in suspense':
    'se paga un minuto después de vencer: una transferencia se regresa, el efectivo queda en suspenso',
  'left alone, even when the account’s rule pays every voucher':
    'no se paga, aunque la regla de la cuenta pague todas las fichas',
  'paid at once, and reported so many hours later': 'se paga al momento y se avisa esas horas después',
  'paid at once, and reported twice': 'se paga al momento y se avisa dos veces',
  'paid at once; the same number comes again from another bank or chain: it is other money':
    'se paga al momento; el mismo número llega otra vez de otro banco u otra cadena: es otro dinero',
  'paid at once; the same number comes again with another amount: it is kept in suspense':
    'se paga al momento; el mismo número llega otra vez con otro monto: queda en suspenso',
  'The account is closed: a transfer to it is refused': 'La cuenta está cerrada: se rechaza la transferencia',
  'The bank does not answer the first try; the next one arrives':
    'El banco no responde al primer intento; el siguiente llega',
  'Accepted, and settled an hour later': 'Aceptada, y liquidada una hora después',
  'Accepted, and rejected an hour later': 'Aceptada, y rechazada una hora después',
  'Accepted, and returned two days later without having been settled':
    'Aceptada, y regresada dos días después sin haberse liquidado',
  'Settled, and returned three days later': 'Liquidada, y regresada tres días después',
  'Settled, but the bank’s answer never comes; it says so when it is asked':
    'Liquidada, pero la respuesta del banco nunca llega; lo dice cuando se le pregunta',
}

/** The Spanish of one meaning. An Error when it is missing: a new outcome needs its Spanish here. */
export function inSpanish(meaning: string): string {
  const [, card] = /^Approved: (.+)$/.exec(meaning) ?? []
  const [, code = ''] = /^Declined with (\d\d): /.exec(meaning) ?? []
  const approved = card === undefined ? undefined : CARDS[card]
  const declined = Object.entries(declines).find(([one]) => one === code)?.[1][0]
  const found =
    MEANINGS[meaning] ??
    (approved && `Aprobada: ${approved}`) ??
    (declined && `Declinada con ${code}: ${inSentence(declined)}`)
  if (found === undefined) throw new Error(`say "${meaning}" in Spanish: scripts/spanish-meanings.ts`)
  return found
}

/** As it stands within a sentence: an abbreviation, such as NIP, keeps its capitals. */
function inSentence(text: string): string {
  return /^\p{Lu}\p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
}
