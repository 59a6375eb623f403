import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payByCard } from '../../support/fixtures/charges.ts'
import { jpegFile, pngOf } from '../../support/fixtures/evidence-files.ts'
import { moveClock, nowOf, payAtStore, storeVoucher } from '../../support/fixtures/payers.ts'
import { png } from '../../support/fixtures/png.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const whole = {
  trade_name: 'Café La Esquina',
  legal_name: 'La Esquina S.A. de C.V.',
  rfc: 'gode561231gr8',
  phone: '5512345678',
  email: 'hola@laesquina.mx',
  site: 'https://laesquina.mx/',
  colour: '#8C1D18',
}

const base64 = (bytes: Buffer) => bytes.toString('base64')

onBothEngines('a payer sees the merchant’s name and contact', (world) => {
  let shop: Merchant
  const page = async (url: string) => world().send({ method: 'GET', url: new URL(url).pathname })

  test('the profile is stored as set, field by field', async () => {
    shop = await world().merchant('Cuenta 17')
    const onSlip = async () => (await storeVoucher(shop)).instructions.beneficiary
    assert.equal(await onSlip(), 'Cuenta 17')
    const before = (await shop.get('/v1/profile')).body.result
    assert.deepEqual([before.trade_name, before.logo, before.closing, before.changed_at], ['', null, 'off', null])
    const set = await shop.call('PUT', '/v1/profile', whole)
    assert.equal(set.status, 200, set.text)
    assert.equal(set.body.result.rfc, 'GODE561231GR8')
    assert.equal(await onSlip(), 'Café La Esquina')
    await shop.call('PUT', '/v1/profile', { legal_name: null })
    const { result } = (await shop.get('/v1/profile')).body
    assert.deepEqual([result.legal_name, result.trade_name, result.colour], ['', 'Café La Esquina', '#8c1d18'])
    await shop.call('PUT', '/v1/profile', { legal_name: whole.legal_name })
    const { records } = (await shop.get('/v1/audit?action=profile.changed')).body.result
    assert.equal(records.length, 3)
  })

  test('many changes at once are each applied, or asked to try again', async () => {
    const merchant = await world().merchant()
    const change = (at: number) => merchant.call('PUT', '/v1/profile', { trade_name: `Café ${at}` })
    const all = await Promise.all(Array.from({ length: 30 }, (_, at) => change(at)))
    const statuses = [...new Set(all.map(({ status }) => status))].sort()
    assert.ok(
      statuses.every((status) => status === 200 || status === 503),
      JSON.stringify(statuses),
    )
    const taken = all.filter(({ status }) => status === 200).map(({ body }) => body.result.trade_name)
    assert.ok(taken.includes((await merchant.get('/v1/profile')).body.result.trade_name))
    const { total } = (await merchant.get('/v1/audit?action=profile.changed')).body.result
    assert.equal(total ?? taken.length, taken.length)
  })

  test('on the page, in the PDF, the e-mail and the SMS', async () => {
    const logo = png(64, 32, [Buffer.from('GPS\0casa')])
    const put = await shop.call('PUT', '/v1/profile/logo', { content: base64(logo) })
    assert.equal(put.status, 200, put.text)
    assert.deepEqual(put.body.result.logo, { type: 'image/png', width: 64, height: 32 })
    const voucher = await storeVoucher(shop, { total: 80, email: 'ana@ejemplo.mx', phone: '5598765432' })
    const slip = await page(voucher.url)
    for (const text of ['Café La Esquina', '55 1234 5678', 'mailto:hola@laesquina.mx', 'RFC GODE561231GR8', '/logo?v='])
      assert.ok(slip.text.includes(text), text)
    assert.equal(slip.text.includes('Cuenta 17'), false)
    const image = await page(`${voucher.url}/logo`)
    assert.equal(image.headers['content-type'], 'image/png')
    assert.equal(image.text.includes('GPS'), false)
    assert.equal((await page(`${voucher.url}/colour.css`)).text, ':root{--brand:#8c1d18}')
    assert.equal((await page(`${voucher.url}.pdf`)).status, 200)
    await world().work()
    const { messages } = (await shop.get('/v1/sandbox/mailbox')).body.result
    const [email, sms] = ['email', 'sms'].map((one) =>
      messages.find(({ channel }: { channel: string }) => channel === one),
    )
    assert.match(email.body, /¿Dudas\? Pregunta a Café La Esquina: 55 1234 5678 · hola@laesquina\.mx · laesquina\.mx/)
    assert.match(sms.body, /5512345678/)
    assert.ok(/ http:\/\/\S+\/s\/[0-9a-z]{12}$/.test(sms.body) && sms.body.length <= 160, sms.body)
  })

  test('no profile of another account is shown', async () => {
    const other = await world().merchant('Otra tienda')
    const voucher = await storeVoucher(other)
    const slip = await page(voucher.url)
    assert.ok(slip.text.includes('Otra tienda') && !slip.text.includes('5512345678'))
    assert.equal((await page(`${voucher.url}/logo`)).status, 404)
    assert.equal((await page(`${voucher.url}/colour.css`)).status, 404)
  })

  const bad: [title: string, body: object, field: string][] = [
    ['an RFC that ends with no character of one', { rfc: 'GODE561231GRB' }, 'rfc'],
    ['an RFC of a day that is none', { rfc: 'GODE561331GR8' }, 'rfc'],
    ['nine digits', { phone: '551234567' }, 'phone'],
    ['no e-mail', { email: 'hola@' }, 'email'],
    ['a script for a site', { site: 'javascript:alert(1)' }, 'site'],
    ['a site with a password', { site: 'https://a:b@c.mx' }, 'site'],
    ['yellow', { colour: '#ffe27a' }, 'colour'],
    ['a style for a colour', { colour: 'red;}' }, 'colour'],
    ['a name of two lines', { trade_name: 'A\nB' }, 'trade_name'],
    ['a name too long', { trade_name: 'x'.repeat(81) }, 'trade_name'],
    ['a card number for a name', { trade_name: '4242424242424242' }, 'trade_name'],
    ['closing in no language', { closing: 'fr' }, 'closing'],
    ['a field that there is not', { colours: '#000000' }, 'colours'],
  ]
  for (const [title, body, field] of bad) {
    test(`refused: ${title}`, async () => {
      for (const language of ['es', 'en']) {
        const { status, body: answer } = await shop.call('PUT', '/v1/profile', body, { 'accept-language': language })
        assert.equal(status, 400)
        assert.ok(answer.error.messages[field]?.[0], JSON.stringify(answer))
      }
    })
  }

  test('refused as a logo: files that are not PNG or JPEG, are broken or larger than declared', async () => {
    const good = png(8, 8)
    const bomb = png(1024, 1024)
    bomb.writeUInt32BE(60_000, 16)
    const jpeg = jpegFile()
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda])) + 10
    const cutJpeg = Buffer.concat([jpeg.subarray(0, scan), jpeg.subarray(-2)])
    const ofJpeg = (change: (bytes: Buffer) => void, notes = Buffer.alloc(0)) => {
      const bytes = Buffer.concat([jpeg.subarray(0, 2), notes, jpeg.subarray(2)])
      change(bytes)
      return base64(bytes)
    }
    const frame = (bytes: Buffer) => bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xc0)
    const note = (orientation: number) => {
      const tiff = Buffer.from('MM\0*\0\0\0\u0008\0\u0001\u0001\u0012\0\u0003\0\0\0\u0001\0\0\0\0\0\0\0\0', 'latin1')
      tiff.writeUInt16BE(orientation, 18)
      const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff])
      return Buffer.concat([Buffer.from([0xff, 0xe1, 0, body.length + 2]), body])
    }
    const grey = (depth: number, interlaced = false) =>
      base64(
        pngOf(
          { width: 1, height: 1, colour: 0, depth, interlace: interlaced ? 1 : 0 },
          Buffer.from(depth === 16 ? [0, 0, 0] : [0, 0]),
        ),
      )
    const emptyScans = Buffer.concat(
      Array.from({ length: 40 }, () => Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0])),
    )
    const causes: [title: string, cause: RegExp, content: string][] = [
      ['sixteen bits', /8 bits/, grey(16)],
      ['four bits', /8 bits/, grey(4)],
      ['one bit', /8 bits/, grey(1)],
      ['interlaced', /interlac/, grey(8, true)],
      ['a printer’s colours', /CMYK/, ofJpeg((bytes) => bytes.writeUInt8(4, frame(bytes) + 9))],
      ['twelve bits', /8 bits/, ofJpeg((bytes) => bytes.writeUInt8(12, frame(bytes) + 4))],
      ['lossless', /few programs/, ofJpeg((bytes) => bytes.writeUInt8(0xc3, frame(bytes) + 1))],
      ['forty scans', /few programs/, base64(Buffer.concat([jpeg.subarray(0, -2), emptyScans, jpeg.subarray(-2)]))],
      ['sixty thousand pixels', /1024 by 1024/, ofJpeg((bytes) => bytes.writeUInt16BE(60_000, frame(bytes) + 7))],
      ['turned by the camera', /upright/, ofJpeg(() => {}, note(6))],
      ['webp', /must be a PNG or JPEG/, base64(Buffer.from('RIFF\x24\0\0\0WEBPVP8 '))],
      ['heic', /must be a PNG or JPEG/, base64(Buffer.from('\0\0\0\x18ftypheic'))],
      ['a data address', /base64/, `data:image/png;base64,${base64(good)}`],
      ['too heavy', /128 KiB/, base64(Buffer.concat([good, Buffer.alloc(140 * 1024)]))],
      ['cut', /incomplete/, base64(jpeg.subarray(0, -9))],
    ]
    for (const [title, cause, content] of causes) {
      const answer = await shop.call('PUT', '/v1/profile/logo', { content }, { 'accept-language': 'en' })
      assert.equal(answer.status, 400, title)
      assert.match(answer.body.error.messages.content[0], cause, title)
    }
    const upright = await shop.call('PUT', '/v1/profile/logo', { content: ofJpeg(() => {}, note(1)) })
    assert.equal(upright.status, 200, upright.text)
    const inLines = base64(good).replace(/.{60}/g, '$&\r\n')
    assert.equal((await shop.call('PUT', '/v1/profile/logo', { content: inLines })).status, 200)
    const logos: [title: string, content: string][] = [
      ['svg', base64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))],
      ['gif', base64(Buffer.from('GIF89a'))],
      ['cut', base64(good.subarray(0, good.length - 20))],
      ['turned bit', base64(Buffer.from(good.map((byte, at) => (at === 45 ? byte ^ 1 : byte))))],
      ['wider than it is', base64(bomb)],
      ['too wide', base64(png(1_025, 2))],
      [
        'a filter that there is not',
        base64(pngOf({ width: 1, height: 1, colour: 2, depth: 8 }, Buffer.from([9, 0, 0, 0]))),
      ],
      [
        'the same with transparency',
        base64(pngOf({ width: 1, height: 1, colour: 6, depth: 8 }, Buffer.from([9, 0, 0, 0, 0]))),
      ],
      ['a jpeg without the tables of its pixels', base64(jpegFile().filter((_, at) => at < 20 || at >= 89) as Buffer)],
      ['a jpeg whose pixels end early', base64(cutJpeg)],
      ['a jpeg by its first bytes only', base64(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9]))],
      ['not base64', '../../etc/passwd'],
      ['too long', base64(Buffer.concat([good, Buffer.alloc(140 * 1024)]))],
    ]
    for (const [title, content] of logos) {
      const { status, body } = await shop.call('PUT', '/v1/profile/logo', { content })
      assert.equal(status, 400, title)
      assert.ok(body.error.messages.content, title)
    }
    assert.equal((await shop.call('PUT', '/v1/profile/logo', { content: base64(Buffer.alloc(300_000)) })).status, 413)
    const slip = new URL((await storeVoucher(shop)).url).pathname
    for (const kept of [png(64, 32), jpegFile()]) {
      assert.equal((await shop.call('PUT', '/v1/profile/logo', { content: base64(kept) })).status, 200)
      assert.equal((await world().send({ method: 'GET', url: `${slip}.pdf` })).status, 200)
    }
    const gone = await shop.call('PUT', '/v1/profile/logo', { content: null })
    assert.equal(gone.body.result.logo, null)
  })
})

