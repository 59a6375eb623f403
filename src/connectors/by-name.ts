// Finds connectors by the names in the settings: Cobro's own, one line each here, and external ones, by path or package.
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Clock } from '../core/clock.ts'
import { NO_NETWORK } from '../core/rail-port.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { type Acquirer, acquirerPort } from './acquirer.ts'
import { type Acquirers, acquirersOf, MAX_ACQUIRERS, renamed } from './acquirers.ts'
import { type Bounds, bounded } from './bounded.ts'
import { type CashNetworkPort, cashNetworkAnswers } from './cash-network.ts'
import { acquirersIn, type NamedConnector } from './config.ts'
import { connected, type Standing, settingsOf } from './connect.ts'
import type { Connected } from './connector.ts'
import { ConnectorFault, connectorIn, loadModule, NoConnector, nameFault } from './load.ts'
import { noCashNetwork, noSpeiBank } from './none.ts'
import type { Inbound } from './notice.ts'
import { type AnyConnector, type PortName, type PortTypes, portNames, ports } from './ports.ts'
import type { ConnectorRecorder, Recorder } from './recordings/recorder.ts'
import { ownAcquirers, ownCashNetworks, ownSpeiBanks } from './sandbox/connectors.ts'
import { boundedSpeiBank, type SpeiBankPort } from './spei-bank.ts'
import { connectorState } from './state.ts'

/** The ports for the service. */
interface Ports {
  acquirers: Acquirers
  cashNetwork: CashNetworkPort
  speiBank: SpeiBankPort
  /** The inbound calls of the networks. */
  inbound: InboundNetwork[]
}

/** The inbound calls of one connector. */
export interface InboundNetwork {
  port: PortName
  name: string
  calls: Inbound
  /** Where its traffic is recorded. */
  recorder?: ConnectorRecorder | undefined
}

/** Substitutes for the connectors of the settings. */
export type Connectors = Omit<{ [P in PortName]: Connected<PortTypes[P]> }, 'acquirer'> & {
  /** One, or several. */
  acquirer: Connected<Acquirer> | readonly Connected<Acquirer>[]
}

/** Where Cobro's own connectors keep the state of a simulated network. */
type OwnNeeds = { store: Store; clock?: Clock }

/** Cobro's own connectors to real networks, each loaded when the settings name it. */
const real: Record<PortName, Record<string, () => Promise<AnyConnector>>> = {
  acquirer: {
    http: async () => (await import('./http/connectors.ts')).httpAcquirer,
    openpay: async () => (await import('./openpay/connectors.ts')).openpayForCards,
    iso8583: async () => (await import('./iso8583/connector.ts')).iso8583,
  },
  cashNetwork: {
    http: async () => (await import('./http/connectors.ts')).httpCashNetwork,
    openpay: async () => (await import('./openpay/connectors.ts')).openpayForStores,
  },
  speiBank: {
    http: async () => (await import('./http/connectors.ts')).httpSpeiBank,
    stp: async () => (await import('./stp/connector.ts')).stp,
    openpay: async () => (await import('./openpay/connectors.ts')).openpayForSpei,
  },
}

const own: Record<PortName, Record<string, (needs: OwnNeeds) => AnyConnector | Promise<AnyConnector>>> = {
  acquirer: { ...ownAcquirers, ...real.acquirer },
  cashNetwork: { ...ownCashNetworks, ...real.cashNetwork },
  speiBank: { ...ownSpeiBanks, ...real.speiBank },
}

/** A connector's own rows of the database, and the service's clock. */
export function standingOf({ store, clock }: StoreAndClock, name: string): Standing {
  return { state: connectorState({ store, clock }, name), nowMs: clock.epochMs }
}

/** A connector under its name in the settings. `of` is Cobro's own name for it. */
interface RecordedConnector {
  name: string
  of: string
  settings: NonNullable<AnyConnector['settings']>
}

/** The connectors whose traffic is recorded, also under the names that `ACQUIRER` gives them. */
export async function recordedConnectors({ networks }: Pick<Config, 'networks'>): Promise<RecordedConnector[]> {
  const ours = await Promise.all(portNames.flatMap((port) => Object.values(real[port]).map((load) => load())))
  const again = acquirersIn(networks.acquirer).flatMap(({ connector, name }) => {
    const found = ours.find((one) => one.name === connector || one.name === `${connector}-acquirer`)
    return name === undefined || found === undefined ? [] : [{ ...found, name, of: found.name }]
  })
  return [...ours.map((one) => ({ ...one, of: one.name })), ...again].map(({ name, of, settings = {} }) => ({
    name,
    of,
    settings,
  }))
}

