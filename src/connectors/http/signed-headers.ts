// The headers with which an operator's own service signs: its answers, and what it reports.
import {
  answerSignature,
  headerOf,
  NONCE,
  newNonce,
  nowSeconds,
  requestSignature,
  SIGNATURE,
  TIME,
} from './signatures.ts'

export function answerHeaders(
  secret: string,
  answer: { asked: Readonly<Record<string, string | readonly string[] | undefined>>; status: number; body: string },
): Record<string, string> {
  const { asked, status, body } = answer
  const time = String(nowSeconds())
  const to = headerOf(asked, SIGNATURE)
  return { [TIME]: time, [SIGNATURE]: answerSignature(secret, { kind: 'call', to, status, time, body }) }
}

export function reportHeaders(secret: string, { path, body }: { path: string; body: string }): Record<string, string> {
  const [time, nonce] = [String(nowSeconds()), newNonce()]
  const signature = requestSignature(secret, { kind: 'report', method: 'POST', path, time, nonce, body })
  return { [TIME]: time, [NONCE]: nonce, [SIGNATURE]: signature }
}
