// `cobro connectors`: the connector of each port, with its settings; and whether a connector keeps the contract of its port.
import type { Config } from '../../config.ts'
import { acquirerNamed, connectorNamed, ownPorts, standingOf } from '../../connectors/by-name.ts'
import { acquirersIn, type NamedConnector } from '../../connectors/config.ts'
import { connected, settingsOf } from '../../connectors/connect.ts'
import { checkConnector } from '../../connectors/contract/check.ts'
import type { Finding } from '../../connectors/contract/duty.ts'
import { addressFault } from '../../connectors/exchange.ts'
import { services } from '../../connectors/http/services.ts'
import { testSettings } from '../../connectors/http/settings.ts'
import { ConnectorFault, connectorIn, loadModule, portsIn } from '../../connectors/load.ts'
import { type AnyConnector, type PortName, portNames, ports } from '../../connectors/ports.ts'
import type { Recorder } from '../../connectors/recordings/recorder.ts'
import { connectorSettingName } from '../../core/declared-settings.ts'
import { NO_NETWORK } from '../../core/rail-port.ts'
import { openDatabase } from '../../store/database.ts'
import type { Store } from '../../store/store.ts'
import { NothingRead, Refused, UsageError } from '../developer/command.ts'
import { shownText } from '../terminal/shown-text.ts'
import { withDatabase } from './opened-database.ts'

/** Where the settings of a connector come from. */
export type Settings = Pick<Config, 'connectorSettings'>

