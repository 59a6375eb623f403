// The processes in which second services run. The test processes of a run borrow them one after another: a new process would spend more time on
// loading and warming up code than on most stories.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { joined } from './programs.ts'

/** Where a test run lends them. */
export const LENDER = 'COBRO_TEST_TWIN_HOSTS'

interface Lender {
  url: string
  stop(): void
}

/** Answers a `GET` with the port of one, which is lent for as long as the connection lasts. */
export async function lendHosts(): Promise<Lender> {
  const idle = new Set<Host>()
  const all = new Set<Host>()
  const started = async () => {
    const host = await startHost()
    all.add(host)
    host.child.once('exit', () => {
      all.delete(host)
      idle.delete(host)
    })
    return host
  }
  const server = createServer(async (_request, response) => {
    const [first] = idle
    if (first !== undefined) idle.delete(first)
    const host = first ?? (await started())
    response.once('close', () => {
      if (all.has(host)) idle.add(host)
    })
    response.write(String(host.port))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
      for (const { child } of all) child.disconnect()
    },
  }
}

/** The port of one for this process, for as long as it runs; this process does not wait for it. */
export async function borrowHost(): Promise<number> {
  const lender = process.env[LENDER]
  if (lender === undefined) {
    const { child, port } = await startHost()
    child.unref()
    child.channel?.unref()
    return port
  }
  const asked = get(lender, { agent: false })
  const [answer] = await once(asked, 'response')
  const [port] = await once(answer, 'data')
  answer.socket.unref()
  return Number(port)
}

interface Host {
  child: ReturnType<typeof fork>
  port: number
}

async function startHost(): Promise<Host> {
  const child = fork(joined('test/support/harness/twin-host.ts'))
  const [port] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code, signal]): never => {
      throw new Error(`the process of second services ended with ${code ?? signal}`)
    }),
  ])
  return { child, port: Number(port) }
}
