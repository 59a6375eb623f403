// A fact has one rule, wherever it is given: an RFC, a CLABE and an e-mail address are taken at all places or at none.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeClabe } from '../../../src/core/banks/clabe.ts'
import { payAtStore, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { type Answer, type Merchant, onBothEngines } from '../../support/harness/world.ts'

type Place = (merchant: Merchant, value: string) => Promise<Answer>

const bank = (code: string) => makeClabe({ bank: code, place: '180', account: '00123456789' })
let users = 0

/** With another sale, so that there is enough to give it back. */
async function paidInCash(merchant: Merchant): Promise<string> {
  await payAtStore(merchant, { transaction: (await storeVoucher(merchant, { total: 900 })).transaction })
  const { transaction } = await storeVoucher(merchant, { total: 100 })
  await payAtStore(merchant, { transaction })
  return transaction
}

const rfcs: Record<string, Place> = {
  profile: (merchant, rfc) => merchant.call('PUT', '/v1/profile', { rfc }),
  receptor: (merchant, rfc) => {
    const length = rfc.replaceAll(/[\s-]/g, '').length
    const taxpayer = {
      name: 'LA ESQUINA',
      regime: length === 12 ? '601' : '612',
      postal_code: '06000',
      cfdi_use: 'G03',
    }
    return merchant.call('PUT', '/v1/fees/receptor', { rfc, ...taxpayer })
  },
}

const clabes: Record<string, Place> = {
  'payout account': async (merchant, clabe) => merchant.call('PUT', '/v1/settlement/account', { clabe }),
  affiliate: (merchant, clabe) => {
    users += 1
    return merchant.post('/v1/affiliates', { user: `u${users}`, name: 'Luz Paz', email: 'luz@ejemplo.mx', clabe })
  },
  refund: async (merchant, clabe) => {
    const transaction = await paidInCash(merchant)
    return merchant.post(`/v1/operations/${transaction}/refunds`, { destination: { clabe, name: 'Ana Núñez' } })
  },
  release: async (merchant, clabe) => {
    const { transaction } = await storeVoucher(merchant)
    const held = await payAtStore(merchant, { transaction, amount: 149 })
    const body = { action: 'return', clabe, beneficiary: 'Ana Núñez' }
    return merchant.post(`/v1/received-payments/${held.id}/release`, body)
  },
}

const emails: Record<string, Place> = {
  profile: (merchant, email) => merchant.call('PUT', '/v1/profile', { email }),
  customer: (merchant, email) => merchant.post('/v1/customer', { name: 'Ana', email }),
  'store voucher': (merchant, email) => merchant.post('/v1/payment/convenience-store', { total: 100, email }),
  'spei voucher': (merchant, email) => merchant.post('/v1/payment/spei', { total: 100, email }),
  send: async (merchant, email) =>
    merchant.post('/v1/operations/send', { id: (await speiVoucher(merchant)).transaction, email }),
  affiliate: (merchant, email) => {
    users += 1
    return merchant.post('/v1/affiliates', { user: `u${users}`, name: 'Luz Paz', email, clabe: bank('012') })
  },
  refund: async (merchant, email) => {
    const transaction = await paidInCash(merchant)
    return merchant.post(`/v1/operations/${transaction}/refunds`, { destination: { email } })
  },
  'list of operations': (merchant, email) => merchant.get(`/v1/operations?email=${encodeURIComponent(email)}`),
}

const hook = 'http://127.0.0.1:9/avisos'
const create = async (call: Promise<Answer>) => (await call).body.result

/** Every name, description and reason of one line. */
const lines: Record<string, Place> = {
  'a key’s name': (merchant, name) => merchant.post('/v1/credentials', { name, scopes: ['read'] }),
  'a webhook’s description': (merchant, description) => merchant.post('/v1/webhook', { url: hook, description }),
  'a webhook’s new description': async (merchant, description) =>
    merchant.call('PUT', `/v1/webhook/${(await create(merchant.post('/v1/webhook', { url: hook }))).id}`, {
      description,
    }),
  'a plan’s name': (merchant, name) => merchant.post('/v1/plan', { name, amount: 10, period: 'month' }),
  'a customer’s name': (merchant, name) => merchant.post('/v1/customer', { name, email: 'ana@ejemplo.mx' }),
  'a voucher’s description': (merchant, description) =>
    merchant.post('/v1/payment/spei', { total: 100, payment: { reference: { description } } }),
  'an affiliate’s name': (merchant, name) => {
    users += 1
    const affiliate = { user: `u${users}`, name, email: 'luz@ejemplo.mx', clabe: bank('012') }
    return merchant.post('/v1/affiliates', affiliate)
  },
  'a trade name': (merchant, trade_name) => merchant.call('PUT', '/v1/profile', { trade_name }),
  'a refund’s reason': async (merchant, reason) => {
    const { transaction } = await speiVoucher(merchant, { total: 100 })
    await merchant.post('/v1/sandbox/pay/spei', { transaction })
    return merchant.post(`/v1/operations/${transaction}/refunds`, { amount: 10, reason })
  },
  'a source’s name': async (merchant, name) => {
    const { id } = await create(merchant.post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx' }))
    return merchant.post(`/v1/customer/${id}/sources`, { type: 'SPEI', name })
  },
}

const sites: Record<string, Place> = {
  profile: (merchant, site) => merchant.call('PUT', '/v1/profile', { site }),
  webhook: (merchant, url) => merchant.post('/v1/webhook', { url }),
}

onBothEngines('a fact has one rule, wherever it is given', (world) => {
  const alike = async (places: Record<string, Place>, taken: string[], refused: string[]) => {
    for (const [name, place] of Object.entries(places)) {
      for (const [values, status] of [
        [taken, 200],
        [refused, 400],
      ] as const) {
        for (const value of values) {
          const merchant = await world().merchant()
          const answer = await place(merchant, value)
          assert.equal(answer.status, status, `${name}: ${JSON.stringify(value)}: ${answer.text}`)
          if (status === 400) assert.ok(answer.body.error.messages, answer.text)
        }
      }
    }
  }

  test('an RFC, also one whose check digit is not the computed one', async () => {
    const issued = ['LME060822IH5', 'FNI970829JR9', 'RTO840921RE4', 'CCA980429MD4', 'SAT970701NN3', 'GODE561231GR8']
    const none = ['GODE561331GR8', 'GODE560230GR8', 'LME060822IHZ', 'LME060822', 'LME060822IH55X', '4242424242424242']
    await alike(rfcs, [...issued, 'lme-060822-ih5', ' LME060822IH5 '], none)
  })

  test('a CLABE, only of a bank that is known', async () => {
    const none = ['', bank('999'), bank('000'), '032180000118359718', '0321800001183597190', 'x'.repeat(18)]
    await alike(clabes, ['032180000118359719', bank('012'), '012 180-00123456789.9'], none.slice(1))
  })

  test('an e-mail address, never one that no mail reaches', async () => {
    const none = ['a@xn--a.mx', 'a@xn--.mx', 'ana@[127.0.0.1]', 'ana@127.0.0.1', '"ana b"@ejemplo.mx', 'ana@ejemplo']
    const long = `${'a'.repeat(65)}@ejemplo.mx`
    await alike(emails, ['ana@xn--caf-dma.mx', "o'hara+x@sub.ejemplo.mx"], [...none, long, 'ana@ejemplo.mx\u0000'])
  })

  test('a name, a description or a reason is one line without control characters', async () => {
    const none = ['a\nb', 'a\r\nb', 'a\tb', 'a\u0007b', 'a\u001b[31mb', 'a\u007fb', 'a\u0085b']
    await alike(lines, ['Caja 2: “Ñandú” 🛒', ' Caja 2\n'], none)
  })

  test('an address of the web is what it looks like', async () => {
    const none = [
      'https://xn--a.mx',
      'https://x.mx\\@y.mx',
      'https:\\\\x.mx',
      'https:x.mx',
      'https:///x.mx',
      'https://x.mx/a b',
    ]
    const hidden = [
      'https://x.mx/\u202egpj',
      'https://x\u200b.mx',
      'https://x.mx/\u2066a',
      'https://x.mx/a\u00adb',
      'https://ana@x.mx',
    ]
    await alike(sites, ['https://xn--caf-dma.mx/a?b=1', 'https://café.mx', 'https://x.mx:8443'], [...none, ...hidden])
    const elsewhere = ['https://127.0.0.1', 'https://localhost', 'https://ejemplo', 'http://x.mx', 'https://x.mx.']
    await alike({ profile: sites.profile as Place }, [], elsewhere)
  })
})
