// The settings that name the connectors of the networks, one for each port.
import type { RailPort } from '../core/rail.ts'
import { list, type Reading } from './reading.ts'
import type { Setting } from './settings.ts'

export const networkSettings = {
  acquirer: 'ACQUIRER',
  'cash-network': 'CASH_NETWORK',
  'spei-bank': 'SPEI_BANK',
} as const satisfies Record<RailPort, Setting>

/** The name of the connector of each port; of the acquirers, which may be several, the whole setting. */
export function readNetworks({ text }: Reading): Record<RailPort, string> {
  const named = Object.entries(networkSettings).map(([port, setting]) => [port, text(setting)])
  return Object.fromEntries(named) as Record<RailPort, string>
}

/** An acquirer of the setting: its connector, and its own name where it has one. */
export interface NamedConnector {
  connector: string
  /** Undefined: the connector's name. */
  name: string | undefined
}

/** The acquirers that `ACQUIRER` names, in its order. Sample: `openpay, north=openpay, ./our-bank.mjs`. */
export function acquirersIn(setting: string): NamedConnector[] {
  return list(setting).map((one) => {
    const [, name, connector] = /^([a-z][a-z0-9-]{1,39})\s*=\s*(.+)$/.exec(one) ?? []
    return connector === undefined ? { connector: one, name: undefined } : { connector, name }
  })
}
