// Signs and verifies by the text of docs/connectors/http.md, independently of the connector.
import { createHash, createHmac, randomBytes } from 'node:crypto'

export interface Message {
  headers: Record<string, string>
  body: string
}

const sha256 = (body: string) => createHash('sha256').update(body).digest('hex')
const sign = (secret: string, ...lines: (string | number)[]) =>
  createHmac('sha256', secret)
    .update(['cobro-http-1', ...lines].join('\n'))
    .digest('hex')

export const nowText = (aheadSeconds = 0) => String(Math.floor(Date.now() / 1_000) + aheadSeconds)

/** A request of one side, signed. */
export function signedRequest(
  secret: string,
  kind: 'call' | 'report',
  path: string,
  content: unknown,
  { time = nowText(), nonce = randomBytes(16).toString('hex') } = {},
): Message {
  const body = typeof content === 'string' ? content : JSON.stringify(content)
  const signature = sign(secret, kind, 'POST', path, time, nonce, sha256(body))
  return {
    headers: {
      'content-type': 'application/json',
      'cobro-time': time,
      'cobro-nonce': nonce,
      'cobro-signature': signature,
    },
    body,
  }
}

export function isSignedCall(
  secret: string,
  path: string,
  headers: Record<string, string | string[] | undefined>,
  body: string,
): boolean {
  const [time, nonce] = [String(headers['cobro-time']), String(headers['cobro-nonce'])]
  return headers['cobro-signature'] === sign(secret, 'call', 'POST', path, time, nonce, sha256(body))
}

/** The headers of the answer to a call. */
export function answerHeaders(
  secret: string,
  to: unknown,
  status: number,
  body: string,
  time = nowText(),
): Record<string, string> {
  const signature = sign(secret, 'answer', String(to), status, time, sha256(body))
  return { 'content-type': 'application/json', 'cobro-time': time, 'cobro-signature': signature }
}

/** Whether Cobro's answer to a report is signed for it. */
export function isSignedReceipt(
  secret: string,
  report: Message,
  { status, headers, body }: { status: number; headers: Record<string, unknown>; body: string },
): boolean {
  const time = String(headers['cobro-time'])
  const wanted = sign(secret, 'receipt', report.headers['cobro-signature'] ?? '', status, time, sha256(body))
  return headers['cobro-signature'] === wanted
}
