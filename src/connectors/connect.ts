// Makes a port from a connector: reads its settings, connects it, and checks that the port is complete.
import type { Config } from '../config.ts'
import { businessDaysFrom, speiDay } from '../core/time.ts'
import { type Acquirer, capabilityFault } from './acquirer.ts'
import type { Connected, ConnectNeeds } from './connector.ts'
import { ConnectorFault } from './load.ts'
import type { Inbound } from './notice.ts'
import { type AnyConnector, type PortName, type PortTypes, ports } from './ports.ts'
import type { Recorder } from './recordings/recorder.ts'
import { isKeyLife, type SpeiBank } from './spei-bank.ts'
import { type ConnectorState, passingState } from './state.ts'

/** The start fails if a connector does not connect in this time. */
const CONNECT_MS = 30_000

/** Where the state of a connector is, the clock of its calendar, and what records its traffic. */
export interface Standing {
  state: ConnectorState
  nowMs(): number
  recorder?: Recorder | undefined
}

/** For a rehearsal or a look: nothing is kept. */
export const passing = (): Standing => ({
  state: passingState(),
  nowMs: () => Temporal.Now.instant().epochMilliseconds,
})

/** What a connector is connected with: its settings from the environment, its state. Throws a `ConnectorFault` with a line for each faulty setting. */
export function settingsOf(
  config: Pick<Config, 'connectorSettings'>,
  connector: AnyConnector,
  standing: Standing = passing(),
): ConnectNeeds {
  const { values, faults } = config.connectorSettings(connector.name, connector.settings ?? {})
  if (faults.length > 0) throw new ConnectorFault(faults.join('\n'))
  const witness = standing.recorder?.of(connector, values).exchanged
  return { ...needsOf(values, standing), ...(witness && { witness }) }
}

export function needsOf(settings: Record<string, string>, { state, nowMs }: Standing = passing()): ConnectNeeds {
  return {
    settings: Object.freeze(settings),
    state,
    calendar: { nowMs, bankingDay: speiDay, bankingDayFrom: businessDaysFrom },
  }
}

/** The port that a connector makes. Throws a `ConnectorFault` that holds no secret setting. */
export async function connected<P extends PortName>(
  port: P,
  connector: AnyConnector,
  needs: ConnectNeeds,
): Promise<Connected<PortTypes[P]>> {
  const made = await connectInTime(connector, needs)
  const fault = portFault(port, connector, made)
  if (fault !== undefined) throw new ConnectorFault(fault)
  return made as Connected<PortTypes[P]>
}

export async function connectInTime(connector: AnyConnector, needs: ConnectNeeds): Promise<unknown> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const tooLate = new ConnectorFault(`its connect takes longer than ${CONNECT_MS / 1_000} seconds`)
  const timer = setTimeout(() => reject(tooLate), CONNECT_MS)
  try {
    return await Promise.race([Promise.try(() => connector.connect(needs)), late])
  } catch (error) {
    if (error === tooLate) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw new ConnectorFault(`its connect threw: ${withoutSecrets(message, connector, needs)}`)
  } finally {
    clearTimeout(timer)
  }
}

/** A connector's error may quote a setting. */
function withoutSecrets(text: string, { settings = {} }: AnyConnector, needs: ConnectNeeds): string {
  const secrets = Object.entries(settings).flatMap(([key, { secret }]) => (secret ? [needs.settings[key] ?? ''] : []))
  return secrets
    .filter((value) => value !== '')
    .sort((one, other) => other.length - one.length)
    .reduce((shown, value) => shown.replaceAll(value, '…'), text)
    .slice(0, 500)
}

/** What a port lacks; undefined when it is complete. */
export function portFault(port: PortName, { name, portVersion }: AnyConnector, made: unknown): string | undefined {
  if (typeof made !== 'object' || made === null) return 'its connect answered no port'
  const parts = made as Record<string, unknown>
  if (parts.name !== name) return `its connect made a port of another name: ${JSON.stringify(parts.name)}`
  const missing = ports[port].duties.filter((method) => typeof parts[method] !== 'function')
  if (missing.length > 0) return `it lacks ${missing.join(', ')}`
  const later = portVersion === 1 ? laterParts(port, parts) : []
  if (later.length > 0)
    return `it is written for version 1 of the port, which has no ${later.join(', ')}: if it is written for version 2, let it say \`portVersion: 2\``
  return declarationFaults[port](made as never) ?? inboundFault(parts.inbound)
}

/** What a port has that came with version 2. */
function laterParts(port: PortName, parts: Record<string, unknown>): string[] {
  const capabilities = (parts.capabilities ?? {}) as Record<string, unknown>
  const methods: readonly string[] = ports[port].sinceVersion2
  return [
    ...methods.filter((method) => parts[method] !== undefined),
    ...['payerAction', 'capture'].filter((one) => capabilities[one] !== undefined),
  ]
}

/** The faults of a connector's declarations, by port. */
const declarationFaults: { [P in PortName]: (made: PortTypes[P]) => string | undefined } = {
  acquirer: (made: Acquirer) => {
    const fault = capabilityFault(made)
    return fault === undefined ? undefined : `it ${fault}`
  },
  cashNetwork: () => undefined,
  speiBank: ({ keyLife }: SpeiBank) =>
    isKeyLife(keyLife) ? undefined : 'its keyLife is neither `always` nor `banking-day`',
}

function inboundFault(inbound: unknown): string | undefined {
  if (inbound === undefined) return undefined
  if (!Array.isArray(inbound)) return 'its inbound calls are no list'
  const seen = new Set<string>()
  for (const call of inbound as Partial<Inbound[number]>[]) {
    const named = `${call?.method} ${call?.path}`
    if (!['POST', 'PUT', 'GET'].includes(call?.method ?? ''))
      return `its inbound call ${named} is neither POST, PUT nor GET`
    if (typeof call.path !== 'string' || !/^(\/[a-z0-9][a-z0-9-]{0,60}){1,5}$/.test(call.path))
      return `its inbound call ${named} needs a path such as /deposits`
    if (typeof call.receive !== 'function') return `its inbound call ${named} has no receive`
    if (seen.has(named)) return `its inbound call ${named} is there twice`
    seen.add(named)
  }
  return undefined
}
