import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createCobro } from '../../client/src/client.ts'
import type { Operation, Refund } from '../../client/src/types.ts'
import { CONSOLE_TYPES_FILE, TYPES_FILE, typesOfCalls } from '../../scripts/client-types.ts'

test('the types of the client and of the console are those of the service’s description', async () => {
  const { client, console } = await typesOfCalls()
  assert.equal(readFileSync(TYPES_FILE, 'utf8'), client, 'they are stale: npm run client:types')
  assert.equal(readFileSync(CONSOLE_TYPES_FILE, 'utf8'), console, 'they are stale: npm run client:types')
})

/** Compiled by `npm run check`, never run: what must not compile says so. */
export async function mustNotCompile(): Promise<void> {
  const cobro = createCobro({ baseUrl: 'http://127.0.0.1:8080' })
  cobro.operations.list({ status: 'N', charge_method: 'CARD', limit: 10 })
  // @ts-expect-error there is no such state
  cobro.operations.list({ status: 'Z' })
  // @ts-expect-error there is no such state of a refund
  cobro.refunds.list({ status: 'refunded' })
  // @ts-expect-error there is no such stage of a dispute
  cobro.disputes.list({ stage: 'complaint' })
  // @ts-expect-error there is no such rule
  cobro.affiliates.changeRules({ take_back: 'never' })
  // @ts-expect-error there is no such file
  cobro.exports.create({ list: '/v1/operations', format: 'pdf' })
  const refund: Refund = await cobro.refunds.get('id')
  refund.status satisfies 'pending' | 'sent' | 'settled' | 'failed' | 'returned' | 'cancelled'
  // @ts-expect-error there is no such event
  cobro.webhooks.create({ url: 'https://example.mx', events: ['operation.lost'] })
  const operation: Operation = await cobro.operations.get('id')
  // A way of paying tells the rest.
  if (operation.payment_method === 'OXX') operation.card.type satisfies 'OXXO'
  // @ts-expect-error no way of paying is called so
  if (operation.payment_method === 'CASH') return
}
