// The service as a process of its own, whose acquirer writes down what it approves and undoes. Armed by a file, the process kills itself before or
// after a call of the acquirer, or a write about a charge that waits for its payer.
import { readConfig } from '../../src/config.ts'
import type { Acquirer } from '../../src/connectors/acquirer.ts'
import type { Connected } from '../../src/connectors/connector.ts'
import { SANDBOX_ACQUIRER, sandboxAcquirer } from '../../src/connectors/sandbox/acquirer.ts'
import { connectorState } from '../../src/connectors/state.ts'
import { createClock } from '../../src/core/clock.ts'
import { createService } from '../../src/service.ts'
import { openDatabase } from '../../src/store/database.ts'
import type { Write } from '../../src/store/write.ts'
import { BOOKS, holds, killing, listen } from './killing.ts'

/** A line of the acquirer's books, or of what was done to this process. */
export interface Entry {
  what: 'approved' | 'undone' | 'step' | 'killed'
  operation?: string
  reference?: string
  step?: string
}

const { write, step, watch } = killing<Entry>()

if (BOOKS !== '') await serve()

async function serve(): Promise<void> {
  // The bank keeps its challenges on its own connection, so that they outlive the process.
  const ofBank = await openDatabase(process.env.DATABASE_URL ?? '', { connections: 1 })
  const own = sandboxAcquirer({}, connectorState({ store: ofBank, clock: createClock() }, SANDBOX_ACQUIRER))
  const counted = async <O extends { kind: string }>(name: string, operation: string, ask: () => Promise<O>) => {
    step(`before ${name}`)
    const outcome = await ask()
    if (outcome.kind === 'approved' && 'networkReference' in outcome)
      write({ what: 'approved', operation, reference: String(outcome.networkReference) })
    if (outcome.kind === 'acknowledged') write({ what: 'undone', operation })
    step(`after ${name}`)
    return outcome
  }
  const acquirer: Connected<Acquirer> = {
    ...own,
    authorise: (request, signal) => counted('the charge', request.operationId, () => own.authorise(request, signal)),
    inquire: (request, signal) => counted('the inquiry', request.operationId, () => own.inquire(request, signal)),
    advise: (request, signal) => counted('the advice', request.operationId, () => own.advise(request, signal)),
  }
  const service = await createService(readConfig(process.env as Record<string, string>), { connectors: { acquirer } })
  watch(service.store, subjectOf)
  await listen(service)
}

/** What a batch is about; undefined for one that is about nothing of a charge that waits for its payer. */
function subjectOf(writes: Write[]): string | undefined {
  if (holds(writes, 'insert payer_actions')) return 'the beginning of the wait'
  if (holds(writes, 'update payer_actions')) return 'the return of the payer'
  if (holds(writes, 'insert advices')) return 'the giving up'
  if (holds(writes, 'update advices')) return 'the end of the advice'
  if (holds(writes, 'insert reversals')) return 'the request to cancel'
  const moved = writes.find((one) => one.kind === 'update' && one.table === 'operations' && 'status' in one.set)
  return moved === undefined ? undefined : 'the outcome'
}
