// The promise: what a bank or an acquirer reports of what it was asked to do is taken once, in whatever order it comes; and whatever a
// network reports that nobody can act on waits for a person, without card numbers.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Acquirer, AuthoriseOutcome } from '../../../src/connectors/acquirer.ts'
import type { Connected } from '../../../src/connectors/connector.ts'
import { mexicoCityDay } from '../../../src/core/time.ts'
import { eachHeld } from '../../../src/service/open-items.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { APPROVED, operationsOf, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, eventsOf, speiVoucher } from '../../support/fixtures/payers.ts'
import { nextDigits, playedBank, reportsTo } from '../../support/fixtures/played-networks.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

after(stopPostgres)

const BANK = 'spei-de-prueba'
const CARDS = 'banco-de-prueba'
const CARD = '4242424242424242'

/** What the connectors make of the next request. */
let makes: () => unknown
const inbound = reportsTo(() => makes())

const speiBank = playedBank({ name: BANK, inbound })

/** What the acquirer answers to the next charges, before and when it is asked again. */
let charges: () => Promise<AuthoriseOutcome>
let found: AuthoriseOutcome | { kind: 'never-seen' }
let advised: string[] = []
const acquirer: Connected<Acquirer> = {
  name: CARDS,
  capabilities: { inquiry: true, advice: true, void: true, refund: true, partialRefund: false },
  authorise: () => charges(),
  inquire: async () => found,
  reverse: async () => ({ kind: 'reversed' }),
  advise: async ({ operationId, networkReference }) => {
    advised.push(`${operationId} ${networkReference}`)
    return { kind: 'acknowledged' }
  },
  verify: async () => ({ kind: 'valid' }),
  inbound,
}

const taken = (...notices: object[]) => ({ kind: 'taken', notices, answer: { status: 200, body: '{"ok":1}' } })
const approval = (networkReference: string) => ({ kind: 'approved', authorizationCode: '123456', networkReference })
const DECLINED = { kind: 'declined', code: '51' }

