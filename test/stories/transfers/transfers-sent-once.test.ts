// A bank that keeps its own books, answers as it likes, and counts the money that leaves: nothing leaves twice, whatever its keys protect.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sandboxSpeiBank } from '../../../src/connectors/sandbox/spei-bank.ts'
import type { KeyLife, SpeiBank, TransferStateOutcome } from '../../../src/connectors/spei-bank.ts'
import { createClock } from '../../../src/core/clock.ts'
import { speiDay } from '../../../src/core/time.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { update } from '../../../src/store/write.ts'
import { assertAudited, moveClock, payBySpei, speiVoucher } from '../../support/fixtures/payers.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { MANY_AT_ONCE, type Merchant, openWorld, type World } from '../../support/harness/world.ts'

/** What a bank does with a request: takes it or not, and answers or not. */
type Mood = 'well' | 'silent and takes' | 'silent and loses' | 'away'

/** SPEI's own rule: one transfer for a key and a banking day. */
function ledgerBank(own: SpeiBank, keyLife: KeyLife, nowMs: () => number) {
  const sent = new Map<string, TransferStateOutcome>()
  const state = {
    mood: 'well' as Mood,
    asked: 0,
    answer: { kind: 'settled' } as TransferStateOutcome,
    /** What the bank does before its answer arrives. */
    meanwhile: async (_trackingKey: string): Promise<unknown> => undefined,
  }
  const keyOf = (trackingKey: string, day: string) => (keyLife === 'always' ? trackingKey : `${trackingKey} ${day}`)
  const bank: SpeiBank = {
    name: 'ledger-bank',
    simulated: true,
    keyLife,
    issueAccount: own.issueAccount,
    closeAccount: own.closeAccount,
    transfer: async ({ trackingKey }) => {
      state.asked += 1
      if (state.mood === 'away') throw new Error('no line')
      const key = keyOf(trackingKey, speiDay(nowMs()))
      if (state.mood !== 'silent and loses' && !sent.has(key)) sent.set(key, state.answer)
      await state.meanwhile(trackingKey)
      if (state.mood !== 'well') return { kind: 'unknown' }
      const known = sent.get(key)
      return known?.kind === 'accepted' ? { kind: 'accepted' } : { kind: 'settled' }
    },
    findTransfer: async ({ trackingKey, day }) => {
      if (state.mood === 'away') return { kind: 'unknown' }
      return sent.get(keyOf(trackingKey, day)) ?? { kind: 'never-seen' }
    },
  }
  return { bank, state, sent }
}

