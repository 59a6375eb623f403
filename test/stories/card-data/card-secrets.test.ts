import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { readConfig } from '../../../src/config.ts'
import { newId } from '../../../src/core/ids.ts'
import { createService } from '../../../src/service.ts'
import type { Store } from '../../../src/store/store.ts'
import { insert } from '../../../src/store/write.ts'
import { publicKeyOf, sealedCard } from '../../support/fixtures/cards.ts'
import { sealEnvelope } from '../../support/fixtures/envelope-seal.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { type Answer, basic, openWorld, worldOf } from '../../support/harness/world.ts'

/** American Express, because a code of 4 digits is not found by chance. The first two are approved, the third has a wrong check digit. */
const NUMBERS = ['378282246310005', '371449635398431', '371449635398432'] as const
const CODE = '7391'
const [GOOD, OTHER, WRONG] = NUMBERS

/** What must be found nowhere: each number, also spaced, hashed or encoded, and the code as a word of its own. */
const SECRETS: RegExp[] = [
  ...NUMBERS.flatMap((number) => [
    number,
    `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`,
    Buffer.from(number).toString('base64').replace(/=+$/, ''),
    Buffer.from(number).toString('hex'),
    createHash('sha256').update(number).digest('hex'),
  ]).map((text) => new RegExp(text, 'i')),
  new RegExp(`(?<![0-9A-Za-z_-])${CODE}(?![0-9A-Za-z_-])`),
]

function assertNothingIn(text: string, where: string): void {
  for (const secret of SECRETS) {
    const found = secret.exec(text)
    if (found)
      assert.fail(`${where} holds ${found[0]}: …${text.slice(Math.max(0, found.index - 80), found.index + 80)}…`)
  }
}

/** Every row of every table, as text. */
async function dump(store: Store): Promise<string> {
  const names = (await store.db.introspection.getTables()).map((table) => table.name)
  assert.ok(names.includes('card_tokens') && names.includes('idempotency') && names.includes('operations'))
  const tables = []
  for (const name of names) {
    const { rows } = await store.db.executeQuery(sql`select * from ${sql.table(name)}`.compile(store.db))
    tables.push(`${name}: ${JSON.stringify(rows)}`)
  }
  return tables.join('\n')
}

for (const engine of ENGINES) {
  describe(`a card number and its security code are nowhere in the clear [${engine}]`, () => {
    test('no table, log line or answer has them, however the card fails', async () => {
      const lines: string[] = []
      const stream = new Writable({
        write: (line: Buffer, _encoding, done) => {
          lines.push(String(line))
          done()
        },
      })
      const first = await openWorld(engine)
      await first.service.close()
      const environment = { ...first.environment, ACQUIRER_TIMEOUT_MS: '50' }
      const service = await createService(readConfig(environment), {
        log: pino({ level: 'trace', base: null }, stream),
      })
      const world = worldOf(engine, environment, service)
      const merchant = await world.merchant()
      const answers: Answer[] = []
      const ask = async (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
        const answer = await merchant.post(url, body, headers)
        answers.push(answer)
        return answer
      }
      const token = async (fields: Record<string, unknown>, headers?: Record<string, string>) =>
        ask('/v1/token', await sealedCard(world, { number: GOOD, cvv: CODE, ...fields }), headers)
      const charge = async (message: Record<string, unknown>, headers?: Record<string, string>) =>
        ask('/v1/payment/card', sealEnvelope(message, await publicKeyOf(world)), headers)
      const payment = (amount: number | string) => ({
        external: { transaction: '' },
        reference: { number: '', description: 'Pedido' },
        total: { amount, currency: 'MXN' },
      })
      const card = { holder_name: 'ANA', number: GOOD, expiration: '3912', cvv: CODE }

      // What succeeds.
      const made = await token({}, { 'idempotency-key': 'once' })
      assert.equal(made.status, 200, made.text)
      await token({}, { 'idempotency-key': 'once' })
      const customer = newId(service.clock, 'cus')
      const row = {
        account_id: merchant.accountId,
        name: 'Ana',
        email: 'ana@ejemplo.mx',
        active: 1 as const,
        metadata: null,
      }
      await service.store.commit([insert('customers', { id: customer, ...row, created_at: service.clock.now() })])
      const cards = `/v1/customer/${customer}/cards`
      const saved = await ask(cards, { token: made.body.result.token }, { 'idempotency-key': 'card' })
      assert.equal(saved.status, 200, saved.text)
      const paid = await charge({ recurrent: saved.body.result.token, payment: payment(100) })
      assert.equal(paid.status, 200, paid.text)
      const typed = await charge({ card, payment: payment('25.50') }, { 'idempotency-key': 'typed' })
      assert.equal(typed.status, 200, typed.text)
      answers.push(await merchant.get(cards), await merchant.get('/v1/operations'))
      answers.push(await merchant.get(`/v1/customer/${customer}`))
      await merchant.call('DELETE', `${cards}/${saved.body.result.token}`)

      // What fails, in every way that a card can.
      const refused = [
        await token({ number: WRONG }),
        await token({ number: `${GOOD}1` }),
        await token({ number: { digits: GOOD } }),
        await token({ cvv: `${CODE}1` }),
        await token({ cvv: '739' }),
        await token({ expiration: GOOD }),
        await token({ expiration: CODE }),
        await token({ cardholder_name: GOOD }),
        await token({ cardholder_name: `ANA ${GOOD.slice(0, 4)} ${GOOD.slice(4, 10)} ${GOOD.slice(10)}` }),
        await token({ card: { ...card, cvv: CODE.slice(1) } }),
        await token({ number: OTHER }, { 'idempotency-key': 'once' }),
        await ask('/v1/token', { key: GOOD, data: CODE }),
        await ask('/v1/token', { ...(await sealedCard(world, {})), number: GOOD }),
        await ask('/v1/token', { number: GOOD, cvv: CODE }),
        await ask(cards, { token: GOOD }),
        await ask(cards, { token: made.body.result.token }),
        await ask(`/v1/customer/${GOOD}/cards`, { token: 'tok_1' }),
        await charge({ recurrent: GOOD, payment: payment(10) }),
        await charge({ recurrent: made.body.result.token, payment: payment(10) }),
        await charge({ card: { ...card, number: WRONG }, payment: payment(10) }),
        await charge({ card, payment: payment(CODE.concat('.123')) }),
        await charge({ card }),
        await charge({ card: GOOD, payment: payment(10) }),
      ]
      assert.deepEqual(
        refused.map((answer) => answer.status).filter((status) => status < 400 || status >= 500),
        [],
      )
      answers.push(
        await world.send({
          method: 'POST',
          url: '/v1/token',
          headers: { authorization: basic(GOOD, CODE), 'content-type': 'application/json' },
          payload: `{"number": "${GOOD}", "cvv": "${CODE}"`,
        }),
      )
      await world.work()
      assertNothingIn(await dump(service.store), 'the database')

      // A fault of the service itself, with the card in hand.
      await service.store.returning(sql`alter table card_tokens rename to card_tokens_gone`.compile(service.store.db))
      assert.equal((await token({})).status, 503)
      assert.equal((await charge({ recurrent: `tok_${'0'.repeat(26)}`, payment: payment(10) })).status, 503)

      for (const answer of answers) assertNothingIn(`${JSON.stringify(answer.headers)} ${answer.text}`, 'an answer')
      assert.ok(lines.some((line) => line.includes('request failed')))
      assertNothingIn(lines.join(''), 'the log')
      await service.close()
    })
  })
}

after(stopPostgres)
