// The settings that name the connectors of the networks, one for each port, and bound and record their traffic.
import { list, type Reading } from '../config/reading.ts'
import type { Mode, SettingPages } from '../config/setting.ts'
import { type RailPort, railPortRows, railPorts } from '../core/rail-port.ts'

export const connectorSettings = {
  ACQUIRER: {
    fallback: 'sandbox',
    en: 'connector that carries card payments: one of Cobro’s, the path of a file (`./my-acquirer.mjs`) or an installed package; several with commas between, one under a name of its own as `north=openpay`; `none`: the service takes no cards and has no plans',
    es: 'conector que lleva los cobros con tarjeta: uno de los de Cobro, la ruta de un archivo (`./my-acquirer.mjs`) o un paquete instalado; varios separados por comas, uno con nombre propio como `north=openpay`; `none`: el servicio no recibe tarjetas ni tiene planes',
  },
  ACQUIRER_TIMEOUT_MS: {
    fallback: '10000',
    en: 'how long a card payment waits for the acquirer',
    es: 'cuánto espera un cobro con tarjeta al adquirente',
  },
  CASH_NETWORK: {
    fallback: 'sandbox',
    en: 'connector that carries payments at stores; named in the same ways; `none`: no payments at stores',
    es: 'conector que lleva los pagos en tiendas; se nombra de las mismas maneras; `none`: sin pagos en tiendas',
  },
  SPEI_BANK: {
    fallback: 'sandbox',
    en: 'connector that carries SPEI transfers; named in the same ways; `none`: no SPEI payments, no CLABE of customers, no payouts, no refunds and returns by transfer',
    es: 'conector que lleva las transferencias SPEI; se nombra de las mismas maneras; `none`: sin pagos SPEI, sin CLABE de clientes, sin liquidaciones, sin devoluciones por transferencia',
  },
  NETWORK_TIMEOUT_MS: {
    fallback: '5000',
    en: 'how long a store network or a SPEI bank may take to answer',
    es: 'cuánto puede tardar en responder una red de tiendas o un banco SPEI',
  },
  RECORD_CONNECTORS: {
    fallback: '',
    en: 'folder in which each process records the traffic of the connectors, cards and secrets masked, as a file that plays as their fake; empty: nothing is recorded',
    es: 'carpeta en la que cada proceso graba el tráfico de los conectores, con tarjetas y secretos tapados, como un archivo que hace de red simulada; vacía: no se graba nada',
  },
  RECORD_MINUTES: {
    fallback: '60',
    en: 'for how long after its start a process records; a recording also ends at 32 MiB',
    es: 'cuánto tiempo después de su arranque graba un proceso; una grabación termina también a los 32 MiB',
  },
  ISSUERS: {
    fallback: '',
    en: 'who issues which cards: the path of a CSV file (`from,to,country,bank,funding`), or a connector by path or package; read again on SIGHUP. Without it issuers are unknown (the sandbox knows its test cards)',
    es: 'quién emite qué tarjetas: la ruta de un archivo CSV (`from,to,country,bank,funding`), o un conector por su ruta o su paquete; se vuelve a leer con SIGHUP. Sin él no se conocen los emisores (el sandbox conoce sus tarjetas de prueba)',
  },
} as const satisfies SettingPages

export interface ConnectorConfig {
  /** The names of the connectors, by port; of the acquirers, which may be several, the whole setting. */
  networks: Record<RailPort, string>
  acquirerTimeoutMs: number
  /** The longest wait for a store network or a SPEI bank. */
  networkTimeoutMs: number
  /** The folder of recordings of the connectors' traffic; empty: none is made. */
  recordConnectors: string
  recordMinutes: number
  /** A CSV file or a connector; empty: issuers are unknown. */
  issuers: string
}

export function readConnectorSettings(
  { faults, text, whole }: Reading<keyof typeof connectorSettings>,
  mode: Mode,
): ConnectorConfig {
  const named = railPorts.map((port) => [port, railPortRows[port].setting] as const)
  for (const [port, name] of mode === 'production' ? named : []) {
    const connectors = port === 'acquirer' ? acquirersIn(text(name)) : [{ connector: text(name) }]
    if (connectors.some(({ connector }) => /^sandbox\b/.test(connector)))
      faults.push(`${name}=${text(name)}: production needs a real connector`)
  }
  return {
    networks: Object.fromEntries(named.map(([port, name]) => [port, text(name)])) as Record<RailPort, string>,
    acquirerTimeoutMs: whole('ACQUIRER_TIMEOUT_MS', 10, 120_000),
    networkTimeoutMs: whole('NETWORK_TIMEOUT_MS', 10, 120_000),
    recordConnectors: text('RECORD_CONNECTORS'),
    recordMinutes: whole('RECORD_MINUTES', 1, 1_440),
    issuers: text('ISSUERS'),
  }
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
