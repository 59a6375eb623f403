// The connectors, by the names that the settings know them by: a new one is one line here.
import type { Config } from '../config.ts'
import type { Store } from '../store/store.ts'
import type { Acquirer } from './acquirer.ts'
import type { CashNetwork } from './cash-network.ts'
import { sandboxAcquirer } from './sandbox/acquirer.ts'
import { sandboxCashNetwork } from './sandbox/cash-network.ts'
import { sandboxSpeiBank } from './sandbox/spei-bank.ts'
import type { SpeiBank } from './spei-bank.ts'

/** What a connector may be made of. */
export interface ConnectorNeeds {
  config: Config
  store: Store
}

type Connectors<Port> = Record<string, (needs: ConnectorNeeds) => Port>

export const acquirers: Connectors<Acquirer> = {
  sandbox: () => sandboxAcquirer(),
}

export const cashNetworks: Connectors<CashNetwork> = {
  sandbox: ({ store }) => sandboxCashNetwork(store),
}

export const speiBanks: Connectors<SpeiBank> = {
  sandbox: ({ store }) => sandboxSpeiBank(store),
}

/** The maker of the connector that a setting names. Throws with the names there are. */
export function named<Port>(
  connectors: Connectors<Port>,
  setting: string,
  name: string,
): (needs: ConnectorNeeds) => Port {
  const found = Object.hasOwn(connectors, name) ? connectors[name] : undefined
  if (found === undefined) {
    throw new Error(`${setting}=${name}: there is no such connector; there is ${Object.keys(connectors).join(', ')}`)
  }
  return found
}
