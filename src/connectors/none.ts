// The ports of networks that the service goes without: no method is there, and nothing is offered.
import { NO_NETWORK } from '../core/rail-port.ts'
import { type Bounds, bounded } from './bounded.ts'
import { type CashNetworkPort, cashNetworkAnswers } from './cash-network.ts'
import { type SpeiBankPort, speiBankAnswers } from './spei-bank.ts'

const none = { name: NO_NETWORK }

export function noCashNetwork(bounds: Bounds): CashNetworkPort {
  return bounded(none as never, cashNetworkAnswers, bounds) as CashNetworkPort
}

export function noSpeiBank(bounds: Bounds): SpeiBankPort {
  return { ...bounded(none as never, speiBankAnswers, bounds), keyLife: 'always' } as SpeiBankPort
}
