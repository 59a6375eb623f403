// What an outsider, a thief of a cookie and a colleague with less power try at the console, each as it was done once.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SANDBOX_ACCOUNT } from '../../../src/accounts/open-account.ts'
import { MAX_OF_ACCOUNT } from '../../../src/console/requests/recorder.ts'
import { totpCode, totpStep } from '../../../src/console/sign-in/totp.ts'
import { fromBase32 } from '../../support/fixtures/authenticator.ts'
import { invited, joined, PASSWORD, person, send, signedIn } from '../../support/fixtures/console.ts'
import { disputed, paidByCard, upload } from '../../support/fixtures/disputes.ts'
import { belongingsOf, everyCall, parametersOf, pathOf } from '../../support/harness/every-call.ts'
import { basic, onBothEngines, type World } from '../../support/harness/world.ts'

const SESSION = '/v1/console/session'

/** A request from an address, to one process: each counts for itself. */
async function from(
  world: World,
  remoteAddress: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
) {
  const { statusCode, body: text } = await world.service.app.inject({
    method: 'POST',
    url: path,
    remoteAddress,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  })
  return { status: statusCode, text }
}

function count(statuses: { status: number }[], wanted: number): number {
  return statuses.filter(({ status }) => status === wanted).length
}

onBothEngines(
  'attacks on the console',
  (world) => {
    test('of many password guesses at once, no more are tried than one after the other', async () => {
      const email = await joined(world(), await world().merchant(), 'owner')
      const guess = (at: number) => from(world(), '203.0.113.7', SESSION, { email, password: `contraseña larga ${at}` })
      const all = await Promise.all(Array.from({ length: 30 }, (_, at) => guess(at)))
      assert.equal(count(all, 401), 5)
      assert.equal(count(all, 429), 25)
      // Whoever types the right one, often, is not stopped.
      for (let at = 0; at < 7; at += 1)
        assert.equal((await from(world(), '198.51.100.1', SESSION, { email, password: PASSWORD })).status, 200)
    })

    test('an attacker with the password does not guess the code of an authenticator app from many addresses', async () => {
      const email = await joined(world(), await world().merchant(), 'owner')
      const ana = await signedIn(world(), email)
      const { key, offer } = (await ana.call('POST', '/v1/console/second-factor', {})).body.result
      const confirm = (more: object) => ana.call('POST', '/v1/console/second-factor/confirm', { offer, ...more })
      const code = totpCode(fromBase32(key), totpStep(Date.now()))
      // A found session alone sets no factor: whom it belongs to would be shut out.
      assert.equal((await confirm({ code })).status, 400)
      assert.equal((await confirm({ code, password: 'no es la contraseña' })).status, 401)
      assert.equal((await confirm({ code, password: PASSWORD })).status, 200)
      const second = (await ana.call('POST', '/v1/console/second-factor', {})).body.result
      const other = totpCode(fromBase32(second.key), totpStep(Date.now()))
      const replaced = await confirm({ offer: second.offer, code: other, password: PASSWORD })
      assert.equal(replaced.status, 400, 'the one in use is removed first')

      const guesses = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          from(world(), `203.0.113.${at + 20}`, SESSION, {
            email,
            password: PASSWORD,
            code: String(at).padStart(6, '0'),
          }),
        ),
      )
      assert.equal(count(guesses, 401), 10)
      assert.equal(count(guesses, 429), 10)
    })

    test('one code that arrives several times at once opens one session, and the others are refused', async () => {
      const email = await joined(world(), await world().merchant(), 'owner')
      const ana = await signedIn(world(), email)
      const { key, offer } = (await ana.call('POST', '/v1/console/second-factor', {})).body.result
      const bytes = fromBase32(key)
      const code = totpCode(bytes, totpStep(Date.now()))
      const confirmed = await ana.call('POST', '/v1/console/second-factor/confirm', { offer, code, password: PASSWORD })
      assert.equal(confirmed.status, 200, confirmed.text)
      const later = { email, password: PASSWORD, code: totpCode(bytes, totpStep(Date.now()) + 1) }
      const all = await Promise.all(Array.from({ length: 4 }, () => send(world(), 'POST', SESSION, later)))
      assert.deepEqual(all.map(({ status }) => status).sort(), [200, 401, 401, 401])
    })

    test('a request of a session that ends while it switches to another account is refused, or came first', async () => {
      const merchant = await world().merchant()
      for (let round = 0; round < 3; round += 1) {
        const ana = await person(world(), merchant, 'owner')
        const go = () => ana.call('POST', '/v1/console/session/account', { account: merchant.accountId })
        const all = await Promise.all([ana.call('DELETE', SESSION), go(), go(), go()])
        assert.ok(
          all.every(({ status }) => status === 200 || status === 401),
          JSON.stringify(all.map(({ status }) => status)),
        )
      }
    })

    test('a stolen session is no way to guess the password', async () => {
      const ana = await person(world(), await world().merchant(), 'owner')
      const headers = { cookie: ana.cookie, 'cobro-console': ana.proof }
      const guesses = await Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          from(world(), '203.0.113.9', '/v1/console/second-factor/remove', { password: `no es ${at}` }, headers),
        ),
      )
      assert.equal(count(guesses, 401), 5)
      assert.equal(count(guesses, 429), 7)
    })

    test('a removed person does not return by an invitation that was sent before', async () => {
      const merchant = await world().merchant()
      const owner = await person(world(), merchant, 'owner')
      const mallory = await person(world(), merchant, 'owner')
      const wish = { name: 'M', role: 'owner' }
      assert.equal((await mallory.call('POST', '/v1/console/people', { ...wish, email: mallory.email })).status, 200)
      assert.equal((await mallory.call('POST', '/v1/console/people', { ...wish, email: 'otra@mala.mx' })).status, 200)
      const fresh = await invited(world(), merchant, 'reader')
      await world().work()
      const { messages } = (await merchant.get('/v1/sandbox/mailbox')).body.result
      const tokens = messages.flatMap(({ body }: { body: string }) => /invitation#([0-9a-f]{64})/.exec(body)?.[1] ?? [])
      assert.equal(tokens.length, 2)
      assert.equal((await owner.call('DELETE', `/v1/console/people/${mallory.session.person.id}`)).status, 200)
      const accept = (token: string) =>
        send(world(), 'POST', '/v1/console/invitation/accept', { token, password: PASSWORD })
      for (const token of tokens) assert.equal((await accept(token)).status, 400)
      assert.equal((await accept(fresh.token)).status, 200, 'what another has sent is good')
      for (const wrong of ['0'.repeat(64), 'f'.repeat(64), fresh.token]) assert.equal((await accept(wrong)).status, 400)
    })

    test('a reader does not become an owner by reading the mailbox', async () => {
      const merchant = await world().merchant()
      const owner = await person(world(), merchant, 'owner')
      const wish = { email: `nueva-${Date.now()}@tienda.mx`, name: 'N', role: 'owner' }
      assert.equal((await owner.call('POST', '/v1/console/people', wish)).status, 200)
      assert.equal((await merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })).status, 200)
      assert.equal((await merchant.call('PUT', '/v1/settlement/account', { clabe: '032180000118359719' })).status, 200)
      await world().work()
      const read = async (one: { call: typeof owner.call }) => (await one.call('GET', '/v1/sandbox/mailbox')).text
      const full = await read(owner)
      assert.match(full, /invitation#[0-9a-f]{64}/)
      assert.match(full, /Código: \d{8}/)
      for (const role of ['reader', 'cashier', 'finance', 'developer'] as const) {
        const seen = await read(await person(world(), merchant, role))
        assert.doesNotMatch(seen, /invitation#[0-9a-f]|Código: \d{8}/, role)
        assert.match(seen, /invitation#…/)
      }
      const { app_key, app_secret } = (await merchant.post('/v1/credentials', { name: 'x', scopes: ['read'] })).body
        .result
      const page = await send(world(), 'GET', '/mailbox?account', undefined, {
        authorization: basic(app_key, app_secret),
      })
      assert.equal(page.status, 200)
      const [id] = /data-id="(\w+)"/.exec(page.text)?.slice(1) ?? []
      const letter = await send(world(), 'GET', `/mailbox/${id}`, undefined, {
        authorization: basic(app_key, app_secret),
      })
      assert.doesNotMatch(page.text + letter.text, /invitation#[0-9a-f]|Código: \d{8}/)
    })

    test('behind a proxy or a tunnel on this machine, a password is needed to sign in', async () => {
      const host = '127.0.0.1:8080'
      const local = (headers: Record<string, string>, address = '127.0.0.1') =>
        from(world(), address, `${SESSION}/local`, {}, { host, ...headers })
      assert.equal((await local({})).status, 200)
      for (const passedOn of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host']) {
        assert.equal((await local({ [passedOn]: '127.0.0.1' })).status, 401, passedOn)
        const key = basic(SANDBOX_ACCOUNT.appKey, SANDBOX_ACCOUNT.secret)
        const answer = await from(
          world(),
          '127.0.0.1',
          '/v1/customer',
          {},
          { host, authorization: key, [passedOn]: 'x' },
        )
        assert.equal(answer.status, 401)
      }
      assert.equal((await local({}, '203.0.113.5')).status, 401, 'from elsewhere')
      for (const name of ['attacker.example', '127.0.0.1.attacker.example', 'localhost.attacker.example', '0.0.0.0'])
        assert.equal((await local({ host: name })).status, 401, name)
    })

    test('a person of one account reads nothing of another account, whatever the id', async () => {
      const merchant = await world().merchant()
      const has = await belongingsOf(world(), merchant)
      const stranger = await person(world(), await world().merchant(), 'owner')
      const owner = await person(world(), merchant, 'owner')
      const shared = ['/v1/promotions', '/v1/public-key']
      let read = 0
      for (const { method, path, open } of await everyCall(world())) {
        if (method !== 'GET' || open || parametersOf(path).length === 0 || shared.some((one) => path.startsWith(one)))
          continue
        const here = pathOf(path, has)
        const own = await owner.call('GET', here)
        const others = await stranger.call('GET', here)
        if (own.status !== 200) continue
        read += 1
        if (others.status === 200) {
          const ids = Object.values(has).filter((id) => id.length > 12 && !here.includes(id))
          for (const id of ids) assert.ok(!others.text.includes(id), `${here}: ${others.text}`)
        } else assert.equal(others.status, 404, `${here}: ${others.text}`)
      }
      assert.ok(read > 8, `${read} were there to be read`)
      const path = `/v1/console/operations/${has.operation}/timeline`
      assert.equal((await owner.call('GET', path)).status, 200)
      assert.equal((await stranger.call('GET', path)).status, 404)
    })

    test('the record of a call has no file, no e-mail text and no secret of its address', async () => {
      const merchant = await world().merchant()
      const { id } = await disputed(merchant, await paidByCard(world(), merchant))
      const text = 'Nombre del cliente y su domicilio'
      const file = Buffer.from(`%PDF-1.4\n${text}\n${'x'.repeat(1_000_000)}\n`)
      const whole = Buffer.concat([file, Buffer.from(`xref\n0 0\ntrailer\nstartxref\n${file.length}\n%%EOF\n`)])
      const uploaded = await upload(world(), merchant, id, whole)
      assert.equal(uploaded.status, 200, uploaded.text)
      await merchant.get('/v1/operations?app_secret=muy-secreto&password=otra&q=hola')
      await merchant.get(`/v1/operations?q=${'x'.repeat(475)}4242424242424242`)
      await merchant.get('/v1/plan', { 'x-otro': `${'x'.repeat(490)} 4242424242424242` })
      await merchant.get('/v1/sandbox/mailbox')
      const startMs = performance.now()
      await world().work()
      assert.ok(performance.now() - startMs < 20_000, 'a file costs no more than another body')
      const rows = await world()
        .service.store.db.selectFrom('requests')
        .select(['route', 'path', 'headers', 'body', 'answer'])
        .where('account_id', '=', merchant.accountId)
        .limit(MAX_OF_ACCOUNT)
        .execute()
      const kept = JSON.stringify(rows)
      for (const secret of [text, 'muy-secreto', 'password=otra', '42424242', merchant.secret])
        assert.ok(!kept.includes(secret), secret)
      assert.match(rows.find(({ route }) => route.endsWith('/files'))?.body ?? '', /file, \d+ bytes/)
      assert.match(rows.find(({ route }) => route.endsWith('/mailbox'))?.answer ?? '', /hidden/)
    })

    test('the console’s address serves only the files of the page', async () => {
      for (const path of [
        '/console/assets/..%2f..%2fpackage.json',
        '/console/assets/%2e%2e%2findex.html',
        '/console/assets/..%5c..%5cpackage.json',
        '/console/assets/../../../package.json',
        '/console/assets/package.json%00.js',
        '/console/assets/....//package.json.js',
      ]) {
        const { status, text } = await send(world(), 'GET', path)
        assert.ok(!text.includes('"dependencies"'), path)
        assert.ok(status === 404 || status === 400 || status === 503 || text.includes('<html'), `${path}: ${status}`)
      }
    })
  },
  { REQUESTS_KEPT: 'bodies' },
)

test('every call of the console is in the table of permissions', () => {
  const rooms = new URL('../../../src/', import.meta.url)
  const table = readFileSync(new URL('console-people.test.ts', import.meta.url), 'utf8')
  const routes = readdirSync(rooms, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [
      ...readFileSync(new URL(name, rooms), 'utf8').matchAll(/app\.(get|post|put|delete)\(\s*'(\/v1\/console[^']*)'/g),
    ])
    .map(([, method = '', path = '']) => `${method.toUpperCase()} ${path.replace(/:id/g, 'none')}`)
  assert.ok(routes.length > 20, String(routes.length))
  const missing = routes.filter((route) => {
    const [method, path] = route.split(' ')
    return ![`'`, '?'].some((end) => table.includes(`['${method}', '${path}${end}`))
  })
  assert.deepEqual(missing, [])
})
