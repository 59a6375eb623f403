// The settings of the connectors to an operator's own service, each checked before the service starts.
import { type ConnectorSetting, requiredSetting } from '../connector.ts'
import { addressFault } from '../exchange.ts'

export const serviceSettings = {
  URL: requiredSetting('address of your service; Cobro calls what is below its /v1/', (value) =>
    addressFault(value, 'https://gateway.example.mx/cobro'),
  ),
  SECRET: requiredSetting(
    'key of the signatures of both sides, the same at your service',
    (value) =>
      /^[\w-]{32,128}$/.test(value) ? undefined : 'at least 32 letters and digits, e.g. from `openssl rand -hex 32`',
    true,
  ),
  CA_FILE: { meaning: 'file with the certificate authority of that address, when it is not a public one' },
} satisfies Record<string, ConnectorSetting>

/** What a test of a service needs, whose address is given with the command. */
export const testSettings: Record<string, ConnectorSetting> = {
  SECRET: { ...serviceSettings.SECRET, required: false },
  CA_FILE: serviceSettings.CA_FILE,
}

/** The words of a list. */
export function wordsIn(value: string): string[] {
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== NOTHING)
}

/** The only word of an empty list. */
const NOTHING = 'none'

/** What the service can do: the service's own answer says the same, which `cobro connectors check http` compares. */
export function capabilitiesSetting(words: readonly string[]): ConnectorSetting {
  const list = words.join(', ')
  return requiredSetting(
    `what your service can do, comma-separated, of ${list}; ${NOTHING} for none of them`,
    (value) =>
      value.split(',').every((one) => one.trim() === NOTHING || words.includes(one.trim()))
        ? undefined
        : `words of ${list}, comma-separated, or ${NOTHING}`,
  )
}
