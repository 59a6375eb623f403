// A process of its own that runs services for a test file: it gets over IPC what to open, work off and close; requests
// reach it over HTTP. It ends when the process that started it does.
import { pino } from 'pino'
import { readConfig } from '../../../src/config.ts'
import { type Clock, createClock } from '../../../src/core/clock.ts'
import { createService, type Service } from '../../../src/service.ts'
import { withAccountGuard } from './account-guard.ts'
import { LEAST_COST } from './least-cost.ts'

/** The parent's requests; `service` is a number that `open` has answered. */
export type Ask = { open: Record<string, string>; aheadMs?: number | undefined } | { work: number } | { close: number }

/** The answer of `open`; the others answer nothing. */
export interface Opened {
  service: number
  address: string
}

const services = new Map<number, Service>()

process.on('message', async ({ id, ask }: { id: number; ask: Ask }) => {
  try {
    process.send?.({ id, answer: await doAs(ask) })
  } catch (error) {
    process.send?.({ id, failure: error instanceof Error ? error.stack : String(error) })
  }
})
process.on('disconnect', () => process.exit())

async function doAs(ask: Ask): Promise<Opened | undefined> {
  if ('open' in ask) {
    const service = await createService(readConfig(ask.open), {
      log: pino({ level: 'silent' }),
      storeAround: withAccountGuard,
      passwordCost: LEAST_COST,
      ...(ask.aheadMs !== undefined && { clock: clockAhead(ask.aheadMs) }),
    })
    const number = services.size + 1
    services.set(number, service)
    return { service: number, address: await service.app.listen({ host: '127.0.0.1', port: 0 }) }
  }
  const service = services.get('work' in ask ? ask.work : ask.close)
  if (service === undefined) throw new Error('there is no such service')
  if ('work' in ask) {
    await service.worker.alone(() => service.worker.runDue())
    await service.worker.collect()
  }
  if ('close' in ask) await service.close()
  return undefined
}

/** The clock of a machine that is so far ahead. */
function clockAhead(aheadMs: number): Clock {
  return createClock(undefined, { systemMs: () => Date.now() + aheadMs })
}
