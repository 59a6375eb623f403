// `cobro connectors` and `cobro connectors check` with Openpay: what is set, what it takes, and calls that move nothing.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type FakeOpenpay, fakeOpenpay } from '../openpay/fake-openpay.ts'
import { networksOver } from '../openpay/production.ts'
import { productionSettings } from '../support/harness/production.ts'
import { runCobro } from '../support/harness/programs.ts'

describe('connectors with Openpay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-connectors-'))
  let fake: FakeOpenpay
  let settings: Record<string, string>
  before(async () => {
    fake = await fakeOpenpay()
    settings = productionSettings(`file:${join(folder, 'cobro.db')}`, networksOver(fake))
  })
  after(async () => {
    await fake.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the list has each port with its routes and settings, without secrets', async () => {
    const { code, out, error } = await runCobro(['connectors'], settings)
    assert.equal(code, 0, out + error)
    for (const route of ['card-notices', 'store-notices', 'bank-notices'])
      assert.match(out, new RegExp(`takes {2}POST /v1/networks/openpay/${route}`))
    assert.match(out, /can {4}advise, authorise, capture, inquire, refund, reverse, verify/)
    assert.match(out, /OPENPAY_PRIVATE_KEY=\*{8}/)
    for (const secret of [fake.settings.PRIVATE_KEY, fake.settings.WEBHOOK_PASSWORD]) assert.ok(!out.includes(secret))
  })

  test('each port alone starts without the others', async () => {
    for (const port of ['ACQUIRER', 'CASH_NETWORK', 'SPEI_BANK']) {
      const others = { ACQUIRER: 'none', CASH_NETWORK: 'none', SPEI_BANK: 'none', [port]: 'openpay' }
      const { code, out, error } = await runCobro(['connectors'], { ...settings, ...others })
      assert.equal(code, 0, out + error)
    }
  })

  test('check reads charges and payouts, and makes none', async () => {
    const { code, out, error } = await runCobro(['connectors', 'check', 'openpay'], settings)
    assert.equal(code, 0, out + error)
    assert.match(out, /✔ acquirer: its network is there, and fits the settings/)
    assert.match(out, /✔ acquirer: its network says that a charge that was never asked for has never been seen/)
    assert.match(out, /✔ SPEI bank: its network says that a transfer that was never asked for has never been seen/)
    assert.deepEqual([...new Set(fake.calls.map(({ call }) => call))].sort(), [
      'GET /charges',
      'GET /customers',
      'GET /payouts',
    ])
    assert.ok(fake.calls.length > 0)
  })

  test('a contract without a CLABE for each customer is named by check, and bank charges by a start', async () => {
    fake.customers.set('aw1', { id: 'aw1', name: 'Cobro', email: 'pagos@tienda.mx', clabe: null })
    const without = await runCobro(['connectors', 'check', 'openpay'], settings)
    fake.customers.delete('aw1')
    assert.equal(without.code, 1)
    assert.match(without.out, /✖ SPEI bank: .*Openpay gives its customers no CLABE: ask for it in the contract/)
    const charges = await runCobro(['connectors'], { ...settings, OPENPAY_SPEI_DEPOSITS: 'bank-charge' })
    assert.notEqual(charges.code, 0)
    assert.match(charges.out, /OPENPAY_SPEI_DEPOSITS="bank-charge": .*share one CLABE.*is not known/)
  })

  test('check says in Openpay’s words that the key is wrong, and a start names what does not fit', async () => {
    const wrong = await runCobro(['connectors', 'check', 'openpay'], {
      ...settings,
      OPENPAY_PRIVATE_KEY: 'sk_another0',
    })
    assert.equal(wrong.code, 1)
    assert.match(wrong.out, /1002: The api key or merchant id are invalid/)
    const publicKey = 'pk_f0660ad5a39f4912872e24a7a660370c'
    const unfit = await runCobro(['connectors'], { ...settings, OPENPAY_PRIVATE_KEY: publicKey })
    assert.notEqual(unfit.code, 0)
    assert.match(unfit.out, /OPENPAY_PRIVATE_KEY.*begins with sk_/)
    for (const { out, error } of [wrong, unfit])
      assert.ok(!`${out}${error}`.includes('sk_another0') && !`${out}${error}`.includes(publicKey))
  })
})
