// A service in production mode whose networks are an operator's own service, over the fake.
import type { Engine } from '../support/harness/engines.ts'
import { productionService, settingsNamed } from '../support/harness/production.ts'
import { type FakeService, fakeService } from './fake-service.ts'
import type { Message } from './signed.ts'

export type Production = Awaited<ReturnType<typeof production>>

/** The settings of all three ports over the service. */
export function networksOver(fake: FakeService): Record<string, string> {
  return {
    ACQUIRER_TIMEOUT_MS: '10000',
    NETWORK_TIMEOUT_MS: '10000',
    ACQUIRER: 'http',
    CASH_NETWORK: 'http',
    SPEI_BANK: 'http',
    ...settingsNamed('HTTP_ACQUIRER', fake.settings.acquirer),
    ...settingsNamed('HTTP_CASH_NETWORK', fake.settings.cashNetwork),
    ...settingsNamed('HTTP_SPEI_BANK', fake.settings.speiBank),
  }
}

export async function production(engine: Engine) {
  const fake = await fakeService()
  const networks = networksOver(fake)
  const service = await productionService(engine, async () => ({ networks, close: fake.close }))
  return {
    ...service,
    fake,
    authorise: (token: string, amount = 100) => service.pay(token, amount, '', { capture: false }),
    /** What the service reports, signed, or a message that is signed already. */
    report: (path: string, content: unknown, message: Message = fake.report(`/v1/networks/${path}`, content)) =>
      service.send('POST', `/v1/networks/${path}`, message.body, message.headers),
  }
}
