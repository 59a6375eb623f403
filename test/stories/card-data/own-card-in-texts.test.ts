// The promise: no text of a request keeps the card that the request carries, however it is written, nor its code beside a name of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealedCard, tokenFor } from '../../support/fixtures/cards.ts'
import { chargeOf, sendCharge } from '../../support/fixtures/charges.ts'
import { everyRow } from '../../support/harness/rows.ts'
import { type Answer, type Merchant, onBothEngines } from '../../support/harness/world.ts'

const NUMBER = '4485531263748329'
const CODE = '739'
const TYPED = { number: NUMBER, holder_name: 'Ana Lopez', cvv: CODE, expiration: '3912' }
/** Beside everything that is refused: it must be stored nowhere. */
const MARK = 'marcaquebusco'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const writings: Record<string, string> = {
  'followed by its expiry': `${NUMBER}3912`,
  'in groups of 10 and 6': '4485531263 748329',
  'in groups of 13 and 3': '4485531263748 329',
  'in groups of 15 and 1': '448553126374832-9',
  'with apostrophes': "4485'5312'6374'8329",
  'with equals signs': '4485=5312=6374=8329',
  'with slashes': '4485 / 5312 / 6374 / 8329',
  'with bars': '4485 | 5312 | 6374 | 8329',
  'after a zero': `0${NUMBER}`,
  'in percent signs': [...NUMBER].map((digit) => `%3${digit}`).join(''),
  'in hexadecimal': Buffer.from(NUMBER).toString('hex'),
  'in base64': base64(NUMBER),
  'in base64 for addresses': Buffer.from(`${NUMBER}~`).toString('base64url'),
  'twice in base64': base64(base64(NUMBER)),
  backwards: [...NUMBER].reverse().join(''),
  'in base32': 'GQ2DQNJVGMYTENRTG42DQMZSHE',
  'with a label at each group': 'g1: 4485, g2: 5312, g3: 6374, g4: 8329',
  'with letters that look like digits': '448SS3l2637483Z9',
  'without its last four digits': '448553126374',
}

