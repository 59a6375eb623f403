// `cobro doctor URL`: plays the service to a webhook receiver and reports the receiver's faults.
import { signWebhook } from '../../../client/src/webhooks.ts'
import type { Bilingual } from '../../core/language/bilingual.ts'
import { type Delivery, deliver, accepted as isAccepted, type Reception, receptionText } from './receiver.ts'

/** `bad` loses or invents events; `warning` fails under load. */
export interface Finding {
  check: Bilingual
  verdict: 'good' | 'warning' | 'bad'
  found: Bilingual
  /** The remedy; empty when the check passes. */
  remedy: Bilingual
}

interface DoctorNeeds {
  url: string
  /** The receiver's own secret, `whsec_...`. */
  secret: string
  nowMs: () => number
  newId: () => string
}

/** Answers slower than this make a queue. */
const SLOW_MS = 2_000
const AT_ONCE = 10
const TEN_MINUTES_MS = 600_000

type Send = (change?: Partial<Delivery>) => Promise<Reception>

/** Runs the checks one after another, so that a finding has one cause. The order is the order of importance. */
export async function* examine(needs: DoctorNeeds): AsyncGenerator<Finding> {
  const send: Send = (change = {}) => {
    const id = needs.newId()
    const payload = JSON.stringify(recordOf(`doctor-${id}`, 'N'))
    const signedAtMs = needs.nowMs()
    return deliver(needs.url, { id, type: 'operation.paid', payload, secret: needs.secret, signedAtMs, ...change })
  }
  const first = await send()
  const remedy: Bilingual =
    first.status === undefined
      ? ['enciende el receptor, o corrige su dirección', 'start the receiver, or correct its address']
      : ['responde 2xx; revisa el secreto', 'answer 2xx; check the secret']
  yield wanted(['un evento genuino se acepta', 'a genuine event is accepted'], isAccepted(first), first, remedy)
  // Without an answer every other check would only fail too.
  if (first.status === undefined) return
  yield await wrongSecret(send)
  yield await changedBody(needs, send)
  yield await unsigned(send)
  yield await oldSignature(needs, send)
  yield await twoSignatures(needs, send)
  yield await duplicate(needs, send)
  yield await wrongOrder(needs, send)
  yield await unknownType(send)
  yield await otherLetters(needs, send)
  yield await manyAtOnce(send)
}

async function wrongSecret(send: Send): Promise<Finding> {
  const secret = `whsec_${btoa('not the secret of this receiver!')}`
  return refused(['una firma falsa se rechaza', 'a wrong signature is refused'], await send({ secret }), [
    'verifica webhook-signature antes que nada',
    'verify webhook-signature before anything else',
  ])
}

async function changedBody(needs: DoctorNeeds, send: Send): Promise<Finding> {
  const id = needs.newId()
  const genuine = JSON.stringify(recordOf(`doctor-${id}`, 'N'))
  const headers = await signWebhook({ id, payload: genuine, secret: needs.secret, signedAtMs: needs.nowMs() })
  const reception = await send({ id, payload: genuine.replace('"150.00"', '"999.00"'), headers })
  return refused(['un cuerpo cambiado se rechaza', 'a changed body is refused'], reception, [
    'verifica los bytes como llegaron, antes de interpretarlos',
    'verify the bytes as they came, before parsing',
  ])
}

async function unsigned(send: Send): Promise<Finding> {
  const reception = await send({ headers: { 'webhook-signature': '' } })
  return refused(['un evento sin firma se rechaza', 'an unsigned event is refused'], reception, [
    'rechaza lo que no trae webhook-signature',
    'refuse what has no webhook-signature',
  ])
}

async function oldSignature(needs: DoctorNeeds, send: Send): Promise<Finding> {
  const reception = await send({ signedAtMs: needs.nowMs() - TEN_MINUTES_MS })
  return refused(['una firma de hace diez minutos se rechaza', 'a signature ten minutes old is refused'], reception, [
    'rechaza un webhook-timestamp a más de 5 minutos',
    'refuse a webhook-timestamp over 5 minutes away',
  ])
}

async function twoSignatures(needs: DoctorNeeds, send: Send): Promise<Finding> {
  const id = needs.newId()
  const payload = JSON.stringify(recordOf(`doctor-${id}`, 'N'))
  const headers = await signWebhook({ id, payload, secret: needs.secret, signedAtMs: needs.nowMs() })
  const both = `v1,${btoa('another signature of 32 bytes...')} ${headers['webhook-signature']}`
  const reception = await send({ id, payload, headers: { ...headers, 'webhook-signature': both } })
  return accepted(['basta una firma buena de dos', 'one right signature of two is enough'], reception, [
    'webhook-signature es una lista: mientras se cambia un secreto tiene dos',
    'webhook-signature is a list: while a secret is changed it has two',
  ])
}

