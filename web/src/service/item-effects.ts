// What each way of mending does, in words: for the list of what is open, and for whoever approves it.
import type { Words } from '../language.tsx'
import type { Mending } from '../wire.ts'

type What = Mending['what']
type Act = Mending['act']
export type Outcome = 'done' | 'not-done'

/** Why there is nothing for the operator to do, or what happens meanwhile. */
export const waiting: Record<string, Words> = {
  account: ['Lo decide la cuenta en su consola.', 'The account decides at its console.'],
  itself: ['El servicio sigue intentando solo.', 'The service keeps trying by itself.'],
  file: ['Concilia otra vez el mismo archivo.', 'Reconcile the same file again.'],
  acquirer: ['Entrégalas en el portal del adquirente.', 'Hand it in at the acquirer’s portal.'],
}

/** What the network did, where it never answered. */
export const outcomes: Partial<Record<What, Record<Outcome, Words>>> = {
  capture: { done: ['Sí se cobró', 'It was captured'], 'not-done': ['No se cobró', 'It was not captured'] },
  reversal: { done: ['Sí se canceló', 'It was reversed'], 'not-done': ['No se canceló', 'It was not reversed'] },
  refund: { done: ['Sí se devolvió', 'It was given back'], 'not-done': ['No se devolvió', 'It was not given back'] },
}

const NEVER_CAME: Words = [
  'La red nunca recibió {amount}: salen del suspenso y nadie los debe. No sale dinero.',
  'The network never received {amount}: it leaves suspense and nobody owes it. No money goes out.',
]

const effects: Partial<Record<`${Act} ${What}` | `${Act} ${What} ${Outcome}`, Words>> = {
  'release transfer-withheld': [
    'Se envían {amount} a {clabe}, de {name}, como dice su causa.',
    '{amount} is sent to {clabe} of {name}, as its cause says.',
  ],
  'retry return-failed': [
    'Se envían otra vez {amount} a {clabe}, de {name}.',
    '{amount} is sent again to {clabe} of {name}.',
  ],
  'retry work-set-aside': [
    'Se trabaja en seguida. Si falla otra vez, vuelve a apartarse después de ocho intentos.',
    'It is worked at once. If it fails again, it is set aside again after eight tries.',
  ],
  'close payment-of-nobody': NEVER_CAME,
  'close payment-of-account': NEVER_CAME,
  'close transfer-withheld': [
    'No se envía nunca. Lo que debía se da por perdido; una liquidación o una devolución vuelve a deberse.',
    'It is never sent. What it owed is written off; a payout or a refund is owed again.',
  ],
  'close advice-refused': [
    'El adquirente ya deshizo el cargo de {amount}: después nadie lo deshace.',
    'The acquirer has undone the charge of {amount}: nobody undoes it afterwards.',
  ],
  'close reversal-refused': [
    'El pago sigue cobrado y el comercio ya lo sabe. No mueve dinero.',
    'The payment stays paid, and the merchant knows. No money moves.',
  ],
  'open dispute-report': [
    'La aclaración se abre por {left}, lo que queda de su pago; el adquirente pide {demanded}. Ese dinero se aparta y el comercio puede contestarla.',
    'The dispute is opened for {left}, what is left of its payment; the acquirer demands {demanded}. That money is held back, and the merchant can answer it.',
  ],
  'close dispute-report': [
    'La aclaración no se registra: si el adquirente toma el dinero, nadie lo espera. Ciérralo solo si ya se resolvió con él.',
    'The dispute is not recorded: when the acquirer takes the money, nobody expects it. Close it only when it is settled with the acquirer.',
  ],
  'close report': ['Ya se resolvió de otra manera. No mueve dinero.', 'It was settled in another way. No money moves.'],
  'close charge': [
    'El cobro de {amount} se rechaza o se cancela, y un aviso lo deshace en el adquirente.',
    'The charge of {amount} is declined or cancelled, and an advice undoes it at the acquirer.',
  ],
  'close capture done': ['Se cobraron {amount}: queda pagado.', '{amount} was captured: it is paid.'],
  'close capture not-done': [
    'No se cobró: sigue autorizado, y el comercio puede pedirlo otra vez.',
    'It was not captured: it stays authorised, and the merchant may ask again.',
  ],
  'close reversal done': ['{amount} ya regresaron: queda cancelado.', '{amount} went back: it is cancelled.'],
  'close reversal not-done': [
    'No se canceló: sigue cobrado, y el comercio se entera.',
    'It was not reversed: it stays paid, and the merchant is told.',
  ],
  'close refund done': ['{amount} ya llegaron a la tarjeta.', '{amount} has reached the card.'],
  'close refund not-done': [
    'No se devolvió: {amount} se deben a quien pagó.',
    'It was not given back: {amount} is owed to the payer.',
  ],
  'close line': [
    'Su diferencia con los libros, {amount}, se da por perdida.',
    'Its difference from the books, {amount}, is written off.',
  ],
}

/** How much is left depends on the day, so it is said while the request waits. */
const OPENED: Words = [
  'La aclaración se abre por lo que queda de su pago; el adquirente pide {demanded}.',
  'The dispute is opened for what is left of its payment; the acquirer demands {demanded}.',
]

const NOTHING_LEFT: Words = [
  'De su pago ya no queda nada: no se puede abrir por {demanded}. Rechaza, y cierra el reporte.',
  'Nothing is left of its payment by now: it cannot be opened for {demanded}. Refuse, and close the report.',
]

/** What happens; undefined where it depends on what is not chosen yet. `left`: what is left of the payment now, in pesos. */
export function effectOf(
  { act, what, to }: Pick<Mending, 'act' | 'what' | 'to'>,
  { outcome, left }: { outcome?: Outcome | undefined; left: string | null },
): Words | undefined {
  if (act === 'open' && left === null) return OPENED
  if (act === 'open' && Number(left) === 0) return NOTHING_LEFT
  if (act === 'release' && what === 'payment-of-nobody') return givenBack(to)
  return effects[`${act} ${what}`] ?? (outcome && effects[`${act} ${what} ${outcome}`])
}

function givenBack(to: Mending['to']): Words {
  if (to === null)
    return ['{amount} salen hacia la cuenta que escribas.', '{amount} goes to the account that you enter.']
  return to.clabe === ''
    ? ['{amount} regresan por el banco que los recibió.', '{amount} goes back by the bank that received it.']
    : ['{amount} salen hacia la CLABE {clabe}, de {name}.', '{amount} goes to the CLABE {clabe} of {name}.']
}
