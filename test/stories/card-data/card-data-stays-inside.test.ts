import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../../../src/config.ts'
import { createService } from '../../../src/service.ts'
import { CREDIT, chargeOf, DECLINED, payByCard, sendCharge } from '../../support/fixtures/charges.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { openWorld, worldOf } from '../../support/harness/world.ts'

const CODE = '739'
const NUMBERS = [CREDIT, DECLINED, '4111111111111137', '4000000000010027', '4242424242424241']

/** Everything that is in the database, as text. */
async function everything(world: Awaited<ReturnType<typeof openWorld>>): Promise<string> {
  const { db } = world.service.store
  const tables = await db.introspection.getTables()
  const rows = await Promise.all(
    tables.map(({ name }) =>
      db
        .selectFrom(name as 'operations')
        .selectAll()
        .execute(),
    ),
  )
  return JSON.stringify(rows)
}

for (const engine of ENGINES) {
  describe(`card data stays inside the vault [${engine}]`, () => {
    test('no answer, log line or row shows a card number or code, whatever the outcome of the payment', async () => {
      const { environment, service: first } = await openWorld(engine, { ACQUIRER_TIMEOUT_MS: '40' })
      await first.close()
      const lines: string[] = []
      const sink = new Writable({
        write(chunk, _encoding, done) {
          lines.push(String(chunk))
          done()
        },
      })
      const service = await createService(readConfig(environment), { log: pino({ level: 'trace' }, sink) })
      const world = worldOf(engine, environment, service)
      try {
        const merchant = await world.merchant()
        const found: string[] = []
        for (const number of NUMBERS) {
          const card = { number, holder_name: 'Ana Lopez', cvv: CODE, expiration: '3912' }
          const headers = { 'idempotency-key': number.slice(-4) }
          for (const fault of [{}, { 'payment.total.amount': 'x' }, { months: 3 }]) {
            const message = chargeOf('', { recurrent: undefined, card, ...fault })
            found.push((await sendCharge(world, merchant, message, { headers })).text)
          }
          // The number where a token belongs.
          found.push((await sendCharge(world, merchant, chargeOf(number))).text)
        }
        found.push((await payByCard(world, merchant, CREDIT)).text)
        await world.work()
        const seen = [found.join('\n'), lines.join(''), await everything(world)]
        assert.ok(lines.length > NUMBERS.length)
        for (const [at, text] of seen.entries()) {
          for (const number of NUMBERS)
            assert.ok(!text.includes(number), `${['answers', 'log', 'rows'][at]}: ${number.slice(-4)}`)
          assert.doesNotMatch(text, new RegExp(`"(cvv|securityCode)":"?${CODE}`))
        }
      } finally {
        await service.close()
      }
    })
  })
}
after(stopPostgres)
