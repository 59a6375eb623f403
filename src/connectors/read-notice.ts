// Checks a connector's result for an inbound request: only a complete outcome with the port's notices is processed.
import { isValidClabe } from '../core/banks/clabe.ts'
import { disputeStageNames } from '../core/dispute.ts'
import { disputeSchemes } from '../core/dispute-reasons.ts'
import { MAX_AMOUNT_CENTAVOS, MAX_SUM_CENTAVOS } from '../core/money.ts'
import { isPrintable } from '../core/text.ts'
import { isDay, readInstant } from '../core/time.ts'
import { chargeResults } from './acquirer.ts'
import { kindOf, MAX_REFERENCE } from './bounded.ts'
import {
  type ChargeNotice,
  type DisputeNotice,
  type DisputeOutcomeNotice,
  type InboundAnswer,
  type InboundOutcome,
  type Notice,
  type PaymentNotice,
  type StatementNotice,
  sendBackCauses,
  type TransferStateNotice,
} from './notice.ts'
import { type PortName, ports } from './ports.ts'

const MAX_NOTICES = 1_000
const MAX_HEADERS = 10
const MAX_ANSWER_CHARACTERS = 64 * 1024
const MAX_STATEMENT_CHARACTERS = 1_000_000
/** The reason of a dispute, as a card network writes it. */
export const REASON_CODE = /^[A-Za-z0-9.-]{1,20}$/
export const CEP_URL = /^https:\/\/www\.banxico\.org\.mx\/cep\/[\w.~%?&=+/-]*$/

/** The fault of an outcome, without its contents; undefined for a valid one. */
export function outcomeFault(port: PortName, outcome: unknown): string | undefined {
  if (typeof outcome !== 'object' || outcome === null) return 'the outcome is no object'
  const { kind } = outcome as { kind?: unknown }
  const found = outcome as InboundOutcome
  switch (kind) {
    case 'unknown':
      return undefined
    case 'unreadable':
    case 'refused': {
      const { reason, answer } = found as Extract<InboundOutcome, { reason: string }>
      if (typeof reason !== 'string') return 'the refusal has no reason'
      return answer === undefined ? undefined : answerFault(answer)
    }
    case 'taken': {
      const { notices, answer } = found as Extract<InboundOutcome, { kind: 'taken' }>
      if (!Array.isArray(notices) || notices.length > MAX_NOTICES)
        return `there is no list of at most ${MAX_NOTICES} notices`
      for (const [at, notice] of notices.entries()) {
        const fault = noticeFault(port, notice)
        if (fault !== undefined) return `notice ${at + 1}: ${fault}`
      }
      return answerFault(answer)
    }
    case 'deposit': {
      const { notice, answers } = found as Extract<InboundOutcome, { kind: 'deposit' }>
      if (port !== 'speiBank') return 'only a SPEI bank takes deposits back'
      if ((notice as Partial<Notice> | null | undefined)?.kind !== 'payment')
        return 'the notice of a deposit is no payment'
      const all = [answers?.taken, ...sendBackCauses.map((cause) => answers?.sentBack?.[cause])]
      return noticeFault(port, notice) ?? all.map(answerFault).find((fault) => fault !== undefined)
    }
    default:
      return 'the outcome is of no known kind'
  }
}

function answerFault(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return 'there is no answer'
  const { status, contentType = '', body = '', headers = {} } = answer as InboundAnswer
  const fits = Number.isInteger(status) && ((status >= 200 && status < 300) || (status >= 400 && status < 500))
  if (!fits) return 'the status of the answer is neither 200 to 299 nor 400 to 499'
  if (typeof contentType !== 'string' || !/^[\x20-\x7e]{0,100}$/.test(contentType))
    return 'the contentType of the answer is no text'
  if (typeof body !== 'string' || body.length > MAX_ANSWER_CHARACTERS)
    return 'the body of the answer is no text of 64 KiB'
  if (!areHeaders(headers)) return 'a header of the answer is none that begins with x- or cobro-'
  return undefined
}

/** Few, and none that means something to HTTP. */
function areHeaders(headers: unknown): boolean {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return false
  const entries = Object.entries(headers)
  return (
    entries.length <= MAX_HEADERS &&
    entries.every(
      ([name, value]) =>
        /^(x|cobro)-[a-z0-9-]{1,40}$/.test(name) && typeof value === 'string' && /^[\x20-\x7e]{0,1000}$/.test(value),
    )
  )
}

/** The fault of one notice of a network of the port; undefined for a valid one. */
export function noticeFault(port: PortName, notice: unknown): string | undefined {
  if (typeof notice !== 'object' || notice === null) return 'it is no object'
  const { kind } = notice as Partial<Notice>
  const known = kind !== undefined && ports[port].notices.includes(kind)
  if (!known) return `its kind is none that a network of this port (${ports[port].title}) reports`
  // The network and the rail follow from the connector, so that it cannot report for another.
  const foreign = ['rail', 'network'].find((name) => (notice as Record<string, unknown>)[name] !== undefined)
  if (foreign !== undefined) return `${foreign} is not for the connector to say`
  const faultOf = noticeFaults[kind] as (notice: Notice) => string | undefined
  return faultOf(notice as Notice)
}