for (const engine of ENGINES) {
  for (const keyLife of ['always', 'banking-day'] as const) {
    describe(`no transfer leaves twice from a bank whose keys live ${keyLife} [${engine}]`, () => {
      after(stopPostgres)
      const inWorld = async (
        story: (given: { world: World; merchant: Merchant } & ReturnType<typeof ledgerBank>) => Promise<void>,
      ) => {
        const ofBank = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 1 })
        let nowMs = () => 0
        const made = ledgerBank(sandboxSpeiBank(ofBank, createClock()), keyLife, () => nowMs())
        const world = await openWorld(engine, MANY_AT_ONCE, { connectors: { speiBank: made.bank } })
        nowMs = () => world.service.clock.epochMs()
        try {
          const merchant = await world.merchant()
          // A Monday, in the morning.
          await moveClock(merchant, { freeze: true, set: '2031-06-02T10:00:00-06:00' })
          await story({ world, merchant, ...made })
          await assertAudited(world)
        } finally {
          await world.close()
          await ofBank.close()
        }
      }
      const refund = async (merchant: Merchant) => {
        const { transaction } = await speiVoucher(merchant)
        await payBySpei(merchant, { transaction })
        await merchant.get(`/v1/operations/apply-reversal/${transaction}`)
      }
      const status = async (merchant: Merchant) =>
        (await merchant.get('/v1/transfers')).body.result.transfers.map((one: { status: string }) => one.status)

      test('the bank is silent, but has taken the transfer: it is found and not sent again', () =>
        inWorld(async ({ world, merchant, state, sent }) => {
          state.mood = 'silent and takes'
          await refund(merchant)
          await world.work()
          assert.deepEqual(await status(merchant), ['pending'])
          state.mood = 'well'
          await moveClock(merchant, { advance: 'PT5M' })
          assert.deepEqual([await status(merchant), state.asked, sent.size], [['settled'], 1, 1])
        }))

      test('the bank is silent over the turn of the day, and has taken the transfer: it is found on the day of the request', () =>
        inWorld(async ({ world, merchant, state, sent }) => {
          state.mood = 'silent and takes'
          await refund(merchant)
          await world.work()
          state.mood = 'away'
          await moveClock(merchant, { advance: 'P3D' })
          state.mood = 'well'
          await moveClock(merchant, { advance: 'PT2H' })
          assert.deepEqual([await status(merchant), sent.size], [['settled'], 1])
        }))

      test('the bank is silent, and has lost the transfer: it is sent again on the same day', () =>
        inWorld(async ({ world, merchant, state, sent }) => {
          state.mood = 'silent and loses'
          await refund(merchant)
          await world.work()
          state.mood = 'well'
          await moveClock(merchant, { advance: 'PT5M' })
          assert.deepEqual([await status(merchant), state.asked, sent.size], [['settled'], 2, 1])
        }))

      test('the bank is silent over the turn of the day, and has lost the transfer: it is sent again only where the key still protects', () =>
        inWorld(async ({ world, merchant, state, sent }) => {
          state.mood = 'silent and loses'
          await refund(merchant)
          await world.work()
          state.mood = 'away'
          await moveClock(merchant, { advance: 'P2D' })
          state.mood = 'well'
          await moveClock(merchant, { advance: 'PT2H' })
          if (keyLife === 'always') {
            assert.deepEqual([await status(merchant), sent.size], [['settled'], 1])
            return
          }
          assert.deepEqual([await status(merchant), sent.size], [['rejected'], 0])
          const [{ id, reason }] = (await merchant.get('/v1/transfers')).body.result.transfers
          assert.equal(reason, 'the bank never saw it')
          assert.equal((await merchant.post(`/v1/transfers/${id}/retry`, {})).status, 200)
          await world.work()
          assert.deepEqual([await status(merchant), sent.size], [['settled', 'rejected'], 1])
        }))

      test('a process died after the request and before it wrote the answer: another process looks the transfer up first', () =>
        inWorld(async ({ world, merchant, state, sent }) => {
          const { store, clock } = world.service
          await refund(merchant)
          // As the process left it: asked for, and the bank has it; no answer was written.
          const [{ tracking_key: trackingKey }] = (await merchant.get('/v1/transfers')).body.result.transfers
          sent.set(keyLife === 'always' ? trackingKey : `${trackingKey} 2031-06-02`, { kind: 'accepted' })
          await store.commit([update('transfers', { asked_at: clock.now() }, { tracking_key: trackingKey })])
          await moveClock(merchant, { advance: 'P1D' })
          assert.deepEqual([await status(merchant), state.asked, sent.size], [['accepted'], 0, 1])
          const report = { network: 'ledger-bank', trackingKey, state: 'settled' } as const
          const verdicts = await Promise.all([1, 2, 3].map(() => world.service.transferChanged(report)))
          assert.deepEqual(verdicts.sort(), ['known', 'known', 'recorded'])
        }))

      test('a rejection is reported before the answer that the money went arrives: it went, as in the other order', () =>
        inWorld(async ({ world, merchant, state, sent }) => {
          state.meanwhile = (trackingKey) =>
            world.service.transferChanged({ network: 'ledger-bank', trackingKey, state: 'rejected' })
          await refund(merchant)
          await world.work()
          assert.deepEqual([await status(merchant), state.asked, sent.size], [['settled'], 1, 1])
          const [{ id }] = (await merchant.get('/v1/transfers')).body.result.transfers
          assert.equal((await merchant.post(`/v1/transfers/${id}/retry`, {})).status, 409)
        }))

      test('just before the turn of the day a bank whose keys live for a day is not asked', () =>
        inWorld(async ({ world, merchant, state }) => {
          await moveClock(merchant, { set: '2031-06-02T17:58:00-06:00' })
          await refund(merchant)
          await world.work()
          assert.equal(state.asked, keyLife === 'always' ? 1 : 0)
          await moveClock(merchant, { advance: 'PT30M' })
          assert.deepEqual([await status(merchant), state.asked], [['settled'], 1])
        }))
    })
  }
}