onBothEngines(
  'the card of a request is kept in none of its texts',
  (world) => {
    const paid = (change: Record<string, unknown>) => ({
      'payment.reference.description': `Pedido ${MARK}`,
      ...change,
    })
    const byCard = (merchant: Merchant, change: Record<string, unknown>, options = {}) =>
      sendCharge(world(), merchant, chargeOf('', { ...paid(change), recurrent: undefined, card: TYPED }), options)
    const refused = (answer: Answer, fields: string[], what: string) => {
      assert.equal(answer.status, 400, `${what}: ${answer.text}`)
      assert.deepEqual(Object.keys(answer.body.error.messages), fields, what)
      assert.ok(!answer.text.includes(MARK), what)
    }
    const nothingKept = async () => {
      await world().work()
      for (const [table, rows] of await everyRow(world()))
        assert.ok(!rows.some((row) => row.includes(MARK)), `${table} keeps a text of a refused request`)
    }

    for (const [what, text] of Object.entries(writings)) {
      test(`the number ${what} is refused in every text of a charge by its name, and nothing of the request is kept`, async () => {
        const merchant = await world().merchant()
        for (const field of [
          'payment.reference.description',
          'payment.reference.number',
          'payment.external.transaction',
          'payment.external.application_key',
          'payment.affiliated.user',
        ])
          refused(await byCard(merchant, { [field]: `${text} ${MARK}` }), [field], field)
        const inside = await byCard(merchant, { metadata: { a: [{ b: `${MARK} ${text}` }] } })
        refused(inside, ['metadata.a.0.b'], 'metadata inside')
        const beside = { metadata: { mark: MARK, a: [{ b: text }] } }
        refused(await byCard(merchant, {}, { beside }), ['metadata.a.0.b'], 'metadata beside')
        const named = { metadata: { mark: MARK, [text]: 'x' } }
        refused(await byCard(merchant, {}, { beside: named }), ['metadata'], 'a name in metadata')
        for (const [header, name] of [
          ['idempotency-key', 'Idempotency-Key'],
          ['user-agent', 'User-Agent'],
          ['x-order', 'x-order'],
        ] as const)
          refused(await byCard(merchant, {}, { headers: { [header]: `${MARK} ${text}` } }), [name], header)
        refused(await byCard(merchant, {}, { beside: { note: `${MARK} ${text}` } }), ['body.note'], 'an unknown member')

        const token = await tokenFor(world(), merchant, NUMBER)
        const byToken = (change: Record<string, unknown>, options = {}) =>
          sendCharge(world(), merchant, chargeOf(token, paid(change)), options)
        const described = await byToken({ 'payment.reference.description': `${text} ${MARK}` })
        refused(described, ['payment.reference.description'], 'a charge with a token')
        refused(await byToken({}, { beside }), ['metadata.a.0.b'], 'metadata of a charge with a token')
        refused(await byToken({}, { headers: { 'user-agent': `${MARK} ${text}` } }), ['User-Agent'], 'User-Agent')

        const sealed = await sealedCard(world(), TYPED)
        refused(await merchant.post('/v1/token', { ...sealed, ...beside }), ['metadata.a.0.b'], 'a token')
        const bare = { ...(await sealedCard(world(), TYPED)), metadata: `${MARK} ${text}` }
        refused(await merchant.post('/v1/token', bare), ['metadata'], 'a token with a text')
        await nothingKept()
      })
    }

    test('digits of other signs are refused too, in a header as the bytes of UTF-8', async () => {
      const merchant = await world().merchant()
      for (const signs of ['⓿❶❷❸❹❺❻❼❽❾', '０１２３４５６７８９', '〇一二三四五六七八九']) {
        const text = [...NUMBER].map((digit) => [...signs][Number(digit)]).join('')
        const metadata = { metadata: { mark: MARK, a: text } }
        refused(await byCard(merchant, {}, { beside: metadata }), ['metadata.a'], signs)
        const headers = { 'user-agent': Buffer.from(`${MARK} ${text}`).toString('latin1') }
        refused(await byCard(merchant, {}, { headers }), ['User-Agent'], signs)
      }
      await nothingKept()
    })

    test('the number is refused around a token that is saved, and around a saved card that is put on a plan', async () => {
      const merchant = await world().merchant()
      const customer = (await merchant.post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx' })).body.result.id
      const plan = (await merchant.post('/v1/plan', { name: 'Club', amount: '100.00', period: 'month' })).body.result.id
      const cards = `/v1/customer/${customer}/cards`
      const token = await tokenFor(world(), merchant, NUMBER)
      for (const text of [NUMBER, base64(NUMBER), `${NUMBER}3912`]) {
        const around = { 'idempotency-key': `${MARK}${text}` }
        refused(await merchant.post(cards, { token }, around), ['Idempotency-Key'], text)
        refused(await merchant.post(cards, { token, note: `${MARK} ${text}` }), ['body.note'], text)
      }
      refused(await merchant.post(cards, { token }, { [`x-${NUMBER}`]: MARK }), ['headers'], 'a header’s name')
      const card = (await merchant.post(cards, { token })).body.result.token
      for (const text of [base64(NUMBER), `${NUMBER}3912`]) {
        const around = { 'idempotency-key': `${MARK}${text}` }
        const wanted = { customer, card, start_date: '2026-12-01' }
        refused(await merchant.post(`/v1/plan/${plan}/customers`, wanted, around), ['Idempotency-Key'], text)
        const change = await merchant.call('PUT', `/v1/plan/${plan}/customers/${customer}`, { card }, around)
        refused(change, ['Idempotency-Key'], text)
      }
      await nothingKept()
    })

    test('the number over several values, or as a place on the earth, is refused by all its places', async () => {
      const merchant = await world().merchant()
      const parts = { metadata: { mark: MARK, one: '448553', two: '1263', three: '748329' } }
      refused(
        await byCard(merchant, {}, { beside: parts }),
        ['metadata.one', 'metadata.two', 'metadata.three'],
        'parts',
      )
      const fields = { 'payment.reference.number': '44855312', 'payment.external.transaction': '63748329' }
      refused(await byCard(merchant, fields), Object.keys(fields), 'two fields')
      const latitude = { 'payment.origin.location.latitude': '44.85531263748329' }
      refused(await byCard(merchant, latitude), ['payment.origin.location.latitude'], 'latitude')
      await nothingKept()
    })

    test('the number is refused also in a request with other faults, so that no copy of it is kept', async () => {
      const merchant = await world().merchant()
      const beside = { metadata: { mark: MARK, a: base64(NUMBER) } }
      const change = { 'payment.total.amount': 'x', recurrent: undefined, card: { ...TYPED, expiration: '' } }
      refused(await sendCharge(world(), merchant, chargeOf('', change), { beside }), ['metadata.a'], 'faults')
      await nothingKept()
    })

    test('the code is refused beside its names, and any value under a name of a code or a PIN', async () => {
      const merchant = await world().merchant()
      for (const [change, field] of [
        [{ 'payment.reference.description': `cvv ${CODE} ${MARK}` }, 'payment.reference.description'],
        [{ 'payment.reference.number': `cid: ${CODE} ${MARK}` }, 'payment.reference.number'],
        [{ 'payment.external.transaction': `${MARK}, código de seguridad ${CODE}` }, 'payment.external.transaction'],
        [{ card: { ...TYPED, holder_name: `NIP ${CODE}` } }, 'card.holder_name'],
        [{ metadata: { mark: MARK, kind: 'pin', value: CODE } }, 'metadata.value'],
        [{ metadata: { mark: MARK, a: { código: CODE } } }, 'metadata.a.código'],
        [{ 'payment.reference.description': `${MARK}, 3 dígitos: ${CODE}` }, 'payment.reference.description'],
        [{ 'payment.reference.description': `${MARK} 12/39 ${CODE}` }, 'payment.reference.description'],
      ] as const) {
        const message = chargeOf('', { ...paid({}), recurrent: undefined, card: TYPED, ...change })
        refused(await sendCharge(world(), merchant, message), [field], field)
      }
      const codes = { metadata: { mark: MARK, cvv: CODE, pin: '4821' } }
      refused(await byCard(merchant, {}, { beside: codes }), ['metadata.cvv'], 'metadata beside')
      refused(await byCard(merchant, codes), ['metadata.cvv'], 'metadata inside')
      const beside = { metadata: { mark: MARK, a: { Código_Seguridad: '4821' } } }
      const token = await tokenFor(world(), merchant, NUMBER)
      const byToken = await sendCharge(world(), merchant, chargeOf(token), { beside })
      refused(byToken, ['metadata.a.Código_Seguridad'], 'a charge with a token')
      const nip = { name: 'Ana', email: 'ana@ejemplo.mx', metadata: { mark: MARK, deep: [{ nip: 4821 }] } }
      refused(await merchant.post('/v1/customer', nip), ['metadata.deep.0.nip'], 'a customer')
      const voucher = { total: 150, payment: { reference: { description: `cvc: 4821 ${MARK}` } } }
      refused(await merchant.post('/v1/payment/spei', voucher), ['payment.reference.description'], 'a voucher')
      await nothingKept()
    })

    test('ordinary texts are taken, and kept', async () => {
      const merchant = await world().merchant()
      const metadata = {
        phone: '+52 55 1234 5678',
        clabe: '646180110400000007',
        day: '2026-11-25T10:00:00Z',
        amount: 739.5,
        cvv_result: 'M',
        hash: 'd41d8cd98f00b204e9800998ecf8427e',
        shipping: { code: CODE, pinColor: 'rojo' },
      }
      const change = {
        'payment.reference.description': `Pedido ${CODE}, 2 pins`,
        'payment.reference.number': 'P-4485-1',
      }
      const answer = await byCard(merchant, change, {
        beside: { metadata },
        headers: { 'idempotency-key': `k-${CODE}` },
      })
      assert.equal(answer.status, 200, answer.text)
    })
  },
  { REQUESTS_KEPT: 'bodies' },
)
