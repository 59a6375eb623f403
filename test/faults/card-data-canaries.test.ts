// A card number or a security code that comes in anywhere is nowhere afterwards: not in the database, its log, mails, webhooks, answers, PDFs,
// nor in the memory of the process.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { extractText, getDocumentProxy } from 'unpdf'
import { SANDBOX_ACCOUNT } from '../../src/accounts/open-account.ts'
import { canaryNumber, holdsCode, type Places, scanFor } from '../support/fixtures/canary.ts'
import { chargeOf } from '../support/fixtures/charges.ts'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { openReceiver, type Receiver } from '../support/fixtures/receiver.ts'
import { ENGINES, type Engine, newDatabaseUrl, stopPostgres } from '../support/harness/engines.ts'
import { PROGRAM } from '../support/harness/programs.ts'
import { basic } from '../support/harness/world.ts'
import { type Child, startChild } from './child.ts'

// One that no example in the sources names: the heap of a process that runs from them holds their text.
const CODE = '864'
const AUTHORIZATION = basic(SANDBOX_ACCOUNT.appKey, SANDBOX_ACCOUNT.secret)
/** An identifier is refused only when it is a known card: this one is none, so it must be found wherever identifiers go. */
const CONTROL = canaryNumber(99_999)

after(stopPostgres)

