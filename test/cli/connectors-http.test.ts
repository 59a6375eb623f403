// `cobro connectors`, its `check` and its `test` with an operator's own service: what fits, what is named, and that nothing is asked of real money.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type FakeService, fakeService, SECRET } from '../http/fake-service.ts'
import { runCobro } from '../support/harness/programs.ts'

describe('connectors with an operator’s own service', () => {
  let fake: FakeService
  let settings: Record<string, string>
  before(async () => {
    fake = await fakeService()
    const named = (name: string, values: Record<string, string>) =>
      Object.fromEntries(Object.entries(values).map(([key, value]) => [`${name}_${key}`, value]))
    settings = {
      ACQUIRER: 'http',
      CASH_NETWORK: 'http',
      SPEI_BANK: 'http',
      ...named('HTTP_ACQUIRER', fake.settings.acquirer),
      ...named('HTTP_CASH_NETWORK', fake.settings.cashNetwork),
      ...named('HTTP_SPEI_BANK', fake.settings.speiBank),
    }
  })
  after(() => fake.close())
  const pathsOf = () => [...new Set(fake.calls.splice(0).map(({ path }) => path))].sort()

  test('the list has the settings without the secret, the routes and what each can do, and asks nothing', async () => {
    const { code, out, error } = await runCobro(['connectors'], settings)
    assert.equal(code, 0, out + error)
    assert.match(out, /acquirer: http-acquirer {2}ACQUIRER=http/)
    assert.match(out, /can {4}advise, answerDispute, authorise, capture, inquire, refund, reverse, verify/)
    assert.match(out, /takes {2}POST \/v1\/networks\/http-cash-network\/reports/)
    assert.match(out, /takes {2}POST \/v1\/networks\/http-spei-bank\/deposits/)
    assert.match(out, /HTTP_SPEI_BANK_SECRET=\*{8}/)
    assert.ok(!out.includes(SECRET))
    assert.deepEqual(pathsOf(), [])
  })

  test('check asks what the service can do and makes calls that move nothing', async () => {
    const { code, out, error } = await runCobro(['connectors', 'check', 'http'], settings)
    assert.equal(code, 0, out + error)
    for (const port of ['acquirer', 'cash network', 'SPEI bank'])
      assert.match(out, new RegExp(`✔ ${port}: its network is there, and fits the settings`))
    assert.match(out, /✔ acquirer: its network says that a charge that was never asked for has never been seen/)
    assert.deepEqual(pathsOf(), [
      '/v1/acquirer/capabilities',
      '/v1/acquirer/inquire',
      '/v1/cash-network/capabilities',
      '/v1/spei-bank/balance',
      '/v1/spei-bank/capabilities',
      '/v1/spei-bank/find-transfer',
      '/v1/spei-bank/movements',
    ])
  })

  test('check names a setting that does not fit the service, and a service that is away', async () => {
    const other = await runCobro(['connectors', 'check', 'http'], {
      ...settings,
      HTTP_ACQUIRER_CAPABILITIES: 'inquiry,void',
      HTTP_CASH_NETWORK_URL: 'http://127.0.0.1:1',
    })
    assert.equal(other.code, 1)
    assert.match(
      other.out,
      /✖ acquirer: its network is there, .*: the service can do advice, .* the setting says inquiry/,
    )
    assert.match(other.out, /✖ cash network: its network is there, .*: there was no whole answer/)
    fake.calls.splice(0)
  })

  test('test runs every duty of each port whose secret is set, and names what the service does not keep', async () => {
    const one = { HTTP_CASH_NETWORK_SECRET: SECRET }
    const { code, out } = await runCobro(['connectors', 'test', fake.url], one)
    assert.equal(code, 1)
    assert.ok(!out.includes('acquirer:') && !out.includes(SECRET))
    assert.match(out, /✔ cash network: an operation that asks again gets the same reference/)
    // The fake does not look at times and nonces.
    assert.match(out, /✖ cash network: a call whose time is more than five minutes away is refused/)
    assert.match(out, /✖ cash network: a call that comes again with the same nonce is refused/)
    assert.match(out, /\? cash network: its reports are signed, .* not checked/)
    const wrong = await runCobro(['connectors', 'test', fake.url], { HTTP_ACQUIRER_SECRET: `${SECRET}9` })
    assert.equal(wrong.code, 1)
    assert.match(wrong.out, /✖ acquirer: it says what it can do, signed: the answer of status 502 is not signed/)
    fake.calls.splice(0)
  })

  test('test wants an address and a secret', async () => {
    for (const [words, more, why] of [
      [['connectors', 'test', fake.url], {}, /Set one or more of HTTP_ACQUIRER_SECRET, HTTP_CASH_NETWORK_SECRET/],
      [['connectors', 'test', 'ftp://a'], { HTTP_ACQUIRER_SECRET: SECRET }, /which service\? Give an https address/],
      [['connectors', 'test', fake.url], { HTTP_ACQUIRER_SECRET: 'short' }, /at least 32 letters and digits/],
    ] as const) {
      const { code, error } = await runCobro([...words], more)
      assert.notEqual(code, 0)
      assert.match(error, why)
    }
  })

  test('a service that does not say that it plays its networks is asked for nothing that moves money', async () => {
    fake.playNothing()
    const { code, out } = await runCobro(['connectors', 'test', fake.url], settings)
    assert.equal(code, 1)
    assert.match(out, /✖ acquirer: it plays its network: its answer has no rehearsal/)
    assert.deepEqual(pathsOf(), [
      '/v1/acquirer/capabilities',
      '/v1/cash-network/capabilities',
      '/v1/spei-bank/capabilities',
    ])
  })
})
