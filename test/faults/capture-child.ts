// The service as a process of its own, whose acquirer writes down what it captures and releases. Armed by a file, the process kills itself before or
// after a call of the acquirer, or a write about a charge that is captured later.
import { readConfig } from '../../src/config.ts'
import type { Acquirer } from '../../src/connectors/acquirer.ts'
import type { Connected } from '../../src/connectors/connector.ts'
import { sandboxAcquirer } from '../../src/connectors/sandbox/acquirer.ts'
import { createService } from '../../src/service.ts'
import type { Write } from '../../src/store/write.ts'
import { BOOKS, holds, killing, listen } from './killing.ts'

/** A line of the acquirer's books, or of what was done to this process. */
export interface Entry {
  what: 'captured' | 'released' | 'step' | 'killed'
  operation?: string
  centavos?: number
  step?: string
}

const { write, step, watch } = killing<Entry>()

if (BOOKS !== '') await serve()

async function serve(): Promise<void> {
  const own = sandboxAcquirer()
  const acquirer: Connected<Acquirer> = {
    ...own,
    capture: async (request, signal) => {
      step('before the capture')
      const outcome = await own.capture(request, signal)
      if (outcome.kind === 'captured')
        write({ what: 'captured', operation: request.operationId, centavos: request.captureCentavos })
      step('after the capture')
      return outcome
    },
    reverse: async (request, signal) => {
      step('before the release')
      const outcome = await own.reverse(request, signal)
      if (outcome.kind === 'reversed') write({ what: 'released', operation: request.operationId })
      step('after the release')
      return outcome
    },
  }
  const service = await createService(readConfig(process.env as Record<string, string>), { connectors: { acquirer } })
  watch(service.store, subjectOf)
  await listen(service)
}

/** What a batch is about; undefined for one that is about nothing of a charge that is captured later. */
function subjectOf(writes: Write[]): string | undefined {
  if (holds(writes, 'insert captures')) return 'the beginning of the capture'
  if (holds(writes, 'insert reversals')) return 'the beginning of the release'
  const moved = writes.find((one) => one.kind === 'update' && one.table === 'operations' && 'status' in one.set)
  if (moved === undefined) return undefined
  if (holds(writes, 'update captures')) return 'the end of the capture'
  return holds(writes, 'update reversals') ? 'the end of the release' : 'the authorisation'
}
