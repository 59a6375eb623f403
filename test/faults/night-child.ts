// The service as a process of its own, with an acquirer and a bank that write down each charge and each order that they take. Armed by a file, the
// process kills itself before or after a call of theirs, or a write about the charge of a plan, a payout or a statement.
import { readConfig } from '../../src/config.ts'
import type { Acquirer } from '../../src/connectors/acquirer.ts'
import type { Connected } from '../../src/connectors/connector.ts'
import { sandboxAcquirer } from '../../src/connectors/sandbox/acquirer.ts'
import type { SpeiBank } from '../../src/connectors/spei-bank.ts'
import { createService } from '../../src/service.ts'
import type { Write } from '../../src/store/write.ts'
import { issuedTo } from './issued-account.ts'
import { BOOKS, holds, killing, listen } from './killing.ts'

/** A line of the networks' books, or of what was done to this process. */
export interface Entry {
  what: 'charged' | 'sent' | 'step' | 'killed'
  /** The operation that was charged, or the tracking key of the order. */
  id?: string
  amount?: number
  step?: string
}

const { write, read, step, watch } = killing<Entry>()

if (BOOKS !== '') await serve()

async function serve(): Promise<void> {
  const isKnown = (id: string) => read().some((entry) => entry.id === id)
  const ownAcquirer = sandboxAcquirer()
  const acquirer: Connected<Acquirer> = {
    ...ownAcquirer,
    authorise: async (request, signal) => {
      step('before a charge')
      const outcome = await ownAcquirer.authorise(request, signal)
      write({ what: 'charged', id: request.operationId, amount: request.amountCentavos })
      step('after a charge')
      return outcome
    },
    inquire: async (request, signal) =>
      isKnown(request.operationId) ? ownAcquirer.inquire(request, signal) : { kind: 'never-seen' },
  }
  const speiBank: Connected<SpeiBank> = {
    name: 'story-bank',
    keyLife: 'always',
    issueAccount: async ({ ownerId }) => issuedTo(ownerId),
    closeAccount: async () => ({ kind: 'closed' }),
    transfer: async ({ trackingKey: id, amountCentavos: amount }) => {
      step('before an order')
      write({ what: 'sent', id, amount })
      step('after an order')
      return { kind: 'settled' }
    },
    findTransfer: async ({ trackingKey }) => ({ kind: isKnown(trackingKey) ? 'settled' : 'never-seen' }),
  }
  const config = readConfig(process.env as Record<string, string>)
  const service = await createService(config, { connectors: { acquirer, speiBank } })
  watch(service.store, subjectOf)
  await listen(service)
}

/** What a batch is about; undefined for one that is not about the charge of a plan, a payout or a statement. */
function subjectOf(writes: Write[]): string | undefined {
  const has = (name: string) => holds(writes, name)
  if (has('insert plan_charges')) return 'the end of a plan’s charge'
  if (has('update subscriptions'))
    return has('insert operations') ? 'the beginning of a plan’s charge' : 'a subscription'
  if (has('insert statements')) return 'the beginning of a statement'
  if (has('insert statement_lines')) return 'lines of a statement'
  if (has('update statements')) return 'the end of a statement'
  if (has('update statement_lines')) return 'a line'
  if (has('insert payouts')) return 'the booking of a payout'
  if (has('update payouts')) return 'the end of a payout'
  const asks = writes.some((one) => one.kind === 'update' && one.table === 'transfers' && 'asked_at' in one.set)
  if (asks) return 'the request to the bank'
  return has('update transfers') ? 'the answer of the bank' : undefined
}
