// A bank on SPEI over an operator's own service.
import { speiBankAnswers as answers, type SpeiBank } from '../spei-bank.ts'
import type { Asks } from './client.ts'
import type { ServiceAbilities } from './services.ts'

export function speiBankOver(ask: Asks, name: string, { words, keyLife }: ServiceAbilities): SpeiBank {
  return {
    name,
    keyLife,
    issueAccount: (request, signal) => ask('issue-account', answers.issueAccount, request, signal),
    closeAccount: (request, signal) => ask('close-account', answers.closeAccount, request, signal),
    transfer: (request, signal) => ask('transfer', answers.transfer, request, signal),
    findTransfer: (request, signal) => ask('find-transfer', answers.findTransfer, request, signal),
    ...(words.includes('return-deposit') && {
      returnDeposit: (request, signal) => ask('return-deposit', answers.returnDeposit, request, signal),
    }),
    ...(words.includes('balance') && { balance: (_, signal) => ask('balance', answers.balance, {}, signal) }),
    ...(words.includes('movements') && {
      movements: (request, signal) => ask('movements', answers.movements, request, signal, 'a-day'),
    }),
    ...(words.includes('statement') && {
      statement: (request, signal) => ask('statement', answers.statement, request, signal, 'a-day'),
    }),
  }
}
