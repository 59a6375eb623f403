// A network of stores over an operator's own service.
import { cashNetworkAnswers as answers, type CashNetwork } from '../cash-network.ts'
import type { Asks } from './client.ts'

export function cashNetworkOver(ask: Asks, name: string, words: readonly string[]): CashNetwork {
  return {
    name,
    issue: (request, signal) => ask('issue', answers.issue, request, signal),
    cancel: (request, signal) => ask('cancel', answers.cancel, request, signal),
    ...(words.includes('give-back') && {
      giveBack: (request, signal) => ask('give-back', answers.giveBack, request, signal),
    }),
  }
}
