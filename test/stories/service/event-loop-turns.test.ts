// Whoever reads much leaves turns of the event loop to everybody else: a file, a long list, an audit and a statement are worked on in portions.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fill } from '../../../bench/fill.ts'
import { SANDBOX_ACCOUNT } from '../../../src/accounts/open-account.ts'
import { countedTurns } from '../../support/harness/counted-turns.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { basic, openWorld, type World } from '../../support/harness/world.ts'

const OPERATIONS = 1_200
/** Records that one turn may make into rows of a file. */
const A_TURN = 100

for (const engine of ENGINES) {
  describe(`long answers leave turns to others [${engine}]`, () => {
    let world: World
    before(async () => {
      const url = await newDatabaseUrl(engine, { migrated: true })
      await fill(url, OPERATIONS, Date.now())
      world = await openWorld(engine, { DATABASE_URL: url })
    })
    after(async () => {
      await world.close()
      await stopPostgres()
    })
    const read = (url: string) =>
      world.send({
        method: 'GET',
        url,
        headers: { authorization: basic(SANDBOX_ACCOUNT.appKey, SANDBOX_ACCOUNT.secret) },
      })

    test('the longest page of a list is read in several turns', async () => {
      const { turns, result } = await countedTurns(() => read('/v1/operations?limit=500&offset=100'))
      assert.equal(result.body.result.operations.length, 500)
      assert.ok(turns >= 2, `${turns} turns`)
    })

    for (const format of ['csv', 'xlsx']) {
      test(`a list as ${format} takes a turn for each hundred records at least`, async () => {
        const { turns, result } = await countedTurns(() => read(`/v1/operations?format=${format}`))
        assert.equal(result.status, 200, result.text)
        assert.ok(turns >= OPERATIONS / A_TURN, `${turns} turns`)
      })
    }

    test('an audit takes a turn for each five hundred records at least', async () => {
      const { turns, result } = await countedTurns(() => read('/v1/sandbox/audit'))
      assert.equal(result.status, 200, result.text)
      assert.ok(turns >= (2 * OPERATIONS) / 500, `${turns} turns`)
    })
  })
}
