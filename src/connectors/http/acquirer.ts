// A card acquirer over an operator's own service.
import {
  type Acquirer,
  type AcquirerCapabilities,
  acquirerAnswers as answers,
  type ChargeIdentity,
  DISPUTES_VERSION,
  type EvidenceFile,
} from '../acquirer.ts'
import type { Asks } from './client.ts'

function capabilitiesOf(words: readonly string[]): AcquirerCapabilities {
  return {
    inquiry: words.includes('inquiry'),
    advice: words.includes('advice'),
    void: words.includes('void'),
    refund: words.includes('refund'),
    partialRefund: words.includes('partial-refund'),
    ...(words.includes('partial-capture') ? { capture: 'part' } : words.includes('capture') && { capture: 'whole' }),
    ...(words.includes('disputes') && { disputes: DISPUTES_VERSION }),
    ...(words.includes('payer-action') && { payerAction: true }),
  }
}

/** With the methods of its capabilities only. */
export function acquirerOver(ask: Asks, name: string, words: readonly string[]): Acquirer {
  const capabilities = capabilitiesOf(words)
  const { inquiry, advice, refund, disputes, payerAction } = capabilities
  return {
    name,
    capabilities,
    authorise: ({ returnUrl, ...request }, signal) =>
      // Where no payer is sent anywhere, none comes back.
      ask('authorise', answers.authorise, { ...withoutTrace(request), ...(payerAction && { returnUrl }) }, signal),
    verify: (card, signal) => ask('verify', answers.verify, { card }, signal),
    ...(inquiry && { inquire: (request, signal) => ask('inquire', answers.inquire, withoutTrace(request), signal) }),
    ...((capabilities.void || refund) && {
      reverse: (request, signal) => ask('reverse', answers.reverse, withoutTrace(request), signal),
    }),
    ...(capabilities.capture && {
      capture: (request, signal) => ask('capture', answers.capture, withoutTrace(request), signal),
    }),
    ...(refund && { refund: (request, signal) => ask('refund', answers.refund, withoutTrace(request), signal) }),
    ...(advice && { advise: (request, signal) => ask('advise', answers.advise, withoutTrace(request), signal) }),
    ...(disputes && {
      answerDispute: ({ files, ...request }, signal) =>
        ask('answer-dispute', answers.answerDispute, { ...request, files: files.map(encoded) }, signal),
    }),
  }
}

/** The service numbers its charges itself: there is no trace. */
function withoutTrace<R extends ChargeIdentity>({ trace: _, ...request }: R): Omit<R, 'trace'> {
  return request
}

function encoded({ content, ...file }: EvidenceFile) {
  return { ...file, content: Buffer.from(content).toString('base64') }
}
