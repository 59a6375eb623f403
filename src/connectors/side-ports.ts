// Ports that carry no payments: their connectors are named by path or package, and loaded and checked like the others.
import type { Config } from '../config.ts'
import { connectInTime, settingsOf } from './connect.ts'
import type { Connector } from './connector.ts'
import { ConnectorFault, connectorIn, loadModule } from './load.ts'

/** The methods that each must have. */
const duties = {
  stampingProvider: ['stamp'],
  issuerSource: ['ranges'],
} as const

/** The port that a module makes. Throws an Error that begins with the setting's name. */
export async function sidePort<Port extends { name: string }>(
  port: keyof typeof duties,
  { setting, name, config }: { setting: string; name: string; config: Pick<Config, 'connectorSettings'> },
): Promise<Port> {
  try {
    const connector = connectorIn(await loadModule(name), port) as unknown as Connector<never>
    const made = await connectInTime(connector as never, settingsOf(config, connector as never))
    if (typeof made !== 'object' || made === null) throw new ConnectorFault('its connect answered no port')
    const parts = made as Record<string, unknown>
    if (parts.name !== connector.name)
      throw new ConnectorFault(`its connect made a port of another name: ${JSON.stringify(parts.name)}`)
    const missing = duties[port].filter((method) => typeof parts[method] !== 'function')
    if (missing.length > 0) throw new ConnectorFault(`it lacks ${missing.join(', ')}`)
    return made as Port
  } catch (error) {
    if (!(error instanceof ConnectorFault)) throw error
    throw new Error(
      error.message
        .split('\n')
        .map((line) => `${setting}=${name}: ${line}`)
        .join('\n'),
    )
  }
}