/** Reads nothing of a real database: simulated networks keep their numbers in a temporary one. */
async function withStore<R>(work: (store: Store) => Promise<R>): Promise<R> {
  const store = await openDatabase(':memory:', { connections: 1 })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Lists the ports, the connector of each, and its capabilities. Throws `Refused` when one cannot be used. */
export async function listConnectors(config: Config, asJson: boolean): Promise<void> {
  const rows = await withStore(async (store) => {
    const all = []
    for (const port of portNames)
      for (const one of chosenFor(config, port)) all.push(await describe(config, port, one, store))
    return all
  })
  for (const row of rows) process.stdout.write(shownText(asJson ? `${JSON.stringify(row)}\n` : readable(row)))
  const unusable = rows.filter(({ fault }) => fault !== undefined)
  if (unusable.length > 0) throw new Refused(`${unusable.map(({ port }) => port).join(', ')}: look above`)
}

interface Description {
  port: string
  setting: string
  chosen: string
  name?: string
  settings: { name: string; meaning: string; required: boolean; secret: boolean; value: string }[]
  simulated?: boolean
  methods: string[]
  inbound: string[]
  /** How it stands by its own state. */
  state: string[]
  fault?: string
}

/** Of acquirers there may be several. */
function chosenFor({ networks }: Config, port: PortName): NamedConnector[] {
  if (port === 'acquirer') return acquirersIn(networks.acquirer)
  return [{ connector: networks[ports[port].railPort], name: undefined }]
}

async function describe(config: Config, port: PortName, named: NamedConnector, store: Store): Promise<Description> {
  const { connector: of, name } = named
  const chosen = name === undefined ? of : `${name}=${of}`
  const row: Description = {
    port: ports[port].title,
    setting: ports[port].setting,
    chosen,
    settings: [],
    methods: [],
    inbound: [],
    state: [],
  }
  if (chosen === NO_NETWORK) return { ...row, name: NO_NETWORK }
  try {
    const connector =
      port === 'acquirer' ? await acquirerNamed(named, { store }) : await connectorNamed(port, chosen, { store })
    row.name = connector.name
    row.settings = settingsShown(config, connector)
    const made = await connected(port, connector, settingsOf(config, connector))
    row.simulated = made.simulated === true
    row.methods = methodsOf(made)
    row.state = await stateOf(config, connector)
    row.inbound = (made.inbound ?? []).map(({ method, path }) => `${method} /v1/networks/${connector.name}${path}`)
  } catch (error) {
    if (!(error instanceof ConnectorFault)) throw error
    row.fault = error.message
  }
  return row
}

/** From the service's database, which may be away or not made yet. */
async function stateOf(config: Config, connector: AnyConnector): Promise<string[]> {
  const { standing } = connector
  if (standing === undefined) return []
  try {
    let lines: readonly string[] = []
    await withDatabase(config, { writes: false }, async ({ store, clock }) => {
      lines = await standing(settingsOf(config, connector, standingOf({ store, clock }, connector.name)))
    })
    return [...lines]
  } catch (error) {
    if (!(error instanceof NothingRead)) throw error
    return [`not known: ${error.message.split('\n')[0]}`]
  }
}

function settingsShown(config: Config, connector: AnyConnector): Description['settings'] {
  const declared = connector.settings ?? {}
  const { values } = config.connectorSettings(connector.name, declared)
  return Object.entries(declared).map(([key, { meaning, required = false, secret = false }]) => {
    const value = values[key] ?? ''
    const name = connectorSettingName(connector.name, key)
    return { name, meaning, required, secret, value: secret && value !== '' ? '********' : value }
  })
}

/** Every function of a port, including those of a class. */
function methodsOf(made: object): string[] {
  const names = new Set<string>()
  for (let at: object | null = made; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const name of Object.getOwnPropertyNames(at)) names.add(name)
  names.delete('constructor')
  return [...names].filter((name) => typeof (made as Record<string, unknown>)[name] === 'function').sort()
}

function readable(row: Description): string {
  const { port, setting, chosen, name, settings, simulated, methods, inbound, state, fault } = row
  const lines = [`${port}: ${name ?? '?'}${simulated ? ' (simulated)' : ''}  ${setting}=${chosen}`]
  if (fault !== undefined) lines.push(...fault.split('\n').map((line) => `  ! ${line}`))
  if (methods.length > 0) lines.push(`  can    ${methods.join(', ')}`)
  for (const call of inbound) lines.push(`  takes  ${call}`)
  for (const line of state) lines.push(`  state  ${line}`)
  for (const one of settings) {
    const marks = [one.required && 'required', one.secret && 'secret'].filter(Boolean).join(', ')
    lines.push(`  ${one.name}=${one.value}  ${one.meaning}${marks ? ` (${marks})` : ''}`)
  }
  return `${lines.join('\n')}\n`
}

/** Runs the contract suite of every port that `name` carries. Throws `Refused` when a duty is not kept. */
export async function checkNamed(config: Settings, name: string, asJson: boolean, recorder?: Recorder): Promise<void> {
  if (name === '') throw new UsageError('which connector? Give the name of one of Cobro’s, a path or a package')
  report(name, await withStore((store) => checkAll(config, name, store, recorder)), asJson)
}

/**
 * Runs the contract suite against an operator's own service that plays its network, of every port whose secret is set. Throws `Refused` when a
 * duty is not kept.
 */
export async function testService(config: Config, url: string, asJson: boolean): Promise<void> {
  const fault = addressFault(url, 'https://gateway.example.mx/cobro')
  if (url === '' || fault !== undefined) throw new UsageError(`which service? Give ${fault}`)
  const { addressIn } = await import('../../connectors/http/connectors.ts')
  const { serviceFindings } = await import('../../connectors/http/suite.ts')
  const all: PortFinding[] = []
  const secrets: string[] = []
  for (const port of portNames) {
    const { name } = services[port]
    const { values, faults } = config.connectorSettings(name, testSettings)
    secrets.push(connectorSettingName(name, 'SECRET'))
    if (faults.length > 0) throw new UsageError(faults.join('\n'))
    if (values.SECRET === '') continue
    const found = await serviceFindings(port, addressIn(port, { ...values, URL: url }))
    all.push(...found.map((finding) => ({ port: ports[port].title, ...finding })))
  }
  if (all.length === 0) throw new UsageError(`which port? Set one or more of ${secrets.join(', ')}`)
  report(url, all, asJson)
}

type PortFinding = Finding & { port: string }

function report(name: string, all: readonly PortFinding[], asJson: boolean): void {
  for (const finding of all) {
    process.stdout.write(asJson ? `${JSON.stringify(finding)}\n` : lineOf(finding))
  }
  const count = (result: Finding['result']) => all.filter((finding) => finding.result === result).length
  const sums = `${count('kept')} kept, ${count('missed')} missed, ${count('not checked')} not checked`
  if (!asJson) process.stdout.write(`${sums}\n`)
  if (count('missed') > 0) throw new Refused(`${name} misses ${count('missed')} of its duties`)
}

async function checkAll(config: Settings, name: string, store: Store, recorder?: Recorder): Promise<PortFinding[]> {
  const own = ownPorts(name)
  const module = own.length > 0 ? {} : await loadModule(name)
  const carried = own.length > 0 ? own : portsIn(module)
  if (carried.length === 0) throw new ConnectorFault(`${name} exports none of ${portNames.join(', ')}`)
  const found: PortFinding[] = []
  for (const port of carried) {
    const { title } = ports[port]
    try {
      const connector = own.length > 0 ? await connectorNamed(port, name, { store }) : connectorIn(module, port)
      for (const finding of await checkConnector(port, connector, config, recorder))
        found.push({ port: title, ...finding })
    } catch (error) {
      if (!(error instanceof ConnectorFault)) throw error
      found.push({ port: title, duty: 'it is a connector of this version', result: 'missed', why: error.message })
    }
  }
  return found
}

const marks = { kept: '✔', missed: '✖', 'not checked': '?' } as const

function lineOf({ port, duty, result, why }: PortFinding): string {
  const tail = result === 'kept' ? '' : result === 'missed' ? `: ${why}` : ` — not checked: ${why}`
  return `${marks[result]} ${port}: ${duty}${tail}\n`
}