/** Sends a request as it is, whatever it holds; answers all bytes that came back. */
function say(
  child: Child,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<string> {
  const { hostname, port } = new URL(child.address)
  return new Promise((resolve, reject) => {
    const all = { authorization: AUTHORIZATION, 'content-type': 'application/json', ...headers }
    const sent = request({ hostname, port, method, path, headers: all }, async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part as Buffer)
      resolve(`${JSON.stringify(response.headers)}\n${Buffer.concat(parts).toString('latin1')}`)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

interface Sent {
  answers: string[]
  canaries: Map<string, string>
}

/** Puts a number of its own, and the code, in each place that there is, right or wrong. */
async function sendEverywhere(child: Child, hook: string): Promise<Sent> {
  const canaries = new Map<string, string>()
  const answers: string[] = []
  const put = async (from: string, ask: (number: string) => Promise<string>) => {
    const number = canaryNumber(canaries.size + 1)
    canaries.set(from, number)
    answers.push(await ask(number))
  }
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    say(child, 'POST', path, headers, typeof body === 'string' ? body : JSON.stringify(body))
  const { public_key } = (await child.call('GET', '/v1/public-key')).body.result
  const sealed = (message: object | string) => sealEnvelope(message, public_key)
  const typed = (number: string) => ({ number, cardholder_name: 'Ana', expiration: '3912', cvv: CODE })
  const spei = (more: object) => ({ total: 150, email: 'ana@example.mx', ...more })

  await child.call('POST', '/v1/webhook', { url: hook })
  const { id: customer } = (await child.call('POST', '/v1/customer', { name: 'Ana', email: 'ana@example.mx' })).body
    .result

  // Where they belong: sealed.
  await put('a sealed card', async (number) => {
    const answer = await post('/v1/token', sealed(typed(number)))
    const token = /"token":"(tok_\w+)"/.exec(answer)?.[1]
    assert.ok(token, answer)
    return `${answer}\n${await post(`/v1/customer/${customer}/cards`, { token })}`
  })
  for (const [what, change] of Object.entries({
    paid: {},
    'with faults': { 'payment.total.amount': 'x' },
    declined: { 'payment.total.amount': 4000.51 },
  })) {
    await put(`a sealed charge, ${what}`, async (number) => {
      const card = { number, holder_name: 'Ana', cvv: CODE, expiration: '3912' }
      const answer = await post('/v1/payment/card', sealed(chargeOf('', { recurrent: undefined, card, ...change })))
      const id = /"transaction":"([0-9a-f-]{36})"/.exec(answer)?.[1]
      if (what === 'paid') assert.ok(id, answer)
      return id === undefined
        ? answer
        : `${answer}\n${await post('/v1/operations/send', { id, email: 'ana@example.mx' })}`
    })
  }
  // In the wrong place of a sealed message.
  for (const path of [
    'recurrent',
    'payment.reference.description',
    'payment.reference.number',
    'payment.external.transaction',
    'payment.external.application_key',
    'payment.affiliated.user',
    'months',
  ]) {
    await put(`a sealed charge, as ${path}`, (number) => {
      const card = { number, holder_name: 'Ana', cvv: CODE, expiration: '3912' }
      return post('/v1/payment/card', sealed(chargeOf('', { recurrent: undefined, card, [path]: number })))
    })
  }
  for (const field of ['cardholder_name', 'expiration', 'cvv']) {
    await put(`a sealed card, as ${field}`, (number) =>
      post('/v1/token', sealed({ ...typed(number), [field]: number })),
    )
  }
  await put('a sealed text that is no JSON', (number) =>
    post('/v1/token', sealed(`{"number":"${number}","cvv":"${CODE}"`)),
  )
  // In the clear, in every field that takes text.
  const bodies: Record<string, [string, (number: string) => unknown]> = {
    'a description': [
      '/v1/payment/spei',
      (number) => spei({ payment: { reference: { description: `Tarjeta ${number}` } } }),
    ],
    metadata: ['/v1/payment/spei', (number) => spei({ metadata: { tarjeta: { numero: number, cvv: CODE } } })],
    'a key of metadata': ['/v1/payment/spei', (number) => spei({ metadata: { [number]: 'x' } })],
    'an unknown field': ['/v1/payment/spei', (number) => spei({ card: { number, cvv: CODE } })],
    'the name of a field': ['/v1/payment/spei', (number) => spei({ [number]: CODE })],
    'an amount': ['/v1/payment/spei', (number) => spei({ total: number })],
    'an e-mail': ['/v1/payment/spei', (number) => spei({ email: `${number}@example.mx` })],
    'a phone': ['/v1/payment/spei', (number) => spei({ phone: number })],
    'a date': ['/v1/payment/spei', (number) => spei({ expiration_date: number })],
    'a store': ['/v1/payment/convenience-store', (number) => ({ total: 150, store: number })],
    'a name': ['/v1/customer', (number) => ({ name: number, email: 'ana@example.mx' })],
    'a plan': ['/v1/plan', (number) => ({ name: number, amount: 299, period: 'month' })],
    'a credential’s name': ['/v1/credentials', (number) => ({ name: number, scopes: ['read'] })],
    'a card in the clear': ['/v1/token', typed],
    'an envelope': ['/v1/token', (number) => ({ key: number, data: number })],
    'an envelope in base64': [
      '/v1/token',
      (number) => ({ key: btoa(JSON.stringify(typed(number))), data: btoa(number) }),
    ],
    'a broken body': ['/v1/payment/spei', (number) => `{"number":"${number}","cvv":"${CODE}`],
    'a list': ['/v1/payment/spei', (number) => [number, CODE]],
    'a payer’s name': [
      '/v1/sandbox/pay/spei',
      (number) => ({ clabe: '002010077777777771', amount: 1, payer_name: number }),
    ],
    'a login': ['/v1/auth/login/application', (number) => ({ application_bundle: number })],
    'a recipient': ['/v1/operations/send', (number) => ({ id: number, phone: number })],
    'a risk rule': ['/v1/risk/rules', (number) => ({ rules: [number] })],
  }
  for (const [from, [path, body]] of Object.entries(bodies)) {
    await put(from, (number) =>
      path === '/v1/risk/rules' ? say(child, 'PUT', path, {}, JSON.stringify(body(number))) : post(path, body(number)),
    )
  }
  await put('a body that is no JSON', (number) =>
    post('/v1/payment/spei', `number=${number}&cvv=${CODE}`, { 'content-type': 'text/plain' }),
  )
  // In paths, queries and headers.
  for (const path of [
    '/v1/operations/',
    '/v1/operations/reference/',
    '/v1/customer/',
    '/v1/events/',
    '/v1/operations/apply-reversal/',
    '/p/',
    '/demo/orders/',
    '/client/',
    '/',
  ]) {
    await put(`the path ${path}`, (number) => say(child, 'GET', `${path}${number}`, {}))
  }
  for (const name of ['limit', 'operator', 'start_date', 'starting_after', 'unknown']) {
    await put(`the query ${name}`, (number) => say(child, 'GET', `/v1/operations?${name}=${number}&cvv=${CODE}`, {}))
  }
  for (const name of [
    'user-agent',
    'x-user-agent',
    'accept-language',
    'cookie',
    'referer',
    'x-forwarded-for',
    'origin',
    'x-card',
    'accept',
  ]) {
    await put(`the header ${name}`, (number) => say(child, 'GET', '/v1/operations', { [name]: number }))
  }
  await put('the user of Basic', (number) =>
    say(child, 'GET', '/v1/operations', { authorization: basic(number, CODE) }),
  )
  await put('the password of Basic', (number) =>
    say(child, 'GET', '/v1/operations', { authorization: basic(SANDBOX_ACCOUNT.appKey, number) }),
  )
  await put('a Bearer token', (number) =>
    say(child, 'GET', '/v1/operations', { authorization: `Bearer ${number}${number}` }),
  )
  await put('an Idempotency-Key of the same card', (number) =>
    post('/v1/token', sealed(typed(number)), { 'idempotency-key': number }),
  )
  await put('the address of a webhook', (number) => post('/v1/webhook', { url: `ftp://example.mx/${number}` }))
  return { answers, canaries }
}

/** A payment whose external transaction is the control. */
async function payWithControl(child: Child): Promise<string> {
  const { public_key } = (await child.call('GET', '/v1/public-key')).body.result
  const card = { number: '4242424242424242', holder_name: 'Ana', cvv: '123', expiration: '3912' }
  const charge = chargeOf('', { recurrent: undefined, card, 'payment.external.transaction': CONTROL })
  return say(child, 'POST', '/v1/payment/card', {}, JSON.stringify(sealEnvelope(charge, public_key)))
}

/** Everything in which something may have been left; and the service is told to write down its memory. */
async function placesOf(
  child: Child,
  folder: string,
  { engine, url, answers, receiver }: { engine: Engine; url: string; answers: string[]; receiver: Receiver },
): Promise<Places> {
  const get = async (path: string) => say(child, 'GET', path, {})
  const operations: { url: string }[] = (await child.call('GET', '/v1/operations?limit=100')).body.result.operations
  const pdfs = await Promise.all(
    operations.slice(0, 4).map(({ url }) => pdfText(`${child.address}${new URL(url).pathname}.pdf`)),
  )
  const places: Places = {
    answers: answers.join('\n'),
    operations: await get('/v1/operations?limit=500'),
    events: await get('/v1/events?limit=500'),
    'audit trail': await get('/v1/audit?limit=500'),
    mailbox: await get('/v1/sandbox/mailbox?limit=500'),
    metrics: await get('/metrics'),
    'PDFs of receipts and slips': pdfs.join('\n'),
    'bodies of webhooks': JSON.stringify(receiver.arrivals),
    'log at debug': child.output(),
  }
  // Other requests follow: a parser that keeps its last request then keeps one of these.
  for (let count = 0; count < 60; count += 1) await get(`/v1/operations?limit=${count + 1}`)
  places['heap of the process'] = await heapOf(child, folder)
  if (engine === 'postgres') places['every row of PostgreSQL as text'] = await dumped(url)
  for (const name of readdirSync(join(folder, 'data')))
    places[`file ${name}`] = readFileSync(join(folder, 'data', name))
  return places
}

async function pdfText(url: string): Promise<string> {
  const response = await fetch(url)
  assert.equal(response.status, 200, url)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await response.arrayBuffer())), {
    mergePages: true,
  })
  return text
}

/** What node writes of its heap when it is told: the strings of it, whole, after a collection. */
async function heapOf(child: Child, folder: string): Promise<Buffer> {
  child.signal('SIGUSR2')
  const isThere = () => readdirSync(folder).find((name) => name.endsWith('.heapsnapshot'))
  for (let waited = 0; isThere() === undefined && waited < 600; waited += 1) await pause(100)
  const path = join(folder, isThere() ?? assert.fail('no heap was written'))
  // It is whole when the service answers again and the file ends.
  await say(child, 'GET', '/healthz', {})
  for (let waited = 0; waited < 300; waited += 1) {
    const bytes = readFileSync(path)
    if (bytes.subarray(-8).toString().trimEnd().endsWith(']}')) return bytes
    await pause(100)
  }
  return assert.fail('the heap was not written to its end')
}

async function dumped(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  const tables = await client.query("select quote_ident(tablename) as name from pg_tables where schemaname = 'public'")
  let text = ''
  for (const { name } of tables.rows) {
    const { rows } = await client.query(`select t::text as line from ${name} t`)
    text += rows.map(({ line }) => `${name} ${line}\n`).join('')
  }
  await client.end()
  return text
}

for (const engine of ENGINES) {
  describe(`card data that arrives in any field [${engine}]`, () => {
    test('is in none of the places that store or log data', async (story) => {
      const folder = mkdtempSync(join(tmpdir(), 'cobro-canary-'))
      const url = engine === 'postgres' ? await newDatabaseUrl('postgres') : `file:${join(folder, 'data', 'cobro.db')}`
      const receiver = await openReceiver()
      const flags = [
        '--heapsnapshot-signal=SIGUSR2',
        '--heap-snapshot-string-limit=100000000',
        `--diagnostic-dir=${folder}`,
      ]
      const environment = {
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: url,
        LOG_LEVEL: 'debug',
        DATABASE_CONNECTIONS: '5',
      }
      const child = await startChild(environment, PROGRAM, flags)
      try {
        const { answers, canaries } = await sendEverywhere(child, `${receiver.url}/avisos`)
        answers.push(await payWithControl(child))
        while (receiver.arrivals.length === 0) await pause(50)
        await pause(500)
        const places = await placesOf(child, folder, { engine, url, answers, receiver })
        story.diagnostic(`${canaries.size} numbers were put in; searched: ${Object.keys(places).join(', ')}`)
        assert.deepEqual(scanFor(places, canaries), [])
        assert.deepEqual(
          Object.keys(places).filter((name) => holdsCode(places[name] ?? '', CODE)),
          [],
        )

        // The search works: it finds the control where it must be, and a number that is planted in any of the places.
        const seen = scanFor(places, new Map([['control', CONTROL]])).map(({ place }) => place)
        assert.ok(seen.includes('answers'), 'the control is not in the answers')
        assert.ok(
          seen.some((place) => place.startsWith(engine === 'postgres' ? 'every row' : 'file cobro.db')),
          'nor in the database',
        )
        for (const [place, content] of Object.entries(places)) {
          const number = canaryNumber(50_000)
          const planted = Buffer.concat([Buffer.from(content), Buffer.from(` ${number} "cvv":"${CODE}"`)])
          assert.deepEqual(scanFor({ [place]: planted }, new Map([['planted', number]])), [{ place, from: 'planted' }])
          assert.ok(holdsCode(planted, CODE), place)
        }
        if (engine === 'sqlite')
          assert.ok(existsSync(join(folder, 'data', 'cobro.db-wal')), 'the log of SQLite was searched')
      } finally {
        await child.stop()
        await receiver.close()
        rmSync(folder, { recursive: true })
      }
    })
  })
}
