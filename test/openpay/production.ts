// A service in production mode whose networks are all Openpay, over the fake.
import type { Engine } from '../support/harness/engines.ts'
import { productionService, settingsNamed } from '../support/harness/production.ts'
import { type FakeOpenpay, fakeOpenpay } from './fake-openpay.ts'

export type Production = Awaited<ReturnType<typeof production>>

/** The settings of all three ports. */
export function networksOver(fake: FakeOpenpay): Record<string, string> {
  return {
    ACQUIRER_TIMEOUT_MS: '10000',
    NETWORK_TIMEOUT_MS: '10000',
    ACQUIRER: 'openpay',
    CASH_NETWORK: 'openpay',
    SPEI_BANK: 'openpay',
    ...settingsNamed('OPENPAY', fake.settings),
  }
}

/** Which port takes a notice. */
const routes = { card: 'card-notices', store: 'store-notices', bank: 'bank-notices' } as const

export async function production(engine: Engine) {
  const service = await productionService(engine, async (nowMs) => {
    const fake = await fakeOpenpay({ nowMs })
    return { fake, networks: networksOver(fake), close: fake.close }
  })
  const { fake } = service.played
  return {
    ...service,
    fake,
    /** What Openpay posts to a route. */
    notify: (route: keyof typeof routes, type: string, transaction: object, password?: string) =>
      service.send(
        'POST',
        `/v1/networks/openpay/${routes[route]}`,
        fake.event(type, transaction),
        fake.headers(password),
      ),
  }
}
