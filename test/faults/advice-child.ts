// The service as a process of its own, with a bank that approves every charge and never says so, whose books are a file. Armed by a file, the
// process kills itself before or after a write or a call about a payment.
import { readConfig } from '../../src/config.ts'
import type { Acquirer } from '../../src/connectors/acquirer.ts'
import { createService, type Service } from '../../src/service.ts'
import { sequence } from '../../src/store/sequence.ts'
import type { Write } from '../../src/store/write.ts'
import { BOOKS, holds, killing, listen } from './killing.ts'

/** A line of the bank's books, or of what was done to this process. */
export interface Entry {
  what: 'charged' | 'undone' | 'step' | 'killed'
  operation?: string
  stan?: string
  amount?: number
  beganAt?: string
  step?: string
}

const { write, read, step, watch } = killing<Entry>()

if (BOOKS !== '') await serve()

async function serve(): Promise<void> {
  let service: Service | undefined
  let nextStan: (() => Promise<number>) | undefined
  const acquirer: Acquirer = {
    name: 'story',
    simulated: true,
    capabilities: { inquiry: false, advice: true, void: false, refund: false, partialRefund: false },
    prepare: async () => {
      if (service === undefined) return { kind: 'unknown' }
      nextStan ??= sequence(service.store, 'stan')
      return { kind: 'prepared', trace: { stan: String(await nextStan()).padStart(6, '0') } }
    },
    authorise: async ({ operationId, amountCentavos, beganAt, trace }, signal) => {
      step('before the charge')
      write({ what: 'charged', operation: operationId, amount: amountCentavos, beganAt, stan: trace.stan ?? '' })
      step('after the charge')
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return { kind: 'unknown' }
    },
    // The first advice of each charge arrives, and its answer is lost.
    advise: async ({ operationId, amountCentavos, beganAt, trace }) => {
      const isFirst = !read().some(({ what, operation }) => what === 'undone' && operation === operationId)
      step('before the advice')
      write({ what: 'undone', operation: operationId, amount: amountCentavos, beganAt, stan: trace.stan ?? '' })
      step('after the advice')
      return { kind: isFirst ? 'unknown' : 'acknowledged' }
    },
    verify: async () => ({ kind: 'valid' }),
  }
  service = await createService(readConfig(process.env as Record<string, string>), { connectors: { acquirer } })
  watch(service.store, subjectOf)
  await listen(service)
}

/** What a batch is about; undefined for one that is not about a payment. */
function subjectOf(writes: Write[]): string | undefined {
  if (holds(writes, 'insert operations')) return 'payment'
  if (holds(writes, 'insert advices')) return 'giving up'
  return holds(writes, 'update advices') ? 'record of an advice' : undefined
}
