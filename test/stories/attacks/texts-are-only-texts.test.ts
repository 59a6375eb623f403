// Whatever a merchant, a payer, an affiliate or a customer is called, it is a text: no page, letter, file or table takes it for markup, a script,
// a template or a formula, and no file that was handed in is served as anything but what it is.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { sealedCard } from '../../support/fixtures/cards.ts'
import { chargeOf, sendCharge } from '../../support/fixtures/charges.ts'
import { disputed, paidByCard, upload } from '../../support/fixtures/disputes.ts'
import { pdfFile, pngFile } from '../../support/fixtures/evidence-files.ts'
import { payBySpei, speiVoucher } from '../../support/fixtures/payers.ts'
import {
  type Belongings,
  belongingsOf,
  everyCall,
  goodBodies,
  pathOf,
  textsIn,
  withText,
} from '../../support/harness/every-call.ts'
import { basic, type Merchant, openWorld, type World } from '../../support/harness/world.ts'

/** Each bears a mark, by which it is found again. */
const MARKUP = [
  '<script>qz()</script>',
  '"><img src=x onerror=qz()>',
  '{{7*7}}<%=7*7%>qz',
  "'-qz()-'</style><svg/onload=qz()>",
]
const FORMULAS = ['=HYPERLINK("http://x","qz")', '+qz()', '@SUM(qz)', '-2+qz', '\tqz=1', '＝qz()']
const UNSEEN = ['\u202Eqz\u202C', 'qz\u0000qz', 'qz\u0007\u001B[31m', 'qz\u2066\u200F', 'qz\r\nBcc: a@x.mx']
/** For fields of a form of their own. */
const SPECIAL: [RegExp, string[]][] = [
  [/url|site/, ['javascript:qz()', 'http://x.mx/"><script>qz()</script>', 'data:text/html,<script>qz()</script>']],
  [/email/, ['"<script>qz()</script>"@example.mx', 'qz<img/src=x>@example.mx', 'a@x.mx\r\nBcc: qz@x.mx']],
  [/colour/, ['red}</style><script>qz()</script>', '#fff;}qz{']],
]
/** Bytes of files, envelopes and secrets: other stories check these. */
const OTHERWISE = [
  '/v1/token',
  '/v1/payment/card',
  '/v1/profile/logo',
  '/v1/disputes/{dispute}/files',
  '/v1/auth/logout',
]

/** Markup that came through: a tag or an attribute that is ours to write only. */
const ALIVE = /<script>qz|<img[^>]*onerror=qz|<svg\/onload|javascript:qz|href="data:|49qz|<img\/src/i
const CONTROL = /(?![\t\r\n])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u

