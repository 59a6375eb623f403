import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

async function created(merchant: Merchant, name: string, email: string, metadata?: object): Promise<string> {
  const { status, body, text } = await merchant.post('/v1/customer', { name, email, ...(metadata && { metadata }) })
  assert.equal(status, 200, text)
  return body.result.id
}

async function found(merchant: Merchant, q: string, more = ''): Promise<string[]> {
  const { status, body, text } = await merchant.get(`/v1/customer?q=${encodeURIComponent(q)}${more}`)
  assert.equal(status, 200, text)
  return body.result.customers.map(({ id }: { id: string }) => id)
}

onBothEngines('a customer is found by any of their present data', (world) => {
  test('by name, e-mail, CLABE, an id of the merchant’s and their own id, in any order and by prefix', async () => {
    const merchant = await world().merchant()
    const ana = await created(merchant, 'Ana María López Núñez', 'ana.lopez@ejemplo.mx', {
      erp: 'CLI-00931',
      vip: true,
    })
    const luis = await created(merchant, 'Luis López', 'luis@otra.mx', { erp: 932 })
    const clabes = async (id: string) => (await merchant.get(`/v1/customer/${id}`)).body.result.sources[0].clabe
    for (const q of [
      'ana',
      'MARIA',
      'lop mar',
      'nuñez',
      'ANA.LOPEZ@ejemplo.mx',
      'ana.lopez@',
      '00931',
      'cli-00931',
      ana,
      await clabes(ana),
    ])
      assert.deepEqual(await found(merchant, q), [ana], q)
    assert.deepEqual(await found(merchant, 'lopez'), [luis, ana], 'newest first')
    assert.deepEqual(await found(merchant, '932'), [luis])
    for (const q of ['ana luis', 'anita', 'opez', 'cus_nadie', '199']) assert.deepEqual(await found(merchant, q), [], q)
    assert.deepEqual(await found(await world().merchant(), 'lopez'), [], 'nobody else’s')
    const whole = (await merchant.get('/v1/customer?q=lopez')).body.result
    assert.deepEqual([whole.total, whole.more, whole.limit, whole.offset], [2, false, 50, 0])
    assert.deepEqual(Object.keys(whole.customers[0]).sort(), ['active', 'date_create', 'email', 'id', 'name'])
    assert.equal((await merchant.get('/v1/customer')).body.result.more, undefined)
    assert.equal((await merchant.get('/v1/customer?q=')).body.result.total, 2, 'an empty one is none')
  })

  test('by the present name, and by no former name or note; another account’s customers are not found', async () => {
    const merchant = await world().merchant()
    const id = await created(merchant, 'Tienda Vieja', 'vieja@ejemplo.mx', { nota: 'primera' })
    const put = (body: object) => merchant.call('PUT', `/v1/customer/${id}`, body)
    assert.equal((await put({ name: 'Tienda Nueva' })).status, 200)
    assert.equal((await put({ email: 'nueva@ejemplo.mx', metadata: { nota: 'segunda' } })).status, 200)
    for (const q of ['vieja', 'vieja@ejemplo.mx', 'primera']) assert.deepEqual(await found(merchant, q), [], q)
    for (const q of ['tienda nueva', 'nueva@ejemplo.mx', 'segunda']) assert.deepEqual(await found(merchant, q), [id], q)
    assert.equal((await put({ metadata: {} })).status, 200)
    assert.deepEqual(await found(merchant, 'segunda'), [])
    const { clabe } = (await merchant.post(`/v1/customer/${id}/sources`, { type: 'SPEI' })).body.result
    assert.deepEqual(await found(merchant, clabe), [id])
    assert.equal((await merchant.call('DELETE', `/v1/customer/${id}`)).status, 200)
    assert.deepEqual(await found(merchant, 'nueva'), [id], 'a deleted customer is listed still')
  })

  test('an account number stays a word when the metadata has it too, and no longer', async () => {
    const merchant = await world().merchant()
    const id = await created(merchant, 'Ana López', 'ana@ejemplo.mx')
    const { clabe } = (await merchant.get(`/v1/customer/${id}`)).body.result.sources[0]
    for (const metadata of [{ clabe }, { clabe, nota: clabe }, {}]) {
      const put = await merchant.call('PUT', `/v1/customer/${id}`, { metadata })
      assert.equal(put.status, 200, put.text)
      assert.deepEqual(await found(merchant, clabe), [id])
    }
  })

  test('long words that begin alike are one word', async () => {
    const merchant = await world().merchant()
    const [one, other] = [`a${'𠀀'.repeat(20)}`, `a${'𠀀'.repeat(19)}𡀀`]
    const id = await created(merchant, 'Ana López', 'ana@ejemplo.mx', { one, other })
    for (const q of [one, other]) assert.deepEqual(await found(merchant, q), [id])
  })

  test('concurrent changes leave exactly the words of the present data', async () => {
    const merchant = await world().merchant()
    const id = await created(merchant, 'Cero', 'cero@ejemplo.mx')
    const names = ['Uno Comun', 'Dos Comun', 'Tres Comun', 'Cuatro Comun']
    await Promise.all(names.map((name) => merchant.call('PUT', `/v1/customer/${id}`, { name })))
    const { name } = (await merchant.get(`/v1/customer/${id}`)).body.result
    for (const one of [...names, 'Cero'])
      assert.deepEqual(
        await found(merchant, one.split(' ')[0] ?? ''),
        one === name ? [id] : one === 'Cero' ? [id] : [],
        one,
      )
    assert.deepEqual(await found(merchant, 'comun'), [id])
  })

  test('pages list each customer once, and an invalid search is refused by name', async () => {
    const merchant = await world().merchant()
    const ids: string[] = []
    for (let at = 0; at < 7; at += 1) ids.unshift(await created(merchant, `Cliente ${at}`, `c${at}@ejemplo.mx`))
    assert.deepEqual(await found(merchant, 'cliente', '&limit=3'), ids.slice(0, 3))
    assert.deepEqual(await found(merchant, 'cliente', '&limit=3&offset=3'), ids.slice(3, 6))
    assert.deepEqual(await found(merchant, 'cliente', '&limit=3&offset=6'), ids.slice(6))
    for (const q of ['%E2%80%A6', '%00', 'x'.repeat(301), '%F0%9F%99%82'])
      assert.equal((await merchant.get(`/v1/customer?q=${q}`)).status, 400, q)
    const misspelt = await merchant.get('/v1/customer?query=ana&q=cliente')
    assert.equal(misspelt.headers['ignored-parameters'], 'query')
    assert.equal(misspelt.body.result.total, 7)
    const file = await merchant.get('/v1/customer?q=c3&format=csv')
    assert.equal(file.text.trim().split('\r\n').length, 2, file.text)
  })
})