const text = (value: unknown, max: number, min = 1) =>
  typeof value === 'string' && value.length >= min && isPrintable(value, max)

const states: Record<TransferStateNotice['state'], true> = {
  accepted: true,
  settled: true,
  rejected: true,
  returned: true,
}

const noticeFaults: { [K in Notice['kind']]: (notice: Extract<Notice, { kind: K }>) => string | undefined } = {
  payment: (notice) => {
    const fits: Record<keyof Omit<PaymentNotice, 'kind'>, boolean> = {
      networkTransaction: text(notice.networkTransaction, 100),
      institution: text(notice.institution, 40, 0),
      operationDay: typeof notice.operationDay === 'string' && isDay(notice.operationDay),
      networkReference: text(notice.networkReference, MAX_REFERENCE),
      amountCentavos: isAmount(notice.amountCentavos, MAX_SUM_CENTAVOS),
      payerClabe: notice.payerClabe === undefined || isClabe(notice.payerClabe),
      payerName: notice.payerName === undefined || text(notice.payerName, 120, 0),
      paidAt: maybeInstant(notice.paidAt),
      cepUrl: notice.cepUrl === undefined || isCepUrl(notice.cepUrl),
    }
    return faultIn(fits)
  },
  transfer: (notice) => {
    const fits: Record<keyof Omit<TransferStateNotice, 'kind'>, boolean> = {
      trackingKey: text(notice.trackingKey, 40, notice.networkReference === undefined ? 1 : 0),
      networkReference: notice.networkReference === undefined || text(notice.networkReference, MAX_REFERENCE),
      state: typeof notice.state === 'string' && Object.hasOwn(states, notice.state),
      at: maybeInstant(notice.at),
      reason: notice.reason === undefined || text(notice.reason, 250, 0),
      amountCentavos: notice.amountCentavos === undefined || isAmount(notice.amountCentavos, MAX_SUM_CENTAVOS),
      destination: notice.destination === undefined || isClabe(notice.destination),
    }
    return faultIn(fits)
  },
  charge: (notice) => {
    const fits: Record<keyof Omit<ChargeNotice, 'kind'>, boolean> = {
      operationId: text(notice.operationId, 100),
      outcome: kindOf(notice.outcome, chargeResults) !== 'malformed',
    }
    return faultIn(fits)
  },
  dispute: (notice) => {
    const fits: Record<keyof Omit<DisputeNotice, 'kind'>, boolean> = {
      operationId: text(notice.operationId, 100),
      networkDispute: text(notice.networkDispute, 100),
      stage: disputeStageNames.includes(notice.stage),
      scheme: disputeSchemes.includes(notice.scheme),
      reasonCode: typeof notice.reasonCode === 'string' && REASON_CODE.test(notice.reasonCode),
      amountCentavos: isAmount(notice.amountCentavos),
      respondBy: text(notice.respondBy, 40) && isInstant(notice.respondBy),
      openedAt: maybeInstant(notice.openedAt),
    }
    return faultIn(fits)
  },
  'dispute-outcome': (notice) => {
    const fits: Record<keyof Omit<DisputeOutcomeNotice, 'kind'>, boolean> = {
      operationId: text(notice.operationId, 100),
      networkDispute: text(notice.networkDispute, 100),
      stage: disputeStageNames.includes(notice.stage),
      outcome: ['won', 'lost'].includes(notice.outcome),
      at: maybeInstant(notice.at),
    }
    return faultIn(fits)
  },
  statement: ({ content }: StatementNotice) =>
    faultIn({ content: typeof content === 'string' && content.length <= MAX_STATEMENT_CHARACTERS }),
}

/** Payers follow it from their receipt, so it leads nowhere else. */
export function isCepUrl(url: unknown): boolean {
  return text(url, 500) && CEP_URL.test(url as string)
}

function isClabe(value: string): boolean {
  return text(value, 18) && isValidClabe(value)
}

function isAmount(value: number, most = MAX_AMOUNT_CENTAVOS): boolean {
  return Number.isSafeInteger(value) && value > 0 && value <= most
}

function maybeInstant(value: string | undefined): boolean {
  return value === undefined || (text(value, 40) && isInstant(value))
}

function isInstant(value: string): boolean {
  return readInstant(value) !== undefined
}

function faultIn(fits: Record<string, boolean>): string | undefined {
  const wrong = Object.keys(fits).filter((name) => !fits[name])
  return wrong.length > 0 ? `${wrong.join(', ')} ${wrong.length > 1 ? 'do' : 'does'} not fit` : undefined
}
