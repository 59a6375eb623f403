// Takes what an operator's own service reports: signed, near in time and not replayed. The answer is signed for this report.
import { randomUUID } from 'node:crypto'
import {
  type DepositAnswers,
  type InboundAnswer,
  type InboundCall,
  type InboundOutcome,
  type InboundRequest,
  type Notice,
  type PaymentNotice,
  sendBackCauses,
} from '../notice.ts'
import type { PortName } from '../ports.ts'
import { noticeFault } from '../read-notice.ts'
import type { ConnectorState } from '../state.ts'
import { objectIn } from './client.ts'
import {
  answerSignature,
  headerOf,
  isNonce,
  isNow,
  isSame,
  NONCE,
  nowSeconds,
  requestSignature,
  SIGNATURE,
  TIME,
} from './signatures.ts'

interface ReportNeeds {
  port: PortName
  /** The name under which the settings have the connector, which is part of the path. */
  name: string
  secret: string
  state: ConnectorState
}

/** Signs an answer to the report. */
type Answer = (content: object, status?: number) => InboundAnswer

/** An hour: a report is refused long before, because its time is too far from ours. */
const NONCE_KEPT_DAYS = 1 / 24
const MAX_NOTICES = 1_000

/** `/reports`: notices of what has happened. `/deposits`: a deposit that the bank takes or sends back as it is answered. */
export function reportCalls(needs: ReportNeeds): InboundCall[] {
  const call = (
    path: string,
    read: (needs: ReportNeeds, body: Body, answer: Answer) => InboundOutcome,
  ): InboundCall => ({
    method: 'POST',
    path,
    receive: (request) => receive(needs, request, read),
  })
  const reports = call('/reports', readReports)
  return needs.port === 'speiBank' ? [reports, call('/deposits', readDeposit)] : [reports]
}

type Body = Record<string, unknown>

async function receive(
  needs: ReportNeeds,
  request: InboundRequest,
  read: (needs: ReportNeeds, body: Body, answer: Answer) => InboundOutcome,
): Promise<InboundOutcome> {
  const signature = headerOf(request.headers, SIGNATURE)
  const reason = senderFault(needs, request, signature)
  if (reason !== undefined) return { kind: 'refused', reason, answer: { status: 403, body: '{"result":"refused"}' } }
  const answer: Answer = (content, status = 200) => {
    const [body, time] = [JSON.stringify(content), String(nowSeconds())]
    const signed = answerSignature(needs.secret, { kind: 'report', to: signature, status, time, body })
    return { status, body, headers: { [TIME]: time, [SIGNATURE]: signed } }
  }
  try {
    if (await isReplay(needs, headerOf(request.headers, NONCE)))
      return { kind: 'refused', reason: 'it is replayed', answer: { status: 409, body: '{"result":"replayed"}' } }
  } catch {
    // Our own database: the service repeats the report.
    return { kind: 'unknown' }
  }
  const body = objectIn(request.body)
  return body === undefined ? unreadable('it is no JSON object', answer) : read(needs, body, answer)
}

/** Why a report is not of the service; undefined when it is. */
function senderFault({ name, secret }: ReportNeeds, request: InboundRequest, signature: string): string | undefined {
  const { method, headers, body, query } = request
  const [time, nonce] = [headerOf(headers, TIME), headerOf(headers, NONCE)]
  const path = `/v1/networks/${name}${request.path}`
  if (!isNonce(nonce)) return 'it has no nonce'
  const wanted = requestSignature(secret, { kind: 'report', method, path, time, nonce, body })
  if (query !== '' || !isSame(signature, wanted)) return 'the signature is wrong'
  return isNow(time) ? undefined : 'its time is too far from ours'
}

/** Whether a report with this nonce came before. Of several at once, also to several processes, only the first is no replay. */
async function isReplay({ state }: ReportNeeds, nonce: string): Promise<boolean> {
  const mine = randomUUID()
  return (await state.keepFirst(`nonce.${nonce}`, mine, NONCE_KEPT_DAYS)) !== mine
}

function unreadable(reason: string, answer: Answer): InboundOutcome {
  return { kind: 'unreadable', reason, answer: answer({ result: 'unreadable', reason }, 400) }
}

function readReports({ port }: ReportNeeds, { notices }: Body, answer: Answer): InboundOutcome {
  if (!Array.isArray(notices) || notices.length > MAX_NOTICES)
    return unreadable(`it has no list of at most ${MAX_NOTICES} notices`, answer)
  for (const [at, notice] of notices.entries()) {
    const fault = noticeFault(port, notice)
    if (fault !== undefined) return unreadable(`notice ${at + 1}: ${fault}`, answer)
  }
  return { kind: 'taken', notices: notices as Notice[], answer: answer({ result: 'taken' }) }
}

function readDeposit({ port }: ReportNeeds, notice: Body, answer: Answer): InboundOutcome {
  const fault = notice.kind === 'payment' ? noticeFault(port, notice) : 'its kind is not payment'
  if (fault !== undefined) return unreadable(fault, answer)
  const sentBack = sendBackCauses.map((cause) => [cause, answer({ result: 'send-back', cause })])
  const answers = { taken: answer({ result: 'taken' }), sentBack: Object.fromEntries(sentBack) } as DepositAnswers
  return { kind: 'deposit', notice: notice as unknown as PaymentNotice, answers }
}
