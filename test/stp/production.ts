// A service in production mode whose SPEI bank is STP, over the fake.
import { speiDay } from '../../src/core/time.ts'
import type { Engine } from '../support/harness/engines.ts'
import { productionService, settingsNamed } from '../support/harness/production.ts'
import { type FakeStp, fakeStp, SECRET } from './fake-stp.ts'

const STP_ADDRESS = '203.0.113.7'

export type Production = Awaited<ReturnType<typeof production>>

/** The settings of the bank alone. */
export function networksOver(fake: FakeStp): Record<string, string> {
  return { NETWORK_TIMEOUT_MS: '3000', SPEI_BANK: 'stp', ...settingsNamed('STP', fake.settings) }
}

/** `behindMs`: by how much STP's clock is behind the service's. */
export async function production(engine: Engine, { behindMs = 0 } = {}) {
  const service = await productionService(engine, async (nowMs) => {
    const fake = await fakeStp({ today: () => speiDay(nowMs() - behindMs) })
    return { fake, networks: networksOver(fake), close: fake.close }
  })
  const { fake } = service.played
  /** What STP sends to a route, and what it is answered; it credits a deposit or sends it back by the answer. */
  const report = async (path: string, body: unknown, { secret = SECRET, address = STP_ADDRESS } = {}) => {
    const headers = { authorization: `Basic ${Buffer.from(`stp:${secret}`).toString('base64')}` }
    const answer = await service.send('POST', `/v1/networks/stp${path}`, body, headers, address)
    if (path.startsWith('/deposits') && typeof body === 'object') fake.answered(body as Record<string, unknown>, answer)
    return answer
  }
  const deposit = async (change: Record<string, unknown>) => {
    const body = fake.deposit(change)
    return { ...(await report('/deposits', body)), deposit: body }
  }
  const orderChanged = (key: string, estado: string, change: Record<string, unknown> = {}) => {
    const order = fake.order(key)
    if (order === undefined) throw new Error(`no order ${key}`)
    Object.assign(order, { estado, ...change })
    return report('/order-states', {
      id: order.idEF,
      empresa: order.empresa,
      folioOrigen: key,
      estado,
      causaDevolucion: order.causaDevolucion,
      tsLiquidacion: '0',
    })
  }
  return { ...service, fake, report, deposit, orderChanged }
}
