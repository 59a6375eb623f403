// The promise: when somebody puts the rows of one table back as they were in an older copy of the database, and leaves the others, the audit names it.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { columnsOfTable, type Table } from '../../../src/core/table.ts'
import { tables } from '../../../src/tables.ts'
import { keep, keyOf, type Outsider, outsider, putBack, written } from '../../support/fixtures/outsider.ts'
import { faultsSeen, isSeen, OF_A_NAME, openShop, type Shop } from '../../support/fixtures/tampering.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { belongingsOf, everyCall, pathOf } from '../../support/harness/every-call.ts'
import { SEED } from '../../support/harness/same-seed.ts'
import { openWorld, type World } from '../../support/harness/world.ts'

/** To put back each table takes long: a run does it on one engine, which the seed says. */
const ENGINE = ENGINES[SEED % ENGINES.length] ?? 'sqlite'

/** What may be put back unseen, and why. */
const UNSEEN: Record<string, string> = {
  account_days: 'what is left of a limit of one day; each payment is compared elsewhere',
  card_tokens: 'a token ends by itself within the day, and pays for its own account only',
  messages: 'a letter that was sent is sent again, or one is not sent; what it tells is on the log',
  user_sessions: 'a session ends by itself, and one that somebody ended is named',
}

/** Tables of which this world has no other rows than its copy. */
const UNCHANGED = ['acquirer_choices', 'fee_stamps', 'received_details', 'transport_keys']

const isGuarded = (table: Table) =>
  (['fact', 'authority', 'derived', 'sealed'] as const).some((one) => columnsOfTable(table, one).length > 0)

describe(`tables of an older copy [${ENGINE}]`, () => {
  const guarded = tables.filter(isGuarded)
  let world: World
  let shop: Shop
  let by: Outsider
  before(async () => {
    world = await openWorld(ENGINE, OF_A_NAME)
    const merchant = await world.merchant()
    const has = await belongingsOf(world, merchant)
    await world.work()
    by = await outsider(world)
    for (const table of guarded) await keep(by, table, `old_${table.name}`)
    for (const { method, path } of await everyCall(world))
      if (method === 'DELETE') assert.ok((await merchant.call(method, pathOf(path, has))).status < 500, path)
    shop = await openShop(world)
    assert.deepEqual(await faultsSeen(world, shop.kept), [])
  })
  after(async () => {
    await by.close()
    await world.close()
    await stopPostgres()
  })

  test('are named, each for itself', async () => {
    const unseen: string[] = []
    const unchanged: string[] = []
    for (const table of guarded) {
      if (!(await isChanged(table))) unchanged.push(table.name)
      else {
        await keep(by, table)
        await putBack(by, table, `old_${table.name}`)
        const of = columnsOfTable(table, 'fact').length > 0 ? 'fact' : 'authority'
        if (!(await isSeen(world, shop.kept, of))) unseen.push(table.name)
        await putBack(by, table)
      }
    }
    assert.deepEqual(await faultsSeen(world, shop.kept), [], 'each was put back')
    assert.deepEqual([unseen.sort(), unchanged.sort()], [Object.keys(UNSEEN).sort(), UNCHANGED])
  })

  async function isChanged(table: Table): Promise<boolean> {
    const names = written(table).join(', ')
    const other = (one: string, than: string) =>
      `select ${keyOf(table)[0]} from (select ${names} from ${one} except select ${names} from ${than}) as changed`
    const [now, then] = [table.name, `old_${table.name}`]
    return (await by.rows(`${other(now, then)} union all ${other(then, now)} limit 1`)).length > 0
  }
})
