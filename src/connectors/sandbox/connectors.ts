// The sandbox's networks as connectors, with rehearsals, so that the contract suites check them like other connectors.
import { type Clock, createClock } from '../../core/clock.ts'
import type { Store } from '../../store/store.ts'
import type { Acquirer, AcquirerCapabilities } from '../acquirer.ts'
import type { CashNetwork } from '../cash-network.ts'
import { type ConnectNeeds, type Connector, PORT_VERSION } from '../connector.ts'
import type { AcquirerPart } from '../contract/acquirer-ground.ts'
import type { SpeiBank } from '../spei-bank.ts'
import { SANDBOX_ACQUIRER, sandboxAcquirer } from './acquirer.ts'
import { SANDBOX_CASH_NETWORK, sandboxCashNetwork } from './cash-network.ts'
import { challenges } from './challenges.ts'
import { transferFaultOf } from './faults.ts'
import { SANDBOX_SPEI_BANK, sandboxSpeiBank } from './spei-bank.ts'

type Own<Port, Part = object> = Record<string, (needs: { store: Store; clock?: Clock }) => Connector<Port, Part>>

const card = (number: string) => ({ number, holderName: 'Ana Pérez', expiration: '3512', securityCode: '123' })

export const ownAcquirers: Own<Acquirer, AcquirerPart> = {
  sandbox: () => acquirerWithout({}),
  /** Without inquiries: it only accepts advices. */
  'sandbox-advice': () => acquirerWithout({ inquiry: false }),
  /** Without advices: charges are asked for and reversed. */
  'sandbox-inquiry': () => acquirerWithout({ advice: false }),
}

function acquirerWithout(without: Partial<AcquirerCapabilities>): Connector<Acquirer, AcquirerPart> {
  const connect = ({ state }: ConnectNeeds) => sandboxAcquirer(without, state)
  return {
    portVersion: PORT_VERSION,
    name: SANDBOX_ACQUIRER,
    connect,
    rehearse: (needs) => ({
      open: () => connect(needs),
      cards: {
        approved: card('4242424242424242'),
        declined: { card: card('4111111111111111'), code: '51' },
        invalid: card('4111111111111137'),
        wrongSecurityCode: card('4000000000000820'),
        silent: card('4000000000010027'),
        challenged: card('4000000000030017'),
      },
      payer: async ({ operationId, does }) => {
        await challenges(needs.state).decide(operationId, does)
      },
      dispute: { operationId: 'rehearsed', networkDispute: 'sbx-rehearsed' },
    }),
  }
}

export const ownCashNetworks: Own<CashNetwork> = {
  sandbox: ({ store }) => ({
    portVersion: PORT_VERSION,
    name: SANDBOX_CASH_NETWORK,
    connect: () => sandboxCashNetwork(store),
    rehearse: () => rehearsalOf(sandboxCashNetwork(store)),
  }),
}

export const ownSpeiBanks: Own<SpeiBank> = {
  sandbox: ({ store, clock = createClock() }) => ({
    portVersion: PORT_VERSION,
    name: SANDBOX_SPEI_BANK,
    connect: () => sandboxSpeiBank(store, clock, transferFaultOf),
    rehearse: () => rehearsalOf(sandboxSpeiBank(store, clock, transferFaultOf)),
  }),
}

/** The simulated network keeps its own state, so a new connection reaches the same network. */
function rehearsalOf<Port>(network: Port): { open(): Port } {
  return { open: () => network }
}
