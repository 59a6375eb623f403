import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayStartMs } from '../../../src/core/time.ts'
import { nextTurn } from '../../../src/core/turn.ts'
import { findingTask } from '../../../src/operations/finding/feed.ts'
import { searcher } from '../../../src/operations/list/search.ts'
import { advance } from '../../../src/operations/record.ts'
import { logReader } from '../../../src/store/log/read-committed.ts'
import { operationOf } from '../../../src/store/operation.ts'
import { payByCard } from '../../support/fixtures/charges.ts'
import {
  customerWithSource,
  moveClock,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
} from '../../support/fixtures/payers.ts'
import { eventually } from '../../support/fixtures/receiver.ts'
import { ENGINES } from '../../support/harness/engines.ts'
import { type Merchant, onBothEngines, openWorld, type World } from '../../support/harness/world.ts'
import { operationIn, storyLinks } from '../../support/model/operation-rows.ts'

interface Listed {
  ids: string[]
  // biome-ignore lint/suspicious/noExplicitAny: an answer as it is.
  result: any
}

async function search(merchant: Merchant, query: Record<string, string>): Promise<Listed> {
  const { status, body, text } = await merchant.get(`/v1/operations?${new URLSearchParams(query)}`)
  assert.equal(status, 200, text)
  return { ids: body.result.operations.map((one: { transaction: string }) => one.transaction), result: body.result }
}

const recordNeeds = ({ store, clock }: World['service']) => ({ store, clock, links: storyLinks })
const ownerOf = ({ accountId, operator }: Merchant) => ({ account_id: accountId, operator })
const referenced = (number: string, description: string) => ({ payment: { reference: { number, description } } })

