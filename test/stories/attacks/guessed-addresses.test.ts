// Pages that nobody can find without their address are not found by trying: wrong guesses from one address are stopped, and a payer elsewhere gets the page.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { payAtStore, storeVoucher } from '../../support/fixtures/payers.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { heldClock } from '../../support/harness/held-clock.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

const GUESSER = '203.0.113.7'
const PAYER = '198.51.100.23'
/** Fifty requests at once: two or three wrong guesses. */
const LIMITS = { ADDRESS_RATE_LIMIT: '5' }

describe('the addresses of pages cannot be guessed', () => {
  let world: World
  let merchant: Merchant
  const pages: Record<string, string> = {}
  const logged: string[] = []
  before(async () => {
    const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) })
    world = await openWorld(ENGINES[0] ?? 'sqlite', LIMITS, { clock: heldClock(), log })
    merchant = await world.merchant()
    const { transaction, url } = await storeVoucher(merchant, { phone: '5512345678', email: 'ana@example.mx' })
    const path = new URL(url).pathname
    pages['/p/:token'] = path
    pages['/p/:token.pdf'] = `${path}.pdf`
    // One that is not paid yet has a day on which it ends.
    pages['/p/:token.ics'] = `${new URL((await storeVoucher(merchant)).url).pathname}.ics`
    pages['/p/:token/state'] = `${path}/state`
    await world.work()
    const { messages } = (await merchant.get('/v1/sandbox/mailbox?limit=10')).body.result
    const short = messages.map(({ body }: { body: string }) => /\/s\/[0-9a-z]{12}/.exec(body)?.[0]).find(Boolean)
    pages['/s/:code'] = short ?? ''
    await payAtStore(merchant, { transaction })
    const refund = { amount: 10, destination: { email: 'ana@example.mx' } }
    const asked = await merchant.post(`/v1/operations/${transaction}/refunds`, refund)
    assert.equal(asked.status, 200, asked.text)
    const made = await merchant.post('/v1/exports', { list: '/v1/operations' })
    for (let turn = 0; turn < 3; turn += 1) await world.work()
    const letters = (await merchant.get('/v1/sandbox/mailbox?limit=50')).body.result.messages
    pages['/r/:secret'] =
      letters.map(({ body }: { body: string }) => /\/r\/[\w-]{24}/.exec(body)?.[0]).find(Boolean) ?? ''
    pages['/exports/:token'] = new URL(
      (await merchant.get(`/v1/exports/${made.body.result.id}`)).body.result.url,
    ).pathname
  })
  after(async () => {
    await world.close()
    await stopPostgres()
  })

  const ask = (url: string, remoteAddress: string, method: 'GET' | 'POST' | 'HEAD' = 'GET') =>
    world.send({ method, url, remoteAddress })
  /** The same address with other characters in its secret part. */
  const guess = (path: string, nth: number) => {
    const [, folder = '', secret = '', rest = ''] = /^(\/[a-z]+\/)([\w-]+)(.*)$/.exec(path) ?? []
    const letters = [...secret]
    for (let at = 0; at < 6; at += 1) {
      const place = secret.length - 1 - at
      letters[place] = 'abcdefghjkmnpqrstvwxyz'[(nth * 7 + at * 3 + 1) % 22] ?? 'a'
    }
    return folder + letters.join('') + rest
  }

  test('every such page is served to its payer', async () => {
    for (const [name, path] of Object.entries(pages)) {
      const { status } = await ask(path, `192.0.2.${Object.keys(pages).indexOf(name) + 1}`)
      assert.ok([200, 302].includes(status), `${name} ${path} ${status}`)
    }
  })

  for (const name of [
    '/p/:token',
    '/p/:token.pdf',
    '/p/:token.ics',
    '/p/:token/state',
    '/s/:code',
    '/r/:secret',
    '/exports/:token',
  ])
    test(`wrong guesses of ${name} from one address are stopped, and another address gets it`, async () => {
      const nth = Object.keys(pages).indexOf(name)
      const [guesser, payer] = [GUESSER.replace(/7$/, `${10 + nth}`), PAYER.replace(/23$/, `${30 + nth}`)]
      const path = pages[name] ?? ''
      const statuses: number[] = []
      for (let one = 0; one < 8; one += 1) statuses.push((await ask(guess(path, one), guesser)).status)
      assert.deepEqual([...new Set(statuses)], [404, 429], statuses.join())
      assert.ok(statuses.filter((status) => status === 404).length <= 3, statuses.join())
      // Whoever guesses waits for the right page, too, and is told for how long.
      const stopped = await ask(path, guesser)
      assert.equal(stopped.status, 429)
      assert.ok(Number(stopped.headers['retry-after']) > 0)
      assert.ok([200, 302].includes((await ask(path, payer)).status))
    })

  test('requests that send a body to such a page, or ask only for its head, count the same', async () => {
    for (const [name, method] of [
      ['/r/:secret', 'POST'],
      ['/p/:token', 'HEAD'],
    ] as const) {
      const statuses = []
      for (let one = 0; one < 6; one += 1)
        statuses.push(
          (await ask(guess(pages[name] ?? '', one), `203.0.113.${method === 'POST' ? 90 : 91}`, method)).status,
        )
      assert.equal(statuses.at(-1), 429, `${name} ${statuses.join()}`)
    }
  })

  test('existing pages do not use up the limit of an address', async () => {
    for (let one = 0; one < 20; one += 1)
      assert.equal((await ask(pages['/p/:token'] ?? '', '198.51.100.99')).status, 200)
  })

  for (const [title, path] of [
    ['whose percent signs encode nothing', '/p/%zz'],
    ['that is no UTF-8', '/v1/operations/%ff'],
    ['with an id of a thousand letters', `/v1/operations/${'a'.repeat(1_000)}`],
  ] as const)
    test(`an address ${title} is answered, counted and logged like any unknown one`, async () => {
      const from = `203.0.113.${110 + title.length}`
      const answer = await ask(path, from)
      assert.equal(answer.status, 404)
      assert.equal(answer.body.error?.reason, 'service-unknown')
      assert.match(answer.text, new RegExp(path.slice(0, 20)))
      assert.equal(answer.headers['request-id'], answer.body.request_id)
      assert.equal(answer.headers['x-content-type-options'], 'nosniff')
      assert.match(logged.at(-1) ?? '', new RegExp(String(answer.headers['request-id'])))
      // The first counted too.
      for (let one = 0; one < 49; one += 1) await ask(path, from)
      assert.equal((await ask(path, from)).status, 429)
    })
})
