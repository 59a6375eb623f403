// Every fault of a network can be rehearsed with one header of the request that makes the operation, and ends as with a real network: each
// centavo is somewhere, once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { chargeFaults, transferFaults } from '../../../src/connectors/sandbox/faults.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { APPROVED, operationsOf, payByCard } from '../../support/fixtures/charges.ts'
import {
  assertAudited,
  balanceOf,
  frozenMerchant,
  moveClock,
  operationOf,
  payBySpei,
  speiVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { type Answer, type Merchant, onBothEngines } from '../../support/harness/world.ts'

const PAYER = '032180000118359719'
const asking = (faults: string) => ({ 'sandbox-network-faults': faults })
/** A loaded machine may take so long for what takes milliseconds. */
const LONGEST_WAIT_MS = 10_000
const PATHS = { store: '/v1/payment/convenience-store', spei: '/v1/payment/spei' }

onBothEngines(
  'a request can ask for faults of networks',
  (world) => {
    const frozen = () => frozenMerchant(world())
    const voucher = async (merchant: Merchant, rail: keyof typeof PATHS, faults: string): Promise<string> => {
      const answer = await merchant.post(PATHS[rail], { total: 150 }, asking(faults))
      assert.equal(answer.status, 200, answer.text)
      return answer.body.result.transaction
    }
    const received = async (transaction: string) => {
      const { db } = world().service.store
      const rows = await db
        .selectFrom('payments_received')
        .select(['outcome', 'reason', 'paid_at', 'received_at'])
        .where('operation_id', '=', transaction)
        .orderBy('id')
        .execute()
      return rows.map((row) => ({ ...row }))
    }
    /** Time passes without a step at each due time, and what falls due is done. */
    const pass = async (ms: number) => {
      const { clock, store } = world().service
      const state = clock.state()
      const moved = state.frozenMs === null ? { offsetMs: state.offsetMs + ms } : { frozenMs: state.frozenMs + ms }
      clock.follow(await writeClockState(store, { ...state, ...moved }))
      await world().work()
    }

    for (const rail of ['store', 'spei'] as const) {
      test(`a payment of ${rail} is reported hours later, and twice: it is one payment, paid when its payer paid`, async () => {
        const merchant = await frozen()
        const id = await voucher(merchant, rail, 'late_hours=8, twice')
        await moveClock(merchant, { advance: 'PT7H' })
        assert.equal((await operationOf(merchant, id)).status, 'P')
        await moveClock(merchant, { advance: 'PT2H' })
        assert.equal((await operationOf(merchant, id)).status, 'N')
        const [one, ...others] = await received(id)
        assert.deepEqual([one?.outcome, others], ['matched', []])
        assert.equal(Date.parse(one?.received_at ?? '') - Date.parse(one?.paid_at ?? ''), 8 * 3_600_000)
        await assertAudited(world())
      })

      test(`a number of ${rail} that is reported again from elsewhere, or with another amount, is other money`, async () => {
        const merchant = await frozen()
        const elsewhere = await voucher(merchant, rail, 'other_bank')
        const other = await voucher(merchant, rail, 'other_amount')
        await moveClock(merchant, { advance: 'PT1M' })
        for (const id of [elsewhere, other]) assert.equal((await operationOf(merchant, id)).status, 'N')
        const second = rail === 'spei' ? 'returned already-paid' : 'suspended already-paid'
        const shown = async (id: string) => (await received(id)).map(({ outcome, reason }) => `${outcome} ${reason}`)
        assert.deepEqual((await shown(elsewhere)).sort(), ['matched voucher-paid', second].sort())
        assert.deepEqual((await shown(other)).sort(), ['matched voucher-paid', 'suspended identity-conflict'])
        await assertAudited(world())
      })
    }

    const ends: Record<string, string> = {
      rejected: 'rejected',
      unanswered: 'settled',
      'settled-later': 'settled',
      'rejected-later': 'rejected',
      'returned-unsettled': 'returned',
      'returned-later': 'returned',
      silent: 'settled',
    }
    for (const fault of Object.keys(transferFaults)) {
      test(`a refund that is requested with transfer=${fault} ends ${ends[fault]}; sent again, it arrives`, async () => {
        const merchant = await frozen()
        const { transaction } = await speiVoucher(merchant)
        await payBySpei(merchant, { transaction, payer_clabe: PAYER })
        const path = `/v1/operations/apply-reversal/${transaction}`
        assert.equal((await merchant.get(path, asking(`transfer=${fault}`))).status, 200)
        await moveClock(merchant, { advance: 'P5D' })
        const [refund] = await transfersOf(world(), merchant)
        assert.equal(refund?.state, ends[fault])
        if (ends[fault] !== 'settled') {
          assert.equal((await merchant.post(`/v1/transfers/${refund?.id}/retry`, {})).status, 200)
          await world().work()
          assert.equal((await transfersOf(world(), merchant)).at(-1)?.state, 'settled')
        }
        assert.equal(await balanceOf(world(), merchant, 'payable:returns'), 0)
        await assertAudited(world())
      })
    }

    const charge = async (merchant: Merchant, fault: string): Promise<Answer> =>
      payByCard(world(), merchant, APPROVED, {}, { headers: asking(`charge=${fault}`) })
    const only = async (merchant: Merchant) => {
      const [operation] = await operationsOf(world(), merchant)
      const { db } = world().service.store
      const advice = await db
        .selectFrom('advices')
        .selectAll()
        .where('operation_id', '=', operation?.id ?? '')
        .executeTakeFirst()
      return { operation, advice }
    }

    const outcomes: Record<string, [status: string, advice: string | undefined, attempts: number | undefined]> = {
      slow: ['paid', undefined, undefined],
      'found-approved': ['paid', undefined, undefined],
      'found-declined': ['declined', undefined, undefined],
      'never-seen': ['declined', 'acknowledged', 1],
      late: ['paid', undefined, undefined],
      'advice-refused-twice': ['declined', 'acknowledged', 3],
      'advice-refused-often': ['declined', 'acknowledged', 11],
      'advice-refused': ['declined', 'refused', 1],
    }
    for (const [fault, expected] of Object.entries(outcomes)) {
      test(`a charge with charge=${fault} ends ${expected[0]}`, async () => {
        const merchant = await world().merchant()
        await charge(merchant, fault)
        if (fault === 'late') await sleep(400)
        for (let turn = 0; turn < (fault === 'advice-refused-often' ? 13 : 5); turn += 1) await pass(6_000 * 2 ** turn)
        // A bank that answers at its deadline, on a busy machine after it, is asked again: until then nothing is known.
        const untilMs = Date.now() + LONGEST_WAIT_MS
        const isEnded = async () => {
          const { operation, advice } = await only(merchant)
          return operation?.status === expected[0] && advice?.state === expected[1]
        }
        while (!(await isEnded()) && Date.now() < untilMs) {
          await sleep(20)
          await pass(60_000)
        }
        const { operation, advice } = await only(merchant)
        assert.deepEqual([operation?.status, advice?.state, advice?.attempts], expected)
        await assertAudited(world())
      })
    }

    test('reversals that the bank refuses, or does not answer', async () => {
      const merchant = await world().merchant()
      for (const [fault, status] of [
        ['reversal-refused', 409],
        ['reversal-silent', 503],
      ] as const) {
        const { body } = await charge(merchant, fault)
        const answer = await merchant.get(`/v1/operations/apply-reversal/${body.result.token}`)
        assert.equal(answer.status, status, answer.text)
      }
    })

    test('captures that the bank refuses, or answers late', async () => {
      const merchant = await world().merchant()
      for (const [fault, status] of [
        ['capture-refused', 409],
        ['capture-late', 503],
      ] as const) {
        const headers = asking(`charge=${fault}`)
        const { body, text } = await payByCard(world(), merchant, APPROVED, { capture: false }, { headers })
        assert.equal(body.result?.operations?.[0]?.status, 'A', text)
        const { transaction } = body.result.operations[0]
        const answer = await merchant.call('POST', `/v1/operations/${transaction}/capture`, {})
        assert.equal(answer.status, status, answer.text)
      }
    })

    test('every fault of charges has its story', () => {
      const report = [
        ...Object.keys(outcomes),
        'capture-late',
        'capture-refused',
        'reversal-refused',
        'reversal-silent',
        'too-late',
      ]
      assert.deepEqual(Object.keys(chargeFaults).sort(), report.sort())
    })

    test('another request, another account and work that the clock makes due have none of its faults', async () => {
      const merchant = await frozen()
      const id = await voucher(merchant, 'spei', 'transfer=rejected, charge=never-seen')
      assert.equal((await operationOf(merchant, id)).status, 'P', 'nothing of it concerns a voucher')
      await payBySpei(merchant, { transaction: id, payer_clabe: PAYER })
      await merchant.get(`/v1/operations/apply-reversal/${id}`)
      const moved = await merchant.call('PUT', '/v1/sandbox/clock', { advance: 'PT1H' }, asking('transfer=rejected'))
      assert.equal(moved.status, 200)
      assert.equal((await transfersOf(world(), merchant))[0]?.state, 'settled')
    })

    test('an unknown fault is refused by the header’s name', async () => {
      const merchant = await world().merchant()
      for (const faults of [
        'x',
        'late_hours=-1',
        'late_hours=9000',
        'charge=x',
        'transfer=4',
        'twice=2',
        'twice, x',
        '',
      ]) {
        const answer = await merchant.post(PATHS.spei, { total: 150 }, asking(faults))
        assert.equal(answer.status, 400, faults)
        assert.ok(answer.body.error.messages['Sandbox-Network-Faults'], faults)
      }
    })
  },
  { ACQUIRER_TIMEOUT_MS: '100' },
)
