import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { firstPayoutAccount, openAccount } from '../../../src/accounts/open-account.ts'
import { sandboxCashNetwork } from '../../../src/connectors/sandbox/cash-network.ts'
import { sandboxSpeiBank } from '../../../src/connectors/sandbox/spei-bank.ts'
import type { Clock } from '../../../src/core/clock.ts'
import { refundWrite } from '../../../src/operations/record.ts'
import { finishPayoutsTask } from '../../../src/payouts/finish.ts'
import { payOutTask } from '../../../src/payouts/pay-out.ts'
import { audit } from '../../../src/service/audit.ts'
import { readCauses } from '../../../src/service/transfer-causes.ts'
import { openDatabase } from '../../../src/store/database.ts'
import type { Store } from '../../../src/store/store.ts'
import { insert, run, update } from '../../../src/store/write.ts'
import { sendTransfersTask } from '../../../src/transfers/send.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { cashNetworkPort, speiBankPort } from '../../support/harness/ports.ts'
import { frozenClock, type Life, life, live, passHours } from '../../support/model/history.ts'

const log = pino({ level: 'silent' })
const GOOD = '002010077777777771'
const CLOSED = '646180990000000012'

/** As a change that holds at once; null: as if there had never been one. */
async function setPayoutAccount(store: Store, clock: Clock, id: string, clabe: string | null): Promise<void> {
  const forget = store.db.deleteFrom('payout_account_changes').where('account_id', '=', id)
  const change =
    clabe === null ? [] : [insert('payout_account_changes', firstPayoutAccount({ id, created_at: clock.now() }, clabe))]
  // Of its own: PostgreSQL runs a batch as one statement, in which a deleted id is not free yet.
  await store.commit([run(forget.compile())])
  await store.commit([...change, update('accounts', { payout_clabe: clabe }, { id })])
}

/** What happens to a merchant on some days, one after another. */
const happening = fc.oneof(
  { weight: 6, arbitrary: life.map((lived) => ({ lived })) },
  { weight: 1, arbitrary: fc.constantFrom(GOOD, GOOD, CLOSED, null).map((clabe) => ({ clabe })) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 100 }).map((hours) => ({ hours })) },
  { weight: 2, arbitrary: fc.constant({ workers: 2 }) },
)