/** The ports of Cobro's own connectors with this name. */
export function ownPorts(name: string): PortName[] {
  return portNames.filter((port) => Object.hasOwn(own[port], name))
}

/** The connector of a port by name: ours, a file's or a package's. Throws a `ConnectorFault`. */
export async function connectorNamed(port: PortName, name: string, needs: OwnNeeds): Promise<AnyConnector> {
  const ours = Object.hasOwn(own[port], name) ? own[port][name] : undefined
  if (ours !== undefined) return ours(needs)
  try {
    return connectorIn(await loadModule(name), port)
  } catch (error) {
    if (!(error instanceof NoConnector)) throw error
    throw new NoConnector(`${error.message}; Cobro’s own: ${Object.keys(own[port]).join(', ')}`)
  }
}

/** A connector under the name of an acquirer: its settings, its state and its network have that name. */
export async function acquirerNamed({ connector: of, name }: NamedConnector, needs: OwnNeeds): Promise<AnyConnector> {
  const connector = await connectorNamed('acquirer', of, needs)
  if (name === undefined || name === connector.name) return connector
  const fault = nameFault(name, ownPorts(of).length > 0)
  if (fault !== undefined) throw new ConnectorFault(`the name ${name} ${fault}`)
  const { rehearse: _, ...rest } = connector
  const { store, clock } = needs
  // Acquirers of the sandbox share one simulated network, whatever their names are.
  const state = of.startsWith('sandbox') && clock ? { state: connectorState({ store, clock }, connector.name) } : {}
  const connect: AnyConnector['connect'] = async (connectNeeds) =>
    renamed((await connector.connect({ ...connectNeeds, ...state, name })) as Acquirer, name)
  return { ...rest, name, connect }
}

/**
 * The connectors of the settings, or their substitutes, each bounded by its deadline. Throws one Error that lists every
 * fault of them.
 */
export async function connectorsOf(
  needs: OwnNeeds & { clock: Clock; config: Config; log: FastifyBaseLogger },
  substitutes: Partial<Connectors> = {},
): Promise<Ports> {
  const { config, clock, log } = needs
  const faults: string[] = []
  const recorder = await recorderOf(config, clock, log)
  const recorders = new Map<string, ConnectorRecorder>()
  const known = new Set<string>()
  /** Undefined for `none`. */
  const open = async <P extends PortName>(
    port: P,
    name: string,
    find: () => Promise<AnyConnector>,
  ): Promise<Connected<PortTypes[P]> | undefined> => {
    if (name === NO_NETWORK) return undefined
    try {
      const connector = await find()
      const standing = { ...standingOf(needs, connector.name), recorder }
      const connectNeeds = settingsOf(config, connector, standing)
      const made = await connected(port, connector, connectNeeds)
      const by = port === 'acquirer' ? connector.knownBy?.(connectNeeds.settings) : undefined
      if (by !== undefined && known.has(by)) throw new ConnectorFault(`another acquirer is ${by} already`)
      if (by !== undefined) known.add(by)
      if (recorder) recorders.set(`${port} ${made.name}`, recorder.of(connector, connectNeeds.settings))
      if (config.mode === 'production' && made.simulated === true)
        throw new ConnectorFault('production needs a real connector')
      return made
    } catch (error) {
      if (!(error instanceof ConnectorFault)) throw error
      faults.push(...error.message.split('\n').map((line) => `${ports[port].setting}=${name}: ${line}`))
      // Never used: the faults are thrown below.
      return undefined
    }
  }
  const openOne = async <P extends 'cashNetwork' | 'speiBank'>(port: P) => {
    const name = config.networks[ports[port].railPort]
    return (
      (substitutes[port] as Connected<PortTypes[P]> | undefined) ??
      open(port, name, () => connectorNamed(port, name, needs))
    )
  }
  const openAcquirers = async (): Promise<Connected<Acquirer>[]> => {
    const substitute = substitutes.acquirer
    if (substitute !== undefined) return [substitute].flat() as Connected<Acquirer>[]
    const named = acquirersIn(config.networks.acquirer)
    const made = []
    for (const one of named) made.push(await open('acquirer', one.connector, () => acquirerNamed(one, needs)))
    faults.push(...acquirerFaults(named, made))
    return made.filter((one) => one !== undefined)
  }
  const [made, cashNetwork, speiBank] = [await openAcquirers(), await openOne('cashNetwork'), await openOne('speiBank')]
  const inbound = [
    ...made.map((one) => inboundOf('acquirer', one)),
    inboundOf('cashNetwork', cashNetwork),
    inboundOf('speiBank', speiBank),
  ].map((one) => ({ ...one, recorder: recorders.get(`${one.port} ${one.name}`) }))
  faults.push(...repeatedCalls(inbound))
  if (faults.length > 0) throw new Error(`The settings do not fit:\n${faults.map((line) => `  ${line}`).join('\n')}`)
  const bounds = (deadlineMs: number): Bounds => ({ deadlineMs, wallMs: clock.wallMs, log })
  const [ofAcquirer, ofNetwork] = [bounds(config.acquirerTimeoutMs), bounds(config.networkTimeoutMs)]
  return {
    acquirers: acquirersOf(made.map((one) => acquirerPort(one, ofAcquirer))),
    cashNetwork: cashNetwork ? bounded(cashNetwork, cashNetworkAnswers, ofNetwork) : noCashNetwork(ofNetwork),
    speiBank: speiBank ? boundedSpeiBank(speiBank, ofNetwork) : noSpeiBank(ofNetwork),
    inbound: inbound.filter(({ calls }) => calls.length > 0),
  }
}

