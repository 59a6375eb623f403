import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CobroSettings, createCall } from '../../client/src/call.ts'
import { CobroConnectionError, CobroError } from '../../client/src/errors.ts'

type Step = Response | Error

/** A caller whose network plays `steps`, one for each try, and who notes what was sent and how long it waited. */
function playing(steps: Step[], settings: Partial<CobroSettings> = {}) {
  const sent: { url: string; headers: Record<string, string>; method: string | undefined }[] = []
  const waits: number[] = []
  const call = createCall({
    baseUrl: 'http://pay.test/',
    appKey: 'sk_dev_1',
    appSecret: 'señal',
    wait: async (ms) => {
      waits.push(ms)
    },
    fetch: async (url, init) => {
      sent.push({ url: String(url), headers: init?.headers as Record<string, string>, method: init?.method })
      const step = steps.shift()
      if (step === undefined) throw new Error('more tries than the test plays')
      if (step instanceof Error) throw step
      return step
    },
    ...settings,
  })
  return { call, sent, waits }
}

const ok = (result: unknown) => Response.json({ success: true, result })
const refused = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json(
    {
      success: false,
      error: { code, message: 'No', description: 'No, total', messages: { total: ['No'] } },
      request_id: 'req_1',
    },
    { status, headers },
  )

const errorOf = (work: Promise<unknown>): Promise<CobroError> =>
  work.then(
    () => assert.fail('it was not refused'),
    (thrown) => thrown,
  )

test('an address that is none is refused with a sentence; a slash and the version at its end are taken', async () => {
  for (const baseUrl of ['127.0.0.1:8080', 'pagos.example.mx', '', undefined])
    assert.throws(
      () => playing([], { baseUrl: baseUrl as string }),
      /^TypeError: baseUrl must be the address of the service/,
    )
  for (const baseUrl of ['http://pay.test', 'http://pay.test/', 'http://pay.test/v1', 'http://pay.test/v1/']) {
    const { call, sent } = playing([ok({})], { baseUrl })
    await call('GET /v1/fees', {})
    assert.equal(sent[0]?.url, 'http://pay.test/v1/fees')
  }
})

test('broken connections, 429, 5xx and a key still running are tried again, with one idempotency key', async () => {
  const { call, sent, waits } = playing(
    [
      new TypeError('fetch failed'),
      refused(429, 'TooManyRequestsException', { 'retry-after': '2' }),
      new Response('<h1>Bad gateway</h1>', { status: 502 }),
      refused(409, 'IdempotencyException', { 'retry-after': '1' }),
      ok({ id: 'plan_1' }),
    ],
    { retries: 4 },
  )
  const body = { name: 'Oro', amount: 10, period: 'month' as const }
  assert.deepEqual(await call('POST /v1/plan', { body }), { id: 'plan_1' })
  assert.equal(sent.length, 5)
  assert.equal(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size, 1)
  assert.ok(sent[0]?.headers['idempotency-key'])
  assert.equal(waits[1], 2000)
  assert.equal(waits[3], 1000)
  assert.ok((waits[0] ?? 0) >= 125 && (waits[0] ?? 0) <= 250, 'the first wait is a quarter of a second at most')
  assert.ok((waits[2] ?? 0) >= 500 && (waits[2] ?? 0) <= 1000, 'waits double')
})

test('a date in Retry-After, as a proxy may write it, is waited for', async () => {
  const at = new Date(Date.now() + 5_000).toUTCString()
  const { call, waits } = playing([
    refused(503, '', { 'retry-after': at }),
    refused(429, '', { 'retry-after': new Date(0).toUTCString() }),
    refused(429, '', { 'retry-after': 'soon' }),
    ok([]),
  ])
  await call('GET /v1/fees', {})
  assert.ok((waits[0] ?? 0) > 2_000 && (waits[0] ?? 0) <= 5_000, String(waits[0]))
  assert.equal(waits[1], 0)
  assert.ok((waits[2] ?? 0) >= 500, String(waits[2]))
})

test('a refusal is not tried again and has all data that the service sent', async () => {
  const { call, sent } = playing([refused(400, 'InvalidParamException')])
  const error = await errorOf(call('GET /v1/plan', {}))
  assert.ok(error instanceof CobroError)
  assert.equal(error.code, 'InvalidParamException')
  assert.equal(error.status, 400)
  assert.equal(error.message, 'No, total')
  assert.deepEqual(error.messages, { total: ['No'] })
  assert.equal(error.requestId, 'req_1')
  assert.equal(error.transient, false)
  assert.equal(sent.length, 1)
  assert.equal(sent[0]?.headers['idempotency-key'], undefined, 'a GET needs no key')
})

test('after the last try the error is the last one', async () => {
  const { call, sent } = playing([new TypeError('fetch failed'), refused(503, 'InternalErrorException')], {
    retries: 1,
  })
  const error = await errorOf(call('GET /v1/plan', {}))
  assert.equal(error.status, 503)
  assert.equal(sent.length, 2)
})

test('no answer in time is a connection error', async () => {
  const never: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
  const { call } = playing([], { fetch: never, retries: 0, timeoutMs: 10 })
  const error = await errorOf(call('GET /v1/plan', {}))
  assert.ok(error instanceof CobroConnectionError)
  assert.match(error.message, /within 10 ms/)
})

test('the caller may abort: no further try', async () => {
  const controller = new AbortController()
  const { call, sent } = playing([new TypeError('fetch failed')], {
    wait: async () => controller.abort(new Error('the shop closed')),
  })
  await assert.rejects(call('GET /v1/plan', {}, { signal: controller.signal }), /the shop closed/)
  assert.equal(sent.length, 1)
})

test('the path is filled and escaped, the query leaves out absent values, the credential is UTF-8', async () => {
  const { call, sent } = playing([ok({}), ok({})])
  await call('GET /v1/plan/{plan}', { path: { plan: 'a/b=' } })
  await call('GET /v1/plan', { query: { offset: 50 } })
  assert.equal(sent[0]?.url, 'http://pay.test/v1/plan/a%2Fb%3D')
  assert.equal(sent[1]?.url, 'http://pay.test/v1/plan?offset=50')
  assert.equal(sent[0]?.headers.authorization, `Basic ${Buffer.from('sk_dev_1:señal').toString('base64')}`)
  await assert.rejects(call('GET /v1/plan/{plan}', { path: { plan: '' } }), TypeError)
})
