// The connectors to an operator's own service in any language, by a signed protocol over HTTP: docs/connectors/http.md.
import type { Acquirer } from '../acquirer.ts'
import type { CashNetwork } from '../cash-network.ts'
import type { Connected, ConnectNeeds, Connector, ConnectorSetting } from '../connector.ts'
import { authorityIn } from '../exchange.ts'
import type { PortName, PortTypes } from '../ports.ts'
import { isKeyLife, type SpeiBank } from '../spei-bank.ts'
import { acquirerOver } from './acquirer.ts'
import { fitFault } from './capabilities.ts'
import { cashNetworkOver } from './cash-network.ts'
import { asks, type ServiceAddress, serviceClient } from './client.ts'
import { reportCalls } from './reports.ts'
import { type ServiceAbilities, services } from './services.ts'
import { capabilitiesSetting, serviceSettings, wordsIn } from './settings.ts'
import { speiBankOver } from './spei-bank.ts'

const made: {
  readonly [P in PortName]: (ask: ReturnType<typeof asks>, abilities: ServiceAbilities) => PortTypes[P]
} = {
  acquirer: (ask, { words }) => acquirerOver(ask, services.acquirer.name, words),
  cashNetwork: (ask, { words }) => cashNetworkOver(ask, services.cashNetwork.name, words),
  speiBank: (ask, abilities) => speiBankOver(ask, services.speiBank.name, abilities),
}

/** The port over a service. */
export function portOver<P extends PortName>(
  port: P,
  {
    address,
    abilities,
    state,
    name = services[port].name,
  }: { address: ServiceAddress; abilities: ServiceAbilities } & Pick<ConnectNeeds, 'state' | 'name'>,
): Connected<PortTypes[P]> {
  const { segment } = services[port]
  const { secret } = address
  return {
    ...made[port](asks(serviceClient(address), segment), abilities),
    inbound: reportCalls({ port, name, secret, state }),
  }
}

/** Where the service of a port is, by the settings of its connector. Throws an Error when the certificate authority cannot be read. */
export function addressIn(port: PortName, settings: Readonly<Record<string, string>>): ServiceAddress {
  const setting = `${services[port].name.toUpperCase().replaceAll('-', '_')}_CA_FILE`
  const { URL: url = '', SECRET: secret = '', CA_FILE: file = '' } = settings
  return { url, secret, ca: authorityIn(setting, file) }
}

function connectorOf<P extends PortName>(
  port: P,
  more: Readonly<Record<string, ConnectorSetting>> = {},
): Connector<PortTypes[P]> {
  const { name, words } = services[port]
  const abilitiesIn = (settings: Readonly<Record<string, string>>): ServiceAbilities => {
    const { CAPABILITIES = '', KEY_LIFE } = settings
    return { words: wordsIn(CAPABILITIES), keyLife: isKeyLife(KEY_LIFE) ? KEY_LIFE : 'banking-day' }
  }
  return {
    portVersion: 2,
    name,
    settings: { ...serviceSettings, CAPABILITIES: capabilitiesSetting(words), ...more },
    connect: ({ settings, state, witness, name: called }) =>
      portOver(port, {
        address: { ...addressIn(port, settings), witness },
        abilities: abilitiesIn(settings),
        state,
        ...(called !== undefined && { name: called }),
      }),
    probe: ({ settings, witness }, signal) =>
      fitFault(port, serviceClient({ ...addressIn(port, settings), witness }), abilitiesIn(settings), signal),
  }
}

export const httpAcquirer: Connector<Acquirer> = connectorOf('acquirer')

export const httpCashNetwork: Connector<CashNetwork> = connectorOf('cashNetwork')

export const httpSpeiBank: Connector<SpeiBank> = connectorOf('speiBank', {
  KEY_LIFE: {
    meaning:
      'for how long a tracking key keeps your bank from sending twice: `always`, or `banking-day` for one banking day alone',
    default: 'banking-day',
    check: (value) => (isKeyLife(value) ? undefined : '`always` or `banking-day`'),
  },
})