for (const engine of ENGINES) {
  describe(`payouts over any history [${engine}]`, () => {
    const opened: Store[] = []
    const open = async () => {
      const store = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 4 })
      opened.push(store)
      return store
    }
    after(async () => {
      for (const store of opened) await store.close()
      await stopPostgres()
    })

    const worker = (store: Store, clock: Clock, settlementDays: number) => {
      const needs = { store, clock }
      const bank = sandboxSpeiBank(store, clock)
      const tasks = [
        payOutTask({ ...needs, terms: { settlementDays }, speiBank: bank }),
        sendTransfersTask({
          ...needs,
          log,
          readCauses,
          refundWrite,
          speiBank: speiBankPort(bank),
          cashNetwork: cashNetworkPort(sandboxCashNetwork(store)),
        }),
        finishPayoutsTask(needs),
      ]
      return async () => {
        for (let done = 1; done > 0; ) {
          done = 0
          for (const task of tasks) done += await task.run()
        }
      }
    }

    test('keep the books right and never pay more than is owed', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(happening, { minLength: 5, maxLength: 40 }),
          fc.integer({ min: 0, max: 3 }),
          async (happenings, settlementDays) => {
            const [store, clock] = [await open(), frozenClock()]
            const { accountId } = await openAccount({ store, clock }, { name: 'A', email: 'a@b.mx', mode: 'sandbox' })
            const setClabe = (clabe: string | null) => setPayoutAccount(store, clock, accountId, clabe)
            await setClabe(GOOD)
            const works = Array.from({ length: 2 }, () => worker(store, clock, settlementDays))
            for (const one of happenings) {
              if ('lived' in one) await live({ store, clock }, one.lived, accountId)
              else if ('clabe' in one) await setClabe(one.clabe)
              else if ('hours' in one) passHours(clock, one.hours)
              else await Promise.all(works.map((work) => work()))
            }
            await checkBooks(store, accountId)

            // In the end, everything that is owed is paid out.
            await setClabe(GOOD)
            for (let day = 0; day < 12; day += 1) {
              passHours(clock, 24)
              await Promise.all(works.map((work) => work()))
            }
            const owed = await checkBooks(store, accountId)
            assert.ok(owed <= 0, `${owed} centavos were never paid out`)
            // Each has threads and memory of its own.
            opened.splice(opened.indexOf(store), 1)
            await store.close()
          },
        ),
        { numRuns: engine === 'sqlite' ? 60 : 4 },
      )
    })

    /** The audit is clean, and what was paid out with what is owed is what was earned, recounted from the operations. */
    const checkBooks = async (store: Store, accountId: string): Promise<number> => {
      const report = await audit(store)
      const faults = report.invariants.filter((one) => one.first !== null)
      assert.deepEqual(faults, [])
      const { db } = store
      const operations = await db.selectFrom('operations').selectAll().where('status', '=', 'paid').execute()
      const earned = operations.reduce(
        (sum, row) => sum + row.total_centavos - row.fee_centavos - row.iva_centavos - row.affiliate_centavos,
        0,
      )
      const payouts = await db.selectFrom('payouts').selectAll().where('account_id', '=', accountId).execute()
      const out = payouts.filter((row) => row.state !== 'failed').reduce((sum, row) => sum + row.amount_centavos, 0)
      const balances = await db
        .selectFrom('balances')
        .select('amount_centavos')
        .where('ledger_account', '=', 'payable:merchant')
        .execute()
      const owed = -balances.reduce((sum, row) => sum + row.amount_centavos, 0)
      assert.equal(out + owed, earned)
      assert.equal(new Set(payouts.map((row) => row.day)).size, payouts.length)
      assert.ok(payouts.every((row) => row.amount_centavos > 0))
      return owed
    }

    test('a payout refused after the next one was made is in the one after that, line by line', async () => {
      const [store, clock] = [await open(), frozenClock()]
      const { accountId } = await openAccount({ store, clock }, { name: 'A', email: 'a@b.mx', mode: 'sandbox' })
      const setClabe = (clabe: string) => setPayoutAccount(store, clock, accountId, clabe)
      const card: Life = {
        method: 'card',
        totalCentavos: 10_000,
        percentageMillis: 0,
        affiliateMillis: 0,
        operator: 'ana@tienda.mx',
        account: 0,
        moves: ['paid'],
        hours: 0,
      }
      const bank = sandboxSpeiBank(store, clock)
      const pay = payOutTask({ store, clock, terms: { settlementDays: 1 }, speiBank: bank })
      const send = sendTransfersTask({
        store,
        clock,
        log,
        readCauses,
        refundWrite,
        speiBank: speiBankPort(bank),
        cashNetwork: cashNetworkPort(sandboxCashNetwork(store)),
      })
      const finish = finishPayoutsTask({ store, clock })
      const daily = async (totalCentavos: number) => {
        await live({ store, clock }, { ...card, totalCentavos }, accountId)
        passHours(clock, 24)
        await pay.run()
      }
      // Monday 2 November 2026 is a holiday: Tuesday to Thursday.
      passHours(clock, 24)
      await setClabe(CLOSED)
      await daily(10_000)
      await setClabe(GOOD)
      await daily(2_000)
      while ((await send.run()) + (await finish.run()) > 0);
      await daily(300)
      while ((await send.run()) + (await finish.run()) > 0);
      const payouts = await store.db.selectFrom('payouts').selectAll().orderBy('day').execute()
      assert.deepEqual(
        payouts.map((row) => [row.state, row.amount_centavos]),
        [
          ['failed', 10_000],
          ['paid', 2_000],
          ['paid', 10_300],
        ],
      )
      const lines = await store.db
        .selectFrom('payout_lines')
        .selectAll()
        .where('payout_id', '=', payouts[2]?.id ?? '')
        .orderBy('carried_from')
        .execute()
      assert.deepEqual(
        lines.map((row) => [row.rail, row.carried_from, row.amount_centavos]),
        [
          ['card', '', 300],
          ['card', payouts[0]?.id, 10_000],
        ],
      )
      assert.equal((await audit(store)).clean, true)

      // And an audit sees when a payout is doctored.
      const doctor = (text: string) => store.commit([run(sql.raw(text).compile(store.db))])
      for (const [table, lie, truth, culprit] of [
        ['payouts', `amount_centavos = 1`, `amount_centavos = 10000`, payouts[0]?.id],
        ['payouts', `state = 'paid'`, `state = 'failed'`, payouts[0]?.id],
        ['transfers', `destination = '0'`, `destination = '${CLOSED}'`, payouts[0]?.id],
        ['payout_lines', `amount_centavos = 1`, `amount_centavos = 10000`, payouts[2]?.id],
      ] as const) {
        const where = {
          payouts: `id = '${payouts[0]?.id}'`,
          transfers: `id = '${payouts[0]?.transfer_id}'`,
          payout_lines: `carried_from <> ''`,
        }[table]
        await doctor(`update ${table} set ${lie} where ${where}`)
        const { first } = (await audit(store)).invariants.find((one) => one.name === 'payouts') ?? {}
        assert.ok(first?.id.startsWith(culprit ?? '-'), `${lie} is not seen`)
        await doctor(`update ${table} set ${truth} where ${where}`)
        assert.equal((await audit(store)).clean, true)
      }
    })
  })
}
