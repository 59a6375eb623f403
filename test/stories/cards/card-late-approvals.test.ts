// The promise: an approval that comes after its payment was given up is undone, whatever stands in the way: an outage of the database, a
// second approval under another reference, or a crash between asking and undoing. What contradicts the record is kept for a person.
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type {
  Acquirer,
  AcquirerCapabilities,
  AuthoriseOutcome,
  InquiryOutcome,
} from '../../../src/connectors/acquirer.ts'
import type { Connected } from '../../../src/connectors/connector.ts'
import { eachHeld } from '../../../src/service/open-items.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { update } from '../../../src/store/write.ts'
import { APPROVED, operationsOf, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited } from '../../support/fixtures/payers.ts'
import { jsonReports } from '../../support/fixtures/played-networks.ts'
import { eventually } from '../../support/fixtures/receiver.ts'
import { ENGINES, type Engine, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

after(stopPostgres)

const CARDS = 'banco-de-prueba'
const EVERYTHING: AcquirerCapabilities = { inquiry: true, advice: true, void: true, refund: true, partialRefund: true }
const approval = (networkReference: string) =>
  ({ kind: 'approved', authorizationCode: '123456', networkReference }) as const
const away = () => Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' })

/** A bank whose answers the story decides. */
function bank(capabilities: AcquirerCapabilities) {
  const played = {
    charge: (): Promise<AuthoriseOutcome> => new Promise(() => {}),
    found: { kind: 'never-seen' } as InquiryOutcome,
    undone: [] as string[],
    /** What becomes of a reversal after the bank has made it. */
    reversing: async () => {},
  }
  const acquirer: Connected<Acquirer> = {
    name: CARDS,
    capabilities,
    authorise: () => played.charge(),
    inquire: async () => played.found,
    reverse: async ({ networkReference }) => {
      played.undone.push(`reverse ${networkReference}`)
      await played.reversing()
      return { kind: 'reversed' }
    },
    advise: async ({ networkReference }) => {
      played.undone.push(`advise ${networkReference}`)
      return { kind: 'acknowledged' }
    },
    verify: async () => ({ kind: 'valid' }),
    inbound: jsonReports,
  }
  return { played, acquirer }
}

for (const engine of ENGINES) {
  describe(`approvals that arrive too late [${engine}]`, () => {
    const { played, acquirer } = bank(EVERYTHING)
    let world: World
    before(async () => {
      world = await openWorld(engine, { ACQUIRER_TIMEOUT_MS: '60' }, { connectors: { acquirer } })
    })
    after(() => world.close())

    const pass = (ms: number) => passIn(world, ms)
    const advicesOf = (merchant: Merchant) => advicesIn(world, merchant)
    const statusOf = async (merchant: Merchant) => (await operationsOf(world, merchant)).at(-1)?.status
    const report = (...notices: object[]) =>
      world.send({ method: 'POST', url: `/v1/networks/${CARDS}/reports`, payload: JSON.stringify(notices) })
    const kept = async () => {
      const { db } = world.service.store
      return (
        await db.selectFrom('unread_reports').select(['why', 'notice', 'call', 'body']).orderBy('id').execute()
      ).map((row) => ({ ...row }))
    }
    /** A payment whose answer the bank holds back. */
    const held = async (merchant: Merchant) => {
      const answer = Promise.withResolvers<AuthoriseOutcome>()
      played.charge = () => answer.promise
      played.found = { kind: 'never-seen' }
      await payByCard(world, merchant, APPROVED)
      const id = (await operationsOf(world, merchant)).at(-1)?.id ?? ''
      return { id, answer }
    }

    test('an approval during a database outage is undone once the database is back', async () => {
      const merchant = await world.merchant()
      const { answer } = await held(merchant)
      await pass(6_000)
      assert.equal(await statusOf(merchant), 'declined')
      await pass(6_000)
      assert.equal((await advicesOf(merchant))[0]?.state, 'acknowledged')
      played.undone = []
      const { store } = world.service
      const { commit } = store
      const tried = Promise.withResolvers<void>()
      store.commit = async () => {
        tried.resolve()
        throw away()
      }
      answer.resolve(approval('late-1'))
      await tried.promise
      const waits = /^cobro_late_answers_waiting 1$/m
      await eventually(async () => waits.test((await world.send({ method: 'GET', url: '/metrics' })).text))
      store.commit = commit
      await world.work()
      assert.deepEqual(played.undone, ['advise late-1'])
      assert.equal((await advicesOf(merchant))[0]?.network_reference, 'late-1')
      assert.match((await world.send({ method: 'GET', url: '/metrics' })).text, /^cobro_late_answers_waiting 0$/m)
      await assertAudited(world)
    })

    test('a second approval under another reference is undone too, each once, however often it is reported', async () => {
      const merchant = await world.merchant()
      const { id } = await held(merchant)
      await pass(6_000)
      await pass(6_000)
      played.undone = []
      const charge = (networkReference: string) => ({
        kind: 'charge',
        operationId: id,
        outcome: approval(networkReference),
      })
      for (let turn = 0; turn < 2; turn += 1) {
        await Promise.all([1, 2, 3].map(() => report(charge('one'), charge('two'), charge('three'))))
        await pass(1_000)
      }
      assert.deepEqual([...played.undone].sort(), ['advise one', 'reverse three', 'reverse two'])
      const advices = await advicesOf(merchant)
      assert.deepEqual(advices.map(({ reason, state }) => `${reason} ${state}`).sort(), [
        'another-approval acknowledged',
        'another-approval acknowledged',
        'no-answer acknowledged',
      ])
      await assertAudited(world)
    })

    test('of two approvals at once for a payment that its bank had declined, both are undone', async () => {
      const merchant = await world.merchant()
      played.charge = async () => ({ kind: 'declined', code: '51' })
      await payByCard(world, merchant, APPROVED)
      const id = (await operationsOf(world, merchant)).at(-1)?.id ?? ''
      played.undone = []
      const charge = (networkReference: string) => ({
        kind: 'charge',
        operationId: id,
        outcome: approval(networkReference),
      })
      await Promise.all(['x', 'y'].map((reference) => report(charge(reference))))
      await world.work()
      assert.equal(played.undone.length, 2)
      assert.deepEqual(played.undone.map((one) => one.split(' ')[1]).sort(), ['x', 'y'])
      await assertAudited(world)
    })

    test('an approval of a payment that is paid under another reference is kept for a person, and undoes nothing', async () => {
      const merchant = await world.merchant()
      const { id, answer } = await held(merchant)
      await report({ kind: 'charge', operationId: id, outcome: approval('first') })
      assert.equal(await statusOf(merchant), 'paid')
      played.undone = []
      const before = (await kept()).length
      answer.resolve(approval('second'))
      await eventually(async () => (await kept()).length > before)
      const one = (await kept()).at(-1)
      assert.deepEqual([one?.why, one?.notice], ['contradiction', 'charge'])
      assert.ok(one?.body.includes('second') && one.body.includes(id))
      const listed = []
      for await (const { because } of eachHeld(world.service.store)) listed.push(because[1])
      assert.ok(listed.some((because) => because.includes(`${CARDS} authorise`)))
      await world.work()
      assert.deepEqual(played.undone, [])
      await assertAudited(world)
    })
  })

  describe(`a bank that takes only advices [${engine}]`, () => {
    const { played, acquirer } = bank({ ...EVERYTHING, void: false, refund: false, partialRefund: false })
    let world: World
    before(async () => {
      world = await openWorld(engine, { ACQUIRER_TIMEOUT_MS: '60' }, { connectors: { acquirer } })
    })
    after(() => world.close())

    test('does not learn which of two approvals to undo: the second one waits for a person', async () => {
      const merchant = await world.merchant()
      await payByCard(world, merchant, APPROVED)
      await passIn(world, 6_000)
      const operationId = (await operationsOf(world, merchant)).at(-1)?.id ?? ''
      const notices = ['one', 'two'].map((reference) => ({ kind: 'charge', operationId, outcome: approval(reference) }))
      const payload = JSON.stringify(notices)
      await world.send({ method: 'POST', url: `/v1/networks/${CARDS}/reports`, payload })
      await world.work()
      assert.ok(!played.undone.includes('advise two'))
      const waiting = []
      for await (const { because } of eachHeld(world.service.store)) waiting.push(because[1])
      assert.ok(
        waiting.some((because) => because.includes('a second approval')),
        waiting.join(),
      )
      await assertAudited(world)
    })
  })

  describe(`a bank that takes no advices [${engine}]`, () => {
    const { played, acquirer } = bank({ ...EVERYTHING, advice: false })
    let world: World
    before(async () => {
      world = await openWorld(engine, { ACQUIRER_TIMEOUT_MS: '60' }, { connectors: { acquirer } })
    })
    after(() => world.close())

    test('the reference of the request is on disk before the charge is reversed, and is the one that is reversed again', async () => {
      const merchant = await world.merchant()
      played.found = { kind: 'never-seen' }
      await payByCard(world, merchant, APPROVED)
      await passIn(world, 6_000)
      played.found = approval('found-1')
      const { store } = world.service
      const { commit } = store
      let known: string | null | undefined
      played.reversing = async () => {
        known ??= (await advicesIn(world, merchant))[0]?.network_reference
        // The process dies here, as far as the database knows.
        store.commit = async () => {
          throw away()
        }
      }
      await passIn(world, 6_000).catch(() => {})
      store.commit = commit
      played.reversing = async () => {}
      assert.equal(known, 'found-1')
      played.found = approval('found-2')
      // Leases last in real time.
      await store.commit([update('advices', { leased_until: 0 }, { state: 'pending' })])
      await passIn(world, 3_600_000)
      assert.deepEqual(played.undone, ['reverse found-1', 'reverse found-1'])
      assert.deepEqual(
        (await advicesIn(world, merchant)).map(({ state }) => state),
        ['acknowledged'],
      )
      await assertAudited(world)
    })
  })
}

/** One that a second process finds. */
async function lastingDatabase(engine: Engine): Promise<string> {
  if (engine === 'postgres') return newDatabaseUrl(engine)
  return `file:${join(mkdtempSync(join(tmpdir(), 'cobro-late-')), 'cobro.db')}`
}

async function advicesIn(world: World, merchant: Merchant) {
  const { db } = world.service.store
  const rows = await db
    .selectFrom('advices')
    .selectAll()
    .where('account_id', '=', merchant.accountId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row }))
}