/** Undefined unless the settings ask for a recording. Throws an Error when its file cannot be made. */
async function recorderOf(
  config: Config,
  { wallMs }: Pick<Clock, 'wallMs'>,
  log: FastifyBaseLogger,
): Promise<Recorder | undefined> {
  const { recordConnectors: folder, recordMinutes: minutes } = config
  if (folder === '') return undefined
  const { openRecorder } = await import('./recordings/recorder.ts')
  const stamp = new Date(wallMs()).toISOString().replaceAll(/[:.]/g, '-')
  const file = join(folder, `connectors-${stamp}-${process.pid}.jsonl`)
  try {
    const recorder = openRecorder({ file, forMs: minutes * 60_000, wallMs, log })
    log.warn({ file, minutes }, 'the traffic of the connectors is recorded')
    return recorder
  } catch (error) {
    throw new Error(
      `The settings do not fit:\n  RECORD_CONNECTORS: no file can be made there (${(error as NodeJS.ErrnoException).code})`,
    )
  }
}

/** What does not fit among the acquirers of the setting. A charge is known by the name of its acquirer, so no two have one name. */
function acquirerFaults(named: readonly NamedConnector[], made: readonly (Acquirer | undefined)[]): string[] {
  const { setting } = ports.acquirer
  const names = made.flatMap((one) => one?.name ?? [])
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  const faults = [
    named.length > MAX_ACQUIRERS && `${setting} names ${named.length} acquirers; at most ${MAX_ACQUIRERS}`,
    named.length > 1 &&
      named.some(({ connector }) => connector === NO_NETWORK) &&
      `${setting} names \`none\` beside an acquirer`,
    twice !== undefined &&
      `${setting} has two acquirers of the name ${twice}: give one another, such as north=${twice}`,
  ]
  return faults.filter((fault) => fault !== false)
}

function inboundOf(port: PortName, made: { name: string; inbound?: Inbound } | undefined): InboundNetwork {
  return { port, name: made?.name ?? '', calls: made?.inbound ?? [] }
}

/** One provider may implement several ports under one name; its calls then need different paths. */
function repeatedCalls(networks: InboundNetwork[]): string[] {
  const seen = new Map<string, PortName>()
  const faults: string[] = []
  for (const { port, name, calls } of networks) {
    for (const { method, path } of calls) {
      const call = `${method} /v1/networks/${name}${path}`
      const other = seen.get(call)
      if (other !== undefined) faults.push(`${ports[other].setting} and ${ports[port].setting} both take ${call}`)
      seen.set(call, port)
    }
  }
  return faults
}
