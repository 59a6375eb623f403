// `cobro doctor URL`: plays the service to a webhook receiver and reports the receiver's faults.
import { signWebhook } from '../../client/src/webhooks.ts'
import { type Delivery, deliver, accepted as isAccepted, type Reception, receptionText } from './receiver.ts'

/** `bad` loses or invents events; `warning` fails under load. */
export interface Finding {
  check: string
  verdict: 'good' | 'warning' | 'bad'
  found: string
  /** The remedy; empty when the check passes. */
  remedy: string
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
  const remedy =
    first.status === undefined ? 'start the receiver, or correct its address' : 'answer 2xx; check the secret'
  yield wanted('a genuine event is accepted', isAccepted(first), first, remedy)
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
  return refused(
    'a wrong signature is refused',
    await send({ secret }),
    'verify webhook-signature before anything else',
  )
}

async function changedBody(needs: DoctorNeeds, send: Send): Promise<Finding> {
  const id = needs.newId()
  const genuine = JSON.stringify(recordOf(`doctor-${id}`, 'N'))
  const headers = await signWebhook({ id, payload: genuine, secret: needs.secret, signedAtMs: needs.nowMs() })
  const reception = await send({ id, payload: genuine.replace('"150.00"', '"999.00"'), headers })
  return refused('a changed body is refused', reception, 'verify the bytes as they came, before parsing')
}

async function unsigned(send: Send): Promise<Finding> {
  const reception = await send({ headers: { 'webhook-signature': '' } })
  return refused('an unsigned event is refused', reception, 'refuse what has no webhook-signature')
}

async function oldSignature(needs: DoctorNeeds, send: Send): Promise<Finding> {
  const reception = await send({ signedAtMs: needs.nowMs() - TEN_MINUTES_MS })
  return refused('a signature ten minutes old is refused', reception, 'refuse a webhook-timestamp over 5 minutes away')
}

async function twoSignatures(needs: DoctorNeeds, send: Send): Promise<Finding> {
  const id = needs.newId()
  const payload = JSON.stringify(recordOf(`doctor-${id}`, 'N'))
  const headers = await signWebhook({ id, payload, secret: needs.secret, signedAtMs: needs.nowMs() })
  const both = `v1,${btoa('another signature of 32 bytes...')} ${headers['webhook-signature']}`
  const reception = await send({ id, payload, headers: { ...headers, 'webhook-signature': both } })
  return accepted(
    'one right signature of two is enough',
    reception,
    'webhook-signature is a list: while a secret is changed it has two',
  )
}

async function duplicate(needs: DoctorNeeds, send: Send): Promise<Finding> {
  const id = needs.newId()
  const payload = JSON.stringify(recordOf(`doctor-${id}`, 'N'))
  await send({ id, payload })
  const again = await send({ id, payload })
  return accepted(
    'an event that comes twice is accepted twice',
    again,
    'answer 2xx to a webhook-id you know, and do nothing',
  )
}

async function wrongOrder(needs: DoctorNeeds, send: Send): Promise<Finding> {
  const operation = `doctor-${needs.newId()}`
  await send({ payload: JSON.stringify(recordOf(operation, 'N')) })
  const late = await send({ type: 'voucher.issued', payload: JSON.stringify(recordOf(operation, 'P')) })
  return accepted(
    'an older event after a newer one is accepted',
    late,
    'answer 2xx; let a final status never go back to P',
  )
}

async function unknownType(send: Send): Promise<Finding> {
  const payload = JSON.stringify({ id: 'x', a_field_of_next_year: true })
  const reception = await send({ type: 'something.new', payload })
  return accepted(
    'an event of an unknown type is accepted',
    reception,
    'answer 2xx to types you do not handle: new ones are added',
  )
}

async function otherLetters(needs: DoctorNeeds, send: Send): Promise<Finding> {
  const record = recordOf(`doctor-${needs.newId()}`, 'N')
  const payload = JSON.stringify({ ...record, reference: { number: '', description: 'Piñata de ocho años, 10 € 🎉' } })
  const reception = await send({ payload })
  return accepted('ñ, € and emoji do no harm', reception, 'verify and store the body as UTF-8')
}

async function manyAtOnce(send: Send): Promise<Finding> {
  const all = await Promise.all(Array.from({ length: AT_ONCE }, () => send()))
  const failed = all.find((reception) => !isAccepted(reception))
  const slowest = all.reduce((one, other) => (other.durationMs > one.durationMs ? other : one))
  const check = `${AT_ONCE} events at once are answered soon`
  if (failed) return wanted(check, false, failed, 'answer 2xx first, work afterwards')
  if (slowest.durationMs <= SLOW_MS) return wanted(check, true, slowest, '')
  const remedy = 'answer 2xx first, work afterwards: slow answers time out and come again'
  return { check, verdict: 'warning', found: receptionText(slowest, 'en'), remedy }
}

function wanted(check: string, good: boolean, reception: Reception, remedy: string): Finding {
  return { check, verdict: good ? 'good' : 'bad', found: receptionText(reception, 'en'), remedy: good ? '' : remedy }
}

function accepted(check: string, reception: Reception, remedy: string): Finding {
  return wanted(check, isAccepted(reception), reception, remedy)
}

/** A refusal is a 4xx: a 5xx makes the service try again, a 2xx accepts a forged event. */
function refused(check: string, reception: Reception, remedy: string): Finding {
  const { status = 0 } = reception
  if (status >= 400 && status < 500) return wanted(check, true, reception, '')
  if (isAccepted(reception)) return wanted(check, false, reception, remedy)
  return { check, verdict: 'warning', found: receptionText(reception, 'en'), remedy: 'refuse with a 4xx' }
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
