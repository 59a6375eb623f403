// An address that is unknown, and a method that it does not take, are answered so, whatever the body is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothEngines } from '../../support/harness/world.ts'

/** Of JSON that is good, broken and too large, of other types, and none. */
const BODIES: [string, string | undefined, string | undefined][] = [
  ['an object', '{"total":10}', 'application/json'],
  ['broken JSON', '{', 'application/json'],
  ['no object', 'null', 'application/json'],
  ['too much', 'x'.repeat(300_000), 'application/json'],
  ['a text', 'x', 'text/plain'],
  ['of no type', 'x', 'nonsense'],
  ['none', undefined, undefined],
]

onBothEngines('the address is looked at before the body', (world) => {
  const refused = async (method: string, url: string) => {
    const answers = []
    for (const [title, payload, type] of BODIES) {
      const headers = type === undefined ? {} : { 'content-type': type }
      const {
        status,
        body,
        headers: answered,
      } = await world().send({
        method: method as 'POST',
        url,
        headers,
        ...(payload !== undefined && { payload }),
      })
      answers.push([title, status, body.error?.reason, answered.allow])
    }
    return answers
  }

  for (const method of ['POST', 'PUT', 'DELETE', 'QUERY', 'PROPFIND']) {
    test(`${method} of an unknown address`, async () => {
      for (const url of ['/v1/nothing', '/v1/payment/card/x'])
        assert.deepEqual(
          await refused(method, url),
          BODIES.map(([title]) => [title, 404, 'service-unknown', undefined]),
        )
    })
  }

  for (const [method, url, allow] of [
    ['POST', '/v1/operations', 'GET'],
    ['PUT', '/v1/payment/spei', 'POST'],
    ['PATCH', '/v1/customer/cus_1', 'GET, PUT, DELETE'],
    ['PUT', '/v1/operations/send', 'POST'],
    ['QUERY', '/v1/operations', 'GET'],
  ] as const) {
    test(`${method} ${url}, which takes ${allow}`, async () => {
      assert.deepEqual(
        await refused(method, url),
        BODIES.map(([title]) => [title, 405, 'method-not-allowed', allow]),
      )
    })
  }
})
