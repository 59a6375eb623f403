// The connectors, by the names that the settings know them by: a new one is one line here.
import { sandboxAcquirer } from './sandbox/acquirer.ts'
import { sandboxCashNetwork } from './sandbox/cash-network.ts'
import { sandboxSpeiBank } from './sandbox/spei-bank.ts'

export const acquirers = { sandbox: sandboxAcquirer }
export const cashNetworks = { sandbox: sandboxCashNetwork }
export const speiBanks = { sandbox: sandboxSpeiBank }

/** The connector that a setting names. Throws with the names there are. */
export function named<T>(connectors: Record<string, T>, setting: string, name: string): T {
  const found = Object.hasOwn(connectors, name) ? connectors[name] : undefined
  if (found === undefined) {
    throw new Error(`${setting}=${name}: there is no such connector; there is ${Object.keys(connectors).join(', ')}`)
  }
  return found
}
