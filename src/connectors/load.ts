// Finds an external connector: a file, by its path from the working folder, or an installed package.
import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { NO_NETWORK } from '../core/rail-port.ts'
import { PORT_VERSION, PORT_VERSIONS } from './connector.ts'
import { type AnyConnector, type PortName, portNames } from './ports.ts'

/** The reason why a connector cannot be used, in one line, for the operator. */
export class ConnectorFault extends Error {}

/** There is no file or package with the name. */
export class NoConnector extends ConnectorFault {}

const PATH = /^(\.{0,2}\/|file:)/
const PACKAGE = /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(\/[\w.~-]+)*$/i

/** Everything that the file or package `name` exports. Throws a `ConnectorFault`. */
export async function loadModule(name: string): Promise<Record<string, unknown>> {
  const url = PATH.test(name) ? fileOf(name) : packageOf(name)
  try {
    return await import(url)
  } catch (error) {
    throw new ConnectorFault(`it cannot be loaded: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function fileOf(name: string): string {
  const path = name.startsWith('file:') ? fileURLToPath(name) : resolve(name)
  if (!existsSync(path)) throw new NoConnector(`there is no such file: ${path}`)
  if (!statSync(path).isFile()) throw new NoConnector(`it is no file: ${path}`)
  return pathToFileURL(path).href
}

/** A package is resolved from the working folder, which may differ from the program's folder. */
function packageOf(name: string): string {
  if (!PACKAGE.test(name))
    throw new NoConnector('it is neither a path such as ./connector.mjs nor the name of a package')
  try {
    return pathToFileURL(createRequire(pathToFileURL(resolve('any.js'))).resolve(name)).href
  } catch {
    throw new NoConnector('no such connector comes with Cobro, and no package of that name is installed here')
  }
}

/** The ports for which a module exports a connector. */
export function portsIn(module: Record<string, unknown>): PortName[] {
  return portNames.filter((port) => module[port] !== undefined)
}

/** The connector that a module exports for a port. Throws a `ConnectorFault` unless it is a connector of this version. */
export function connectorIn(
  module: Record<string, unknown>,
  port: PortName | 'stampingProvider' | 'issuerSource',
): AnyConnector {
  const found = module[port]
  if (found === undefined) {
    const others = portsIn(module)
    throw new ConnectorFault(`it exports no \`${port}\`${others.length > 0 ? `, only ${others.join(', ')}` : ''}`)
  }
  if (typeof found !== 'object' || found === null) throw new ConnectorFault(`its \`${port}\` is no connector`)
  const { portVersion, name, settings = {}, connect, rehearse } = found as Partial<AnyConnector>
  if (portVersion === undefined || !PORT_VERSIONS.includes(portVersion)) {
    const theirs = portVersion === undefined ? 'says no portVersion' : `is written for version ${String(portVersion)}`
    throw new ConnectorFault(
      `its \`${port}\` ${theirs} of the port; this program has version ${PORT_VERSION}, and takes ${PORT_VERSIONS.join(' and ')}`,
    )
  }
  const wrongName = nameFault(name, false)
  if (wrongName !== undefined) throw new ConnectorFault(`its name ${wrongName}`)
  if (typeof connect !== 'function') throw new ConnectorFault(`its \`${port}\` has no connect`)
  if (rehearse !== undefined && typeof rehearse !== 'function') throw new ConnectorFault('its rehearse is no function')
  if (typeof settings !== 'object' || settings === null) throw new ConnectorFault('its settings are no object')
  return found as AnyConnector
}

/** What a network's name violates; undefined for a good one. `isOwn`: of one of Cobro's connectors, which may be simulated. */
export function nameFault(name: unknown, isOwn: boolean): string | undefined {
  const fits =
    typeof name === 'string' &&
    /^[a-z][a-z0-9-]{1,39}$/.test(name) &&
    (isOwn || !name.startsWith('sandbox')) &&
    name !== NO_NETWORK
  if (fits) return undefined
  return 'must be 2 to 40 small letters, digits and dashes, not begin with `sandbox` and not be `none`'
}