onBothEngines('a payment is found by any fact that a person knows of it', (world) => {
  const found: Record<string, string> = {}
  let shop: Merchant
  let other: Merchant

  test('two shops have payments of every kind', async () => {
    shop = await world().merchant()
    other = await world().merchant()
    const store = await storeVoucher(shop, {
      total: 432.1,
      email: 'Ana.Nunez@Ejemplo.mx',
      ...referenced('FACT-77/B', 'Renta de Añil número 5'),
    })
    found.store = store.transaction
    found.storeDigits = store.payment_id
    const spei = await speiVoucher(shop, { total: 999, ...referenced('OTRA-1', 'Renta de bodega') })
    found.spei = spei.transaction
    found.clabe = spei.bank_account_number
    await payBySpei(shop, { transaction: spei.transaction, payer_name: 'Íñigo Peñaloza', tracking_key: 'RASTREO7788' })
    const card = await payByCard(world(), shop, '4242424242424242', { 'payment.reference.number': 'TARJ-9' })
    assert.equal(card.status, 200, card.text)
    found.card = card.body.result.operations[0].transaction
    found.authorization = card.body.result.operations[0].authorization_code
    found.foreign = (
      await storeVoucher(other, { total: 432.1, ...referenced('FACT-77/B', 'Renta de Añil') })
    ).transaction
  })

  const questions: [title: string, query: () => Record<string, string>, expected: string[]][] = [
    ['by a word of the description without accents', () => ({ q: 'ANIL' }), ['store']],
    ['by the beginnings of two words, in any order', () => ({ q: 'bod rent' }), ['spei']],
    ['by a word of two', () => ({ q: 'renta' }), ['spei', 'store']],
    ['by a piece of the reference', () => ({ q: 'fact-77' }), ['store']],
    ['by an e-mail it was sent to', () => ({ q: 'ana.nunez@ejemplo.mx' }), ['store']],
    ['by an amount as people write it', () => ({ q: '$432.10' }), ['store']],
    ['by the name of whoever paid', () => ({ q: 'penaloza inigo' }), ['spei']],
    ['by the tracking key', () => ({ q: 'rastreo7788' }), ['spei']],
    ['by the CLABE', () => ({ q: found.clabe ?? '' }), ['spei']],
    ['by the digits of the barcode', () => ({ q: found.storeDigits ?? '' }), ['store']],
    ['by the last four digits', () => ({ q: '4242' }), ['card']],
    ['by the authorization', () => ({ q: found.authorization ?? '' }), ['card']],
    ['by the transaction', () => ({ q: found.store ?? '' }), ['store']],
    ['by the whole reference', () => ({ reference: 'FACT-77/B' }), ['store']],
    ['not by half a reference', () => ({ reference: 'FACT-77' }), []],
    ['by the e-mail alone', () => ({ email: 'ANA.NUNEZ@ejemplo.mx' }), ['store']],
    ['by the amount alone', () => ({ amount: '999' }), ['spei']],
    ['by a range of amounts', () => ({ min_amount: '432.10', max_amount: '999.00' }), ['spei', 'store']],
    ['by a range with an open end', () => ({ max_amount: '100' }), ['card']],
    ['by last4', () => ({ last4: '4242' }), ['card']],
    ['by a word and its state', () => ({ q: 'renta', status: 'N' }), ['spei']],
    ['by a word and its way of paying', () => ({ q: 'renta', charge_method: 'SPE' }), ['spei']],
    ['by a word and the day of posting', () => ({ q: 'renta', date: 'paid' }), ['spei']],
    ['not by another’s transaction', () => ({ q: found.foreign ?? '' }), []],
    ['by no wildcard', () => ({ q: 'rent%' }), ['spei', 'store']],
    ['not in the middle of a word', () => ({ q: 'odega' }), []],
  ]

  for (const indexed of [false, true]) {
    test(`${indexed ? 'after the index was written' : 'at once, before the index is written'}`, async () => {
      if (indexed) await world().work()
      const { store } = world().service
      assert.equal((await logReader(store, 'search').next(1)) === undefined, indexed)
      for (const [title, query, expected] of questions) {
        const { ids } = await search(shop, query())
        assert.deepEqual(ids.map((id) => Object.keys(found).find((name) => found[name] === id)).sort(), expected, title)
      }
    })
  }

  test('and the answer says which fields have it, when it is asked for', async () => {
    const why = async (query: Record<string, string>) =>
      (await search(shop, { ...query, matches: 'true' })).result.matches.map(
        ({ transaction, field, text }: { transaction: string; field: string; text: string }) =>
          `${Object.keys(found).find((name) => found[name] === transaction)} ${field} ${text}`,
      )
    assert.deepEqual(await why({ q: 'penaloza inigo' }), ['spei payer Íñigo Peñaloza'])
    assert.deepEqual(await why({ q: 'rastreo7788 renta' }), [
      'spei description Renta de bodega',
      'spei tracking_key RASTREO7788',
    ])
    assert.deepEqual(await why({ q: '$432.10' }), ['store amount 432.10'])
    assert.deepEqual(await why({ min_amount: '432.10', max_amount: '999.00' }), [
      'spei amount 999.00',
      'store amount 432.10',
    ])
    assert.deepEqual(await why({ q: 'ana.nunez@ejemplo.mx' }), ['store sent_to Ana.Nunez@Ejemplo.mx'])
    assert.deepEqual(await why({ q: found.clabe ?? '' }), [`spei paid_into ${found.clabe}`])
    assert.deepEqual(await why({ reference: 'FACT-77/B' }), ['store reference FACT-77/B'])
    assert.deepEqual(await why({ last4: '4242' }), ['card card 4242'])
    assert.deepEqual(await why({ q: found.store ?? '' }), [])
    assert.equal((await search(shop, { q: 'renta' })).result.matches, undefined)
    assert.equal((await search(shop, { matches: 'true' })).result.matches, undefined)
    const refused = await shop.get('/v1/operations?q=renta&matches=si')
    assert.equal(refused.status, 400)
    assert.ok(refused.body.error.messages.matches)
  })

  test('by its customer, also by the customer’s present address', async () => {
    const customer = await customerWithSource(shop)
    const paid = await payBySpei(shop, { clabe: customer.clabe, amount: 77 })
    const id = paid.operation ?? paid.transaction
    await world().work()
    await shop.call('PUT', `/v1/customer/${customer.id}`, { email: 'Nueva@Ejemplo.mx' })
    for (const query of [
      { customer: customer.id },
      { email: 'nueva@ejemplo.mx' },
      { amount: '77', email: 'nueva@ejemplo.mx' },
    ]) {
      const { result } = await search(shop, query)
      assert.equal(result.total, 1, JSON.stringify(query))
      assert.equal(result.sales, '77.00')
      if (id !== undefined) assert.equal(result.operations[0].total.amount, '77.00')
    }
    assert.equal((await search(other, { customer: customer.id })).result.total, 0)
  })

  test('a search with many results is paged, each result once, with totals of the newest that were found', async () => {
    const merchant = await world().merchant()
    for (let at = 0; at < 23; at += 1)
      await storeVoucher(merchant, { total: 100 + at, ...referenced('', `Lote ${at}`) })
    await world().work()
    // A few wait for the index: the list is one all the same.
    for (let at = 23; at < 26; at += 1)
      await storeVoucher(merchant, { total: 100 + at, ...referenced('', `Lote ${at}`) })
    const whole = await search(merchant, { q: 'lote' })
    assert.equal(whole.result.total, 26)
    assert.equal(whole.result.more, false)
    assert.equal(new Set(whole.ids).size, 26)
    const pages: string[] = []
    let query: Record<string, string> = { q: 'lote', limit: '7' }
    for (let page = 0; page < 10; page += 1) {
      const { ids, result } = await search(merchant, query)
      pages.push(...ids)
      if (page === 0) {
        query = { ...query, starting_after: ids.at(-1) ?? '' }
        continue
      }
      assert.equal(result.total, 26)
      if (result.next === null) break
      query = { ...query, starting_after: result.next }
    }
    assert.deepEqual(pages, whole.ids)
    assert.deepEqual((await search(merchant, { q: 'lote', limit: '5', offset: '20' })).ids, whole.ids.slice(20, 25))
    const amounts = await search(merchant, { min_amount: '110', max_amount: '119' })
    assert.equal(amounts.result.total, 10)
  })

  test('a search without a meaning is refused by name', async () => {
    const refused: [query: Record<string, string>, field: string][] = [
      [{ q: '%%%' }, 'q'],
      [{ q: 'a'.repeat(10_240) }, 'q'],
      [{ q: 'x\u0007y' }, 'q'],
      [{ email: 'ana' }, 'email'],
      [{ amount: '-1' }, 'amount'],
      [{ amount: 'cien' }, 'amount'],
      [{ amount: '1', min_amount: '1' }, 'amount'],
      [{ min_amount: '10', max_amount: '9.99' }, 'max_amount'],
      [{ max_amount: '1e9' }, 'max_amount'],
      [{ last4: '424' }, 'last4'],
      [{ customer: "' or 1=1 --" }, 'customer'],
      [{ reference: '\u0000' }, 'reference'],
      [{ q: 'lote', starting_after: 'no_es_mia' }, 'starting_after'],
    ]
    for (const [query, field] of refused) {
      for (const language of ['es', 'en']) {
        const { status, body } = await shop.get(`/v1/operations?${new URLSearchParams(query)}`, {
          'accept-language': language,
        })
        assert.equal(status, 400, JSON.stringify(query).slice(0, 80))
        assert.ok(body.error.messages[field]?.[0], `${field}: ${JSON.stringify(body)}`)
      }
    }
  })

  test('a parameter that a list ignores is named', async () => {
    const known = await shop.get('/v1/operations?q=renta&limit=1')
    assert.equal(known.headers['ignored-parameters'], undefined)
    const misspelt = await shop.get('/v1/operations?referense=1&limit=1&%C3%B1%0D%0Ax=2')
    assert.equal(misspelt.headers['ignored-parameters'], 'referense, %C3%B1%0D%0Ax')
    const payouts = await shop.get('/v1/payouts?estado=paid')
    assert.equal(payouts.headers['ignored-parameters'], 'estado')
  })
})