onBothEngines('a day is closed by one e-mail', (world) => {
  const closings = async (merchant: Merchant) =>
    (await merchant.get('/v1/sandbox/mailbox')).body.result.messages.filter(({ subject }: { subject: string }) =>
      /^(Cierre del día|Daily closing)/.test(subject),
    )

  test('with its sales, fees, net, returns and open vouchers; once, with any number of workers', async () => {
    const shop = await world().merchant('La Esquina')
    await moveClock(shop, {
      set: new Date(Math.ceil((await nowOf(shop)) / 86_400_000) * 86_400_000 + 18 * 3_600_000).toISOString(),
    })
    assert.equal((await shop.call('PUT', '/v1/profile', { closing: 'es' })).status, 400)
    const on = await shop.call('PUT', '/v1/profile', { closing: 'es', email: 'cierre@laesquina.mx' })
    assert.equal(on.body.result.closing, 'es')
    const paid = await storeVoucher(shop, { total: 200 })
    await payAtStore(shop, { transaction: paid.transaction })
    const card = await payByCard(world(), shop, '4242424242424242')
    const back = await payByCard(world(), shop, '4242424242424242')
    await shop.post(`/v1/operations/apply-reversal/${back.body.result.operations[0].transaction}`, {})
    await storeVoucher(shop, { total: 55 })
    const { sales, commissions } = (await shop.get('/v1/operations?date=paid')).body.result
    assert.equal(card.status, 200)
    assert.equal(sales, '300.00')
    assert.equal((await closings(shop)).length, 0)
    await moveClock(shop, { advance: 'PT24H' })
    await Promise.all([world().work(), world().work()])
    const sent = await closings(shop)
    assert.equal(sent.length, 1)
    const [{ subject, body, recipient }] = sent
    assert.equal(recipient, 'cierre@laesquina.mx')
    assert.match(subject, /La Esquina/)
    assert.match(body, /Ventas: \$400\.00 \(3\)/)
    assert.match(body, /Efectivo en tienda: \$200\.00 \(1\)/)
    assert.match(body, /Devoluciones: −\$100\.00 \(1\)/)
    assert.ok(body.includes(`Comisiones con IVA y afiliados: −$${commissions.amount.toFixed(2)}`), body)
    assert.ok(body.includes(`Neto del día: $${(300 - commissions.amount).toFixed(2)}`), body)
    assert.match(body, /Fichas por cobrar: \$55\.00 \(1\)/)
    // Off and on again on the same day closes no day twice.
    await shop.call('PUT', '/v1/profile', { closing: 'off' })
    await shop.call('PUT', '/v1/profile', { closing: 'en' })
    await moveClock(shop, { advance: 'P3D' })
    await world().work()
    const later = await closings(shop)
    assert.equal(later.length, 4)
    assert.equal(new Set(later.map((one: { subject: string }) => one.subject.replace(/.*· /, ''))).size, 4)
    assert.match(later[0].subject, /^Daily closing/)
    await shop.call('PUT', '/v1/profile', { closing: 'off' })
    await moveClock(shop, { advance: 'P2D' })
    await world().work()
    assert.equal((await closings(shop)).length, 4)
  })
})
