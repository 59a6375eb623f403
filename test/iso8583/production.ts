// A service in production mode whose acquirer is a host of ISO 8583, over the fake.
import type { Engine } from '../support/harness/engines.ts'
import { productionService, settingsNamed } from '../support/harness/production.ts'
import { type FakeHost, fakeHost } from './fake-host.ts'

export type Production = Awaited<ReturnType<typeof production>>

export function networksOver(fake: FakeHost): Record<string, string> {
  return { ACQUIRER: 'iso8583', ACQUIRER_TIMEOUT_MS: '6000', ...settingsNamed('ISO8583', fake.settings) }
}

export async function production(engine: Engine) {
  const service = await productionService(engine, async () => {
    const fake = await fakeHost()
    return { fake, networks: networksOver(fake), close: fake.close }
  })
  return { ...service, fake: service.played.fake }
}