/** Time passes, and what falls due is done. */
async function passIn(world: World, ms: number): Promise<void> {
  const { clock, store } = world.service
  const state = clock.state()
  clock.follow(await writeClockState(store, { ...state, offsetMs: state.offsetMs + ms }))
  await world.work()
}

for (const engine of ENGINES) {
  describe(`an approval that a process receives during an outage, and dies with [${engine}]`, () => {
    for (const inquiry of [true, false]) {
      const what = inquiry ? 'is learned again: the payment is paid' : 'of a bank that cannot be asked is undone'
      test(what, async () => {
        const { played, acquirer } = bank({ ...EVERYTHING, inquiry })
        const answer = Promise.withResolvers<AuthoriseOutcome>()
        played.charge = () => answer.promise
        const settings = {
          DATABASE_URL: await lastingDatabase(engine),
          AT_REST_KEY: '11'.repeat(32),
          ACQUIRER_TIMEOUT_MS: '60',
        }
        const dying = await openWorld(engine, settings, { connectors: { acquirer } })
        const merchant = await dying.merchant()
        // A bank that cannot be asked is told to undo the charge at the deadline.
        const { status, text } = await payByCard(dying, merchant, APPROVED)
        assert.equal(status, inquiry ? 200 : 402, text)
        const { store } = dying.service
        const { commit } = store
        const tried = Promise.withResolvers<void>()
        store.commit = async () => {
          tried.resolve()
          throw away()
        }
        played.found = approval('in-an-outage')
        answer.resolve(approval('in-an-outage'))
        await tried.promise
        await new Promise((resolve) => setTimeout(resolve, 20))
        // What waits in memory dies with the process.
        await dying.close()
        store.commit = commit
        const next = await openWorld(engine, settings, { connectors: { acquirer } })
        try {
          await passIn(next, 6_000)
          await passIn(next, 6_000)
          const [operation] = await operationsOf(next, merchant)
          assert.deepEqual(
            [operation?.status, operation?.network_reference],
            inquiry ? ['paid', 'in-an-outage'] : ['declined', null],
          )
          // Without the lost answer its reference is not known: the advice goes by our own identity.
          assert.deepEqual(played.undone, inquiry ? [] : ['advise undefined'])
          await assertAudited(next)
        } finally {
          await next.close()
        }
      })
    }
  })
}
