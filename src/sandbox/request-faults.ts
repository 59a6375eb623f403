// The headers by which any request of the sandbox asks for faults of what it makes.
import { type RequestFaults, withFaults } from '../api/faults/request-faults.ts'
import { routeOf } from '../api/route.ts'
import type { App } from '../api/server.ts'
import { readNetworkFaults } from './network-faults.ts'
import { readWebhookFaults } from './webhook-faults.ts'

/** Work of networks that falls due when the clock moves does not belong to the request that moves it. */
const CLOCK = '/v1/sandbox/clock'

export function listenForFaults(app: App): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const { caller, headers } = request
    const { 'sandbox-webhook-faults': webhooks, 'sandbox-network-faults': network } = headers
    if (caller === null || (webhooks === undefined && network === undefined)) return done()
    const faults: RequestFaults = { accountId: caller.accountId }
    if (webhooks !== undefined) faults.webhooks = JSON.stringify(readWebhookFaults(String(webhooks)))
    if (network !== undefined && routeOf(request).url !== CLOCK) faults.network = readNetworkFaults(String(network))
    withFaults(faults, done)
  })
}
