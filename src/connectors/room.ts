// The door of the connectors: the ports to an acquirer, a cash network and a SPEI bank, and to those beside them.
import type { Ground, Room } from '../api/room.ts'
import { NO_NETWORK, portField, type RailPort, railNames, railPorts } from '../core/rail.ts'
import { cancelAbandonedTask } from './abandoned.ts'
import { type Connectors, connectorsOf } from './by-name.ts'
import { openIssuers } from './issuer-source.ts'
import { sidePort } from './side-ports.ts'
import { type StampingProvider, stampingPort } from './stamping.ts'
import { forgetStateTask } from './state.ts'

/** `substitutes` replace the connectors that the settings name. */
export async function connectorsRoom(ground: Ground, substitutes: Partial<Connectors> | undefined) {
  const { acquirer, cashNetwork, speiBank, inbound } = await connectorsOf(ground, substitutes)
  const ports = { acquirer, 'cash-network': cashNetwork, 'spei-bank': speiBank } satisfies Record<RailPort, object>
  const networks = { card: acquirer.name, store: cashNetwork.name, spei: speiBank.name }
  const room: Room = {
    tasks: [cancelAbandonedTask({ ...ground, speiBank, cashNetwork }), forgetStateTask(ground)],
    gauges: railPorts.map((port) => ({
      name: `cobro_${portField(port)}_open_circuits`,
      help: 'Methods of the network that no call reaches now, after repeated failures',
      read: () => ports[port].openCircuits(),
    })),
  }
  return {
    room,
    acquirer,
    cashNetwork,
    speiBank,
    inbound,
    issuers: await openIssuers(ground),
    stamping: await stampingOf(ground),
    /** The ways of paying that the service has. */
    offered: { card: acquirer.offered, store: cashNetwork.offered, spei: speiBank.offered },
    /** The name of each rail's network. */
    networks,
    /** The rails that each network carries: one provider may carry several under one name. */
    railsByNetwork: new Map(
      Object.values(networks)
        .filter((name) => name !== NO_NETWORK)
        .map((name) => [name, railNames.filter((rail) => networks[rail] === name)]),
    ),
    /** How each network stands now. */
    standing: () =>
      railPorts.map((port) => {
        const { name, deadlineMs, simulated, offered, openCircuits } = ports[port]
        return { port, name, deadlineMs, simulated, offered, openCircuits: openCircuits() }
      }),
  }
}

/** Undefined when no provider is set. */
async function stampingOf({ config, clock, log }: Ground) {
  if (config.stampingProvider === '') return undefined
  const provider = await sidePort<StampingProvider>('stampingProvider', {
    setting: 'STAMPING_PROVIDER',
    name: config.stampingProvider,
    config,
  })
  return stampingPort(provider, { deadlineMs: config.networkTimeoutMs, wallMs: clock.wallMs, log })
}