describe('texts of people are never markup or commands', () => {
  let world: World
  let merchant: Merchant
  let has: Belongings
  const urls = new Set<string>()
  let taken = 0
  before(async () => {
    world = await openWorld('sqlite')
    merchant = await world.merchant('<script>qz()</script>"><img src=x onerror=qz()>')
    has = await belongingsOf(world, merchant)
  })
  after(() => world.close())

  test('every text of every body is a text, or refused by the name of its field', async () => {
    const calls = (await everyCall(world)).filter(({ method, path }) => method !== 'GET' && !OTHERWISE.includes(path))
    for (const { method, path, body, takesFile } of calls) {
      if (body === undefined || takesFile) continue
      const name = `${method} ${path}`
      const kept: [string[], string][] = []
      let base: object | undefined
      for (const [at, place] of textsIn(body).entries()) {
        const special = SPECIAL.find(([form]) => form.test(place.at(-1) ?? ''))?.[1] ?? []
        const tries = [at % 2 === 0 ? UNSEEN : FORMULAS, MARKUP].map((all) => all[(at >> 1) % all.length] ?? '')
        for (const text of [...special, ...tries]) {
          base ??= (await goodBodies[name]?.(world, merchant, has)) ?? {}
          const whole = kept.reduce((made, [where, what]) => withText(made, where, what), base)
          const answer = await merchant.call(method, pathOf(path, has), withText(whole, place, text))
          assert.ok(answer.status < 500, `${name}, ${place.join('.')} ${JSON.stringify(text)}: ${answer.text}`)
          // What the base names is used up.
          if ([402, 404, 409].includes(answer.status)) base = undefined
          if (answer.status !== 200) continue
          taken += 1
          // The last that is taken stays for the fields after it, so that many stand in one record.
          kept.splice(0, kept.length, ...kept.filter(([where]) => where !== place), [place, text])
          const { url } = answer.body?.result ?? {}
          if (typeof url === 'string') urls.add(url)
        }
      }
    }
    assert.ok(taken > 50, `${taken} texts were taken`)
    await world.work()
  })

  test('a card, its payer and the texts about a transfer', async () => {
    for (const text of MARKUP) {
      const typed = await sealedCard(world, { number: '4242424242424242', cardholder_name: text })
      const { status, body } = await merchant.post('/v1/token', typed)
      if (status === 200) {
        const change = { 'payment.reference.description': text, 'payment.reference.number': text }
        const paid = await sendCharge(world, merchant, chargeOf(body.result.token, change))
        assert.ok(paid.status < 500, paid.text)
      }
      const { transaction } = await speiVoucher(merchant, { payment: { reference: { description: text } } })
      await payBySpei(merchant, { transaction, payer_name: text.slice(0, 40) })
    }
    await world.work()
  })

  /** Everything that somebody opens: pages with their PDFs, letters, the page of the mailbox. */
  const opened = async (): Promise<[string, string][]> => {
    const { operations } = (await merchant.get('/v1/operations?limit=100')).body.result
    for (const { url } of operations) urls.add(url)
    const { messages } = (await merchant.get('/v1/sandbox/mailbox?limit=100')).body.result
    for (const { body } of messages)
      for (const [url] of String(body).matchAll(/https?:\/\/[^\s"<>]+\/(?:p|r|s)\/[\w-]+/g)) urls.add(url)
    const all: [string, string][] = []
    const authorization = basic(merchant.appKey, merchant.secret)
    const read = async (url: string) => {
      const { status, text } = await world.send({ url, headers: { authorization } })
      assert.ok(status < 500, url)
      all.push([url, text])
    }
    for (const url of urls) {
      const { pathname } = new URL(url)
      for (const lang of ['es', 'en']) await read(`${pathname}?lang=${lang}`)
    }
    await read('/mailbox?account=1')
    const rows = await world.service.store.db.selectFrom('mailbox').select(['id', 'html', 'body', 'subject']).execute()
    for (const { id, html } of rows) if (html) await read(`/mailbox/${id}`)
    return all
  }

  test('no page and no e-mail has markup, a template’s result or a bidirectional control from a text', async () => {
    let escaped = 0
    const pages = await opened()
    assert.ok(pages.length > 50, `${pages.length} pages`)
    for (const [url, text] of pages) {
      assert.doesNotMatch(text, ALIVE, url)
      assert.doesNotMatch(text, CONTROL, url)
      if (/&lt;script&gt;qz|&lt;img src=x onerror=qz/.test(text)) escaped += 1
    }
    assert.ok(escaped > 10, `${escaped} pages show one of the texts`)
  })

  test('no SMS and no subject has a control character, and no e-mail an injected header', async () => {
    const rows = await world.service.store.db.selectFrom('mailbox').select(['channel', 'subject', 'body']).execute()
    assert.ok(rows.some(({ channel }) => channel === 'email'))
    for (const { channel, subject, body } of rows) {
      assert.doesNotMatch(subject ?? '', /\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u)
      assert.doesNotMatch(body, CONTROL, channel)
      assert.doesNotMatch(body, /^Bcc:/m)
    }
  })

  test('PDFs of such texts are drawn', async () => {
    const { operations } = (await merchant.get('/v1/operations?limit=100')).body.result
    for (const { url } of operations.slice(0, 12)) {
      const { status, headers } = await world.send({ url: `${new URL(url).pathname}.pdf` })
      assert.deepEqual(
        [status, headers['content-type'], headers['x-content-type-options']],
        [200, 'application/pdf', 'nosniff'],
      )
      assert.match(String(headers['content-disposition']), /^inline; filename="[\w.-]+"$/)
    }
  })

  test('no table cell is a formula, and no workbook cell is markup', async () => {
    const lists = [
      'operations',
      'refunds',
      'transfers',
      'received-payments',
      'events',
      'disputes',
      'payouts',
      'audit',
      'affiliates',
      'customer',
    ]
    let seen = 0
    for (const list of lists) {
      const { status, text, headers } = await merchant.get(`/v1/${list}?format=csv`)
      if (status !== 200) continue
      assert.match(String(headers['content-disposition']), /^attachment/)
      for (const cell of cellsOf(text).filter((one) => one.includes('qz'))) {
        seen += 1
        assert.doesNotMatch(cell, CONTROL, list)
        assert.doesNotMatch(cell, /^\s*[=+\-@＝＋－＠|]/, `${list}: ${cell}`)
      }
      const workbook = await world.service.app.inject({
        url: `/v1/${list}?format=xlsx`,
        headers: { authorization: basic(merchant.appKey, merchant.secret) },
      })
      for (const [name, xml] of unzipped(workbook.rawPayload)) {
        assert.doesNotMatch(xml, ALIVE, `${list} ${name}`)
        assert.doesNotMatch(xml, /<f>|<f /, `${list} ${name}`)
        assert.doesNotMatch(xml, CONTROL, `${list} ${name}`)
      }
    }
    assert.ok(seen > 10, `${seen} cells`)
  })

  test('a file of two formats at once is refused, or served as one of them only', async () => {
    const script = '<script>qz()</script>'
    const png = Buffer.concat([pngFile(8, 8), Buffer.from(script)])
    const gif = Buffer.from(`GIF89a/*${'\u0000'.repeat(20)}*/=1;qz()`)
    const jpegOfHtml = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(script)])
    const bare = await pdfFile('Guía')
    const pdf = Buffer.concat([bare, Buffer.from(`\n<html>${script}</html>`)])
    const htmlThenPdf = Buffer.concat([Buffer.from(`<html>${script}</html>\n`), bare])
    for (const content of [png, gif, jpegOfHtml, pdf, htmlThenPdf]) {
      const { status } = await merchant.call('PUT', '/v1/profile/logo', { content: content.toString('base64') })
      assert.ok([200, 400, 422].includes(status), String(status))
      if (status !== 200) continue
      const { operations } = (await merchant.get('/v1/operations?limit=1')).body.result
      const shown = await world.send({ url: `${new URL(operations[0].url).pathname}/logo` })
      assert.deepEqual([shown.status, shown.headers['x-content-type-options']], [200, 'nosniff'])
      assert.match(String(shown.headers['content-type']), /^image\/(png|jpeg)$/)
      assert.ok(!shown.text.includes('qz()'), 'what stands behind a picture is left out')
    }
    const dispute = await disputed(merchant, await paidByCard(world, merchant))
    for (const [nth, content] of [png, gif, jpegOfHtml, pdf, htmlThenPdf].entries()) {
      const kept = await upload(world, merchant, dispute.id, content, { query: `kind=other&name=qz${nth}.html` })
      assert.ok(kept.status < 500, kept.text)
      if (kept.status !== 200) continue
      const file = await world.send({
        url: `/v1/disputes/${dispute.id}/files/${kept.body.result.id}`,
        headers: { authorization: basic(merchant.appKey, merchant.secret) },
      })
      assert.equal(file.status, 200)
      assert.match(String(file.headers['content-type']), /^(image\/(png|jpeg)|application\/pdf)$/)
      assert.equal(file.headers['x-content-type-options'], 'nosniff')
      assert.match(String(file.headers['content-disposition']), /^attachment/)
    }
  })
})

/** The cells of a CSV text, RFC 4180. */
function cellsOf(text: string): string[] {
  return [...text.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(?:,|\r\n|$)/g)].map(([, cell = '']) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  )
}

/** The XML files of a workbook, by name. */
function unzipped(bytes: Buffer): [string, string][] {
  const files: [string, string][] = []
  // The central directory says where each file begins; ours are deflated or stored.
  for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4)) {
    const [method, size, nameLength] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
    ]
    const from = bytes.readUInt32LE(at + 42)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const begins = from + 30 + bytes.readUInt16LE(from + 26) + bytes.readUInt16LE(from + 28)
    const content = bytes.subarray(begins, begins + size)
    files.push([name, (method === 0 ? content : inflateRawSync(content)).toString('utf8')])
  }
  return files
}
