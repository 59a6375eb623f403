// Reads a change of state of an order of ours (cambio de estado). What it says is believed after STP answered a query for it.
import { readJson, textOf } from '../exact-json.ts'
import type { InboundAnswer, InboundOutcome, TransferStateNotice } from '../notice.ts'
import { instantOfMs } from './dates.ts'
import type { StpNeeds } from './needs.ts'
import { findOwnOrder, type StpOrder } from './queries.ts'
import { sentState } from './states.ts'
import { dayOfOrder, keyOfId, outcomeOf, shownIn } from './transfers.ts'

const TAKEN: InboundAnswer = { status: 200, body: '{"mensaje":"recibido"}' }
const NO_KEY = 'STP names no order of ours'

export async function receiveStateChange(needs: StpNeeds, text: string, signal: AbortSignal): Promise<InboundOutcome> {
  // Answered as taken: a repeat would say the same, and the report is kept for a person.
  const unreadable = (reason: string): InboundOutcome => ({ kind: 'unreadable', reason, answer: TAKEN })
  const body = readJson(text)?.value
  if (body === undefined)
    return {
      kind: 'unreadable',
      reason: 'it is no JSON object',
      answer: { status: 400, body: '{"mensaje":"ilegible"}' },
    }
  const field: StpOrder = (name) => textOf(body[name])
  if (field('empresa') !== needs.company) return unreadable('it is of another company')
  const word = field('estado') || field('Estado')
  if (word === '') return unreadable('it has no estado')
  const key = await keyOf(needs, field)
  if (key === undefined) return unreadable(NO_KEY)
  const day = await needs.state.read(dayOfOrder(key))
  if (day === undefined) return unreadable(NO_KEY)
  if (sentState(word) === 'accepted') return taken([])
  // Final states decide about money, and anybody who knows the secret could say them: STP is asked.
  const found = await findOwnOrder(needs, { key, day }, signal)
  if (found.kind === 'unclear') return { kind: 'unknown' }
  if (found.kind === 'none') return unreadable('STP has no order under the key that it reports')
  const notice = noticeOf(key, found.order)
  return taken(notice === undefined ? [] : [notice])
}

function taken(notices: TransferStateNotice[]): InboundOutcome {
  return { kind: 'taken', notices, answer: TAKEN }
}

/** The key that we gave the order: as such, as its folio, or by STP's id of it. */
async function keyOf({ state }: StpNeeds, field: StpOrder): Promise<string | undefined> {
  for (const name of ['claveRastreo', 'folioOrigen']) {
    const key = field(name)
    if (/^[A-Za-z0-9]{1,30}$/.test(key) && (await state.read(dayOfOrder(key))) !== undefined) return key
  }
  const id = field('id')
  return /^\d{1,19}$/.test(id) ? state.read(keyOfId(id)) : undefined
}

/** What STP shows of an order, as a notice; undefined while it is on its way. */
export function noticeOf(trackingKey: string, order: StpOrder): TransferStateNotice | undefined {
  const outcome = outcomeOf(order)
  const shown = shownIn(order)
  switch (outcome.kind) {
    case 'settled': {
      const at = instantOfMs(order('tsLiquidacion'))
      return { kind: 'transfer', trackingKey, state: 'settled', ...(at !== undefined && { at }), ...shown }
    }
    case 'rejected':
    case 'returned':
      return { kind: 'transfer', trackingKey, state: outcome.kind, reason: outcome.reason, ...shown }
    default:
      return undefined
  }
}
