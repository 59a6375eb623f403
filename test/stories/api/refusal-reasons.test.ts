import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureReasons } from '../../../src/failures.ts'
import { paidByCard } from '../../support/fixtures/disputes.ts'
import { storeVoucher } from '../../support/fixtures/payers.ts'
import { onBothEngines } from '../../support/harness/world.ts'

onBothEngines('a refusal says its reason, so that a client can branch where one code has several', (world) => {
  test('refusals of one call with one code and one status differ by their reason', async () => {
    const merchant = await world().merchant()
    const { transaction: pending } = await storeVoucher(merchant)
    const paid = await paidByCard(world(), merchant)
    const refund = (id: string, amount: string) => merchant.post(`/v1/operations/${id}/refunds`, { amount })
    const answers = [await refund(pending, '10.00'), await refund(paid, '1000000.00')]
    assert.deepEqual(
      answers.map(({ status, body: { error } }) => [status, error.code, error.reason]),
      [
        [409, 'InvalidTransactionException', 'refund-of-pending'],
        [409, 'InvalidTransactionException', 'refund-exceeds'],
      ],
    )
  })

  test('what fails before the endpoint has its reason too', async () => {
    const merchant = await world().merchant()
    const reasons = [
      await world().send({ method: 'GET', url: '/v1/operations' }),
      await world().send({ method: 'GET', url: '/v1/nothing' }),
      await merchant.call('POST', '/v1/payment/convenience-store', {}),
      await merchant.get('/v1/operations/00000000-0000-7000-8000-000000000000'),
    ].map(({ body }) => body.error.reason)
    assert.deepEqual(reasons, ['credential-missing', 'service-unknown', 'parameters-invalid', 'resource-unknown'])
  })

  test('the description lists every reason, and each response those that the call can answer', async () => {
    const { body: document } = await world().send({ method: 'GET', url: '/openapi.json' })
    const { reason } = document.components.schemas.Error.properties.error.properties
    assert.deepEqual(reason.enum, failureReasons)
    const refund = document.paths['/v1/operations/{id}/refunds'].post.responses[409]
    const reasons = refund.content['application/json'].schema.allOf[1].properties.error.properties.reason.enum
    assert.ok(reasons.includes('refund-exceeds') && reasons.includes('refund-of-pending'), String(reasons))
  })
})
