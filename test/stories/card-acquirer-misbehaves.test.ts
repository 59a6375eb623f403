import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { feeReader } from '../../src/accounts/fees.ts'
import { parseCharge } from '../../src/cards/charge.ts'
import { cardPayments } from '../../src/cards/pay.ts'
import { recoverCardPayments } from '../../src/cards/recover.ts'
import type { Acquirer } from '../../src/connectors/acquirer.ts'
import { sandboxAcquirer } from '../../src/connectors/sandbox/acquirer.ts'
import { writeClockState } from '../../src/store/clock-state.ts'
import { openAtRest } from '../../src/vault/at-rest.ts'
import { openCardVault } from '../../src/vault/cards.ts'
import { APPROVED, chargeOf, operationsOf } from '../charges.ts'
import { acquirerPort } from '../ports.ts'
import { type Merchant, onBothEngines } from '../world.ts'

onBothEngines('an acquirer that misbehaves charges nobody unseen', (world) => {
  const log = pino({ level: 'silent' })

  /** The parts of a payment around an acquirer of the story's own. */
  const around = (change: Partial<Acquirer>, acquirerTimeoutMs = 40) => {
    const { store, clock, links } = world().service
    const atRest = openAtRest({ current: Buffer.alloc(32, 1) })
    const acquirer = acquirerPort({ ...sandboxAcquirer(), ...change }, acquirerTimeoutMs)
    const pay = cardPayments({
      store,
      clock,
      log,
      cardVault: openCardVault({ store, clock, atRest }),
      atRest,
      fees: feeReader({ store, clock }),
      risk: { assess: async () => ({ stop: undefined, counts: [] }) },
      acquirer,
      acquirerTimeoutMs,
    })
    const recovery = recoverCardPayments({ store, clock, log, links, acquirer, acquirerTimeoutMs })
    const card = { number: APPROVED, holder_name: 'Ana Lopez', cvv: '123', expiration: '3912' }
    const charge = parseCharge(chargeOf('', { recurrent: undefined, card }), { metadata: null, today: '2026-11-20' })
    return {
      pay: (merchant: Merchant) => pay({ accountId: merchant.accountId, operator: merchant.operator }, charge),
      recover: async () => {
        const next = { ...clock.state(), offsetMs: clock.state().offsetMs + 60_000 }
        clock.follow(await writeClockState(store, next))
        while ((await recovery.run()) > 0);
      },
    }
  }

  test('one that throws leaves the payment pending', async () => {
    const merchant = await world().merchant()
    const { pay, recover } = around({
      authorise: async () => {
        throw new Error('broken line')
      },
    })
    assert.equal((await pay(merchant)).status, 'P')
    await recover()
    assert.equal((await operationsOf(world(), merchant))[0]?.status, 'N')
  })

  test('one that never answers, whatever the deadline says, leaves it pending too', async () => {
    const merchant = await world().merchant()
    const { pay } = around({ authorise: () => new Promise(() => {}) })
    assert.equal((await pay(merchant)).status, 'P')
  })

  test('one that does not know yet is asked later, again and again', async () => {
    const merchant = await world().merchant()
    let asked = 0
    const { pay, recover } = around({
      authorise: async () => ({ kind: 'unknown' }),
      inquire: async () => {
        asked += 1
        if (asked === 1) throw new Error('broken line')
        if (asked === 2) return new Promise(() => {})
        return asked < 4 ? { kind: 'unknown' } : { kind: 'declined', code: '05' }
      },
    })
    await pay(merchant)
    await recover()
    const [waiting] = await operationsOf(world(), merchant)
    assert.equal(waiting?.status, 'P')
    assert.ok((waiting?.due_at ?? '') > world().service.clock.now())
    for (let tries = 0; tries < 10 && asked < 4; tries += 1) await recover()
    const [operation] = await operationsOf(world(), merchant)
    assert.deepEqual([operation?.status, operation?.decline_code, asked], ['D', '05', 4])
  })

  test('an approval that comes after the payment was given up is reversed, and the payment stays declined', async () => {
    const merchant = await world().merchant()
    const reversed: string[] = []
    const answered = Promise.withResolvers<void>()
    const { pay, recover } = around(
      {
        authorise: async () => {
          await answered.promise
          return { kind: 'approved', authorizationCode: '123456', networkReference: `late-${merchant.accountId}` }
        },
        inquire: async () => ({ kind: 'never-seen' }),
        reverse: async ({ operationId }) => {
          reversed.push(operationId)
          return { kind: 'reversed' }
        },
      },
      30_000,
    )
    const paying = pay(merchant)
    while ((await operationsOf(world(), merchant)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await recover()
    answered.resolve()
    const operation = await paying
    assert.deepEqual([operation.status, operation.decline_code], ['D', '91'])
    assert.deepEqual(reversed, [operation.id])
  })

  test('when recovery is quicker with the same answer, that answer stands and nothing is reversed', async () => {
    const merchant = await world().merchant()
    const reversed: string[] = []
    const answered = Promise.withResolvers<void>()
    const bank = sandboxAcquirer()
    const { pay, recover } = around(
      {
        authorise: async (request, signal) => {
          await answered.promise
          return bank.authorise(request, signal)
        },
        reverse: async ({ operationId }) => {
          reversed.push(operationId)
          return { kind: 'reversed' }
        },
      },
      30_000,
    )
    const paying = pay(merchant)
    while ((await operationsOf(world(), merchant)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await recover()
    answered.resolve()
    assert.equal((await paying).status, 'N')
    assert.deepEqual(reversed, [])
  })
})
