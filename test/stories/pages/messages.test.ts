import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { Failure } from '../../../src/failures.ts'
import { septets, toGsm7 } from '../../../src/messages/gsm7.ts'
import { messageTasks } from '../../../src/messages/send.ts'
import { payerFactsReader } from '../../../src/pages/payer-facts.ts'
import type { PdfRenderer } from '../../../src/pages/pdf-renderer.ts'
import { createAtRest } from '../../../src/vault/at-rest.ts'
import { payAtStore } from '../../support/fixtures/payers.ts'
import { eventually, openReceiver, type Receiver } from '../../support/fixtures/receiver.ts'
import { basic, type Merchant, onBothEngines } from '../../support/harness/world.ts'

interface Mail {
  from: string
  to: string[]
  raw: string
}

let gateway: Receiver
let smtp: SMTPServer
let smtpPort = 0
const mails: Mail[] = []
/** What the mail server says to the next messages. */
let refusal: (Error & { responseCode: number }) | undefined

function saying(responseCode: number): Error & { responseCode: number } {
  return Object.assign(new Error('not now'), { responseCode })
}

before(async () => {
  gateway = await openReceiver()
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      if (!address.startsWith('silent')) done(address.startsWith('nobody') ? saying(550) : null)
    },
    onData: async (stream: SMTPServerDataStream, session, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      mails.push({
        from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
        to: session.envelope.rcptTo.map((one) => one.address),
        raw: Buffer.concat(chunks).toString(),
      })
      done(refusal)
    },
  })
  await new Promise<void>((resolve) => {
    smtp.listen(0, '127.0.0.1', resolve)
  })
  smtpPort = (smtp.server.address() as { port: number }).port
  sending.SMTP_URL = `smtp://127.0.0.1:${smtpPort}`
  sending.SMS_URL = `${gateway.url}/2010-04-01/Accounts/AC1/Messages.json`
})
beforeEach(() => {
  refusal = undefined
  gateway.answer = (_arrival, response) => {
    response.writeHead(201).end('{}')
  }
})
after(async () => {
  await gateway.close()
  await new Promise<void>((resolve) => {
    smtp.close(() => resolve())
  })
})

/** The ports are known once the servers listen, which is before a world is opened. */
const sending: Record<string, string> = {
  MAIL_FROM: 'Cobro <recibos@pagos.example.mx>',
  SMS_ACCOUNT: 'AC1',
  SMS_TOKEN: 'token',
  SMS_FROM: '+525500000000',
  DELIVERY_TIMEOUT_MS: '8000',
}

async function voucher(merchant: Merchant, body: object = {}): Promise<string> {
  const issued = await merchant.post('/v1/payment/convenience-store', { total: 250.5, store: 'OXXO', ...body })
  assert.equal(issued.status, 200, issued.text)
  return issued.body.result.transaction
}

async function send(merchant: Merchant, id: string, to: object, headers: Record<string, string> = {}): Promise<void> {
  const queued = await merchant.post('/v1/operations/send', { id, ...to }, headers)
  assert.equal(queued.status, 200, queued.text)
}

function header(raw: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'im').exec(raw.replace(/\r\n[ \t]+/g, ' '))?.[1]?.trim() ?? ''
}