onBothEngines('a payment is found by what its payer says of it', (world) => {
  const names = new Map<string, string>()
  let shop: Merchant

  const questions: [q: string, expected: string[]][] = [
    ['350 oxxo', ['oxxo today', 'oxxo yesterday']],
    ['oxxo 350 pesos', ['oxxo today', 'oxxo yesterday']],
    ['OXXO', ['oxxo paid', 'oxxo today', 'oxxo told', 'oxxo wrong', 'oxxo yesterday']],
    ['oxxo pagada', ['oxxo paid']],
    ['360 hoy', ['oxxo paid']],
    ['360 ayer', ['oxxo paid']],
    ['360 antier', []],
    // A wrong amount at the till: its payer says what was paid.
    ['275 oxxo hoy', ['oxxo wrong']],
    ['$285.00', ['oxxo wrong']],
    ['350 7-eleven', ['seven']],
    ['seven eleven', ['seven']],
    ['350 efectivo ayer', ['oxxo yesterday']],
    ['350 cash today', ['oxxo today', 'seven']],
    ['hoy 350 pagada', ['seven']],
    ['pagado oxxo ayer', ['oxxo paid']],
    ['350 pendiente', ['oxxo today', 'oxxo yesterday']],
    ['visa', ['card']],
    ['mastercard', []],
    ['350 tarjeta', []],
    ['spei told', ['oxxo told']],
    ['transferencia', ['oxxo told']],
    ['350 rechazada', []],
  ]

  test('a shop has payments of two days', async () => {
    shop = await world().merchant()
    const add = (name: string, transaction: string) => names.set(transaction, name)
    const slip = async (name: string, body: object) => add(name, (await storeVoucher(shop, body)).transaction)
    await slip('oxxo paid', { total: 360, store: 'OXXO', ...referenced('0', 'Pedido cero') })
    await slip('oxxo yesterday', { total: 350, store: 'OXXO', ...referenced('1', 'Pedido uno') })
    await moveClock(shop, { advance: 'P1D' })
    await slip('oxxo today', { total: 350, store: 'OXXO', ...referenced('2', 'Pedido dos') })
    await slip('oxxo wrong', { total: 285, store: 'OXXO', ...referenced('5', 'Pedido cinco') })
    const wrong = [...names].find(([, name]) => name === 'oxxo wrong')?.[0]
    const received = await payAtStore(shop, { transaction: wrong, amount: 275 })
    assert.equal(received.outcome, 'suspended')
    await slip('seven', { total: 350, store: '7ELEVEN', ...referenced('3', 'Pedido tres') })
    add('oxxo told', (await speiVoucher(shop, { total: 20, ...referenced('4', 'Told to pay at oxxo') })).transaction)
    await payAtStore(shop, { transaction: [...names].find(([, name]) => name === 'seven')?.[0] })
    await payAtStore(shop, { transaction: [...names].find(([, name]) => name === 'oxxo paid')?.[0] })
    const card = await payByCard(world(), shop, '4242424242424242')
    add('card', card.body.result.operations[0].transaction)
  })

  for (const indexed of [false, true]) {
    test(indexed ? 'after the index was written' : 'before the index is written', async () => {
      if (indexed) await world().work()
      for (const [q, expected] of questions) {
        const { ids, result } = await search(shop, { q, status: 'ALL' })
        assert.deepEqual(ids.map((id) => names.get(id)).sort(), expected, q)
        assert.equal(result.more, false, q)
      }
      const { result } = await search(shop, { q: '275', matches: 'true' })
      assert.deepEqual(
        result.matches.map(({ field, text }: { field: string; text: string }) => [field, text]),
        [['received', '275.00']],
      )
    })
  }
})

