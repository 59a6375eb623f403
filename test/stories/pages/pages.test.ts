import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { extractText, getDocumentProxy } from 'unpdf'
import { addressLimiter } from '../../../src/api/limits/rate-limit.ts'
import { createServer } from '../../../src/api/server.ts'
import type { OperationRow } from '../../../src/operations/tables.ts'
import { createPdfRenderer } from '../../../src/pages/pdf-renderer.ts'
import { type PageNeeds, pageRoutes } from '../../../src/pages/routes.ts'
import { type Kind, moved, pending } from '../../browser/operations.ts'
import { moveClock, payAtStore, storeVoucher } from '../../support/fixtures/payers.ts'
import { done, type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

onBothEngines('a payer sees the agreed data and nothing else', (world) => {
  const address = (row: OperationRow) => world().service.links.urlOf(row.id).replace('http://127.0.0.1:8080', '')
  const open = (path: string, headers: Record<string, string> = {}) =>
    world().send({ method: 'GET', url: path, headers })
  const made = async (kind: Kind, change: Partial<OperationRow> = {}, merchant?: Merchant) =>
    pending(world().service, merchant ?? (await world().merchant('Taller Ñandú')), kind, change)

  const states = [
    ['pending', 'store', undefined, {}, 'Pendiente de pago', 'Awaiting payment'],
    ['pending', 'spei', undefined, {}, 'Pendiente de pago', 'Awaiting payment'],
    ['processing', 'card', undefined, {}, 'Confirmando con tu banco', 'Confirming with your bank'],
    ['paid', 'store', 'paid', {}, 'Pagado', 'Paid'],
    ['paid', 'card', 'paid', {}, 'Pagado', 'Paid'],
    ['expired', 'spei', 'expired', {}, 'Ficha vencida', 'Slip expired'],
    ['cancelled', 'store', 'cancelled', {}, 'Cobro cancelado', 'Charge cancelled'],
    ['declined', 'card', 'declined', {}, 'Rechazado', 'Declined'],
  ] as const
  for (const [state, kind, to, change, es, en] of states) {
    test(`a ${kind} operation that is ${state} says so, in Spanish and in English`, async () => {
      const row = await made(kind)
      if (to) await moved(world().service, row, to, change)
      const spanish = await open(address(row))
      assert.equal(spanish.status, 200)
      assert.match(spanish.text, /<html lang="es-MX">/)
      assert.ok(spanish.text.includes(`<strong>${es}</strong>`), spanish.text)
      assert.ok(spanish.text.includes(`data-state="${state}"`))
      const english = await open(`${address(row)}?lang=en`)
      assert.match(english.text, /<html lang="en">/)
      assert.ok(english.text.includes(`<strong>${en}</strong>`))
      assert.deepEqual((await open(`${address(row)}/state`)).body, { state })
    })
  }

  test('the page of a payment that was given back says where its money goes', async () => {
    const row = await made('card')
    const paid = await moved(world().service, row, 'paid', { authorization_code: '801585' })
    await moved(world().service, paid, 'cancelled', { has_devolution: 1 })
    assert.match((await open(address(row))).text, /<strong>Devuelto<\/strong>/)
  })

  test('money that came for a slip and does not pay it is not denied to its payer', async () => {
    const shop = await world().merchant('Taller Ñandú')
    const { transaction, url } = await storeVoucher(shop, { total: 380 })
    const path = url.replace('http://127.0.0.1:8080', '')
    const { id } = await payAtStore(shop, { transaction, amount: 350 })
    const held = await open(path)
    assert.match(held.text, /<strong>Pago en revisión<\/strong>/)
    assert.match(held.text, /Recibimos \$350\.00, que no es lo que pide esta ficha\. Taller Ñandú ya lo sabe/)
    assert.doesNotMatch(held.text, /Aún no recibimos tu pago/)
    assert.deepEqual((await open(`${path}/state`)).body, { state: 'held' })
    // The right amount can still be paid.
    assert.match(held.text, /data-copy="\d{14}"/)
    await moveClock(shop, { advance: 'P5D' })
    const late = await open(`${path}?lang=en`)
    assert.match(late.text, /We received \$350\.00 for this slip, which has expired\. Do not pay again/)
    assert.doesNotMatch(late.text, /data-copy="\d{14}"/)
    assert.deepEqual((await open(`${path}/state`)).body, { state: 'heldOver' })
    const destination = { clabe: '012180001234567899', beneficiary: 'Ana Núñez' }
    const released = await shop.post(`/v1/received-payments/${id}/release`, { action: 'return', ...destination })
    assert.equal(released.status, 200, released.text)
    assert.deepEqual((await open(`${path}/state`)).body, { state: 'expired' })
  })

  test('who paid a cancelled slip, paid twice, or paid in parts, reads what became of the money', async () => {
    const shop = await world().merchant('Taller Ñandú')
    const slip = async () => {
      const { transaction, url } = await storeVoucher(shop, { total: 380 })
      return { transaction, path: url.replace('http://127.0.0.1:8080', '') }
    }
    const cancelled = await slip()
    await done(shop.get(`/v1/operations/apply-reversal/${cancelled.transaction}`))
    await payAtStore(shop, { transaction: cancelled.transaction })
    const late = (await open(cancelled.path)).text
    assert.match(late, /<strong>Pago en revisión<\/strong>/)
    assert.match(
      late,
      /Recibimos \$380\.00 para este cobro, que se canceló\. No pagues otra vez: Taller Ñandú ya lo sabe/,
    )
    assert.doesNotMatch(late, /data-copy="\d{14}"/)
    assert.deepEqual((await open(`${cancelled.path}/state`)).body, { state: 'heldCancelled' })

    const twice = await slip()
    await payAtStore(shop, { transaction: twice.transaction })
    assert.doesNotMatch((await open(twice.path)).text, /También recibimos/)
    const { id } = await payAtStore(shop, { transaction: twice.transaction })
    const receipt = (await open(twice.path)).text
    assert.match(receipt, /<strong>Pagado<\/strong>/)
    assert.match(receipt, /También recibimos/)
    assert.match(receipt, /\$380\.00, que no eran de este pago\. Taller Ñandú ya lo sabe y te dirá cómo seguir\./)
    assert.match((await open(`${twice.path}?lang=en`)).text, /\$380\.00, which was not for this payment/)
    const destination = { clabe: '012180001234567899', beneficiary: 'Ana Núñez' }
    await done(shop.post(`/v1/received-payments/${id}/release`, { action: 'return', ...destination }))
    assert.doesNotMatch((await open(twice.path)).text, /También recibimos/)

    const inParts = await slip()
    for (const amount of [300, 80]) await payAtStore(shop, { transaction: inParts.transaction, amount })
    assert.match((await open(inParts.path)).text, /Recibimos \$380\.00 en 2 pagos, que no es lo que pide esta ficha/)
  })

  test('only a slip that can still be paid shows the payment data', async () => {
    const row = await made('store', { payment_id: '6000000000426', short_id: '00000422' })
    const digits = row.network_reference ?? ''
    assert.ok((await open(address(row))).text.includes(`data-copy="${digits}"`))
    await moved(world().service, row, 'expired')
    const expired = (await open(address(row))).text
    assert.ok(!expired.includes(digits))
    assert.doesNotMatch(expired, /Código de barras|6000000000426|00000422/)
    assert.ok(!(await pdfText(await openPdf(world(), address(row)))).replaceAll(' ', '').includes(digits))
  })

  test('pages of payable slips and proofs of payment can be shared; other pages cannot', async () => {
    for (const [kind, to] of [
      ['store', undefined],
      ['card', undefined],
      ['card', 'paid'],
      ['store', 'expired'],
      ['spei', 'cancelled'],
      ['card', 'declined'],
    ] as const) {
      const row = await made(kind)
      if (to !== undefined) await moved(world().service, row, to)
      const { text } = await open(address(row))
      // Whose answer is outstanding proves nothing yet.
      const isPassedOn = to === 'paid' || (to === undefined && kind === 'store')
      assert.equal(text.includes('https://wa.me/'), isPassedOn, `${kind} ${to}`)
    }
  })

  test('a card payment that was not approved shows its state; only an approved one is a receipt', async () => {
    for (const [to, es, en] of [
      ['paid', 'Recibo de pago', 'Payment receipt'],
      ['declined', 'Estado del pago', 'Payment status'],
    ] as const) {
      const row = await made('card')
      await moved(world().service, row, to)
      assert.match((await open(`${address(row)}?lang=es`)).text, new RegExp(`class="document">${es}<`))
      assert.match((await open(`${address(row)}?lang=en`)).text, new RegExp(`class="document">${en}<`))
    }
  })

  test('past its deadline a slip is shown as expired before any worker has run', async () => {
    const row = await made('store', { expires_at: '2020-01-01T05:59:59.999Z' })
    assert.match((await open(address(row))).text, /Ficha vencida/)
    assert.deepEqual((await open(`${address(row)}/state`)).body, { state: 'expired' })
  })

  test('the deadline is shown in the time of Mexico City', async () => {
    const row = await made('spei', { expires_at: '2090-03-11T05:59:59.999Z' })
    assert.match((await open(address(row))).text, /viernes 10 de marzo de 2090, 23:59 h/)
    assert.match((await open(`${address(row)}?lang=en`)).text, /Friday, March 10, 2090, 23:59/)
  })

  test('the language is the requested one, else the browser’s, else Spanish', async () => {
    const path = address(await made('spei'))
    const languageOf = async (url: string, accept?: string) =>
      /<html lang="(..)/.exec((await open(url, accept ? { 'accept-language': accept } : {})).text)?.[1]
    assert.equal(await languageOf(path), 'es')
    assert.equal(await languageOf(path, 'en-US,en;q=0.9'), 'en')
    assert.equal(await languageOf(path, 'fr-FR,fr'), 'es')
    assert.equal(await languageOf(`${path}?lang=es`, 'en'), 'es')
    assert.equal(await languageOf(`${path}?lang=en`, 'es-MX'), 'en')
    assert.equal(await languageOf(`${path}?lang=%3Cscript%3E`), 'es')
  })

  test('texts of a merchant never become markup, in the page or in the PDF', async () => {
    const merchant = await world().merchant(`<script>alert('1')</script> “Ñoño” & Co \u202Egnp.exe`)
    const row = await made(
      'store',
      { description: `"><img src=x onerror=alert(1)> Café 🌮 €5 \u2066x`, reference_number: `'><b>7</b>` },
      merchant,
    )
    const { text } = await open(address(row))
    assert.ok(!/<script>alert|<img|<b>7/.test(text))
    assert.ok(text.includes('&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; “Ñoño” &amp; Co gnp.exe'))
    assert.ok(text.includes('Café 🌮 €5 x'))
    assert.doesNotMatch(text, /[\u202a-\u202e\u2066-\u2069]/)
    const pdf = await pdfText(await openPdf(world(), address(row)))
    assert.ok(pdf.includes('“Ñoño” & Co gnp.exe'), pdf)
    assert.ok(pdf.includes('Café €5 x'), pdf)
  })

  test('a card receipt shows the last four digits and nothing of the account but its name', async () => {
    const merchant = await world().merchant('Taller Ñandú')
    const row = await made('card', { affiliate: 'socio-7', affiliate_centavos: 999 }, merchant)
    await moved(world().service, row, 'paid', { authorization_code: '801585' })
    const { text } = await open(address(row))
    const pdf = await pdfText(await openPdf(world(), address(row)))
    for (const shown of [text, pdf]) {
      for (const expected of ['Taller Ñandú', 'Visa terminada en 4242', '801585', '6 meses', '$1,250.50'])
        assert.ok(shown.includes(expected), expected)
      for (const secret of ['424242', 'MARIA PEREZ', merchant.operator, merchant.accountId, 'socio-7', '45.00', '9.99'])
        assert.ok(!shown.includes(secret), secret)
    }
  })

  test('a page opened by a token is not stored, indexed, framed or sent as a referrer', async () => {
    const path = address(await made('spei'))
    for (const url of [path, `${path}.pdf`, `${path}/state`, '/p/nothing']) {
      const { headers } = await open(url)
      assert.equal(headers['cache-control'], 'no-store', url)
      assert.equal(headers['x-robots-tag'], 'noindex, nofollow', url)
      assert.equal(headers['referrer-policy'], 'no-referrer', url)
      assert.equal(headers['x-content-type-options'], 'nosniff', url)
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /^default-src 'none';/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /unsafe|\*|https?:|data:/)
    }
  })

  test('a page has no inline code and names no other origin', async () => {
    for (const kind of ['store', 'spei', 'card'] as const) {
      const { text } = await open(address(await made(kind)))
      // Two links lead elsewhere when a person follows them: to share the page, and to Banxico.
      const own = text.replaceAll(
        / href="https:\/\/(?:wa\.me\/\?|www\.banxico\.org\.mx\/cep\/)[^"]*" target="_blank" rel="noopener noreferrer"/g,
        '',
      )
      assert.doesNotMatch(
        own,
        /<style|\sstyle=|\son[a-z]+=|<script(?! src="\/p\/assets\/)|(?:src|href|action)="(?:https?:)?\/\//,
      )
    }
  })

  test('an unknown page address answers the same 404 whatever is wrong with it', async () => {
    const [one, other] = [await made('spei'), await made('spei')]
    const mac = address(one).slice(-20)
    const wrong = [
      '/p/nothing',
      `/p/${one.id}`,
      `/p/${other.id}-${mac}`,
      `${address(one).slice(0, -1)}${address(one).endsWith('A') ? 'B' : 'A'}`,
      `${address(one)}x`,
      world().service.links.urlOf('00000000-0000-0000-0000-000000000000').replace('http://127.0.0.1:8080', ''),
      '/p/%3Cscript%3E',
      '/p/nothing.pdf',
    ]
    const pages = new Set<string>()
    for (const url of wrong) {
      const answer = await open(url)
      assert.equal(answer.status, 404, url)
      assert.match(String(answer.headers['content-type']), /text\/html/)
      pages.add(answer.text)
    }
    assert.equal(pages.size, 1)
    const [page = ''] = pages
    assert.match(page, /No encontramos esta página/)
    assert.ok(!page.includes(one.id))
    assert.equal((await open('/p/nothing/state')).status, 404)
    assert.match((await open('/p/nothing?lang=en')).text, /We could not find this page/)
  })

  for (const kind of ['store', 'spei'] as const) {
    test(`the PDF of a ${kind} slip says what the page says, on one page, in both languages`, async () => {
      const row = await made(kind, { description: 'Ñ€ú ő '.repeat(41).trim() })
      for (const [lang, words] of [
        ['es', ['Ficha de pago', 'Paga a más tardar el', 'Entorno de pruebas — sin valor oficial', 'Taller Ñandú']],
        ['en', ['Payment slip', 'Pay by', 'Test environment — not an official document']],
      ] as const) {
        const answer = await openPdf(world(), `${address(row)}`, lang)
        const document = await getDocumentProxy(new Uint8Array(answer))
        assert.equal(document.numPages, 1)
        const text = await pdfText(answer)
        for (const word of [...words, '$1,250.50 MXN', 'CUR-2026-0117', row.id, 'Ñ€ú'])
          assert.ok(text.includes(word), `${word} in ${text}`)
        assert.ok(text.replaceAll(' ', '').includes(row.network_reference ?? '?'))
      }
    })
  }

  test('for an unknown address a browser gets a page, a program gets JSON', async () => {
    const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    for (const path of [
      '/inexistente',
      '/v1/inexistente',
      '/docs/pages/inexistente.md',
      '/console/assets/inexistente.js',
      '/%F0%9F%92%A5',
    ]) {
      for (const [asked, heading] of [
        [{ accept: html }, 'No encontramos esta página'],
        [{ accept: html, 'accept-language': 'en' }, 'We could not find this page'],
        // A browser that remembers a credential sends it along.
        [{ accept: html, authorization: 'Basic eDp5', 'sec-fetch-mode': 'navigate' }, 'No encontramos esta página'],
      ] as const) {
        const { status, text, headers } = await open(`${path}?x=<script>`, asked)
        assert.equal(status, 404)
        assert.match(String(headers['content-type']), /^text\/html/)
        assert.match(String(headers['content-security-policy']), /default-src 'none'/)
        assert.ok(text.includes(heading) && text.includes('Cobro'), path)
        assert.ok(!text.includes('inexistente') && !text.includes('x=<'), path)
      }
      for (const asked of [
        {},
        { accept: '*/*' },
        { accept: 'application/json' },
        // The default of a client in use.
        { accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', authorization: 'Basic eDp5' },
        { accept: html, 'sec-fetch-mode': 'cors' },
      ]) {
        const { status, body } = await open(path, asked)
        assert.equal(status, 404)
        assert.equal(body.error.message, 'El servicio no existe', path)
      }
      const sent = await world().send({ method: 'POST', url: path, headers: { accept: html } })
      assert.equal(typeof sent.body?.success, 'boolean', path)
    }
  })

  test('the PDF follows the state in both languages, also when it was requested just before', async () => {
    const merchant = await world().merchant('Taller Ñandú')
    const issued = await merchant.post('/v1/payment/spei', { total: 250.5 })
    const { url, bank_account_number: clabe } = issued.body.result
    const slip = url.replace('http://127.0.0.1:8080', '')
    const both = async () => {
      const asked = ['es', 'en', 'es', 'en'].map(async (lang) => pdfText(await openPdf(world(), slip, lang)))
      const [es = '', en = '', ...again] = await Promise.all(asked)
      assert.deepEqual(again, [es, en])
      return { es, en }
    }
    const before = await both()
    assert.ok(before.es.includes('Pendiente de pago') && before.en.includes('Awaiting payment'), before.en)
    for (const text of Object.values(before)) assert.ok(text.replaceAll(' ', '').includes(clabe), text)
    const paid = await merchant.post('/v1/sandbox/pay/spei', { clabe, amount: 250.5 })
    assert.equal(paid.status, 200)
    const after = await both()
    assert.ok(after.es.includes('Recibo de pago') && after.es.includes('Recibimos tu pago'), after.es)
    assert.ok(after.en.includes('Payment receipt') && after.en.includes('We received your payment'), after.en)
    for (const text of Object.values(after)) assert.ok(!/Pendiente de pago|Awaiting payment/.test(text), text)
  })

  test('when too many PDFs are requested at once, the others get a time to come back, and then get theirs', async (t) => {
    const pdfs = createPdfRenderer({
      log: pino({ level: 'silent' }),
      limits: { waiting: 2, waitMs: 300_000, drawMs: 300_000 },
    })
    t.after(() => pdfs.close())
    const app = appWith(world(), { sandbox: true, pdfs })
    const slips = [await made('store'), await made('store'), await made('spei'), await made('spei'), await made('card')]
    const ask = (row: OperationRow) => app.inject({ url: `${address(row)}.pdf?lang=en` })
    const answers = await Promise.all(slips.map(ask))
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 200, 200, 503, 503])
    const busy = answers.find(({ statusCode }) => statusCode === 503)
    assert.equal(busy?.headers['retry-after'], '3')
    assert.match(String(busy?.headers['content-type']), /^text\/html/)
    assert.match(busy?.body ?? '', /The service is busy/)
    for (const row of slips) assert.equal((await ask(row)).headers['content-type'], 'application/pdf')
  })

  test('the PDF has a file name by its kind', async () => {
    const row = await made('store')
    const { headers } = await open(`${address(row)}.pdf`)
    assert.equal(headers['content-type'], 'application/pdf')
    assert.equal(headers['content-disposition'], `inline; filename="ficha-${row.id.slice(-12)}.pdf"`)
  })

  test('HEAD of each page, and of the health check, answers as GET does, without the body', async () => {
    const slip = address(await made('store'))
    const others = [
      '/docs',
      '/docs/',
      '/docs/calls/listOperations',
      '/docs/pages',
      '/docs/pages/README.md',
      '/docs/pages/none.md',
    ]
    const sandbox = ['/demo', '/mailbox?account', '/r/nobody', '/client/card-fields.js', '/docs/assets/reference.css']
    for (const url of [
      slip,
      `${slip}.pdf`,
      '/p/nobody',
      '/',
      '/healthz',
      '/readyz',
      '/openapi.json',
      ...others,
      ...sandbox,
    ]) {
      const [get, head] = [await world().send({ method: 'GET', url }), await world().send({ method: 'HEAD', url })]
      assert.deepEqual(
        [head.status, head.headers['content-type'], head.text],
        [get.status, get.headers['content-type'], ''],
        url,
      )
    }
  })

  test('HEAD shows a page of this machine under no other name', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { status } = await world().send({ method, url: '/demo', headers: { host: 'elsewhere.example' } })
      assert.equal(status, 404, method)
    }
  })

  test('stylesheet, script and fonts are cached for good under a name that changes with them', async () => {
    const { text } = await open(address(await made('store')))
    const named = [...text.matchAll(/(?:src|href)="(\/p\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    assert.ok(named.length >= 4)
    for (const path of named) {
      const asset = await open(path)
      assert.equal(asset.status, 200, path)
      assert.match(String(asset.headers['cache-control']), /immutable/)
    }
    assert.equal((await open('/p/assets/other/page.css')).status, 404)
    assert.equal((await open(`${named[0]?.replace(/[^/]+$/, '')}..%2f..%2froutes.ts`)).status, 404)
  })

  for (const [kind, path, body] of [
    ['store', '/v1/payment/convenience-store', { total: 250.5, store: 'Bodega Aurrerá' }],
    ['SPEI', '/v1/payment/spei', { total: 250.5 }],
  ] as const) {
    test(`the url of a new ${kind} voucher opens its slip, and the sandbox’s pay now pays it`, async () => {
      const merchant = await world().merchant()
      const issued = await merchant.post(path, { payment: { reference: { description: 'Café' } }, ...body })
      const { url, bank_account_number, transaction } = issued.body.result
      const slip = url.replace('http://127.0.0.1:8080', '')
      const page = await open(slip)
      assert.match(page.text, kind === 'SPEI' ? new RegExp(`data-copy="${bank_account_number}"`) : /Bodega Aurrerá/)
      const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? ''
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      assert.equal((await world().send({ method: 'POST', url: action, headers: form, payload: '' })).status, 303)
      assert.deepEqual((await open(`${slip}/state`)).body, { state: 'paid' })
      assert.equal((await merchant.get(`/v1/operations/${transaction}`)).body.result.status, 'N')
    })
  }

  test('a slip paid into the customer’s own CLABE shows that CLABE', async () => {
    const merchant = await world().merchant()
    const customer = await merchant.post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx' })
    const { body } = await merchant.get(`/v1/customer/${customer.body.result.id}`)
    const [source] = body.result.sources
    const issued = await merchant.post('/v1/payment/spei', {
      payment: { reference: { description: 'Renta' } },
      total: 250.5,
      source: source.id,
    })
    const page = await open(issued.body.result.url.replace('http://127.0.0.1:8080', ''))
    assert.ok(page.text.includes(`data-copy="${source.clabe}"`), page.text)
  })

  test('pay now is a form that works without scripts, and pays once', async () => {
    const paid: string[] = []
    const app = appWith(world(), {
      sandbox: true,
      pay: async (operation) => {
        paid.push(operation.id)
        await moved(world().service, operation, 'paid')
      },
    })
    const row = await made('store')
    const page = await app.inject({ url: address(row) })
    assert.ok(page.body.includes(`method="post" action="${address(row)}/pay?lang=es"`))
    for (let time = 0; time < 2; time++) {
      const answer = await app.inject({
        method: 'POST',
        url: `${address(row)}/pay?lang=en`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: '',
      })
      assert.equal(answer.statusCode, 303)
      assert.equal(answer.headers.location, `${address(row)}?lang=en`)
    }
    assert.deepEqual(paid, [row.id])
    const after = await app.inject({ url: address(row) })
    assert.match(after.body, /<strong>Pagado<\/strong>/)
    assert.ok(!after.body.includes('/pay?'))
  })

  test('an error while paying shows a page without internal details', async () => {
    const app = appWith(world(), {
      sandbox: true,
      pay: async () => {
        throw new Error('the secret of the house')
      },
    })
    const row = await made('store')
    const answer = await app.inject({ method: 'POST', url: `${address(row)}/pay` })
    assert.equal(answer.statusCode, 500)
    assert.match(answer.body, /Algo salió mal/)
    assert.ok(!answer.body.includes('secret of the house'))
    assert.equal(answer.headers['cache-control'], 'no-store')
  })

  test('production shows no mark of the sandbox and no button that pays', async () => {
    const app = appWith(world(), { sandbox: false, pay: async () => assert.fail('nobody plays the payer here') })
    const row = await made('store')
    const page = await app.inject({ url: address(row) })
    assert.equal(page.statusCode, 200)
    assert.ok(!page.body.includes('Entorno de pruebas'))
    assert.ok(!page.body.includes('/pay?'))
    assert.equal((await app.inject({ method: 'POST', url: `${address(row)}/pay` })).statusCode, 404)
  })
})

function appWith(world: World, needs: Pick<PageNeeds, 'sandbox' | 'pay'> & Partial<PageNeeds>) {
  const log = pino({ level: 'silent' })
  const { store, clock, links } = world.service
  const app = createServer({
    clock,
    log,
    trustProxy: [],
    baseUrl: () => '',
    tls: undefined,
    secure: false,
    authenticate: async () => assert.fail('a page asks for no credential'),
    limitRate: () => undefined,
    addresses: addressLimiter(undefined, clock.wallMs),
    maskAddress: () => '',
    sendUnknownPage: () => assert.fail('every address of this service is one of its pages'),
  })
  pageRoutes(app, { store, clock, links, pdfs: createPdfRenderer({ log }), ...needs })
  return app
}

async function openPdf(world: World, address: string, lang = 'es'): Promise<Buffer> {
  const answer = await world.service.app.inject({ url: `${address}.pdf?lang=${lang}` })
  assert.equal(answer.statusCode, 200)
  return answer.rawPayload
}

async function pdfText(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}
