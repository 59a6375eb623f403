import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { entryWrites } from '../../../src/ledger/postings.ts'
import type { OperationRow } from '../../../src/operations/tables.ts'
import { audit } from '../../../src/service/audit.ts'
import { openDatabase } from '../../../src/store/database.ts'
import type { Store } from '../../../src/store/store.ts'
import { run } from '../../../src/store/write.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { frozenClock, life, live } from '../../support/model/history.ts'

const accounts = ['acc_one', 'acc_two']

/** One life of each kind, so that every way to doctor the books finds something to change. */
const everyKind = [
  { method: 'card', moves: ['paid'], affiliateMillis: 100 },
  { method: 'card', moves: ['paid', 'cancelled'], affiliateMillis: 0 },
  { method: 'spei', moves: ['paid', 'cancelled'], affiliateMillis: 0 },
  { method: 'store', moves: ['paid'], affiliateMillis: 0 },
  { method: 'store', moves: ['expired'], affiliateMillis: 0 },
  { method: 'card', moves: ['declined'], affiliateMillis: 0 },
  { method: 'spei', moves: [], affiliateMillis: 0 },
].map((kind) => ({
  totalCentavos: 10_000,
  percentageMillis: 3_600,
  operator: 'ana@tienda.mx',
  account: 0,
  hours: 1,
  ...kind,
})) as Parameters<typeof live>[1][]