onBothEngines('the index has the words of any text', (world) => {
  test('a long word of letters that are two characters each is found, and stops no other account', async () => {
    const shop = await world().merchant()
    const word = `a${'𠀀'.repeat(30)}`
    const number = `a${'🌮'.repeat(60)}`
    await speiVoucher(shop, { total: 100, ...referenced(number, word) })
    const other = await world().merchant()
    await speiVoucher(other, { total: 100, ...referenced('', 'Renta') })
    await world().work()
    assert.equal(await logReader(world().service.store, 'search').next(1), undefined)
    assert.equal((await search(shop, { q: word })).result.total, 1)
    assert.equal((await search(shop, { reference: number })).result.total, 1)
    assert.equal((await search(other, { q: 'renta' })).result.total, 1)
  })

  test('a long description leaves room for every other fact, and all of it is found', async () => {
    const shop = await world().merchant()
    const description =
      'Servicio de mantenimiento preventivo y correctivo de equipos con refacciones mano obra visita al sitio reporte final garantia seis meses segun contrato firmado el 3 marzo por ambas partes incluye traslado viaticos seguro limpieza pruebas entrega acta'
    const made = await speiVoucher(shop, { total: 500, ...referenced('PEDIDO-777', description) })
    await payBySpei(shop, { transaction: made.transaction, tracking_key: 'RASTREO123' })
    await world().work()
    for (const q of ['acta', 'pedido 777', made.bank_account_number, 'RASTREO123'])
      assert.equal((await search(shop, { q })).result.total, 1, q)
  })

  test('a card is found by four digits that begin with zero', async () => {
    const shop = await world().merchant()
    const { service } = world()
    for (const digits of ['0042', '1042'])
      await operationIn(recordNeeds(service), ownerOf(shop), 'pending', { card_last_four: digits })
    await world().work()
    assert.equal((await search(shop, { q: '0042' })).result.total, 1)
  })
})

