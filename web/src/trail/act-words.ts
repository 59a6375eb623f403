// What a person asked the service to do, in words, by the method and the route of the call, as the trail records it before it is done.
import { changeWords } from '../../../src/console/approvals/change-words.ts'
import { own } from '../../../src/core/own.ts'
import { small } from '../capital.ts'

type Words = readonly [es: string, en: string]

const calls: Readonly<Record<string, Words>> = {
  ...Object.fromEntries(Object.entries(changeWords).map(([route, { title }]) => [route, title])),
  'POST /v1/operations/send': ['enviar un recibo o una ficha', 'send a receipt or a slip'],
  'GET /v1/operations/send': ['enviar un recibo o una ficha', 'send a receipt or a slip'],
  'POST /v1/operations/:id/capture': ['capturar un cobro', 'capture a payment'],
  'POST /v1/operations/:id/refunds': ['devolver un pago', 'refund a payment'],
  'POST /v1/operations/apply-reversal/:id': ['cancelar o devolver todo', 'reverse or give all back'],
  'GET /v1/operations/apply-reversal/:id': ['cancelar o devolver todo', 'reverse or give all back'],
  'POST /v1/refunds/:refund/cancel': ['cancelar una devolución', 'cancel a refund'],
  'POST /v1/refunds/:refund/retry': ['enviar otra vez una devolución', 'send a refund again'],
  'POST /v1/transfers/:transfer/retry': ['enviar otra vez una transferencia', 'send a transfer again'],
  'POST /v1/received-payments/:id/release': ['devolver lo que está en suspenso', 'give back what is in suspense'],
  'POST /v1/reserve': ['mover dinero de la reserva', 'move money of the reserve'],
  'POST /v1/token': ['guardar los datos de una tarjeta', 'keep the data of a card'],
  'POST /v1/payment/card': ['cobrar con tarjeta', 'charge a card'],
  'POST /v1/payment/convenience-store': ['emitir una ficha para tienda', 'issue a slip for a store'],
  'POST /v1/payment/spei': ['emitir una ficha de SPEI', 'issue a SPEI slip'],
  'POST /v1/checkout': ['crear un link de pago', 'make a payment link'],
  'POST /v1/checkout/:checkout/cancel': ['cancelar un link de pago', 'cancel a payment link'],
  'POST /v1/disputes/:dispute/evidence': ['guardar textos de una aclaración', 'save texts of a dispute'],
  'POST /v1/disputes/:dispute/files': ['agregar un archivo a una aclaración', 'add a file to a dispute'],
  'POST /v1/disputes/:dispute/submit': ['enviar las pruebas de una aclaración', 'submit the evidence of a dispute'],
  'POST /v1/customer': ['crear un cliente', 'create a customer'],
  'PUT /v1/customer/:customerId': ['cambiar un cliente', 'change a customer'],
  'DELETE /v1/customer/:customerId': ['borrar un cliente', 'delete a customer'],
  'POST /v1/customer/:customerId/cards': ['guardar una tarjeta', 'save a card'],
  'DELETE /v1/customer/:customerId/cards/:cardId': ['quitar una tarjeta', 'remove a card'],
  'POST /v1/customer/:customerId/sources': ['dar una CLABE a un cliente', 'give a customer a CLABE'],
  'DELETE /v1/customer/:customerId/sources/:sourceId': ['quitar la CLABE de un cliente', 'remove a customer’s CLABE'],
  'POST /v1/plan': ['crear un plan', 'create a plan'],
  'POST /v1/plan/:plan/customers': ['suscribir a un cliente', 'subscribe a customer'],
  'PUT /v1/plan/:plan/customers/:customer': ['cobrar a otra tarjeta', 'charge another card'],
  'DELETE /v1/plan/:plan/customers/:customer': ['terminar una suscripción', 'end a subscription'],
  'POST /v1/plan/:plan/customers/:customer/pause': ['pausar una suscripción', 'pause a subscription'],
  'POST /v1/plan/:plan/customers/:customer/resume': ['reanudar una suscripción', 'resume a subscription'],
  'PUT /v1/settlement/account': ['poner la cuenta de las liquidaciones', 'set the account for payouts'],
  'POST /v1/settlement/account/confirm': ['confirmar la cuenta con su código', 'confirm the account by its code'],
  'DELETE /v1/settlement/account/change': ['cancelar el cambio de cuenta', 'cancel the change of account'],
  'POST /v1/affiliates': ['registrar un afiliado', 'register an affiliate'],
  'PUT /v1/affiliates/:affiliate': ['cambiar un afiliado', 'change an affiliate'],
  'POST /v1/affiliates/:id': ['cambiar un afiliado', 'change an affiliate'],
  'POST /v1/affiliates/:affiliate/account/confirm': [
    'confirmar la cuenta de un afiliado',
    'confirm an affiliate’s account',
  ],
  'DELETE /v1/affiliates/:affiliate/account/change': [
    'cancelar el cambio de cuenta de un afiliado',
    'cancel the change of an affiliate’s account',
  ],
  'PUT /v1/fees/receptor': ['poner los datos de la factura', 'set the data of the invoice'],
  'POST /v1/exports': ['exportar una lista', 'export a list'],
  'POST /v1/ledger/months/:month/close': ['cerrar un mes de los libros', 'close a month of the books'],
  'PUT /v1/ledger/chart': ['cambiar el catálogo de cuentas', 'change the chart of accounts'],
  'PUT /v1/profile': ['cambiar el perfil', 'change the profile'],
  'PUT /v1/profile/logo': ['cambiar el logotipo', 'change the logo'],
  'POST /v1/credentials': ['crear una llave', 'create a key'],
  'POST /v1/credentials/:id/roll': ['renovar una llave', 'roll a key'],
  'POST /v1/webhook': ['crear un webhook', 'create a webhook'],
  'POST /v1/webhook/:id/resume': ['reanudar un webhook', 'resume a webhook'],
  'POST /v1/webhook/:id/test': ['probar un webhook', 'test a webhook'],
  'POST /v1/webhook/:id/replay': ['enviar otra vez lo que falló', 'send again what failed'],
  'PUT /v1/webhook/:id/faults': ['ensayar fallas de un webhook', 'rehearse faults of a webhook'],
  'POST /v1/events/:id/replay': ['enviar otra vez un evento', 'send an event again'],
  'POST /v1/console/people': ['invitar a una persona', 'invite a person'],
  'PUT /v1/console/people/:id': ['cambiar el rol de una persona', 'change a person’s role'],
  'POST /v1/console/people/:id': ['cambiar el rol de una persona', 'change a person’s role'],
  'DELETE /v1/console/people/:id': ['retirar a una persona', 'remove a person'],
  'DELETE /v1/console/invitations/:id': ['retirar una invitación', 'withdraw an invitation'],
  'DELETE /v1/console/sessions/:id': ['cerrar otra sesión', 'end another session'],
  'PUT /v1/console/views': ['guardar una vista', 'save a view'],
  'DELETE /v1/console/views/:id': ['borrar una vista', 'delete a view'],
  'POST /v1/console/second-factor': ['empezar un segundo factor', 'begin a second factor'],
  'POST /v1/console/second-factor/confirm': ['confirmar el segundo factor', 'confirm the second factor'],
  'POST /v1/console/second-factor/remove': ['quitar el segundo factor', 'remove the second factor'],
  'POST /v1/console/passkeys/options': ['empezar una llave de acceso', 'begin a passkey'],
  'PUT /v1/console/passkeys/options': ['usar una llave de acceso', 'use a passkey'],
  'POST /v1/console/passkeys': ['agregar una llave de acceso', 'add a passkey'],
  'PUT /v1/console/passkeys/:id': ['cambiar el nombre de una llave de acceso', 'rename a passkey'],
  'POST /v1/console/passkeys/:id/remove': ['quitar una llave de acceso', 'remove a passkey'],
  'PUT /v1/console/second-person': ['cambiar la regla de aprobaciones', 'change the rule of approvals'],
  'POST /v1/console/second-person': ['cambiar la regla de aprobaciones', 'change the rule of approvals'],
  'POST /v1/console/approvals/:id/approve': ['aprobar una solicitud', 'approve a request'],
  'POST /v1/console/approvals/:id/refuse': ['negar una solicitud', 'refuse a request'],
  'POST /v1/console/approvals/:id/key': ['recoger una llave aprobada', 'fetch an approved key'],
  'DELETE /v1/console/approvals/:id': ['retirar una solicitud', 'withdraw a request'],
  'POST /v1/console/accounts': ['abrir una cuenta', 'open an account'],
  'PUT /v1/console/accounts/:id': ['cambiar el nombre de una cuenta', 'rename an account'],
  'PUT /v1/console/accounts/:id/fees': ['cambiar las comisiones de una cuenta', 'change the fees of an account'],
  'POST /v1/console/accounts/:id/owner': ['invitar a quien maneja una cuenta', 'invite the owner of an account'],
  'POST /v1/console/accounts/:id/suspend': ['suspender una cuenta', 'suspend an account'],
  'POST /v1/console/accounts/:id/reopen': ['reabrir una cuenta', 'reopen an account'],
  'PUT /v1/console/accounts/:id/limits': ['cambiar los límites de una cuenta', 'change the limits of an account'],
  'POST /v1/console/accounts/:id/write-off': ['dar por perdida una deuda', 'write off a debt'],
  'POST /v1/console/write-offs/:id/approve': ['aprobar que se pierda una deuda', 'approve a write-off'],
  'POST /v1/console/write-offs/:id/refuse': ['negar que se pierda una deuda', 'refuse a write-off'],
  'POST /v1/console/audit': ['revisar todos los libros', 'audit all books'],
  'POST /v1/console/open/:id/release': ['soltar lo que espera', 'release what waits'],
  'POST /v1/console/open/:id/retry': ['intentar otra vez lo que falló', 'try again what failed'],
  'POST /v1/console/open/:id/open': ['abrir la aclaración de un reporte', 'open the dispute of a report'],
  'POST /v1/console/open/:id/close': ['cerrar lo que ya se resolvió', 'close what is settled'],
  'POST /v1/sandbox/pay/store': ['pagar una ficha en la tienda', 'pay a slip at the store'],
  'POST /v1/sandbox/pay/spei': ['enviar un SPEI de prueba', 'send a SPEI of the sandbox'],
  'PUT /v1/sandbox/payer': ['cambiar quién paga en el sandbox', 'change who pays in the sandbox'],
  'PUT /v1/sandbox/clock': ['mover el reloj', 'move the clock'],
  'POST /v1/sandbox/disputes': ['abrir una aclaración de prueba', 'open a dispute of the sandbox'],
  'POST /v1/sandbox/disputes/:dispute': ['decidir una aclaración de prueba', 'decide a dispute of the sandbox'],
  'POST /v1/sandbox/transfers/:transfer': ['decidir una transferencia de prueba', 'decide a transfer of the sandbox'],
  'POST /v1/sandbox/reconcile': ['conciliar un archivo', 'reconcile a file'],
  'PUT /v1/sandbox/fees': ['cambiar las comisiones de la cuenta', 'change the fees of the account'],
  'PUT /v1/sandbox/refund-fees': ['cambiar si la comisión regresa', 'change whether the fee comes back'],
}

/** A call below it asks that another person approves the call that follows. */
const ASK_ROUTE = '/v1/console/ask'
const METHODS = ['POST', 'PUT', 'DELETE']

/** Whole sentences: a record is of the request, whatever became of it. Undefined for a call without words. */
export function askedWords(method: string, route: string): Words | undefined {
  const called = own(calls, `${method} ${route}`)
  if (called !== undefined) return sentence(called, ['Pidió {what}', 'Asked to {what}'])
  if (!route.startsWith(`${ASK_ROUTE}/`)) return undefined
  // Which of several changes of one thing it was, is in the record of the approval.
  const found = METHODS.map((one) => own(calls, `${one} /v1${route.slice(ASK_ROUTE.length)}`)).filter(Boolean)
  const [only] = found as Words[]
  return found.length === 1 && only
    ? sentence(only, ['Pidió que otra persona apruebe {what}', 'Asked another person to approve: {what}'])
    : ['Pidió que otra persona apruebe un cambio', 'Asked another person to approve a change']
}

function sentence([es, en]: Words, [inSpanish, inEnglish]: Words): Words {
  return [inSpanish.replace('{what}', small(es)), inEnglish.replace('{what}', small(en))]
}
