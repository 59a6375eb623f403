// A test's own connectors, bounded as the service bounds its own.
import { pino } from 'pino'
import { type Acquirer, type AcquirerPort, acquirerPort as portOf } from '../../../src/connectors/acquirer.ts'
import { bounded } from '../../../src/connectors/bounded.ts'
import { type CashNetwork, type CashNetworkPort, cashNetworkAnswers } from '../../../src/connectors/cash-network.ts'
import { boundedSpeiBank, type SpeiBank, type SpeiBankPort } from '../../../src/connectors/spei-bank.ts'

const boundsOf = (deadlineMs: number) => ({ deadlineMs, wallMs: () => Date.now(), log: pino({ level: 'silent' }) })

export function acquirerPort(connector: Acquirer, deadlineMs = 1_000): AcquirerPort {
  return portOf(connector, boundsOf(deadlineMs))
}

export function cashNetworkPort(connector: CashNetwork, deadlineMs = 1_000): CashNetworkPort {
  return bounded(connector, cashNetworkAnswers, boundsOf(deadlineMs))
}

export function speiBankPort(connector: SpeiBank, deadlineMs = 1_000): SpeiBankPort {
  return boundedSpeiBank(connector, boundsOf(deadlineMs))
}

/** A signal that never aborts, for a test that calls a connector itself. */
export function patient(): AbortSignal {
  return new AbortController().signal
}
