// Sends orders to STP, looks them up, and has deposits sent back. An order that STP may have taken is never sent as another one.
import { isValidClabe } from '../../core/banks/clabe.ts'
import type { Unknown } from '../bounded.ts'
import { centavosOf, textOf } from '../exact-json.ts'
import type {
  FindTransferRequest,
  ReturnDepositRequest,
  ShownTransfer,
  TransferOutcome,
  TransferRequest,
  TransferStateOutcome,
} from '../spei-bank.ts'
import type { StpAnswer } from './client.ts'
import type { StpNeeds } from './needs.ts'
import { amountText, asciiText, chainOf, chainOfOrder, dayDigits, type OrderFields } from './order-fields.ts'
import { findOrder, findOwnOrder, type StpOrder } from './queries.ts'
import { causeText, sentBackState, sentState } from './states.ts'

const FAILED: Unknown = { kind: 'unknown', failed: true }
const UNKNOWN: Unknown = { kind: 'unknown' }
const STP = '90646'
const CLABE_ACCOUNT = '40'
const THIRD_PARTY = '1'
/** A settled order may come back within days; nothing is reported of it a year later. */
const ORDER_KEPT_DAYS = 366
const NO_NAME = 'ND'

/** The name under which the banking day of an order is kept: STP's notices do not say it. */
export function dayOfOrder(trackingKey: string): string {
  return `order.${trackingKey}`
}

/** The name under which the day is kept on which STP was asked to send a deposit back, by our key of it. */
export function keyOfReturn(trackingKey: string): string {
  return `return.${trackingKey}`
}

/** The name under which the key of an order is kept by STP's id. */
export function keyOfId(id: string): string {
  return `id.${id}`
}

export async function sendOrder(
  needs: StpNeeds,
  request: TransferRequest,
  signal: AbortSignal,
): Promise<TransferOutcome> {
  if (!isValidClabe(request.destination)) return { kind: 'rejected', reason: 'the destination is not a CLABE' }
  if (request.participant === '') return { kind: 'rejected', reason: 'no institution has CLABEs with these digits' }
  const fields = orderFields(needs, request)
  const firma = needs.sign(chainOfOrder(fields))
  await needs.state.keepFirst(dayOfOrder(request.trackingKey), needs.today(), ORDER_KEPT_DAYS)
  const answer = registered(await needs.client.put('/ordenPago/registra', { ...fields, firma }, signal))
  switch (answer.kind) {
    case 'taken':
      // An id that STP gave to another order says nothing about this one.
      return (await isIdOf(needs, answer.id, request.trackingKey))
        ? { kind: 'accepted', networkReference: answer.id }
        : FAILED
    case 'used':
      return afterUsed(needs, request, signal)
    case 'refused':
      return { kind: 'rejected', reason: answer.reason }
    case 'later':
      return UNKNOWN
    case 'unclear':
      return FAILED
  }
}

async function isIdOf({ state }: StpNeeds, id: string, trackingKey: string): Promise<boolean> {
  return (await state.keepFirst(keyOfId(id), trackingKey, ORDER_KEPT_DAYS)) === trackingKey
}

function orderFields({ company, from }: StpNeeds, request: TransferRequest): OrderFields {
  return {
    institucionContraparte: request.participant,
    empresa: company,
    // STP's notices carry it back.
    folioOrigen: request.trackingKey,
    claveRastreo: request.trackingKey,
    institucionOperante: STP,
    monto: amountText(request.amountCentavos),
    tipoPago: THIRD_PARTY,
    tipoCuentaOrdenante: CLABE_ACCOUNT,
    nombreOrdenante: from.name,
    cuentaOrdenante: from.account,
    rfcCurpOrdenante: from.rfc,
    tipoCuentaBeneficiario: CLABE_ACCOUNT,
    nombreBeneficiario: asciiText(request.beneficiary, 39) || NO_NAME,
    cuentaBeneficiario: request.destination,
    rfcCurpBeneficiario: NO_NAME,
    conceptoPago: asciiText(request.concept, 39) || 'Transferencia',
    referenciaNumerica: String(request.numericReference),
    topologia: 'T',
    medioEntrega: '3',
    prioridad: '0',
  }
}

/**
 * STP has an order under this key, and our keys never repeat: it is this one, and it is not sent again. It counts as taken only when STP shows
 * an order to the same account, of the same amount.
 */
async function afterUsed(needs: StpNeeds, request: TransferRequest, signal: AbortSignal): Promise<TransferOutcome> {
  const first = await needs.state.read(dayOfOrder(request.trackingKey))
  const found = await findOwnOrder(needs, { key: request.trackingKey, day: first ?? needs.today() }, signal)
  if (found.kind !== 'found') return found.kind === 'none' ? UNKNOWN : FAILED
  const { order } = found
  const isSame =
    order('cuentaBeneficiario') === request.destination && centavosOf(order('monto')) === request.amountCentavos
  if (!isSame) return UNKNOWN
  const outcome = outcomeOf(order)
  return outcome.kind === 'returned' || outcome.kind === 'never-seen' ? { kind: 'accepted' } : outcome
}

/** What STP shows of an order of ours. */
export function outcomeOf(order: StpOrder): TransferStateOutcome {
  const state = sentState(order('estado'))
  const id = order('idEF')
  const shown = shownIn(order)
  switch (state) {
    case undefined:
      return UNKNOWN
    case 'rejected':
      return { kind: 'rejected', reason: `STP cancelled it: ${order('estado')}`, ...shown }
    case 'returned':
      return { kind: 'returned', reason: causeText(order('causaDevolucion')), ...shown }
    default:
      return { kind: state, ...(/^\d{1,19}$/.test(id) && { networkReference: id }), ...shown }
  }
}