onBothEngines('a list does not end before its last operation', (world) => {
  test('pages by offset lead on past the newest 500', async () => {
    const shop = await world().merchant()
    const needs = recordNeeds(world().service)
    for (let n = 0; n < 510; n += 1) await operationIn(needs, ownerOf(shop), 'pending', { description: 'Boleto rojo' })
    // The index rests while the service is busy.
    await eventually(async () => {
      await world().work()
      return (await search(shop, { q: 'boleto' })).result.counted === 500
    }, 'the index')
    const { ids, result } = await search(shop, { q: 'boleto', limit: '80', offset: '480' })
    assert.deepEqual([ids.length, result.counted, result.more], [20, 500, true])
    const { total, sales, commissions, transferences } = result
    assert.deepEqual([total, sales, commissions, transferences], [null, null, null, null])
    assert.equal(result.next, ids.at(-1))
    assert.equal((await search(shop, { q: 'boleto', limit: '80', offset: '500' })).result.next, ids.at(-1))
    const rest = await search(shop, { q: 'boleto', limit: '80', starting_after: result.next })
    assert.deepEqual([rest.ids.length, rest.result.next], [10, null])
  })

  test('sums of a filter by amount are those of all operations, or null, and never of a part', async () => {
    const shop = await world().merchant()
    const needs = recordNeeds(world().service)
    for (let n = 0; n < 500; n += 1) await operationIn(needs, ownerOf(shop), 'paid', {})
    const query = { min_amount: '0.01' }
    // Not all words are in the index yet: what is found is a part.
    const { result: early } = await search(shop, query)
    assert.deepEqual([early.total, early.sales, early.more], [null, null, true])
    await eventually(async () => {
      await world().work()
      return (await search(shop, query)).result.counted === 500
    }, 'the index')
    const { result: whole } = await search(shop, query)
    assert.deepEqual([whole.total, whole.more, whole.counted], [500, false, 500])
    const { result: all } = await search(shop, {})
    assert.deepEqual([whole.sales, whole.commissions], [all.sales, all.commissions])
    await operationIn(needs, ownerOf(shop), 'paid', {})
    const { result: part } = await search(shop, query)
    assert.deepEqual([part.total, part.sales, part.commissions, part.more], [null, null, null, true])
  })

  test('more customers of one e-mail than are looked for are more', async () => {
    const shop = await world().merchant()
    const needs = recordNeeds(world().service)
    for (let n = 0; n < 21; n += 1) {
      const made = await shop.post('/v1/customer', { name: `Ana ${n}`, email: 'ventas@tienda.mx' })
      await operationIn(needs, ownerOf(shop), 'paid', { customer_id: made.body.result.id })
    }
    const { result } = await search(shop, { email: 'ventas@tienda.mx' })
    assert.deepEqual([result.total, result.sales, result.counted, result.more], [null, null, 20, true])
  })

  test('by starting_after it goes on when an operation leaves the filter while the page is read', async () => {
    const shop = await world().merchant()
    const needs = recordNeeds(world().service)
    const { store, clock } = world().service
    const ids: string[] = []
    for (const day of ['2028-01-05', '2028-01-06', '2028-01-06', '2028-01-07']) {
      clock.follow({ ...clock.state(), offsetMs: 0, frozenMs: dayStartMs(day) + 3_600_000 * (ids.length + 1) })
      ids.push((await operationIn(needs, ownerOf(shop), 'pending', {})).id)
    }
    let paid = false
    const rows: typeof store.rows = async (query) => {
      if (!paid && /from "operations"/.test(query.sql)) {
        paid = true
        const query = store.db
          .selectFrom('operations')
          .selectAll()
          .where('id', '=', ids[1] ?? '')
        await advance(needs, operationOf(await query.executeTakeFirstOrThrow()), 'paid', {})
      }
      return store.rows(query)
    }
    const list = searcher({ ...store, rows })
    const filter = { byPosting: undefined, startDay: undefined, endDay: undefined, brand: undefined } as const
    const pending = { ...filter, operator: undefined, rail: undefined, status: 'pending', declinedToo: undefined }
    const walked: string[] = []
    for (let next: string | null | undefined = ids[3]; next; ) {
      const page = await list(shop.accountId, pending, { limit: 1, offset: 0, startingAfter: next })
      walked.push(...page.operations.map(({ id }) => id))
      next = page.next
    }
    assert.deepEqual(walked, [ids[2], ids[0]])
  })
})

