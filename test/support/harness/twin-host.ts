// A process of its own that runs services for test processes: each says over a connection what to open, work off and close; requests reach the
// services over HTTP. It ends when the process that started it does.
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { readConfig } from '../../../src/config.ts'
import { type Clock, createClock } from '../../../src/core/clock.ts'
import { createService, type Service } from '../../../src/service.ts'
import { withAccountGuard } from './account-guard.ts'
import { LEAST_COST } from './least-cost.ts'

/** What a test process asks for; `work` and `close` name a service by the number that `open` has answered. */
export type Ask = { open: Record<string, string>; aheadMs?: number | undefined } | { work: number } | { close: number }

/** The answer of `open`; the others answer nothing. */
export interface Opened {
  service: number
  address: string
}

export interface Asked {
  id: number
  ask: Ask
}

/** `failure`: why it was not done. */
export interface Answered {
  id: number
  answer?: unknown
  failure?: string
}

let opened = 0

const server = createServer((socket) => {
  const services = new Map<number, Service>()
  createInterface({ input: socket }).on('line', async (line) => {
    const { id, ask } = JSON.parse(line) as Asked
    const answered: Answered = await doAs(ask, services).then(
      (answer) => ({ id, answer }),
      (error: unknown) => ({ id, failure: error instanceof Error ? String(error.stack) : String(error) }),
    )
    if (socket.writable) socket.write(`${JSON.stringify(answered)}\n`)
    else closeAll(services)
  })
  socket.on('error', () => {})
  // The test process has ended: what it left open is closed.
  socket.on('close', () => closeAll(services))
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())

async function doAs(ask: Ask, services: Map<number, Service>): Promise<Opened | undefined> {
  if ('open' in ask) {
    const service = await createService(readConfig(ask.open), {
      log: pino({ level: 'silent' }),
      storeAround: withAccountGuard,
      passwordCost: LEAST_COST,
      ...(ask.aheadMs !== undefined && { clock: clockAhead(ask.aheadMs) }),
    })
    opened += 1
    services.set(opened, service)
    return { service: opened, address: await service.app.listen({ host: '127.0.0.1', port: 0 }) }
  }
  const number = 'work' in ask ? ask.work : ask.close
  const service = services.get(number)
  if (service === undefined) throw new Error('there is no such service')
  if ('work' in ask) {
    await service.worker.alone(() => service.worker.runDue())
    await service.worker.collect()
  } else {
    services.delete(number)
    await service.close()
  }
  return undefined
}

/** A process that cannot close one ends: others are not to borrow it. */
function closeAll(services: Map<number, Service>): void {
  for (const service of services.values()) service.close().catch(() => process.exit(1))
  services.clear()
}

/** The clock of a machine that is so far ahead. */
function clockAhead(aheadMs: number): Clock {
  return createClock(undefined, { systemMs: () => Date.now() + aheadMs })
}
