// The acquirers of the service: one, several or none. A charge stays with the acquirer that has it.
import { type Acquirer, type AcquirerPort, acquirerAnswers } from './acquirer.ts'
import type { Connected } from './connector.ts'

export interface Acquirers {
  /** In the order of the setting. Empty: the service takes no cards. */
  all: readonly AcquirerPort[]
  offered: boolean
  /** How long the slowest may take, in milliseconds. */
  deadlineMs: number
  /** The acquirer of a charge, by the charge's network; undefined while it is not configured: nobody else knows the charge. */
  of(network: string): AcquirerPort | undefined
}

/** The most acquirers of a service. */
export const MAX_ACQUIRERS = 10

export function acquirersOf(ports: readonly AcquirerPort[]): Acquirers {
  const all = ports.filter(({ offered }) => offered)
  const byName = new Map(all.map((port) => [port.name, port]))
  return {
    all,
    offered: all.length > 0,
    deadlineMs: Math.max(0, ...ports.map(({ deadlineMs }) => deadlineMs)),
    of: (network) => byName.get(network),
  }
}

/** The same connection under another name: charges, statements and inbound calls have that name. */
export function renamed(made: Connected<Acquirer>, name: string): Connected<Acquirer> {
  const methods = Object.keys(acquirerAnswers).flatMap((method) => {
    const own = made[method as keyof Acquirer]
    return typeof own === 'function' ? [[method, (own as (...args: never[]) => unknown).bind(made)]] : []
  })
  return {
    ...(Object.fromEntries(methods) as Acquirer),
    name,
    capabilities: made.capabilities,
    ...(made.simulated !== undefined && { simulated: made.simulated }),
    ...(made.inbound !== undefined && { inbound: made.inbound }),
  }
}
