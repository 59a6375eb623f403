// A database of which only some tables were restored: every command says what is missing, before it reads or writes anything.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { ENGINES, type Engine, newDatabaseUrl, stopPostgres } from '../support/harness/engines.ts'
import { runCobro } from '../support/harness/programs.ts'

const COMMANDS = [['status'], ['audit'], ['accounts'], ['held'], ['keys', 'rotate'], ['migrate']]
const AT_REST_KEY = '8f1d2c3b4a5968778695a4b3c2d1e0f0123456789abcdeffedcba98765432100'

async function withoutRefunds(engine: Engine): Promise<string> {
  const url = await newDatabaseUrl(engine, { migrated: true })
  if (engine === 'sqlite') {
    const database = new DatabaseSync(url.slice('file:'.length), { enableForeignKeyConstraints: false })
    database.exec('drop table refunds')
    database.close()
    return url
  }
  const client = new pg.Client(url)
  await client.connect()
  await client.query('drop table refunds cascade')
  await client.end()
  return url
}

describe('a database without one of its tables', () => {
  after(stopPostgres)

  for (const engine of ENGINES)
    test(`is refused by its name, in both languages (${engine})`, async () => {
      const settings = { DATABASE_URL: await withoutRefunds(engine), AT_REST_KEY }
      for (const words of COMMANDS) {
        const { code, error } = await runCobro(words, settings)
        assert.equal(code, 2, `${words.join(' ')}: ${error}`)
        assert.match(error, /The schema is not whole, it lacks refunds: restore the database from a backup\./)
      }
      const spanish = await runCobro(['status', '--lang', 'es'], settings)
      assert.match(spanish.error, /El esquema no está completo, le falta refunds: recupera la base de datos/)
    })
})
