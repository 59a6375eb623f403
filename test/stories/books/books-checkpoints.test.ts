import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { same } from '../../../src/core/language/bilingual.ts'
import type { Task } from '../../../src/core/task.ts'
import { mexicoCityDay } from '../../../src/core/time.ts'
import { checkpointsIn, checkpointsText, NoCheckpoints, readCheckpoints } from '../../../src/ledger/checkpoints-file.ts'
import { closeBooksTask, HEAD_EVENT } from '../../../src/ledger/close-books.ts'
import { verifyBooks } from '../../../src/ledger/verify-books.ts'
import { readClockState } from '../../../src/store/clock-state.ts'
import type { Store, StoreAndClock } from '../../../src/store/store.ts'
import { run } from '../../../src/store/write.ts'
import { moveClock, payAtStore, storeVoucher } from '../../support/fixtures/payers.ts'
import { ENGINES } from '../../support/harness/engines.ts'
import { everyNth } from '../../support/harness/sampled.ts'
import { type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

const checkpointsOf = (world: World) => world.service.store.snapshot(({ db }) => checkpointsIn(db))

async function change({ commit, db }: Store, texts: string[]): Promise<void> {
  for (const text of texts) await commit([run(sql.raw(text).compile(db))])
}

async function forget(store: Store): Promise<void> {
  await change(store, [
    'delete from book_days',
    `update book_progress set until_at = '1970-01-01T00:00:00.000Z', goal_at = null, leased_until = 0`,
  ])
}

/** A process that has just started, and closes the books. */
function closeBooks({ store, clock }: StoreAndClock): Task {
  const tell = () => [run(sql.raw('select 1').compile(store.db))]
  return closeBooksTask({ store, clock, log: { info: () => {} }, tell })
}

async function closeAll(needs: StoreAndClock): Promise<void> {
  const task = closeBooks(needs)
  while ((await task.run()) > 0);
}

async function sell(merchant: Merchant): Promise<string> {
  const { transaction } = await storeVoucher(merchant)
  await payAtStore(merchant, { transaction })
  return transaction
}

const eventsOf = async (merchant: Merchant) =>
  (await merchant.get(`/v1/events?type=${HEAD_EVENT}`)).body.result.events as { id: string; created: string }[]

onBothEngines('the checkpoints of each day are written hour by hour', (world) => {
  test('an open day is covered some minutes after each hour, and continues; a closed day stays as it is', async () => {
    const merchant = await world().merchant()
    const noon = '2027-03-02T12:00:00-06:00'
    await moveClock(merchant, { freeze: true, set: noon })
    await sell(merchant)
    await world().work()
    const ofDay = async (day: string) =>
      (await checkpointsOf(world())).days.find((one) => one.day === day)?.accounts.get(merchant.accountId)
    assert.equal(await ofDay('2027-03-02'), undefined)
    await moveClock(merchant, { advance: 'PT1H15M' })
    await world().work()
    const first = await ofDay('2027-03-02')
    assert.equal(first?.parts.operations?.records, 1)
    assert.equal(first?.parts.entries?.records, 1)
    await sell(merchant)
    await moveClock(merchant, { advance: 'PT1H15M' })
    await world().work()
    const second = await ofDay('2027-03-02')
    assert.equal(second?.parts.operations?.records, 2)
    assert.notEqual(second?.head, first?.head)
    await moveClock(merchant, { advance: 'P1D' })
    await world().work()
    const closed = await ofDay('2027-03-02')
    await sell(merchant)
    await moveClock(merchant, { advance: 'P1D' })
    await world().work()
    assert.deepEqual(await ofDay('2027-03-02'), closed)
    assert.notEqual((await ofDay('2027-03-03'))?.head, closed?.head)
  })

  test('each account gets an event with the checkpoint of each day on which something happened, once', async () => {
    const merchant = await world().merchant()
    const all = (await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/all' })).body.result
    const named = (await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/named', events: [HEAD_EVENT] })).body
      .result
    await sell(merchant)
    await moveClock(merchant, { advance: 'P2D' })
    await world().work()
    await world().work()
    const sentTo = await world()
      .service.store.db.selectFrom('webhook_deliveries')
      .innerJoin('events', 'events.id', 'event_id')
      .select('endpoint_id')
      .where('events.account_id', '=', merchant.accountId)
      .where('type', '=', HEAD_EVENT)
      .execute()
    assert.deepEqual(
      sentTo.map((row) => row.endpoint_id),
      [named.id],
    )
    assert.notEqual(all.id, named.id)
    const events = await eventsOf(merchant)
    assert.equal(events.length, 1)
    const { data } = (await merchant.get(`/v1/events/${events[0]?.id}`)).body.result
    const kept = (await checkpointsOf(world())).days
      .find(({ day }) => day === data.day)
      ?.accounts.get(merchant.accountId)
    assert.equal(data.head, kept?.head)
    assert.match(data.head, /^[0-9a-f]{64}$/)
    assert.deepEqual(data.tables, kept?.parts)
    // The event is all that happened since: it makes no further one. That a webhook which fails for days is paused would be on record.
    for (const { id } of [all, named]) assert.equal((await merchant.call('DELETE', `/v1/webhook/${id}`)).status, 200)
    const other = await world().merchant()
    await moveClock(other, { advance: 'P1D' })
    await world().work()
    const { length } = await eventsOf(merchant)
    await moveClock(other, { advance: 'P5D' })
    await world().work()
    assert.equal((await eventsOf(merchant)).length, length)
  })

  test('after several days at once, an account gets the checkpoint of the last day, and since when it covers', async () => {
    const merchant = await world().merchant()
    const { store, clock } = world().service
    // As after an upgrade: the days are closed by one run.
    await sell(merchant)
    const first = mexicoCityDay(clock.now())
    const events: { account: string; data: Record<string, unknown> }[] = []
    const tell = (account: string, data: Record<string, unknown>) => {
      events.push({ account, data })
      return [run(sql.raw('select 1').compile(store.db))]
    }
    await moveClock(merchant, { freeze: true, advance: 'P1D' })
    await sell(merchant)
    await moveClock(merchant, { advance: 'P1DT2H' })
    await world().work()
    await change(store, [`update book_days set announced = 0 where account_id = '${merchant.accountId}'`])
    await change(store, ['update book_progress set leased_until = 0'])
    const task = closeBooksTask({ store, clock, log: { info: () => {} }, tell })
    while ((await task.run()) > 0);
    const own = events.filter(({ account }) => account === merchant.accountId)
    assert.equal(own.length, 1)
    const { data } = own[0] ?? assert.fail()
    assert.equal(data.since, first)
    const days = (await checkpointsOf(world())).days.filter(({ accounts }) => accounts.has(merchant.accountId))
    assert.equal(
      data.head,
      days
        .filter(({ day }) => day <= String(data.day))
        .at(-1)
        ?.accounts.get(merchant.accountId)?.head,
    )
    await moveClock(merchant, { resume: true })
  })

  test('a process that dies at any write is followed by another, which writes the same checkpoints', async () => {
    const { store, clock } = world().service
    // Another process may have moved the clock: an account is opened here, where it must not be written into an hour that is hashed.
    const newMerchant = async () => {
      clock.follow(await readClockState(store))
      return world().merchant()
    }
    for (let n = 0; n < 3; n += 1) {
      await sell(await newMerchant())
      await moveClock(await newMerchant(), { advance: 'PT20H' })
    }
    await moveClock(await newMerchant(), { advance: 'P1D' })
    await world().work()
    const honest = checkpointsText(await checkpointsOf(world()))
    const finish = async () => {
      await change(store, ['update book_progress set leased_until = 0'])
      await closeAll({ store, clock })
    }
    let died = 0
    // The engines share the writes: together they die after each.
    const writesBefore = Array.from({ length: 60 }, (_, after) => after)
    for (const after of everyNth(writesBefore, ENGINES.length, ENGINES.indexOf(world().engine))) {
      await forget(store)
      let writes = 0
      const dying: Store = {
        ...store,
        commit: async (batch) => {
          writes += 1
          if (writes > after) throw new Error('the process is gone')
          return store.commit(batch)
        },
      }
      const isDone = await closeAll({ store: dying, clock }).then(
        () => true,
        () => false,
      )
      await finish()
      assert.equal(checkpointsText(await checkpointsOf(world())), honest, `after ${after} writes`)
      if (isDone) break
      died += 1
    }
    assert.ok(died > 5, String(died))
  })

  test('an audit between any two writes of a closing finds nothing, and sees what is altered meanwhile', async () => {
    const { store, clock } = world().service
    const [one, other] = [await world().merchant(), await world().merchant()]
    await moveClock(one, { freeze: true, set: '2027-08-02T10:30:00-06:00' })
    await world().work()
    const verified = async (kept = checkpointsOf(world())) => {
      const checkpoints = await kept
      const source = same('what was kept')
      return store.snapshot((snapshot) =>
        verifyBooks(snapshot, { kept: [{ source, checkpoints }], nowMs: clock.epochMs() }),
      )
    }
    let stops = 0
    let underWay = 0
    const printed: string[] = []
    const look = async () => {
      stops += 1
      assert.deepEqual((await verified()).faults, [], `before write ${stops}`)
      const now = await checkpointsOf(world())
      printed.push(checkpointsText(now))
      const [account, kept] = [...(now.underWay?.accounts ?? [])][0] ?? []
      if (account === undefined || kept === undefined) return
      underWay += 1
      const where = `where account_id = '${account}' and day = '${now.underWay?.day}'`
      await change(store, [`update book_days set parts = '{}' ${where}`])
      assert.notDeepEqual((await verified()).faults, [])
      await change(store, [`update book_days set parts = '${JSON.stringify(kept.parts)}' ${where}`])
    }
    // The first hour of a day, the next, in which one account sells nothing, and another.
    for (const sellers of [[one, other], [one], [one, other]]) {
      for (const merchant of sellers) await sell(merchant)
      // The service itself finds the books being closed.
      await change(store, ['update book_progress set leased_until = 9000000000000'])
      await moveClock(one, { advance: 'PT1H15M' })
      clock.follow(await readClockState(store))
      await change(store, ['update book_progress set leased_until = 0'])
      const held: Store = {
        ...store,
        commit: async (batch) => {
          await look()
          return store.commit(batch)
        },
      }
      await closeAll({ store: held, clock })
      assert.deepEqual((await verified()).faults, [])
    }
    assert.ok(underWay >= 3, `${underWay} of ${stops}`)
    for (const text of printed) assert.deepEqual((await verified(Promise.resolve(readCheckpoints(text)))).faults, [])
    await moveClock(one, { resume: true })
  })

  test('two processes at once write the same checkpoints as one', async () => {
    const { store, clock } = world().service
    const honest = checkpointsText(await checkpointsOf(world()))
    await forget(store)
    const tasks = [1, 2, 3].map(() => closeBooks({ store, clock }))
    await Promise.all(tasks.map((task) => task.run()))
    await closeAll({ store, clock })
    // Whoever thinks that its lease holds, and is too late, changes nothing.
    await change(store, ['update book_progress set leased_until = 0'])
    assert.equal(checkpointsText(await checkpointsOf(world())), honest)
  })

  test('an inserted day, a removed day and a day of another account are named', async () => {
    const { store, clock } = world().service
    const [merchant, other] = [await world().merchant(), await world().merchant()]
    await moveClock(merchant, { advance: 'P1D' })
    const sold = await sell(merchant)
    await moveClock(merchant, { advance: 'P3D' })
    await world().work()
    clock.follow(await readClockState(store))
    // The service may still wait because it found the books being closed in an earlier story.
    await closeAll({ store, clock })
    const kept = readCheckpoints(checkpointsText(await checkpointsOf(world())))
    const compare = () =>
      store.snapshot((snapshot) =>
        verifyBooks(snapshot, { kept: [{ source: same('a file'), checkpoints: kept }], nowMs: clock.epochMs() }),
      )
    assert.deepEqual((await compare()).faults, [])
    const ids = async () => (await compare()).faults.map(({ id }) => id)
    const day = (await store.db.selectFrom('operations').select('day').where('id', '=', sold).executeTakeFirstOrThrow())
      .day

    await change(store, [`update operations set account_id = '${other.accountId}' where id = '${sold}'`])
    assert.deepEqual(
      (await ids()).sort(),
      [`${merchant.accountId} ${day} operations`, `${other.accountId} ${day} operations`].sort(),
    )
    await change(store, [`update operations set account_id = '${merchant.accountId}' where id = '${sold}'`])

    const quiet = clock.epochMs() - 36 * 3_600_000
    const at = new Date(quiet).toISOString()
    await change(store, [
      `insert into fee_changes (id, account_id, rail, number, percentage_millis, fixed_centavos, dispute_centavos, created_at)
       values ('fch_put_in', '${other.accountId}', 'spei', 9, 1, 0, 0, '${at}')`,
    ])
    assert.ok((await ids()).includes(`${other.accountId} ${mexicoCityDay(quiet)} fee_changes`), String(await ids()))
    await change(store, [`delete from fee_changes where id = 'fch_put_in'`])
    assert.deepEqual(await ids(), [])

    await change(store, [`delete from events where account_id = '${merchant.accountId}'`])
    assert.ok((await ids()).includes(`${merchant.accountId} ${day} events`))
  })
})

test('a file that is no list of checkpoints is refused by its line', () => {
  for (const text of [
    '',
    'heads',
    'cobro heads 1\nday 2026-13-01 x y',
    'cobro heads 1\naccount acc_1 2026-11-20 abc',
    'cobro heads 1\nconstructor',
  ])
    assert.throws(() => readCheckpoints(text), NoCheckpoints, text)
})

onBothEngines(
  'the operator gets the checkpoints by e-mail',
  (world) => {
    test('once for each closed day, with the checkpoint of all accounts', async () => {
      const merchant = await world().merchant()
      await sell(merchant)
      const day = mexicoCityDay(world().service.clock.now())
      await moveClock(merchant, { advance: 'P1DT2H' })
      await world().work()
      await world().work()
      const { db } = world().service.store
      const mails = await db
        .selectFrom('mailbox')
        .select(['recipient', 'subject', 'body'])
        .where('account_id', '=', '')
        .execute()
      const ofDay = mails.filter(({ body }) => body.startsWith(day))
      assert.deepEqual(
        ofDay.map(({ recipient }) => recipient),
        ['libros@cobro.example'],
      )
      const head = (await checkpointsOf(world())).days.find((one) => one.day === day)?.head
      assert.ok(head !== undefined && ofDay[0]?.body.includes(head))
      assert.equal((await merchant.get('/v1/sandbox/mailbox')).body.result.messages.length, 0)
    })
  },
  { BOOKS_HEADS_TO: 'libros@cobro.example' },
)
