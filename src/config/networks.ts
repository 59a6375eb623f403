// The settings that name the connectors of the networks, one for each port.
import type { RailPort } from '../core/rail.ts'
import type { Reading } from './reading.ts'
import type { Setting } from './settings.ts'

export const networkSettings = {
  acquirer: 'ACQUIRER',
  'cash-network': 'CASH_NETWORK',
  'spei-bank': 'SPEI_BANK',
} as const satisfies Record<RailPort, Setting>

/** The name of the connector of each port. */
export function readNetworks({ text }: Reading): Record<RailPort, string> {
  const named = Object.entries(networkSettings).map(([port, setting]) => [port, text(setting)])
  return Object.fromEntries(named) as Record<RailPort, string>
}
