import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { signWebhook, verifyWebhook, type WebhookFault } from '../../client/src/webhooks.ts'

const secret = `whsec_${randomBytes(32).toString('base64')}`
const other = `whsec_${randomBytes(32).toString('base64')}`
const payload = '{"transaction":"a1","reference":{"description":"Piñata 🎉"}}'
const nowMs = 1_790_000_000_000

function theirs(key: string, atMs = nowMs) {
  return {
    'Webhook-Id': 'msg_1',
    'Webhook-Timestamp': String(atMs / 1000),
    'Webhook-Signature': new Webhook(key).sign('msg_1', new Date(atMs), payload),
    'Webhook-Event': 'operation.paid',
  }
}

const faultOf = async (sent: Parameters<typeof verifyWebhook>[0]): Promise<WebhookFault | undefined> =>
  verifyWebhook(sent).then(
    () => undefined,
    (error) => error.fault,
  )

test('a webhook signed by the reference library is genuine, from text and from bytes, from any kind of headers', async () => {
  for (const body of [payload, new TextEncoder().encode(payload)]) {
    for (const headers of [theirs(secret), new Headers(theirs(secret))]) {
      const webhook = await verifyWebhook({ payload: body, headers, secret, nowMs })
      assert.deepEqual(webhook.data, JSON.parse(payload))
      assert.equal(webhook.id, 'msg_1')
      assert.equal(webhook.type, 'operation.paid')
      assert.equal(webhook.signedAt.getTime(), nowMs)
    }
  }
})

test('the reference library accepts what the client signs', async () => {
  const headers = await signWebhook({ id: 'msg_2', payload, secret })
  assert.deepEqual(new Webhook(secret).verify(payload, headers), JSON.parse(payload))
})

test('one right signature among several is enough, and so is one right secret', async () => {
  const mine = theirs(secret)['Webhook-Signature']
  const wrong = theirs(other)['Webhook-Signature']
  const several = { ...theirs(secret), 'Webhook-Signature': `${wrong} v2,abc v1,%% ${mine}` }
  assert.equal(await faultOf({ payload, headers: several, secret, nowMs }), undefined)
  assert.equal(await faultOf({ payload, headers: theirs(secret), secret: [other, secret], nowMs }), undefined)
})

test('changed, old, early and incomplete webhooks are refused by name', async () => {
  const headers = theirs(secret)
  const cases: [WebhookFault, Parameters<typeof verifyWebhook>[0]][] = [
    ['signature-wrong', { payload: `${payload} `, headers, secret, nowMs }],
    ['signature-wrong', { payload, headers: { ...headers, 'Webhook-Id': 'msg_2' }, secret, nowMs }],
    ['signature-wrong', { payload, headers, secret: other, nowMs }],
    ['signature-wrong', { payload, headers: { ...headers, 'Webhook-Signature': 'v1,' }, secret, nowMs }],
    ['too-old', { payload, headers, secret, nowMs: nowMs + 300_001 }],
    ['too-new', { payload, headers, secret, nowMs: nowMs - 300_001 }],
    ['header-missing', { payload, headers: { ...headers, 'Webhook-Timestamp': undefined }, secret, nowMs }],
    ['header-missing', { payload, headers: { ...headers, 'Webhook-Timestamp': 'soon' }, secret, nowMs }],
    ['header-missing', { payload, headers: {}, secret, nowMs }],
  ]
  for (const [fault, sent] of cases) assert.equal(await faultOf(sent), fault)
  assert.equal(await faultOf({ payload, headers, secret, nowMs: nowMs + 300_000 }), undefined)
})

test('a body that is not JSON is refused after its signature was verified', async () => {
  const headers = await signWebhook({ id: 'msg_3', payload: 'hello', secret, signedAtMs: nowMs })
  assert.equal(await faultOf({ payload: 'hello', headers, secret, nowMs }), 'not-json')
})
