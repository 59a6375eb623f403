// A database of before publishable credentials had Idempotency-Keys of their own is brought up to date without forgetting one.
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { payments } from '../../src/store/migrations/0001-payments.ts'
import { idempotencyByCredential } from '../../src/store/migrations/0018-idempotency-by-credential.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { publicKeyOf } from '../cards.ts'
import { ENGINES, type Engine, newDatabaseUrl, stopPostgres } from '../engines.ts'
import { sealEnvelope } from '../envelope-seal.ts'
import { basic, openWorld, type World } from '../world.ts'

const CARD = { cardholder_name: 'ANA LOPEZ', number: '4242424242424242', expiration: '3912', cvv: '123' }
const COLUMNS = 'account_id, key, fingerprint, operation_id, response_status, response_body, created_at'

/** Puts the table of keys back as it was, with the keys that are there. */
async function undoMigration(engine: Engine, url: string): Promise<void> {
  const store = engine === 'postgres' ? openPostgres(url, { connections: 1 }) : openSqlite(url.replace(/^file:/, ''))
  const old = payments.statements.filter((text) => /create (table|index) idempotency/.test(text))
  assert.equal(old.length, 3)
  await store.locked(async (run) => {
    await run(`create table kept as select ${COLUMNS} from idempotency`)
    await run('drop table idempotency')
    for (const text of old) await run(engine === 'postgres' ? text.replace(/\) without rowid$/, ')') : text)
    await run(`insert into idempotency (${COLUMNS}) select ${COLUMNS} from kept`)
    await run('drop table kept')
    await run(`delete from migrations where name = '${idempotencyByCredential.name}'`)
  })
  await store.close()
}

for (const engine of ENGINES) {
  describe(`idempotency keys from before publishable credentials had their own [${engine}]`, () => {
    test('still answer the callers that used them with a secret, and collide with no other caller’s keys', async () => {
      const file = `file:${join(mkdtempSync(join(tmpdir(), 'cobro-keys-')), 'cobro.db')}`
      const url = engine === 'postgres' ? await newDatabaseUrl(engine) : file
      const start = () => openWorld(engine, { DATABASE_URL: url, AT_REST_KEY: '44'.repeat(32) })
      const ask = async (world: World, authorization: string, number: string) =>
        world.send({
          method: 'POST',
          url: '/v1/token',
          headers: { authorization, 'idempotency-key': 'order-1' },
          payload: sealEnvelope({ ...CARD, number }, await publicKeyOf(world)),
        })

      let world = await start()
      const merchant = await world.merchant()
      const secret = basic(merchant.appKey, merchant.secret)
      const first = await ask(world, secret, CARD.number)
      await world.service.close()
      await undoMigration(engine, url)

      world = await start()
      const repeat = await ask(world, secret, CARD.number)
      assert.deepEqual([repeat.status, repeat.body], [200, first.body])
      assert.equal(repeat.headers['idempotent-replayed'], 'true')
      const other = await ask(world, basic(merchant.publishableKey, ''), '5555555555554444')
      assert.equal(other.status, 200, other.text)
      assert.notEqual(other.body.result.token, first.body.result.token)
      await world.service.close()
    })
  })
}
after(stopPostgres)