for (const engine of ENGINES) {
  describe(`reports of outcomes [${engine}]`, () => {
    let world: World
    before(async () => {
      world = await openWorld(engine, { ACQUIRER_TIMEOUT_MS: '100' }, { connectors: { speiBank, acquirer } })
    })
    after(() => world.close())

    const report = (network: string, payload = '{}') =>
      world.send({ method: 'POST', url: `/v1/networks/${network}/reports`, payload })
    const tells = async (network: string, ...notices: object[]) => {
      makes = () => taken(...notices)
      const { status, text } = await report(network)
      assert.equal(status, 200, text)
    }
    const pass = async (ms: number) => {
      const { clock, store } = world.service
      const state = clock.state()
      clock.follow(await writeClockState(store, { ...state, offsetMs: state.offsetMs + ms }))
      await world.work()
    }
    const unread = async () => {
      const { db } = world.service.store
      const rows = await db.selectFrom('unread_reports').selectAll().orderBy('id').execute()
      return rows.map((row) => ({ ...row }))
    }
    /** What is kept more than before. */
    const keptBy = async (work: () => Promise<unknown>) => {
      const known = new Set((await unread()).map(({ id }) => id))
      await work()
      return (await unread()).filter(({ id }) => !known.has(id))
    }

    describe('of transfers', () => {
      const refund = async (merchant: Merchant) => {
        const { transaction, bank_account_number } = await speiVoucher(merchant, { total: 500 })
        await tells(BANK, {
          kind: 'payment',
          networkTransaction: `K${nextDigits()}`,
          institution: '012',
          operationDay: mexicoCityDay(world.service.clock.now()),
          networkReference: bank_account_number,
          amountCentavos: 50_000,
          payerClabe: '012180001554321090',
          payerName: 'Ana',
        })
        assert.equal((await merchant.get(`/v1/operations/apply-reversal/${transaction}`)).status, 200)
        await world.work()
        return transfer(merchant)
      }
      const transfer = async (merchant: Merchant) =>
        (await merchant.get('/v1/transfers')).body.result.transfers.at(0) as { tracking_key: string; status: string }
      const noticeOf = (trackingKey: string, state: string, extra = {}) => ({
        kind: 'transfer',
        trackingKey,
        state,
        ...extra,
      })

      test('a transfer settles when its bank reports it, once despite repeats and at once, and may be returned later', async () => {
        const merchant = await world.merchant()
        const { tracking_key, status } = await refund(merchant)
        assert.equal(status, 'accepted')
        const settled = noticeOf(tracking_key, 'settled', { at: '2026-11-20T10:00:00-06:00' })
        const kept = await keptBy(async () => {
          await Promise.all(Array.from({ length: 6 }, () => tells(BANK, settled, settled)))
          assert.equal((await transfer(merchant)).status, 'settled')
          await tells(BANK, noticeOf(tracking_key, 'returned', { reason: 'cuenta cerrada' }))
          // Out of order: it is late news.
          await tells(BANK, settled, noticeOf(tracking_key, 'accepted'))
        })
        assert.deepEqual(kept, [])
        assert.equal((await transfer(merchant)).status, 'returned')
        const { events } = (await merchant.get('/v1/events?limit=100')).body.result
        const types = events.map(({ type }: { type: string }) => type).filter((type: string) => /^refund/.test(type))
        assert.deepEqual(types.sort(), ['refund.returned', 'refund.sent'])
        await assertAudited(world)
      })

      test('a report of no transfer of that network, or against the record, changes nothing and is kept', async () => {
        const merchant = await world.merchant()
        const { tracking_key } = await refund(merchant)
        await tells(BANK, noticeOf(tracking_key, 'settled'))
        const kept = await keptBy(async () => {
          await tells(BANK, noticeOf('NOBODYS', 'settled'))
          await tells(BANK, noticeOf('NOBODYS', 'settled'))
          await tells(BANK, noticeOf(tracking_key, 'rejected', { reason: 'no' }))
        })
        assert.deepEqual(
          kept.map(({ network, call, why, notice, times }) => [network, call, why, notice, times]),
          [
            [BANK, '/reports', 'unknown', 'transfer', 2],
            [BANK, '/reports', 'contradiction', 'transfer', 1],
          ],
        )
        assert.ok(kept[0]?.body.includes('NOBODYS'))
        assert.equal((await transfer(merchant)).status, 'settled')
        // Another network cannot speak of it at all.
        makes = () => taken(noticeOf(tracking_key, 'returned'))
        assert.equal((await report(CARDS)).status, 400)
        await assertAudited(world)
      })

      test('a report of a transfer with a wrong field is refused whole', async () => {
        const merchant = await world.merchant()
        const { tracking_key } = await refund(merchant)
        const good = noticeOf(tracking_key, 'settled')
        for (const change of [
          { trackingKey: '' },
          { trackingKey: 7 },
          { state: 'pending' },
          { state: 'toString' },
          { state: 'withheld' },
          { at: 'yesterday' },
          { reason: 'a'.repeat(251) },
          { network: CARDS },
        ]) {
          makes = () => taken(good, { ...good, ...change })
          assert.equal((await report(BANK)).status, 400, JSON.stringify(change))
        }
        assert.equal((await transfer(merchant)).status, 'accepted')
      })

      test('when a report cannot be written, the bank is asked to repeat it, and nothing is lost', async () => {
        const merchant = await world.merchant()
        const { tracking_key } = await refund(merchant)
        const { store } = world.service
        const { commit } = store
        for (const notice of [noticeOf(tracking_key, 'settled'), noticeOf('NOT-OURS', 'settled')]) {
          makes = () => taken(notice)
          store.commit = async () => {
            throw new Error('the disk is full')
          }
          const failed = await report(BANK).finally(() => {
            store.commit = commit
          })
          assert.equal(failed.status, 503)
        }
        assert.equal((await transfer(merchant)).status, 'accepted')
        await tells(BANK, noticeOf(tracking_key, 'settled'), noticeOf('NOT-OURS', 'settled'))
        assert.equal((await transfer(merchant)).status, 'settled')
        assert.ok((await unread()).some(({ body }) => body.includes('NOT-OURS')))
      })
    })

    describe('of charges', () => {
      const silent = () => new Promise<never>(() => {})
      const pending = async (merchant: Merchant) => {
        charges = silent
        found = { kind: 'unknown' }
        const { body } = await payByCard(world, merchant, APPROVED)
        assert.equal(body.result.recipe.status, 'P')
        return body.result.token as string
      }
      const statusOf = async (merchant: Merchant) => (await operationsOf(world, merchant)).at(-1)?.status
      const notice = (operationId: string, outcome: object) => ({ kind: 'charge', operationId, outcome })

      test('a pending payment is paid when its acquirer reports it, once despite repeats and at once', async () => {
        const merchant = await world.merchant()
        const id = await pending(merchant)
        const approved = notice(id, approval('r-1'))
        const kept = await keptBy(() => Promise.all(Array.from({ length: 6 }, () => tells(CARDS, approved, approved))))
        assert.deepEqual(kept, [])
        assert.equal(await statusOf(merchant), 'paid')
        assert.deepEqual(await eventsOf(world, id), { 'operation.paid': 1 })
        await assertAudited(world)
      })

      test('the report may arrive before the answer of the charge itself', async () => {
        const merchant = await world.merchant()
        const answer = Promise.withResolvers<AuthoriseOutcome>()
        const asked = Promise.withResolvers<void>()
        charges = () => {
          asked.resolve()
          return answer.promise
        }
        const paying = payByCard(world, merchant, APPROVED)
        await asked.promise
        const [operation] = await operationsOf(world, merchant)
        await tells(CARDS, notice(operation?.id ?? '', approval('r-2')))
        answer.resolve(approval('r-2') as AuthoriseOutcome)
        const { status, body } = await paying
        assert.deepEqual([status, body.result.operations?.[0]?.status ?? body.result.recipe?.status], [200, 'N'])
        assert.deepEqual(await eventsOf(world, operation?.id ?? ''), { 'operation.paid': 1 })
      })

      test('a refusal declines the payment, and an approval after it is undone', async () => {
        const merchant = await world.merchant()
        const id = await pending(merchant)
        await tells(CARDS, notice(id, DECLINED))
        assert.equal(await statusOf(merchant), 'declined')
        advised = []
        for (const _ of [1, 2]) {
          await tells(CARDS, notice(id, DECLINED), notice(id, approval('r-3')))
          await world.work()
        }
        assert.deepEqual(advised, [`${id} r-3`])
        assert.equal(await statusOf(merchant), 'declined')
        await assertAudited(world)
      })

      test('given up, and approved the next morning: the charge is undone by the reference of the approval', async () => {
        const merchant = await world.merchant()
        const id = await pending(merchant)
        found = { kind: 'never-seen' }
        advised = []
        await pass(6_000)
        assert.equal(await statusOf(merchant), 'declined')
        await pass(12 * 3_600_000)
        await tells(CARDS, notice(id, approval('r-4')))
        await world.work()
        assert.deepEqual(advised, [`${id} undefined`, `${id} r-4`])
        await assertAudited(world)
      })

      test('a report of no charge of that acquirer, or against the record, changes nothing and is kept', async () => {
        const merchant = await world.merchant()
        charges = async () => approval('r-5') as AuthoriseOutcome
        const { body } = await payByCard(world, merchant, APPROVED)
        const id = body.result.operations?.[0]?.transaction ?? body.result.token
        const { transaction } = await speiVoucher(merchant, { total: 10 })
        const kept = await keptBy(async () => {
          await tells(CARDS, notice(id, approval('r-5')))
          await tells(CARDS, notice(id, DECLINED))
          await tells(CARDS, notice(id, approval('another')))
          await tells(CARDS, notice('nobody', approval('r-6')))
          await tells(CARDS, notice(transaction, approval('r-7')))
        })
        assert.deepEqual(
          kept.map(({ why, notice }) => `${why} ${notice}`),
          ['contradiction charge', 'contradiction charge', 'unknown charge', 'unknown charge'],
        )
        assert.deepEqual(await eventsOf(world, id), { 'operation.paid': 1 })
        await assertAudited(world)
      })

      test('a report of a charge with a wrong field is refused whole', async () => {
        const merchant = await world.merchant()
        const id = await pending(merchant)
        for (const change of [
          { operationId: '' },
          { operationId: undefined },
          { outcome: undefined },
          { outcome: { kind: 'unknown' } },
          { outcome: { kind: 'never-seen' } },
          { outcome: { kind: 'approved', authorizationCode: '123456' } },
          { outcome: { kind: 'approved', authorizationCode: '', networkReference: 'r' } },
          { outcome: { kind: 'declined', code: 'many words' } },
        ]) {
          makes = () => taken({ ...notice(id, approval('r-8')), ...change })
          assert.equal((await report(CARDS)).status, 400, JSON.stringify(change))
        }
        assert.equal(await statusOf(merchant), 'pending')
      })
    })

    describe('that are unreadable', () => {
      const BODY = `{"tarjeta":"${CARD}","cvv":"987","clave":"MBAN01002611230009","monto":"350.10"}`
      const heldIds = async () => {
        const ids: string[] = []
        for await (const one of eachHeld(world.service.store)) ids.push(one.id)
        return ids
      }

      test('from the network itself they are kept, without card numbers, once despite repeats, and shown to the operator', async () => {
        const kept = await keptBy(async () => {
          for (const outcome of [
            { kind: 'unreadable', reason: `a field is new: ${CARD}` },
            { kind: 'unreadable', reason: 'again', answer: { status: 202, body: '{}' } },
            { kind: 'taken', notices: [{ kind: 'gift' }], answer: { status: 200 } },
          ]) {
            makes = () => outcome
            assert.equal(
              (await report(CARDS, BODY)).status,
              'answer' in outcome && outcome.kind !== 'taken' ? 202 : 400,
            )
          }
        })
        assert.equal(kept.length, 1)
        const [row] = kept
        assert.deepEqual([row?.times, row?.network], [3, CARDS])
        assert.equal(
          row?.body,
          `{"tarjeta":"****************","cvv":"***","clave":"MBAN01002611230009","monto":"350.10"}`,
        )
        assert.doesNotMatch(JSON.stringify(row), /42424242/)
        assert.ok((await heldIds()).includes(row?.id ?? ''))
        await world.work()
        const { text } = await world.send({ method: 'GET', url: '/metrics' })
        assert.match(text, new RegExp(`^cobro_network_reports_unread ${(await unread()).length}$`, 'm'))
      })

      test('from any other sender they are only counted', async () => {
        const kept = await keptBy(async () => {
          for (const make of [
            () => ({ kind: 'refused', reason: 'the signature' }),
            () => undefined,
            () => ({ kind: 'what' }),
            () => {
              throw new Error(CARD)
            },
          ]) {
            makes = make
            assert.ok([400, 403].includes((await report(CARDS, 'from nobody')).status))
          }
        })
        assert.deepEqual(kept, [])
      })

      test('the largest body, and bytes that are no text, are kept within their bounds', async () => {
        makes = () => ({ kind: 'unreadable', reason: 'what is this' })
        const bodies = [
          Buffer.alloc(256 * 1024, 'á'),
          Buffer.from([0, 255, 216, 0, 66]),
          Buffer.from(''),
          '4'.repeat(200_000),
        ]
        const kept = await keptBy(async () => {
          for (const payload of bodies) {
            const { status } = await world.send({ method: 'POST', url: `/v1/networks/${BANK}/reports`, payload })
            assert.equal(status, 400)
          }
        })
        assert.equal(kept.length, bodies.length)
        for (const { body } of kept) assert.ok(body.length <= 16_384)
      })
    })
  })
}
