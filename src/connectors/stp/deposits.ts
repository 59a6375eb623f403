// Reads a deposit that STP reports (sendAbono): STP credits it when it is answered `confirmar`, and sends it back when it is answered `devolver`.
import { isValidClabe } from '../../core/banks/clabe.ts'
import { codeOfParticipant } from '../../core/banks/participants.ts'
import { MAX_SUM_CENTAVOS } from '../../core/money.ts'
import { firstCharacters } from '../../core/text.ts'
import { isDay } from '../../core/time.ts'
import { centavosOf, readJson, textOf } from '../exact-json.ts'
import type { DepositAnswers, InboundAnswer, InboundOutcome, PaymentNotice } from '../notice.ts'
import { dayOfDigits, instantOfMs } from './dates.ts'
import type { StpNeeds } from './needs.ts'
import { findOrder, findOwnOrder, type StpOrder } from './queries.ts'
import { noticeOf } from './state-changes.ts'
import { dayOfOrder } from './transfers.ts'

const CONFIRM: InboundAnswer = { status: 200, body: '{"mensaje":"confirmar"}' }
const sendBack = (cause: number): InboundAnswer => ({
  status: 400,
  body: JSON.stringify({ mensaje: 'devolver', id: cause }),
})
/** Mandatory information is missing. */
const MALFORMED = sendBack(14)
/** The account is not of the receiving participant. */
const NOT_OURS = sendBack(6)

/** By STP's catalogue of causes: 1 no such account, 3 closed, 14 missing information, 20 exceeds what may be paid in, 30 repeated key. */
const answers: DepositAnswers = {
  taken: CONFIRM,
  sentBack: {
    'account-unknown': sendBack(1),
    'account-closed': sendBack(3),
    amount: sendBack(20),
    implausible: sendBack(14),
    'repeated-key': sendBack(30),
  },
}

/** A report may say the banking day after next, when STP's day has turned and ours has not. */
const DAYS_AHEAD = 1
/** For so long a report of a deposit may be repeated. */
const ID_KEPT_DAYS = 90

export async function receiveDeposit(needs: StpNeeds, text: string, signal: AbortSignal): Promise<InboundOutcome> {
  const unreadable = (reason: string, answer = MALFORMED): InboundOutcome => ({ kind: 'unreadable', reason, answer })
  const body = readJson(text)?.value
  if (body === undefined) return unreadable('it is no JSON object')
  const inner = typeof body.abono === 'object' && body.abono !== null ? (body.abono as Record<string, unknown>) : body
  const field: StpOrder = (name) => textOf(inner[name])
  if (field('empresa') !== needs.company) return unreadable('it is of another company', NOT_OURS)
  const notice = paymentOf(needs, field)
  if (typeof notice === 'string') return unreadable(notice)
  if (notice.networkReference === needs.own)
    return unreadable('a deposit into the company’s own account: it is the operator’s money', CONFIRM)
  const id = field('id')
  if (!/^\d{1,19}$/.test(id)) return unreadable('its id is none')
  if (!(await isFirstOrSame(needs, id, notice)))
    return unreadable('STP reported another deposit under its id', answers.sentBack['repeated-key'])
  const sentOn = await needs.state.read(dayOfOrder(notice.networkTransaction))
  if (sentOn !== undefined) return ownOrder(needs, notice.networkTransaction, sentOn, signal)
  if (needs.confirms) {
    const found = await findOrder(
      needs,
      { key: notice.networkTransaction, day: notice.operationDay, direction: 'R' },
      signal,
    )
    if (found.kind !== 'found') return { kind: 'unknown' }
    const shown = depositOf(found.order)
    if (typeof shown === 'string' || !isSame(shown, notice)) return unreadable('STP has another deposit under its key')
  }
  return { kind: 'deposit', notice, answers }
}

/**
 * A deposit under the key of an order of ours would make its money owed again: only STP’s word about that order does. Otherwise another
 * payer has used our key, or nobody has.
 */
async function ownOrder(needs: StpNeeds, key: string, day: string, signal: AbortSignal): Promise<InboundOutcome> {
  const found = await findOwnOrder(needs, { key, day }, signal)
  if (found.kind === 'unclear') return { kind: 'unknown' }
  const notice = found.kind === 'found' ? noticeOf(key, found.order) : undefined
  if (notice?.state === 'returned') return { kind: 'taken', notices: [notice], answer: CONFIRM }
  return {
    kind: 'unreadable',
    reason: 'a deposit under the key of an order of ours that did not come back',
    answer: answers.sentBack['repeated-key'],
  }
}

/**
 * STP's id is one deposit. Its key alone is not: with another day it would be another payment, and be credited again. The first report of an id
 * is on disk before anything follows from it.
 */
async function isFirstOrSame({ state }: StpNeeds, id: string, notice: PaymentNotice): Promise<boolean> {
  const { networkTransaction, institution, operationDay, networkReference, amountCentavos } = notice
  const facts = [networkTransaction, institution, operationDay, networkReference, amountCentavos].join(' ')
  return (await state.keepFirst(`deposit.${id}`, facts, ID_KEPT_DAYS)) === facts
}

function isSame(one: PaymentNotice, other: PaymentNotice): boolean {
  const names = ['networkTransaction', 'institution', 'networkReference', 'amountCentavos'] as const
  return names.every((name) => one[name] === other[name])
}

/** The notice, or why it cannot be one. */
function paymentOf({ calendar }: StpNeeds, field: StpOrder): PaymentNotice | string {
  const notice = depositOf(field)
  if (typeof notice === 'string') return notice
  const latest = calendar.bankingDayFrom(calendar.bankingDay(calendar.nowMs()), DAYS_AHEAD)
  return notice.operationDay > latest ? 'its day is in the future' : notice
}

/** A deposit as a notice or a conciliation of STP has it; or why it is none. */
export function depositOf(field: StpOrder): PaymentNotice | string {
  const key = field('claveRastreo')
  const day = dayOfDigits(field('fechaOperacion'))
  const institution = codeOfParticipant(field('institucionOrdenante') || field('institucionContraparte'))
  const clabe = field('cuentaBeneficiario')
  const amountCentavos = centavosOf(field('monto'))
  if (!/^[\x21-\x7e]{1,30}$/.test(key)) return 'its claveRastreo is none'
  if (!isDay(day)) return 'its fechaOperacion is no day'
  if (institution === '') return 'its institucionOrdenante is none'
  if (!isValidClabe(clabe)) return 'its cuentaBeneficiario is no CLABE'
  if (amountCentavos === undefined || amountCentavos > MAX_SUM_CENTAVOS) return 'its monto is no amount'
  const payerClabe = field('cuentaOrdenante')
  const payerName = firstCharacters(
    field('nombreOrdenante')
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ' '),
    120,
  )
  const paidAt = instantOfMs(field('tsLiquidacion'))
  return {
    kind: 'payment',
    networkTransaction: key,
    institution,
    operationDay: day,
    networkReference: clabe,
    amountCentavos,
    // A card or a phone number is no account that money can go back to.
    ...(isValidClabe(payerClabe) && { payerClabe }),
    ...(payerName !== '' && { payerName }),
    ...(paidAt !== undefined && { paidAt }),
  }
}