for (const engine of ENGINES)
  test(`changes that the index refuses stop no others [${engine}]`, async (t) => {
    const world = await openWorld(engine)
    t.after(() => world.close())
    const shops = [await world.merchant(), await world.merchant(), await world.merchant()]
    const { store, clock } = world.service
    for (const shop of shops)
      for (const word of ['uno', shop === shops[1] ? 'vetada' : 'dos', 'tres']) {
        await storeVoucher(shop, { ...referenced('', `Renta ${word}`) })
        // Operations of one millisecond have one place in the index: each would be found with the words of the other.
        for (const made = clock.now(); clock.now() === made; ) await nextTurn()
      }
    const refused = (await search(shops[1] as Merchant, { q: 'renta vetada' })).ids[0] ?? ''
    // A page leaves out the first letters that a word shares with the word before it.
    const refusedBytes = Buffer.from('tada').toString('hex')
    const commit: typeof store.commit = async (writes) => {
      if (JSON.stringify(writes).includes(refusedBytes)) throw new Error('the database refuses this batch')
      await store.commit(writes)
    }
    const task = findingTask({ store: { ...store, commit }, clock })
    const isLeft = async () => (await logReader(store, 'search').next(1)) !== undefined
    for (let turn = 0; turn < 60 && (await isLeft()); turn += 1) await task.run().catch(() => {})
    assert.equal(await isLeft(), false)
    const found = await Promise.all(shops.map((shop) => search(shop, { q: 'renta' })))
    assert.deepEqual(
      found.map(({ ids }) => ids.length),
      [3, 2, 3],
    )
    assert.ok(!found[1]?.ids.includes(refused))
  })