async function duplicate(needs: DoctorNeeds, send: Send): Promise<Finding> {
  const id = needs.newId()
  const payload = JSON.stringify(recordOf(`doctor-${id}`, 'N'))
  await send({ id, payload })
  const again = await send({ id, payload })
  return accepted(
    ['un evento que llega dos veces se acepta dos veces', 'an event that comes twice is accepted twice'],
    again,
    [
      'responde 2xx a un webhook-id que ya conoces, y no hagas nada',
      'answer 2xx to a webhook-id you know, and do nothing',
    ],
  )
}

async function wrongOrder(needs: DoctorNeeds, send: Send): Promise<Finding> {
  const operation = `doctor-${needs.newId()}`
  await send({ payload: JSON.stringify(recordOf(operation, 'N')) })
  const late = await send({ type: 'voucher.issued', payload: JSON.stringify(recordOf(operation, 'P')) })
  return accepted(
    ['un evento anterior que llega después se acepta', 'an older event after a newer one is accepted'],
    late,
    ['responde 2xx; un estado final nunca vuelve a P', 'answer 2xx; let a final status never go back to P'],
  )
}

async function unknownType(send: Send): Promise<Finding> {
  const payload = JSON.stringify({ id: 'x', a_field_of_next_year: true })
  const reception = await send({ type: 'something.new', payload })
  return accepted(['un evento de tipo desconocido se acepta', 'an event of an unknown type is accepted'], reception, [
    'responde 2xx a los tipos que no atiendes: se agregan nuevos',
    'answer 2xx to types you do not handle: new ones are added',
  ])
}

async function otherLetters(needs: DoctorNeeds, send: Send): Promise<Finding> {
  const record = recordOf(`doctor-${needs.newId()}`, 'N')
  const payload = JSON.stringify({ ...record, reference: { number: '', description: 'Piñata de ocho años, 10 € 🎉' } })
  const reception = await send({ payload })
  return accepted(['ñ, € y emojis no hacen daño', 'ñ, € and emoji do no harm'], reception, [
    'verifica y guarda el cuerpo como UTF-8',
    'verify and store the body as UTF-8',
  ])
}

async function manyAtOnce(send: Send): Promise<Finding> {
  const all = await Promise.all(Array.from({ length: AT_ONCE }, () => send()))
  const failed = all.find((reception) => !isAccepted(reception))
  const slowest = all.reduce((one, other) => (other.durationMs > one.durationMs ? other : one))
  const check: Bilingual = [
    `${AT_ONCE} eventos a la vez se responden pronto`,
    `${AT_ONCE} events at once are answered soon`,
  ]
  if (failed)
    return wanted(check, false, failed, ['responde 2xx primero, trabaja después', 'answer 2xx first, work afterwards'])
  if (slowest.durationMs <= SLOW_MS) return wanted(check, true, slowest, NONE)
  const remedy: Bilingual = [
    'responde 2xx primero, trabaja después: lo que tarda vence y llega otra vez',
    'answer 2xx first, work afterwards: slow answers time out and come again',
  ]
  return { check, verdict: 'warning', found: answerOf(slowest), remedy }
}

const NONE: Bilingual = ['', '']

function answerOf(reception: Reception): Bilingual {
  return [receptionText(reception, 'es'), receptionText(reception, 'en')]
}

function wanted(check: Bilingual, good: boolean, reception: Reception, remedy: Bilingual): Finding {
  return { check, verdict: good ? 'good' : 'bad', found: answerOf(reception), remedy: good ? NONE : remedy }
}

function accepted(check: Bilingual, reception: Reception, remedy: Bilingual): Finding {
  return wanted(check, isAccepted(reception), reception, remedy)
}

/** A refusal is a 4xx: a 5xx makes the service try again, a 2xx accepts a forged event. */
function refused(check: Bilingual, reception: Reception, remedy: Bilingual): Finding {
  const { status = 0 } = reception
  if (status >= 400 && status < 500) return wanted(check, true, reception, NONE)
  if (isAccepted(reception)) return wanted(check, false, reception, remedy)
  return { check, verdict: 'warning', found: answerOf(reception), remedy: ['rechaza con un 4xx', 'refuse with a 4xx'] }
}

function recordOf(transaction: string, status: 'P' | 'N') {
  const total = { amount: '150.00', currency: 'MXN' }
  const none = { amount: '0.00', currency: 'MXN' }
  return {
    transaction,
    timestamp: '2026-01-15T12:00:00-06:00',
    payment_method: 'OXX',
    authorization_code: status === 'N' ? '123456' : '',
    status,
    transaction_type: 'E',
    reference: { number: 'DOCTOR', description: 'cobro doctor' },
    card: { holder_name: '', type: 'OXXO', number: '', label: '', raw: '' },
    total,
    tip: none,
    fee: none,
    fee_details: [],
    origin: { location: { latitude: '0.0', longitude: '0.0' } },
    affiliation: '',
    url: '',
    hasDevolution: false,
    commission: none,
  }
}