for (const engine of ENGINES) {
  describe(`an audit of the books [${engine}]`, () => {
    const opened: Store[] = []
    const open = async (url?: string) => {
      const store = await openDatabase(url ?? (await newDatabaseUrl(engine, { migrated: true })), { connections: 3 })
      opened.push(store)
      return store
    }
    let store: Store
    let operations: OperationRow[]
    before(async () => {
      // In a file, so that an audit really reads beside the writer.
      const file = `file:${join(mkdtempSync(join(tmpdir(), 'cobro-')), 'cobro.db')}`
      store = await open(engine === 'sqlite' ? file : undefined)
      operations = await lived(store, everyKind)
    })
    after(async () => {
      for (const one of opened) await one.close()
      await stopPostgres()
    })

    test('finds nothing after any history', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(life, { maxLength: 30 }), async (lives) => {
          const fresh = await open()
          await lived(fresh, lives)
          const report = await audit(fresh)
          assert.deepEqual(
            report.invariants.filter((one) => one.first !== null),
            [],
          )
          assert.equal(report.clean, true)
          opened.splice(opened.indexOf(fresh), 1)
          await fresh.close()
        }),
        { numRuns: engine === 'sqlite' ? 40 : 5 },
      )
    })

    const find = (method: string, status: string) => {
      const found = operations.find((row) => row.rail === method && row.status === status)
      assert.ok(found)
      return found
    }

    /** Each lies about one thing; the audit must name that thing, and be clean again once it is put right. */
    const lies: [title: string, invariant: string, lie: () => string, truth: () => string, culprit: () => string][] = [
      [
        'a total changed afterwards',
        'payment-entries',
        () => `update operations set total_centavos = 10001 where id = '${find('card', 'paid').id}'`,
        () => `update operations set total_centavos = 10000 where id = '${find('card', 'paid').id}'`,
        () => `${find('card', 'paid').id}:paid`,
      ],
      [
        'a fee larger than the total',
        'operation-parts',
        () => `update operations set fee_centavos = 99999 where id = '${find('spei', 'pending').id}'`,
        () => `update operations set fee_centavos = 360 where id = '${find('spei', 'pending').id}'`,
        () => find('spei', 'pending').id,
      ],
      [
        'a posting of another amount',
        'entries-balance',
        () =>
          `update entries set lines = replace(lines, 'cash-network",', 'cash-network",1') where entry = '${find('store', 'paid').id}:paid'`,
        () =>
          `update entries set lines = replace(lines, 'cash-network",1', 'cash-network",') where entry = '${find('store', 'paid').id}:paid'`,
        () => `${find('store', 'paid').id}:paid`,
      ],
      [
        'a reversal posted under another name',
        'reversal-entries',
        () =>
          `update entries set entry = '${find('card', 'cancelled').id}:other' where entry = '${find('card', 'cancelled').id}:reversed'`,
        () =>
          `update entries set entry = '${find('card', 'cancelled').id}:reversed' where entry = '${find('card', 'cancelled').id}:other'`,
        () => `${find('card', 'cancelled').id}:reversed`,
      ],
      [
        'an expired voucher with an entry of payment',
        'payment-entries',
        () =>
          `update entries set entry = '${find('store', 'expired').id}:paid' where entry = '${find('store', 'paid').id}:paid'`,
        () =>
          `update entries set entry = '${find('store', 'paid').id}:paid' where entry = '${find('store', 'expired').id}:paid'`,
        () => `${[find('store', 'paid').id, find('store', 'expired').id].sort()[0]}:paid`,
      ],
      [
        'an entry of nothing',
        'entry-causes',
        () => `update entries set entry = 'nobody:paid' where entry = '${find('card', 'cancelled').id}:paid'`,
        () => `update entries set entry = '${find('card', 'cancelled').id}:paid' where entry = 'nobody:paid'`,
        () => 'nobody:paid',
      ],
      [
        'a balance of one centavo more',
        'balances',
        () =>
          `update balances set amount_centavos = amount_centavos + 1 where ledger_account = 'income:fees' and shard = ${shardOf()}`,
        () =>
          `update balances set amount_centavos = amount_centavos - 1 where ledger_account = 'income:fees' and shard = ${shardOf()}`,
        () => 'acc_one income:fees',
      ],
      [
        'a share said to be of somebody else',
        'affiliate-entries',
        () => `update affiliate_entries set affiliate = 'nadie' where affiliate = 'socio-0'`,
        () => `update affiliate_entries set affiliate = 'socio-0' where affiliate = 'nadie'`,
        () => `${find('card', 'paid').id}:paid`,
      ],
      [
        'a share counted that nobody has',
        'affiliate-balances',
        () =>
          `insert into affiliate_balances (account_id, affiliate, shard, amount_centavos) values ('acc_one', 'nadie', 0, 5)`,
        () => `delete from affiliate_balances where affiliate = 'nadie'`,
        () => 'acc_one nadie',
      ],
      [
        'a daily total of one operation more',
        'kept-totals',
        () =>
          `insert into daily_totals (account_id, day, rail, card_brand, operator, status, shard, operations, total_centavos, commission_centavos)
              values ('acc_one', '2026-11-02', 'card', 'VISA', 'x@y.mx', 'paid', 0, 1, 0, 0)`,
        () => `delete from daily_totals where operator = 'x@y.mx'`,
        () => 'acc_one 2026-11-02 card VISA x@y.mx paid',
      ],
      [
        'a monthly total of one operation more',
        'kept-totals',
        () =>
          `insert into monthly_totals (account_id, month, rail, card_brand, operator, status, shard, operations, total_centavos, commission_centavos)
              values ('acc_one', '2026-11', 'card', 'VISA', 'x@y.mx', 'paid', 0, 1, 0, 0)`,
        () => `delete from monthly_totals where operator = 'x@y.mx'`,
        () => 'acc_one 2026-11 card VISA x@y.mx paid',
      ],
      [
        'an event that is missing',
        'events',
        () => `update events set type = 'operation.lost' where operation_id = '${find('card', 'declined').id}'`,
        () => `update events set type = 'operation.declined' where operation_id = '${find('card', 'declined').id}'`,
        () => `${find('card', 'declined').id} operation.declined`,
      ],
      [
        'a payment of another amount',
        'payments-received',
        () => `update payments_received set amount_centavos = 1 where operation_id = '${find('store', 'paid').id}'`,
        () => `update payments_received set amount_centavos = 10000 where operation_id = '${find('store', 'paid').id}'`,
        () => find('store', 'paid').id,
      ],
      [
        'a payment by another way of paying',
        'payments-received',
        () => `update payments_received set rail = 'spei' where operation_id = '${find('store', 'paid').id}'`,
        () => `update payments_received set rail = 'store' where operation_id = '${find('store', 'paid').id}'`,
        () => find('store', 'paid').id,
      ],
      [
        'a refund to nobody',
        'returns',
        () =>
          `update transfers set operation_id = 'ffffffff-ffff-7fff-bfff-ffffffffffff' where operation_id = '${find('spei', 'cancelled').id}'`,
        () =>
          `update transfers set operation_id = '${find('spei', 'cancelled').id}' where operation_id = 'ffffffff-ffff-7fff-bfff-ffffffffffff'`,
        () => `refund ${find('spei', 'cancelled').id}`,
      ],
      [
        'a refund said to be sent',
        'returns',
        () => `update transfers set state = 'settled' where operation_id = '${find('spei', 'cancelled').id}'`,
        () => `update transfers set state = 'pending' where operation_id = '${find('spei', 'cancelled').id}'`,
        () => ':sent',
      ],
    ]
    // PostgreSQL spreads counters over shards; one row that exists must be changed.
    let shard = 0
    const shardOf = () => shard

    for (const [title, invariant, lie, truth, culprit] of lies) {
      test(`names ${title}`, async () => {
        const row = await store.db
          .selectFrom('balances')
          .select('shard')
          .where('account_id', '=', 'acc_one')
          .where('ledger_account', '=', 'income:fees')
          .executeTakeFirstOrThrow()
        shard = row.shard
        await doctor(store, lie())
        const report = await audit(store, { accountId: 'acc_one' })
        const first = report.invariants.find((one) => one.name === invariant)?.first
        assert.equal(report.clean, false)
        assert.ok(first, `nothing against ${invariant}`)
        assert.ok(first.id.includes(culprit()), `${first.id} is not ${culprit()}`)
        assert.notEqual(first.expected, first.found)
        await doctor(store, truth())
        assert.equal((await audit(store, { accountId: 'acc_one' })).clean, true)
      })
    }

    test('reads one instant while payments continue', async () => {
      const busy = lived(store, Array.from({ length: 10 }, () => everyKind).flat(), 'acc_two')
      for (let round = 0; round < 5; round += 1) assert.equal((await audit(store)).clean, true)
      await busy
      assert.equal((await audit(store)).clean, true)
    })

    test('an entry that does not balance cannot be posted', () => {
      const entry = { name: 'x:paid' as const, accountId: 'acc_one', day: '2026-11-02', at: '2026-11-02T12:00:00.000Z' }
      const lines = [{ account: 'payouts' as const, amountCentavos: 1 }]
      assert.throws(() => entryWrites({ ...entry, lines }), /does not balance/)
    })
  })
}

async function lived(store: Store, lives: Parameters<typeof live>[1][], account?: string): Promise<OperationRow[]> {
  const clock = frozenClock()
  const ends: OperationRow[] = []
  for (const one of lives) ends.push(await live({ store, clock }, one, account ?? accounts[one.account] ?? ''))
  return ends
}

async function doctor(store: Store, text: string): Promise<void> {
  await store.commit([run(sql.raw(text).compile(store.db))])
}
