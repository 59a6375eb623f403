// The ports of networks that the service goes without: no method is there, and nothing is offered.
import { NO_NETWORK } from '../core/rail.ts'
import type { AcquirerPort } from './acquirer.ts'
import { acquirerAnswers } from './acquirer.ts'
import { type Bounds, bounded } from './bounded.ts'
import { type CashNetworkPort, cashNetworkAnswers } from './cash-network.ts'
import { type SpeiBankPort, speiBankAnswers } from './spei-bank.ts'

const none = { name: NO_NETWORK }

export function noAcquirer(bounds: Bounds): AcquirerPort {
  const capabilities = { inquiry: false, advice: false, void: false, refund: false, partialRefund: false }
  return { ...bounded(none as never, acquirerAnswers, bounds), capabilities } as AcquirerPort
}

export function noCashNetwork(bounds: Bounds): CashNetworkPort {
  return bounded(none as never, cashNetworkAnswers, bounds) as CashNetworkPort
}

export function noSpeiBank(bounds: Bounds): SpeiBankPort {
  return { ...bounded(none as never, speiBankAnswers, bounds), keyLife: 'always' } as SpeiBankPort
}
