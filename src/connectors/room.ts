// The entry point of the connectors: the ports to acquirers, a cash network and a SPEI bank, and to those beside them.
import type { Ground, Room } from '../api/room.ts'
import { byRail, type Rail, railNames, rails } from '../core/rail.ts'
import { NO_NETWORK, portField, type RailPort, railPorts } from '../core/rail-port.ts'
import { cancelAbandonedTask } from './abandoned.ts'
import { type Connectors, connectorsOf } from './by-name.ts'
import { openIssuers } from './issuer-source.ts'
import { sidePort } from './side-ports.ts'
import { type StampingProvider, stampingPort } from './stamping.ts'
import { forgetStateTask } from './state.ts'

/** `substitutes` replace the connectors that the settings name. */
export async function connectorsRoom(ground: Ground, substitutes: Partial<Connectors> | undefined) {
  const { acquirers, cashNetwork, speiBank, inbound } = await connectorsOf(ground, substitutes)
  const ports = {
    acquirer: acquirers.all,
    'cash-network': [cashNetwork],
    'spei-bank': [speiBank],
  } satisfies Record<RailPort, readonly object[]>
  const isOffered = {
    acquirer: acquirers.offered,
    'cash-network': cashNetwork.offered,
    'spei-bank': speiBank.offered,
  } satisfies Record<RailPort, boolean>
  const offered = byRail((rail) => isOffered[rails[rail].port])
  const networks: Record<Rail, readonly string[]> = byRail((rail) =>
    offered[rail] ? ports[rails[rail].port].map(({ name }) => name) : [],
  )
  const room: Room = {
    tasks: [cancelAbandonedTask({ ...ground, speiBank, cashNetwork }), forgetStateTask(ground)],
    gauges: railPorts.map((port) => ({
      name: `cobro_${portField(port)}_open_circuits`,
      help: 'Methods of the network that no call reaches now, after repeated failures',
      read: () => ports[port].reduce((sum, { openCircuits }) => sum + openCircuits(), 0),
    })),
  }
  return {
    room,
    acquirers,
    cashNetwork,
    speiBank,
    inbound,
    issuers: await openIssuers(ground),
    stamping: await stampingOf(ground),
    /** The ways of paying that the service has. */
    offered,
    /** The names of each rail's networks; of cards there may be several. */
    networks,
    /** The rails that each network carries: one provider may carry several under one name. */
    railsByNetwork: new Map(
      Object.values(networks)
        .flat()
        .map((name) => [name, railNames.filter((rail) => networks[rail].includes(name))]),
    ),
    /** How each network stands now. */
    standing: () =>
      railPorts.flatMap((port) =>
        (ports[port].length > 0 ? ports[port] : [WITHOUT_NETWORK]).map(
          ({ name, deadlineMs, simulated, offered, openCircuits }) => {
            return { port, name, deadlineMs, simulated, offered, openCircuits: openCircuits() }
          },
        ),
      ),
  }
}

const WITHOUT_NETWORK = { name: NO_NETWORK, deadlineMs: 0, simulated: false, offered: false, openCircuits: () => 0 }

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
