// The ports as rows: the setting of each, and the methods that its connector must have.
import { type RailPort, railPortRows } from '../core/rail-port.ts'
import type { Acquirer } from './acquirer.ts'
import type { CashNetwork } from './cash-network.ts'
import type { Connector } from './connector.ts'
import type { Notice } from './notice.ts'
import type { SpeiBank } from './spei-bank.ts'

/** The connector type of each port, before it is bounded. */
export interface PortTypes {
  acquirer: Acquirer
  cashNetwork: CashNetwork
  speiBank: SpeiBank
}

/** The name of a port, under which a file of connectors exports the one for it. */
export type PortName = keyof PortTypes

export type AnyConnector = Connector<PortTypes[PortName]>

interface PortRow<P extends PortName> {
  title: string
  setting: (typeof railPortRows)[RailPort]['setting']
  /** Its row in `core/rail-port`. */
  railPort: { [R in RailPort]: (typeof railPortRows)[R]['member'] extends P ? R : never }[RailPort]
  /** The methods that every connector has. */
  duties: readonly (keyof PortTypes[P])[]
  /** The methods that came with version 2 of the port. */
  sinceVersion2: readonly (keyof PortTypes[P])[]
  /** The notices that its network may report. */
  notices: readonly Notice['kind'][]
}

export const ports: { readonly [P in PortName]: PortRow<P> } = {
  acquirer: {
    title: 'acquirer',
    setting: railPortRows.acquirer.setting,
    railPort: 'acquirer',
    duties: ['authorise', 'verify'],
    sinceVersion2: [],
    notices: ['charge', 'dispute', 'dispute-outcome', 'statement'],
  },
  cashNetwork: {
    title: 'cash network',
    setting: railPortRows['cash-network'].setting,
    railPort: 'cash-network',
    duties: ['issue', 'cancel'],
    sinceVersion2: [],
    notices: ['payment', 'statement'],
  },
  speiBank: {
    title: 'SPEI bank',
    setting: railPortRows['spei-bank'].setting,
    railPort: 'spei-bank',
    duties: ['issueAccount', 'closeAccount', 'transfer', 'findTransfer'],
    sinceVersion2: ['returnDeposit', 'balance', 'movements', 'statement'],
    notices: ['payment', 'transfer', 'statement'],
  },
}

export const portNames = Object.keys(ports) as PortName[]
