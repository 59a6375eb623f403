// While a machine of a cluster is away, the console shows an account of another machine: no view asks all machines, or one for another account.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { reasonIn } from '../../../src/store/across.ts'
import type { Store } from '../../../src/store/store.ts'
import { person } from '../../support/fixtures/console.ts'
import { payAtStore, storeVoucher } from '../../support/fixtures/payers.ts'
import { describeOnPostgres, stopPostgres } from '../../support/harness/engines.ts'
import { guardAccounts } from '../../support/harness/guard-accounts.ts'
import { openWorld } from '../../support/harness/world.ts'

/** What each page of the console reads of an account. */
const VIEWS = [
  ...['session', 'attention', 'today', 'vouchers', 'next-payout', 'posted', 'people', 'plans', 'subscriptions'].map(
    (name) => `/v1/console/${name}`,
  ),
  ...['sessions', 'requests', 'approvals', 'views', 'passkeys'].map((name) => `/v1/console/${name}`),
  ...['operations', 'events', 'refunds', 'disputes', 'transfers', 'payouts', 'received-payments', 'credentials'].map(
    (name) => `/v1/${name}`,
  ),
  ...['webhook', 'profile', 'audit', 'reserve', 'fees', 'ledger/balances', 'ledger/journal'].map(
    (name) => `/v1/${name}`,
  ),
]

/** As the coordinator says it. */
const lost = () =>
  Object.assign(new Error('connection to the remote node failed'), { code: '08006', routine: 'ReportConnectionError' })

/**
 * A store that says its tables are distributed. While `away`, it refuses what asks every machine: a statement with the mark, and one whose sub-select names
 * the account by the column of another table. So it does with what is of the service as a whole, whose machine is the one that is away.
 */
function distributed(state: { away: boolean }) {
  return (store: Store): Store => {
    const look = <R>(query: { sql: string; parameters: readonly unknown[] }, go: () => R): R => {
      const { sql: text, parameters } = query
      const isOfAll =
        reasonIn(text) !== undefined ||
        /\(select [^()]*\([^()]*\)[^()]*where "\w+"\."account_id" = "accounts"\."id"/.test(text)
      const isOfService = /from "events" where "account_id" = \$1 /.test(text) && parameters[0] === ''
      if (state.away && (isOfAll || isOfService)) throw lost()
      return go()
    }
    const rows: Store['rows'] = async (query) => look(query, () => store.rows(query))
    // Its Kysely asks by `rows`.
    const { db } = guardAccounts({ ...store, rows }, () => {})
    return { ...store, db, rows, isDistributed: () => true }
  }
}

describeOnPostgres('a machine of a cluster that is away', () => {
  after(stopPostgres)

  test('keeps no view of an account of another machine from its people', async () => {
    const state = { away: false }
    const world = await openWorld('postgres', {}, { storeAround: distributed(state) })
    try {
      const [merchant, other] = [await world.merchant('Aquí'), await world.merchant('Allá')]
      const owner = await person(world, merchant, 'owner')
      const { transaction } = await storeVoucher(merchant)
      await payAtStore(merchant, { transaction })
      await storeVoucher(merchant, { total: 99 })
      await storeVoucher(other, { total: 98 })
      const answers = async () =>
        Promise.all(
          VIEWS.map(async (path) => {
            const { status, text } = await owner.call('GET', path)
            return { path, status, text: status === 200 ? '' : text }
          }),
        )
      const there = await answers()
      assert.deepEqual(
        there.filter(({ status }) => status !== 200),
        [],
      )
      const { body: before } = await owner.call('GET', '/v1/console/next-payout')
      const { body: events } = await owner.call('GET', '/v1/events')
      state.away = true
      assert.deepEqual(await answers(), there)
      assert.deepEqual((await owner.call('GET', '/v1/console/next-payout')).body.result, before.result)
      assert.deepEqual((await owner.call('GET', '/v1/events')).body.result, events.result)
      const { body } = await owner.call('GET', '/v1/console/session')
      assert.deepEqual(
        body.result.accounts.map((one: { id: string }) => one.id),
        [merchant.accountId],
      )
    } finally {
      state.away = false
      await world.close()
    }
  })
})