/** One MIME part, decoded. */
function part(raw: string, type: string): Buffer {
  const found = raw.split(/\r\n--[^\r\n]+/).find((one) => one.includes(`Content-Type: ${type}`)) ?? ''
  const body = found.slice(found.indexOf('\r\n\r\n') + 4)
  if (/Content-Transfer-Encoding: base64/i.test(found)) return Buffer.from(body, 'base64')
  return Buffer.from(
    body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

onBothEngines(
  'e-mails and SMS are sent',
  (world) => {
    const mailsTo = (address: string) => mails.filter((mail) => mail.to.includes(address))
    const rowOf = (recipient: string) =>
      world()
        .service.store.db.selectFrom('messages')
        .selectAll()
        .where('recipient', '=', recipient)
        .executeTakeFirstOrThrow()
    const unique = (name: string) => `${name}.${world().engine}@ejemplo.mx`

    test('a slip goes out with its voucher: HTML, text, PDF, and a Message-ID of its own', async () => {
      const merchant = await world().merchant('Zapatería Ñandú')
      const to = unique('ana')
      const operation = await voucher(merchant, { email: to })
      assert.equal(mailsTo(to).length, 0)
      await world().work()
      const [mail, ...more] = mailsTo(to)
      assert.equal(more.length, 0)
      assert.equal(mail?.from, 'recibos@pagos.example.mx')
      const raw = mail?.raw ?? ''
      assert.match(header(raw, 'Message-ID'), /^<msg_[0-9a-z]{26}@pagos\.example\.mx>$/)
      const { network_reference: digits } = await world()
        .service.store.db.selectFrom('operations')
        .select('network_reference')
        .where('id', '=', operation)
        .executeTakeFirstOrThrow()
      const url = world().service.links.urlOf(operation)
      for (const type of ['text/plain', 'text/html']) {
        const text = part(raw, type).toString()
        const grouped =
          String(digits)
            .match(/.{1,4}/g)
            ?.join(' ') ?? ''
        for (const phrase of ['Zapatería Ñandú', '$250.50', grouped, url]) assert.ok(text.includes(phrase), phrase)
      }
      assert.equal(part(raw, 'application/pdf').subarray(0, 5).toString(), '%PDF-')
    })

    test('an answer to an e-mail goes to the merchant, who says an address in the profile; otherwise to the sender', async () => {
      const merchant = await world().merchant('Zapatería')
      const [before, after] = [unique('silent-shop'), unique('asks')].map((to) => to.replace('silent-', 'quiet-'))
      await send(merchant, await voucher(merchant), { email: before })
      await world().work()
      assert.equal(header(mailsTo(before ?? '')[0]?.raw ?? '', 'Reply-To'), '')
      const set = await merchant.call('PUT', '/v1/profile', { email: 'dudas@zapateria.mx' })
      assert.equal(set.status, 200, set.text)
      await send(merchant, await voucher(merchant), { email: after })
      await world().work()
      assert.equal(header(mailsTo(after ?? '')[0]?.raw ?? '', 'Reply-To'), 'dudas@zapateria.mx')
    })

    test('the daily closing leads to where it is turned off, in its text and for the mail program; a slip to no such place', async () => {
      const shop = await world().merchant('La Esquina')
      const to = 'cierre@cafeolmeca.mx'
      assert.equal((await shop.call('PUT', '/v1/profile', { closing: 'es', email: to })).status, 200)
      const day = await shop.call('PUT', '/v1/sandbox/clock', { advance: 'PT36H' })
      assert.equal(day.status, 200, day.text)
      await world().work()
      const [closing] = mailsTo(to)
      const page = /Dejar de recibirlo: (\S+)/.exec(part(closing?.raw ?? '', 'text/plain').toString())?.[1] ?? ''
      assert.match(page, /^https?:\/\/.*\/console\/profile$/)
      assert.equal(header(closing?.raw ?? '', 'List-Unsubscribe'), `<${page}>`)
      assert.ok(
        part(closing?.raw ?? '', 'text/html')
          .toString()
          .includes(`href="${page}"`),
      )
      await send(shop, await voucher(shop), { email: 'una@example.mx' })
      await world().work()
      assert.equal(header(mailsTo('una@example.mx').at(-1)?.raw ?? '', 'List-Unsubscribe'), '')
    })

    test('an SMS is one segment, to a Mexican number, in the form that the gateway requires', async () => {
      const merchant = await world().merchant('Zapatería')
      await voucher(merchant, { phone: '5512345678' })
      await world().work()
      const request = gateway.arrivals.at(-1)
      assert.equal(request?.headers.authorization, basic('AC1', 'token'))
      const form = new URLSearchParams(request?.body)
      assert.deepEqual([form.get('To'), form.get('From')], ['+525512345678', '+525500000000'])
      const text = form.get('Body') ?? ''
      assert.equal(toGsm7(text), text)
      assert.ok(septets(text) <= 160)
      for (const phrase of ['Zapater', '$250.50', 'OXXO']) assert.ok(text.includes(phrase), text)
      const [, path = ''] = /http:\/\/127\.0\.0\.1:8080(\/s\/[0-9a-z]{12})$/.exec(text) ?? []
      const opened = await world().send({ method: 'GET', url: path })
      assert.equal(opened.status, 302)
      assert.match(String(opened.headers.location), /^\/p\/[0-9a-f-]{36}-/)
      const unknown = await world().send({ method: 'GET', url: '/s/000000000000' })
      assert.equal(unknown.status, 404)
    })

    test('a payer gets a reminder the day before a slip expires, once, and none when it is paid', async () => {
      const merchant = await world().merchant('Zapatería')
      const [waits, pays] = [unique('waits'), unique('pays')]
      await voucher(merchant, { email: waits })
      const paid = await voucher(merchant, { email: pays })
      await payAtStore(merchant, { transaction: paid })
      const { due_at } = await world()
        .service.store.db.selectFrom('messages')
        .select('due_at')
        .where('recipient', '=', waits)
        .where('is_reminder', '=', 1)
        .executeTakeFirstOrThrow()
      assert.match(due_at ?? '', /T16:00:00/, 'ten in the morning in Mexico City')
      await merchant.call('PUT', '/v1/sandbox/clock', { advance: 'P4D' })
      await world().work()
      const subjects = mailsTo(waits).map((mail) => header(mail.raw, 'Subject'))
      assert.equal(subjects.length, 2)
      assert.match(subjects[1] ?? '', /Recordatorio/)
      assert.equal(mailsTo(pays).length, 1)
    })

    test('a message that the server cannot take now is sent again under the same Message-ID; one that it refuses for good is not', async () => {
      const merchant = await world().merchant()
      await merchant.call('PUT', '/v1/sandbox/clock', { freeze: true })
      const [later, never] = [unique('later'), unique('nobody')]
      const operation = await voucher(merchant)
      refusal = saying(451)
      await send(merchant, operation, { email: later })
      await send(merchant, operation, { email: never })
      await world().work()
      const waiting = await rowOf(later)
      assert.deepEqual([waiting.state, waiting.attempts], ['pending', 1])
      assert.match(waiting.last_error ?? '', /not now/)
      const refused = await rowOf(never)
      assert.deepEqual([refused.state, refused.due_at], ['failed', null])
      refusal = undefined
      await merchant.call('PUT', '/v1/sandbox/clock', { advance: 'PT34S' })
      await world().work()
      assert.equal((await rowOf(later)).state, 'sent')
      const ids = mailsTo(later).map((mail) => header(mail.raw, 'Message-ID'))
      assert.equal(ids.length, 2)
      assert.equal(new Set(ids).size, 1)
      assert.equal(mailsTo(never).length, 0)
    })

    test('an e-mail whose PDF is not drawn in time waits for its next try, and then goes out with it', async () => {
      const { store, clock, links } = world().service
      const merchant = await world().merchant()
      await merchant.call('PUT', '/v1/sandbox/clock', { freeze: true })
      const operation = await voucher(merchant)
      const runWith = async (render: PdfRenderer['render']) => {
        const [email] = messageTasks({
          store,
          clock,
          readFacts: payerFactsReader({ store, clock, links, sandbox: true }),
          links,
          pdfs: { render, draws: async () => true, waiting: () => 0, close: () => {} },
          atRest: createAtRest({ current: Buffer.alloc(32) }),
          sandbox: true,
          timeoutMs: 200,
          senders: { email: () => assert.fail('nothing goes out without its PDF'), sms: undefined },
        })
        await email?.run()
        await email?.rest?.()
      }
      const [late, refused] = [unique('late'), unique('refused')]
      await send(merchant, operation, { email: late })
      await runWith(() => new Promise(() => {}))
      await send(merchant, operation, { email: refused })
      await runWith(() => Promise.reject(new Failure('service-busy', { retryAfterSeconds: 1 })))
      for (const to of [late, refused]) {
        const { state, attempts, last_error } = await rowOf(to)
        assert.deepEqual([state, attempts, last_error], ['pending', 1, 'the PDF was not ready in time'])
      }
      await merchant.call('PUT', '/v1/sandbox/clock', { advance: 'PT34S' })
      await world().work()
      for (const to of [late, refused]) {
        const [mail, ...more] = mailsTo(to)
        assert.equal(more.length, 0)
        assert.equal(
          part(mail?.raw ?? '', 'application/pdf')
            .subarray(0, 5)
            .toString(),
          '%PDF-',
        )
      }
    })

    test('a gateway that fails is asked seven times, then the message has failed and says so', async () => {
      const merchant = await world().merchant()
      await merchant.call('PUT', '/v1/sandbox/clock', { freeze: true })
      const phone = world().engine === 'sqlite' ? '5500000001' : '5500000002'
      gateway.answer = (_arrival, response) => {
        response.writeHead(503).end()
      }
      await send(merchant, await voucher(merchant), { phone })
      await world().work()
      await merchant.call('PUT', '/v1/sandbox/clock', { advance: 'P2D' })
      await world().work()
      const row = await rowOf(phone)
      assert.deepEqual([row.state, row.attempts, row.due_at], ['failed', 7, null])
      assert.equal(row.last_error, 'the gateway answered 503')
      const tries = gateway.arrivals.filter((one) => one.body.includes(`To=%2B52${phone}`))
      assert.equal(tries.length, 7)
      assert.equal(new Set(tries.map((one) => one.headers['idempotency-key'])).size, 1)
    })

    test('a mail server that does not answer is given up in time, and delays neither SMS nor other work', async () => {
      const merchant = await world().merchant()
      const phone = world().engine === 'sqlite' ? '5500000003' : '5500000004'
      const silent = unique('silent')
      await send(merchant, await voucher(merchant), { phone, email: silent })
      world().service.worker.start()
      await eventually(async () => (await rowOf(phone)).state === 'sent')
      assert.equal((await rowOf(silent)).attempts, 0)
      await eventually(async () => (await rowOf(silent)).attempts === 1)
      const { state, last_error } = await rowOf(silent)
      assert.deepEqual([state, last_error], ['pending', 'timeout'])
    })
  },
  sending,
)

onBothEngines('without settings, messages are stored in the mailbox', (world) => {
  test('each message is there once, readable by API by its own account', async () => {
    const merchant = await world().merchant('Panadería')
    const other = await world().merchant()
    const operation = await voucher(merchant)
    await send(merchant, operation, { email: 'ana@ejemplo.mx', phone: '5512345678' })
    await send(merchant, operation, { email: 'bob@ejemplo.mx' }, { 'accept-language': 'en' })
    await world().work()
    await world().work()
    const all = (await merchant.get('/v1/sandbox/mailbox')).body.result
    assert.deepEqual(all.messages.map((one: { recipient: string }) => one.recipient).sort(), [
      '5512345678',
      'ana@ejemplo.mx',
      'bob@ejemplo.mx',
    ])
    const [english] = (await merchant.get('/v1/sandbox/mailbox?recipient=bob@ejemplo.mx')).body.result.messages
    assert.match(english.subject, /^Payment slip · \$250\.50 MXN · Panadería$/)
    assert.equal(english.operation, operation)
    assert.ok(english.html.includes(world().service.links.urlOf(operation)))
    const first = (await merchant.get('/v1/sandbox/mailbox?limit=2')).body.result
    assert.equal(first.has_more, true)
    const rest = await merchant.get(`/v1/sandbox/mailbox?limit=2&starting_after=${first.messages[1].id}`)
    assert.deepEqual([rest.body.result.has_more, rest.body.result.messages.length], [false, 1])
    assert.deepEqual((await other.get('/v1/sandbox/mailbox')).body.result.messages, [])
  })

  test('as a page, for its own account, in which no content of a message is active', async () => {
    const merchant = await world().merchant('<script>alert(1)</script>')
    await send(merchant, await voucher(merchant), { email: 'ana@ejemplo.mx' })
    await world().work()
    const authorization = basic(merchant.appKey, merchant.secret)
    const page = await world().send({ method: 'GET', url: '/mailbox', headers: { authorization } })
    assert.equal(page.status, 200)
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
    assert.ok(!page.text.includes('<script>'))
    const frame =
      /<iframe src="(\/mailbox\/mbx_[^"]+)"[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox"/.exec(page.text)
    const url = frame?.[1] ?? ''
    const letter = await world().send({ method: 'GET', url, headers: { authorization } })
    assert.match(String(letter.headers['content-security-policy']), /^sandbox allow-popups [^;]*; default-src 'none'/)
    assert.ok(letter.text.includes('$250.50'))
    assert.ok(!letter.text.includes('<script'))

    const other = await world().merchant()
    const theirs = { authorization: basic(other.appKey, other.secret) }
    assert.equal((await world().send({ method: 'GET', url, headers: theirs })).status, 404)
    assert.ok(!(await world().send({ method: 'GET', url: '/mailbox', headers: theirs })).text.includes('mbx_'))
    assert.equal((await world().send({ method: 'GET', url: '/mailbox?account' })).status, 401)
  })

  test('on the page, an SMS links to its slip', async () => {
    const merchant = await world().merchant()
    const operation = await voucher(merchant)
    await send(merchant, operation, { phone: '5512345678' })
    await world().work()
    const headers = { authorization: basic(merchant.appKey, merchant.secret) }
    const { text } = await world().send({ method: 'GET', url: '/mailbox', headers })
    const [, url = ''] =
      /<a href="http:\/\/127\.0\.0\.1:8080(\/s\/[^"]+)" target="_blank" rel="noreferrer">/.exec(text) ?? []
    const opened = await world().send({ method: 'GET', url })
    assert.ok(world().service.links.urlOf(operation).endsWith(String(opened.headers.location)), url)
    const only = (query: string) => world().send({ method: 'GET', url: `/mailbox?${query}`, headers })
    assert.equal((await only('channel=sms&recipient=5512345678')).text.match(/<li /g)?.length, 1)
    assert.equal((await only('channel=email')).text.match(/<li /g), null)
    assert.match((await only('lang=en')).text, /<h1>Sandbox mailbox<\/h1>/)
  })

  test('without a credential only the sandbox’s own account is shown, and only under a name of this machine', async () => {
    const merchant = await world().merchant()
    await send(merchant, await voucher(merchant), { email: 'ana@ejemplo.mx' })
    await world().work()
    const at = (host: string) => world().send({ method: 'GET', url: '/mailbox', headers: { host } })
    for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080']) {
      const page = await at(host)
      assert.equal(page.status, 200, host)
      assert.ok(!page.text.includes('mbx_'))
    }
    assert.equal((await at('rebound.example:8080')).status, 401)
  })
})
