// The ports as rows: the setting of each, and the methods that its connector must have.
import type { RailPort } from '../core/rail.ts'
import type { Acquirer } from './acquirer.ts'
import type { CashNetwork } from './cash-network.ts'
import { networkSettings } from './config.ts'
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

/** The port of each network of `core/rail`: a network without a port does not compile. */
const nameOf = {
  acquirer: 'acquirer',
  'cash-network': 'cashNetwork',
  'spei-bank': 'speiBank',
} as const satisfies Record<RailPort, PortName>

interface PortRow<P extends PortName> {
  title: string
  setting: (typeof networkSettings)[RailPort]
  /** Its name in `core/rail`. */
  railPort: { [R in RailPort]: (typeof nameOf)[R] extends P ? R : never }[RailPort]
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
    setting: networkSettings.acquirer,
    railPort: 'acquirer',
    duties: ['authorise', 'verify'],
    sinceVersion2: [],
    notices: ['charge', 'dispute', 'dispute-outcome', 'statement'],
  },
  cashNetwork: {
    title: 'cash network',
    setting: networkSettings['cash-network'],
    railPort: 'cash-network',
    duties: ['issue', 'cancel'],
    sinceVersion2: [],
    notices: ['payment', 'statement'],
  },
  speiBank: {
    title: 'SPEI bank',
    setting: networkSettings['spei-bank'],
    railPort: 'spei-bank',
    duties: ['issueAccount', 'closeAccount', 'transfer', 'findTransfer'],
    sinceVersion2: ['returnDeposit', 'balance', 'movements', 'statement'],
    notices: ['payment', 'transfer', 'statement'],
  },
}

export const portNames = Object.keys(ports) as PortName[]