export function shownIn(order: StpOrder): ShownTransfer {
  const [amountCentavos, destination] = [centavosOf(order('monto')), order('cuentaBeneficiario')]
  return {
    ...(amountCentavos !== undefined && { amountCentavos }),
    ...(isValidClabe(destination) && { destination }),
  }
}

export async function findSent(
  needs: StpNeeds,
  { trackingKey, day, deposit }: FindTransferRequest,
  signal: AbortSignal,
): Promise<TransferStateOutcome> {
  if (deposit !== undefined) return findReturned(needs, deposit, signal)
  const found = await findOrder(needs, { key: trackingKey, day, direction: 'E' }, signal)
  if (found.kind === 'unclear') return FAILED
  return found.kind === 'none' ? { kind: 'never-seen' } : outcomeOf(found.order)
}

/** What became of a deposit that STP was asked to send back: the deposit itself says so. */
async function findReturned(
  needs: StpNeeds,
  deposit: NonNullable<FindTransferRequest['deposit']>,
  signal: AbortSignal,
): Promise<TransferStateOutcome> {
  const found = await findOrder(needs, { key: deposit.trackingKey, day: deposit.day, direction: 'R' }, signal)
  // STP says nothing of a deposit that it reported: it may have been sent back.
  if (found.kind !== 'found') return found.kind === 'none' ? UNKNOWN : FAILED
  // Two banks may give one key to two deposits.
  const isSame =
    centavosOf(found.order('monto')) === deposit.amountCentavos &&
    ['', deposit.clabe].includes(found.order('cuentaBeneficiario'))
  if (!isSame) return UNKNOWN
  const state = sentBackState(found.order('estado'))
  return state === undefined ? { kind: 'never-seen' } : { kind: state }
}

/** Looked up first: another one of this call may have been taken without its answer. */
export async function sendDepositBack(
  needs: StpNeeds,
  { trackingKey, deposit }: ReturnDepositRequest,
  signal: AbortSignal,
): Promise<TransferOutcome> {
  const asked = keyOfReturn(trackingKey)
  const before = await findReturned(needs, deposit, signal)
  if (before.kind !== 'never-seen') return before.kind === 'returned' ? UNKNOWN : before
  const isFirstTry = (await needs.state.read(asked)) === undefined
  await needs.state.keepFirst(asked, needs.today(), ORDER_KEPT_DAYS)
  const fields = [
    ['fechaOperacion', dayDigits(deposit.day)],
    ['institucionOperante', STP],
    ['claveRastreo', deposit.trackingKey],
    ['monto', amountText(deposit.amountCentavos)],
    ['digitoIdentificadorBeneficiario', '2'],
    ['claveRastreoDevolucion', trackingKey],
    ['medioEntrega', '3'],
  ] as const
  const firma = needs.sign(chainOf(fields.map(([, value]) => value)))
  const body = { ...Object.fromEntries(fields), empresa: needs.company, firma }
  const answer = registered(await needs.client.put('/ordenPago/retornaOrden', body, signal))
  switch (answer.kind) {
    case 'taken':
      return { kind: 'accepted', networkReference: answer.id }
    case 'used':
    case 'refused': {
      // An earlier try without an answer may be on its way: then the deposit itself says so, later.
      if (answer.kind === 'used' && !isFirstTry) return UNKNOWN
      const after = await findReturned(needs, deposit, signal)
      return after.kind === 'never-seen' ? { kind: 'rejected', reason: answer.reason } : FAILED
    }
    case 'later':
      return UNKNOWN
    case 'unclear':
      return FAILED
  }
}

/**
 * `taken`: with STP's own id. `used`: STP has an order under this key. `refused`: no money leaves. `later`: STP takes no orders now. `unclear`:
 * the order may or may not have been taken.
 */
type Registered =
  | { kind: 'taken'; id: string }
  | { kind: 'used'; reason: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'later' }
  | { kind: 'unclear' }

/** Smaller positive ids are codes of errors. */
const LEAST_ID = 1_000n
/** Key used for that day, duplicated order, duplicated datum. */
const USED = ['-1', '-2', '5']
/** STP's link to SPEI answers queries only. */
const QUERIES_ONLY = '-30'
/** Errors under the code 0 that are certain: the signature, or a field. `0` may also mean that STP’s service did not answer. */
const WRONG_REQUEST = /\bfirma\b|obligatori|^el campo\b/i
const NO_SERVICE = /servicio|respuesta|tiempo|timeout/i

export function registered(answer: StpAnswer): Registered {
  if (answer.kind === 'none' || answer.status !== 200) return { kind: 'unclear' }
  const { resultado } = answer.body as { resultado?: { id?: unknown; descripcionError?: unknown } | null }
  const id = textOf(resultado?.id)
  if (!/^-?\d{1,19}$/.test(id)) return { kind: 'unclear' }
  const description = textOf(resultado?.descripcionError)
  const code = BigInt(id)
  if (code >= LEAST_ID) return description === '' ? { kind: 'taken', id } : { kind: 'unclear' }
  const reason = `STP ${id}: ${description || 'it says no more'}`.slice(0, 240)
  if (USED.includes(id)) return { kind: 'used', reason }
  if (id === QUERIES_ONLY) return { kind: 'later' }
  if (code === 0n && (!WRONG_REQUEST.test(description) || NO_SERVICE.test(description))) return { kind: 'unclear' }
  // Codes 1 to 8 are positive; between them and an id nothing is documented.
  if (code > 8n) return { kind: 'unclear' }
  return { kind: 'refused', reason }
}
