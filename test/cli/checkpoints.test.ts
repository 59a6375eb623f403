// The promise: whoever keeps the checkpoints that `cobro audit --heads` prints can see what was changed in the database afterwards.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../src/store/database.ts'
import { run } from '../../src/store/write.ts'
import { moveClock, payAtStore, storeVoucher } from '../support/fixtures/payers.ts'
import { runCobro } from '../support/harness/programs.ts'
import { openWorld } from '../support/harness/world.ts'

describe('checkpoints are stored elsewhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-'))
  const url = `file:${join(folder, 'cobro.db')}`
  const file = join(folder, 'heads.txt')
  let transaction = ''
  let accountId = ''

  const cobro = (...args: string[]) => runCobro(args, { DATABASE_URL: url, DATA_DIR: folder })
  const change = async (text: string) => {
    const store = await openDatabase(url, { connections: 1 })
    await store.commit([run(sql.raw(text).compile(store.db))])
    await store.close()
  }

  before(async () => {
    const world = await openWorld('sqlite', { DATABASE_URL: url, AT_REST_KEY: `${'0'.repeat(62)}11` })
    const merchant = await world.merchant()
    accountId = merchant.accountId
    transaction = (await storeVoucher(merchant)).transaction
    await payAtStore(merchant, { transaction })
    await world.close()
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  test('before the first hour there are none, and the command fails', async () => {
    const { code, error } = await cobro('audit', '--heads')
    assert.equal(code, 2)
    assert.match(error, /There are no checkpoints in .* yet/)
  })

  test('they are printed, and agree with the database', async () => {
    const world = await openWorld('sqlite', { DATABASE_URL: url, AT_REST_KEY: `${'0'.repeat(62)}11` })
    await moveClock(await world.merchant(), { advance: 'P2D' })
    await world.work()
    await world.close()
    const { code, out } = await cobro('audit', '--heads', '--rows')
    assert.equal(code, 0)
    assert.match(out, /^cobro heads 1\nday /)
    assert.match(out, new RegExp(`^row ${accountId} \\S+ operations ${transaction} [0-9a-f]{16}$`, 'm'))
    writeFileSync(file, out)
    const compared = await cobro('audit', '--against', file)
    assert.equal(compared.code, 0, compared.out + compared.error)
    assert.match(
      compared.out,
      /The records are those of which the checkpoints were written: \d checkpoints of days, \d+ records\./,
    )
  })

  test('a tip that is added afterwards is named by its operation, for people and as JSON, with exit code 1', async () => {
    await change(`update operations set tip_centavos = 500 where id = '${transaction}'`)
    const people = await cobro('audit', '--against', file)
    assert.equal(people.code, 1)
    assert.match(people.out, /The books add up, but they were altered: see below\./)
    assert.doesNotMatch(people.out, /The books are right/)
    assert.match(people.out, new RegExp(`FAIL {2}${accountId} \\S+ operations\\n.*${transaction}`))
    const machine = await cobro('audit', '--json')
    assert.equal(machine.code, 1)
    const { chain } = JSON.parse(machine.out)
    assert.match(chain.faults[0].id, new RegExp(`^${accountId} \\S+ operations$`))
    await change(`update operations set tip_centavos = 0 where id = '${transaction}'`)
    assert.equal((await cobro('audit')).code, 0)
  })

  test('a comparison that is not possible says why', async () => {
    const none = join(folder, 'none.txt')
    writeFileSync(none, 'cobro heads 1\nday today\n')
    for (const [args, message] of [
      [['audit', '--against', join(folder, 'missing.txt')], /There is no file/],
      [['audit', '--against', none], /holds no checkpoints: line 2/],
      [['audit', '--rows'], /--rows goes with --heads/],
      [['audit', '--heads', '--against', file], /compares nothing/],
      [['held', '--heads'], /does not take --heads/],
    ] as const) {
      const { code, error } = await cobro(...args)
      assert.equal(code, 2, args.join(' '))
      assert.match(error, message)
    }
  })
})
