// The service as a process of its own, with an acquirer that writes down what it gives back, once for each refund. Armed by a file, the process
// kills itself before or after a write about a refund or the reserve, or a call of the acquirer.
import { readConfig } from '../../src/config.ts'
import type { Acquirer } from '../../src/connectors/acquirer.ts'
import type { Connected } from '../../src/connectors/connector.ts'
import { sandboxAcquirer } from '../../src/connectors/sandbox/acquirer.ts'
import { createService } from '../../src/service.ts'
import type { Write } from '../../src/store/write.ts'
import { BOOKS, holds, killing, listen } from './killing.ts'

/** A line of the acquirer's books, or of what was done to this process. */
export interface Entry {
  what: 'given' | 'refused' | 'step' | 'killed'
  refund?: string
  amount?: number
  step?: string
}

/** Amounts with these centavos the acquirer never gives back, or gives back without an answer to the first request. */
export const REFUSED = 13
export const UNANSWERED = 14

const { write, read, step, watch } = killing<Entry>()

if (BOOKS !== '') await serve()

async function serve(): Promise<void> {
  const acquirer: Connected<Acquirer> = {
    ...sandboxAcquirer(),
    refund: async ({ refundId: refund, refundCentavos: amount }) => {
      step('before the acquirer gives it back')
      const isKnown = read().some((entry) => entry.refund === refund)
      const isRefused = amount % 100 === REFUSED
      if (!isKnown) write({ what: isRefused ? 'refused' : 'given', refund, amount })
      step('after the acquirer gives it back')
      if (isRefused) return { kind: 'refused', reason: 'the card is closed' }
      return { kind: amount % 100 === UNANSWERED && !isKnown ? 'unknown' : 'refunded' }
    },
  }
  const service = await createService(readConfig(process.env as Record<string, string>), { connectors: { acquirer } })
  watch(service.store, subjectOf)
  await listen(service)
}

/** What a batch is about; undefined for one that is not about a refund or the reserve. */
function subjectOf(writes: Write[]): string | undefined {
  const has = (name: string) => holds(writes, name)
  if (has('insert refunds')) return 'the making of a refund'
  if (has('insert reserve_moves')) return 'a move of the reserve'
  const change = writes.find((one) => one.kind === 'update' && one.table === 'refunds')
  if (change?.kind !== 'update') return undefined
  if ('booked_at' in change.set) return 'the booking of a refund that waited'
  if ('state' in change.set) return change.set.state === 'cancelled' ? 'the cancelling' : 'a step of a refund'
  return 'a later try'
}
