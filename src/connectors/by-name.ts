// The connectors, by the names that the settings know them by: a new one is one line here.
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Clock } from '../core/clock.ts'
import type { Store } from '../store/store.ts'
import { type Acquirer, type AcquirerPort, acquirerAnswers } from './acquirer.ts'
import { type Bounds, bounded } from './bounded.ts'
import { type CashNetwork, type CashNetworkPort, cashNetworkAnswers } from './cash-network.ts'
import { sandboxAcquirer } from './sandbox/acquirer.ts'
import { sandboxCashNetwork } from './sandbox/cash-network.ts'
import { sandboxSpeiBank } from './sandbox/spei-bank.ts'
import { type SpeiBank, type SpeiBankPort, speiBankAnswers } from './spei-bank.ts'

/** What a connector may be made of. */
export interface ConnectorNeeds {
  config: Config
  store: Store
}

/** The ports as the service sees them. */
export interface Ports {
  acquirer: AcquirerPort
  cashNetwork: CashNetworkPort
  speiBank: SpeiBankPort
}

type Makers<Port> = Record<string, (needs: ConnectorNeeds) => Port>

const acquirers: Makers<Acquirer> = {
  sandbox: () => sandboxAcquirer(),
}

const cashNetworks: Makers<CashNetwork> = {
  sandbox: ({ store }) => sandboxCashNetwork(store),
}

const speiBanks: Makers<SpeiBank> = {
  sandbox: ({ store }) => sandboxSpeiBank(store),
}

/** A connector for each port, as it is before it is bounded. */
export interface Connectors {
  acquirer: Acquirer
  cashNetwork: CashNetwork
  speiBank: SpeiBank
}

/** The connectors that the settings name, or their substitutes, each bounded by its deadline. Throws for an unknown name and lists the known ones. */
export function connectorsOf(
  needs: ConnectorNeeds & { clock: Clock; log: FastifyBaseLogger },
  substitutes: Partial<Connectors> = {},
): Ports {
  const { config, clock, log } = needs
  const bounds = (deadlineMs: number): Bounds => ({ deadlineMs, wallMs: clock.wallMs, log })
  return {
    acquirer: bounded(
      substitutes.acquirer ?? named(acquirers, 'ACQUIRER', config.acquirer)(needs),
      acquirerAnswers,
      bounds(config.acquirerTimeoutMs),
    ),
    cashNetwork: bounded(
      substitutes.cashNetwork ?? named(cashNetworks, 'CASH_NETWORK', config.cashNetwork)(needs),
      cashNetworkAnswers,
      bounds(config.networkTimeoutMs),
    ),
    speiBank: bounded(
      substitutes.speiBank ?? named(speiBanks, 'SPEI_BANK', config.speiBank)(needs),
      speiBankAnswers,
      bounds(config.networkTimeoutMs),
    ),
  }
}

/** The maker of the connector that a setting names. Throws with the names there are. */
function named<Port>(connectors: Makers<Port>, setting: string, name: string): (needs: ConnectorNeeds) => Port {
  const found = Object.hasOwn(connectors, name) ? connectors[name] : undefined
  if (found === undefined) {
    throw new Error(`${setting}=${name}: there is no such connector; there is ${Object.keys(connectors).join(', ')}`)
  }
  return found
}
