// The only reader of the environment: all settings, checked at once and frozen. What a setting means, what it may be and what is made of it stands in the
// `config.ts` of its room.
import { type ApiConfig, readApiSettings } from './api/config.ts'
import { type CardConfig, readCardSettings } from './cards/config.ts'
import { type RiskConfig, readRiskSettings } from './cards/risk/config.ts'
import { type CommandConfig, readCommandSettings } from './cli/config.ts'
import { filesNotRead, readEnvFile } from './config/env-file.ts'
import { type Misnamed, misnamed } from './config/names.ts'
import { type ProcessConfig, readProcessSettings } from './config/process.ts'
import { readingOf } from './config/reading.ts'
import { settings } from './config/settings.ts'
import { type ConnectorConfig, readConnectorSettings } from './connectors/config.ts'
import { type ConsoleConfig, readConsoleSettings } from './console/config.ts'
import {
  type ConnectorSettings,
  connectorSettingName,
  type DeclaredSetting,
  readDeclared,
} from './core/declared-settings.ts'
import { readWebhookSettings, type WebhookConfig } from './events/webhooks/config.ts'
import { type MessageConfig, readMessageSettings } from './messages/config.ts'
import { type PayoutConfig, readPayoutSettings } from './payouts/config.ts'
import { type InvoiceConfig, readInvoiceSettings } from './payouts/invoices/config.ts'
import { readStoreSettings, type StoreConfig } from './store/config.ts'
import { readVaultSettings, type VaultConfig } from './vault/config.ts'
import { readVoucherSettings, type VoucherConfig } from './vouchers/config.ts'

type RoomConfigs = ProcessConfig &
  StoreConfig &
  VaultConfig &
  ApiConfig &
  RiskConfig &
  CardConfig &
  PayoutConfig &
  ConnectorConfig &
  VoucherConfig &
  InvoiceConfig &
  WebhookConfig &
  MessageConfig &
  ConsoleConfig &
  CommandConfig

export interface Config extends RoomConfigs {
  /** The settings that connectors have declared. */
  connectorSettings(connector: string, declared: Readonly<Record<string, DeclaredSetting>>): ConnectorSettings
  /** A sentence for each name that looks like a setting and that neither Cobro nor a connector knows, once connectors are loaded. */
  unknownNames(): string[]
  /** What somebody may have meant otherwise: another file of settings, a mode that is empty. */
  doubts: readonly string[]
}

/** The settings of this process: the environment, then `.env`, then the defaults. Throws one Error that lists every fault. */
export function loadConfig(): Config {
  const file = readEnvFile('.env')
  // Only what the environment does not say: an empty value there says that the default holds.
  for (const [name, value] of Object.entries(file?.values ?? {})) process.env[name] ??= value
  return readConfig(process.env, misnamed(file, process.env, filesNotRead('.')))
}

/** Reads the same from any record, for tests and embedding. */
export function readConfig(
  environment: Record<string, string | undefined>,
  names: Misnamed = { faults: [], unknown: [], doubts: [] },
): Config {
  const reading = readingOf(settings, environment)
  const { faults } = reading
  faults.push(...names.faults)
  const declaredByConnectors = new Set<string>()
  const ofProcess = readProcessSettings(reading)
  const { mode } = ofProcess
  const config: Config = {
    ...ofProcess,
    ...readStoreSettings(reading),
    ...readVaultSettings(reading, mode),
    ...readApiSettings(reading, mode),
    ...readRiskSettings(reading, mode),
    ...readCardSettings(reading),
    ...readPayoutSettings(reading),
    ...readConnectorSettings(reading, mode),
    ...readVoucherSettings(reading, mode),
    ...readInvoiceSettings(reading, mode),
    ...readWebhookSettings(reading),
    ...readMessageSettings(reading, mode),
    ...readConsoleSettings(reading, mode),
    ...readCommandSettings(reading),
    connectorSettings: (connector, declared) => {
      for (const key of Object.keys(declared)) declaredByConnectors.add(connectorSettingName(connector, key))
      return readDeclared(environment, { connector, declared, taken: settings })
    },
    unknownNames: () => names.unknown.filter(({ name }) => !declaredByConnectors.has(name)).map((one) => one.text),
    doubts: names.doubts,
  }
  if (mode === 'production' && environment.NODE_TLS_REJECT_UNAUTHORIZED === '0') faults.push(UNCHECKED)
  if (faults.length > 0) throw new Error(`The settings do not fit:\n${faults.map((line) => `  ${line}`).join('\n')}`)
  return Object.freeze(config)
}

/** Node has a name of its own for it, so that no setting says it. */
const UNCHECKED =
  'NODE_TLS_REJECT_UNAUTHORIZED=0 makes no connection check a certificate, so cards and passwords may go to anybody: remove it, and name an authority of your own in NODE_EXTRA_CA_CERTS'

/** The address at which people and programs reach the service: `BASE_URL`, or where it listens. */
export function ownAddress({ baseUrl, tls, host, port }: Pick<Config, 'baseUrl' | 'tls' | 'host' | 'port'>): string {
  const bracketed = host.includes(':') ? `[${host}]` : host
  return baseUrl || `${tls ? 'https' : 'http'}://${bracketed}:${port}`
}

/**
 * The settings of the options that npm took for itself. Of `npm run cobro audit --json`, without two dashes before the option, npm takes
 * the option and leaves only a setting in the environment.
 */
export function optionsThatNpmTook(names: readonly string[]): string[] {
  if (process.env.npm_lifecycle_event !== 'cobro') return []
  return names.filter((name) => process.env[`npm_config_${name.replaceAll('-', '_')}`]).map((name) => `--${name}`)
}

/** The options of Node with which this process was started. Sample: `--jitless --max-old-space-size=512`. */
export function optionsOfNode(): string {
  return [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
}

/** True when `npm start` runs this process, with a shell between. */
export function startedByNpm(): boolean {
  return process.env.npm_lifecycle_event !== undefined
}

/** The locale that the machine's terminal has. Sample: `es_MX.UTF-8`; empty without one. */
export function machineLocale(): string {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env
  return LC_ALL || LC_MESSAGES || LANG || ''
}
