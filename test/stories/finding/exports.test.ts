import assert from 'node:assert/strict'
import { test } from 'node:test'
import { words } from '../../../src/exports/headings.ts'
import { moveClock, storeVoucher } from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

onBothEngines('a list is exported as a file', (world) => {
  let shop: Merchant

  test('a shop has payments, one with a text that a spreadsheet would run', async () => {
    shop = await world().merchant()
    for (const description of ['=HYPERLINK("http://x","y")', 'coma, "comillas"', 'Ñandú', '＝1+1']) {
      await storeVoucher(shop, { total: 100.5, payment: { reference: { number: '@SUM(A1)', description } } })
    }
  })

  test('as CSV: UTF-8 with a byte order mark, headings in the requested language, no formula', async () => {
    const { status, text, headers } = await shop.get('/v1/operations?format=csv&lang=es')
    assert.equal(status, 200, text)
    assert.match(String(headers['content-type']), /^text\/csv; charset=utf-8/)
    assert.match(String(headers['content-disposition']), /^attachment; filename="operations\.csv"$/)
    assert.ok(text.startsWith('\uFEFFTransacción,Fecha,Forma de pago,'), text.slice(0, 100))
    assert.equal(text.trimEnd().split('\r\n').length, 5)
    assert.ok(
      text.includes(`"'=HYPERLINK(""http://x"",""y"")"`) && text.includes(`'@SUM(A1)`) && text.includes(`'＝1+1`),
      text,
    )
    assert.match(text, /,100\.50,MXN,/)
    const english = await shop.get('/v1/operations?status=P', { accept: 'text/csv', 'accept-language': 'en' })
    assert.ok(english.text.startsWith('\uFEFFTransaction,Timestamp,Payment method,'), english.text.slice(0, 100))
  })

  test('as XLSX: text stays text, money is a number', async () => {
    const answer = await world().send({
      method: 'GET',
      url: '/v1/operations?format=xlsx&lang=en',
      headers: { authorization: `Basic ${Buffer.from(`${shop.appKey}:${shop.secret}`).toString('base64')}` },
    })
    assert.equal(answer.headers['content-type'], XLSX)
    assert.ok(answer.text.startsWith('PK'))
  })

  test('every list of the service can be exported', async () => {
    const { body } = await world().send({ method: 'GET', url: '/openapi.json' })
    const lists = Object.entries<{ get?: { parameters?: { name: string }[] } }>(body.paths).filter(([, { get }]) =>
      get?.parameters?.some(({ name }) => name === 'format'),
    )
    const paths = lists.map(([path]) => path)
    for (const path of [
      '/v1/operations',
      '/v1/payouts',
      '/v1/transfers',
      '/v1/events',
      '/v1/audit',
      '/v1/settlement/report',
      '/v1/webhook',
      '/v1/customer/{customerId}/cards',
      '/v1/customer/{customerId}/sources',
    ])
      assert.ok(paths.includes(path), `${path} of ${paths.join()}`)
    const names = new Set(Object.keys(words).map((name) => name.toLowerCase().replaceAll('_', ' ')))
    const unknown: string[] = []
    for (const path of paths.filter((one) => !one.includes('{'))) {
      const asked = `${path}?format=csv${path.endsWith('/report') ? '&date=2026-01-05' : ''}`
      const { status, text } = await shop.get(`${asked}&lang=es`)
      assert.equal(status, 200, `${path}: ${text}`)
      assert.ok(text.startsWith('\uFEFF'), path)
      const [spanish, english] = [headingsIn(text), headingsIn((await shop.get(`${asked}&lang=en`)).text)]
      const same = spanish.flatMap((heading, at) => {
        const parts = english[at]?.split(' · ') ?? []
        return heading.split(' · ').filter((part, place) => part === parts[place])
      })
      unknown.push(...same.filter((part) => !names.has(part.toLowerCase())).map((part) => `${path}: ${part}`))
    }
    assert.deepEqual(unknown, [], 'headings without a Spanish word')
  })

  const headingsIn = (text: string): string[] => text.slice(1).split('\r\n')[0]?.split(',') ?? []

  test('in the background: progress, a link that needs no credential, an event, and no file after its time', async () => {
    const asked = await shop.post(
      '/v1/exports',
      { list: '/v1/operations', query: { status: 'P' }, lang: 'es' },
      { 'idempotency-key': 'exp-1' },
    )
    assert.equal(asked.status, 200, asked.text)
    const again = await shop.post(
      '/v1/exports',
      { list: '/v1/operations', query: { status: 'P' }, lang: 'es' },
      { 'idempotency-key': 'exp-1' },
    )
    assert.equal(again.body.result.id, asked.body.result.id)
    const { id } = asked.body.result
    assert.deepEqual([asked.body.result.status, asked.body.result.url], ['pending', null])
    await world().work()
    const { result } = (await shop.get(`/v1/exports/${id}`)).body
    assert.deepEqual([result.status, result.rows, result.rows_total, result.progress], ['finished', 4, 4, 100])
    const path = new URL(result.url).pathname
    const file = await world().send({ method: 'GET', url: path })
    assert.equal(file.status, 200, file.text)
    assert.ok(file.text.startsWith('\uFEFFTransacción,'))
    assert.equal(file.text.trimEnd().split('\r\n').length, 5)
    const head = await world().send({ method: 'HEAD', url: path })
    assert.deepEqual(
      [head.status, head.text, head.headers['content-disposition']],
      [200, '', file.headers['content-disposition']],
    )
    const { events } = (await shop.get('/v1/events?type=export.finished')).body.result
    assert.equal(events.length, 1)
    assert.equal(events[0].data.id, id)
    assert.equal(JSON.stringify(events[0].data).includes('/exports/'), false)
    // Neither another account nor another link gets the file.
    const other = await world().merchant()
    assert.equal((await other.get(`/v1/exports/${id}`)).status, 404)
    for (const forged of [
      path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A'),
      `${path}/x`,
      path.replace('/exports/', '/exports/..%2f'),
      '/exports/exp_0',
      `/exports/${id}`,
    ]) {
      assert.equal((await world().send({ method: 'GET', url: forged })).status, 404, forged)
    }
    const xlsx = (await shop.post('/v1/exports', { list: '/v1/events', format: 'xlsx' })).body.result
    await world().work()
    const made = (await shop.get(`/v1/exports/${xlsx.id}`)).body.result
    assert.equal(made.status, 'finished')
    assert.ok((await world().send({ method: 'GET', url: new URL(made.url).pathname })).text.startsWith('PK'))
    await moveClock(shop, { advance: 'PT25H' })
    await world().work()
    assert.equal((await world().send({ method: 'GET', url: path })).status, 404)
    const gone = (await shop.get(`/v1/exports/${id}`)).body.result
    assert.deepEqual([gone.status, gone.url], ['expired', null])
    const parts = await world()
      .service.store.db.selectFrom('export_parts')
      .select('part')
      .where('export_id', '=', id)
      .execute()
    assert.equal(parts.length, 0)
  })

  test('an export that is not possible is refused by name', async () => {
    const refused: [body: object, field: string][] = [
      [{ list: '/v1/nothing' }, 'list'],
      [{ list: '/v1/customer/:customerId/cards' }, 'list'],
      [{ list: '../etc/passwd' }, 'list'],
      [{ list: '/v1/operations', query: { statuss: 'P' } }, 'query.statuss'],
      [{ list: '/v1/operations', query: { status: 'X' } }, 'status'],
      [{ list: '/v1/operations', query: { q: 'x'.repeat(400) } }, 'query.q'],
      [{ list: '/v1/operations', format: 'pdf' }, 'format'],
      [{ list: '/v1/operations', lang: 'fr' }, 'lang'],
    ]
    for (const [body, field] of refused) {
      const { status, body: answer } = await shop.post('/v1/exports', body)
      assert.equal(status, 400, JSON.stringify(body))
      assert.ok(answer.error.messages[field], `${field}: ${JSON.stringify(answer)}`)
    }
    assert.equal((await shop.get('/v1/operations?format=pdf')).status, 400)
    assert.equal((await shop.get('/v1/operations?format=csv&lang=fr')).status, 400)
    for (let open = 0; open < 5; open += 1)
      assert.equal((await shop.post('/v1/exports', { list: '/v1/events' })).status, 200)
    assert.equal((await shop.post('/v1/exports', { list: '/v1/events' })).status, 429)
  })

  test('a key exports only lists that it may read', async () => {
    const merchant = await world().merchant()
    const { app_key, app_secret } = (await merchant.post('/v1/credentials', { name: 'Lee', scopes: ['read'] })).body
      .result
    const headers = {
      authorization: `Basic ${Buffer.from(`${app_key}:${app_secret}`).toString('base64')}`,
      'content-type': 'application/json',
    }
    const as = (method: 'GET' | 'POST', url: string, payload?: object) =>
      world().send({ method, url, headers, ...(payload && { payload: JSON.stringify(payload) }) })
    assert.equal((await as('GET', '/v1/audit?format=csv')).status, 403)
    assert.equal((await as('POST', '/v1/exports', { list: '/v1/audit' })).status, 403)
    const own = (await merchant.post('/v1/exports', { list: '/v1/audit' })).body.result
    assert.equal((await as('GET', `/v1/exports/${own.id}`)).status, 403)
    assert.equal((await as('POST', '/v1/exports', { list: '/v1/operations' })).status, 200)
  })
})
