import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../../src/config.ts'
import type { Acquirer } from '../../../src/connectors/acquirer.ts'
import { acquirersOf } from '../../../src/connectors/acquirers.ts'
import { operationStates } from '../../../src/core/operation.ts'
import { addDays, dayStartMs, mexicoCityDay } from '../../../src/core/time.ts'
import { finishReversalsTask } from '../../../src/operations/reversal/finish.ts'
import { type ReverseNeeds, reverser } from '../../../src/operations/reversal/reverse.ts'
import { FIRST_WAIT_MS } from '../../../src/operations/reversal/writes.ts'
import type { OperationRow } from '../../../src/operations/tables.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { newTransfer, transferWrites } from '../../../src/transfers/new-transfer.ts'
import { receivedWrites } from '../../../src/vouchers/received/identities.ts'
import { acquirerPort, cashNetworkPort, speiBankPort } from '../../support/harness/ports.ts'
import { basic, type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'
import { NETWORKS, operationIn } from '../../support/model/operation-rows.ts'

const PATH = '/v1/operations/apply-reversal'
const PAYER = '002010077777777771'

const ownerOf = (merchant: Merchant) => ({ account_id: merchant.accountId, operator: merchant.operator })

const salesOf = async (merchant: Merchant) => {
  const { result } = (await merchant.get('/v1/operations')).body
  return { sales: result.sales, commission: result.commissions.amount }
}

/** What the ledger says an account is owed, in centavos, and how many entries it has of an operation. */
async function ledgerOf({ service }: World, operation: OperationRow) {
  const lines = await service.store.db
    .selectFrom('postings')
    .selectAll()
    .where('entry', 'in', [`${operation.id}:paid`, `${operation.id}:reversed`])
    .execute()
  const owed = lines.filter((line) => line.ledger_account === 'payable:merchant')
  return {
    owed: owed.reduce((sum, line) => sum - line.amount_centavos, 0),
    entries: new Set(lines.map((line) => line.entry)).size,
  }
}

async function paidBySpei({ service }: World, merchant: Merchant, payer: string | null = PAYER): Promise<OperationRow> {
  const operation = await operationIn(service, ownerOf(merchant), 'paid', { rail: 'spei' })
  await service.store.commit(
    receivedWrites({
      id: `rcv_${operation.id}`,
      network: operation.network,
      rail: 'spei',
      institution: payer?.slice(0, 3) ?? '',
      operation_day: operation.day,
      conflict: 0,
      nth: 0,
      from_statement: 0,
      stated: 0,
      cep_url: null,
      network_transaction: `TRACK${operation.id}`,
      network_reference: operation.network_reference ?? '',
      account_id: merchant.accountId,
      operation_id: operation.id,
      amount_centavos: operation.total_centavos,
      payer_clabe: payer,
      payer_name: 'ANA LOPEZ',
      outcome: 'matched',
      reason: '',
      received_at: service.clock.now(),
      paid_at: service.clock.now(),
    }),
  )
  return operation
}

onBothEngines('a reversal moves money once, or says why it does not', (world) => {
  for (const method of ['GET', 'POST']) {
    test(`${method} reverses a card payment of the day, and a repeat gets the same answer`, async () => {
      const merchant = await world().merchant()
      const operation = await operationIn(world().service, ownerOf(merchant), 'paid', {
        authorization_code: '123456',
        external_transaction: 'PEDIDO-7',
      })
      assert.deepEqual(await salesOf(merchant), { sales: '100.00', commission: 4.18 })
      const first = await merchant.call(method, `${PATH}/${operation.id}`)
      assert.equal(first.status, 200)
      assert.equal(first.headers['cache-control'], 'no-store')
      const { recipe, ...rest } = first.body.result
      assert.deepEqual(rest, {
        token: operation.id,
        transaction: 'PEDIDO-7',
        status: true,
        method: 'Reversal',
        autorization_code: '123456',
        card: '424242XXXXXX4242',
        card_type: 'VISA',
      })
      assert.equal(recipe.transaction, operation.id)
      assert.equal(recipe.status, 'C')
      assert.equal(recipe.hasDevolution, true)
      assert.deepEqual((await merchant.call(method, `${PATH}/${operation.id}`)).body, first.body)
      assert.deepEqual(await salesOf(merchant), { sales: '0.00', commission: 0 })
      assert.deepEqual(await ledgerOf(world(), operation), { owed: 0, entries: 2 })
    })
  }

  test('eight reversals at once move money once and all get the same answer', async () => {
    const merchant = await world().merchant()
    for (const operation of [
      await operationIn(world().service, ownerOf(merchant), 'paid'),
      await paidBySpei(world(), merchant),
      await operationIn(world().service, ownerOf(merchant), 'pending', { rail: 'store' }),
    ]) {
      const answers = await Promise.all(
        [1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
          merchant.call(n % 2 === 0 ? 'GET' : 'POST', `${PATH}/${operation.id}`, undefined, {
            ...(n === 3 && { 'idempotency-key': `once-${operation.id}` }),
          }),
        ),
      )
      assert.deepEqual(
        answers.map((one) => one.status),
        Array(8).fill(200),
      )
      assert.equal(new Set(answers.map((one) => one.text)).size, 1)
      assert.equal((await ledgerOf(world(), operation)).owed, 0)
      const { db } = world().service.store
      const events = await db
        .selectFrom('events')
        .select('id')
        .where('operation_id', '=', operation.id)
        .where('type', '=', 'operation.cancelled')
        .execute()
      assert.equal(events.length, 1)
      const transfers = await db
        .selectFrom('transfers')
        .select('amount_centavos')
        .where('operation_id', '=', operation.id)
        .execute()
      assert.deepEqual(
        transfers.map((one) => one.amount_centavos),
        operation.rail === 'spei' ? [10_000] : [],
      )
    }
  })

  test('two processes at once ask the network for the same reversal and one of them records it', async () => {
    const merchant = await world().merchant()
    const operation = await operationIn(world().service, ownerOf(merchant), 'paid')
    const other = reverser(needsOf(world(), { reverse: async () => ({ kind: 'reversed' }) }))
    const answers = await Promise.all([
      merchant.get(`${PATH}/${operation.id}`),
      other.reverse(merchant.accountId, operation.id),
      merchant.get(`${PATH}/${operation.id}`),
      reverser(needsOf(world(), { reverse: async () => ({ kind: 'reversed' }) })).reverse(
        merchant.accountId,
        operation.id,
      ),
    ])
    assert.equal(answers[0].status, 200)
    assert.equal(answers[1].status, 'cancelled')
    assert.equal(answers[2].status, 200)
    assert.equal(answers[3].status, 'cancelled')
    assert.deepEqual(await ledgerOf(world(), operation), { owed: 0, entries: 2 })
  })

  test('a key makes the repeat a replay', async () => {
    const merchant = await world().merchant()
    const operation = await operationIn(world().service, ownerOf(merchant), 'paid')
    const call = () => merchant.call('POST', `${PATH}/${operation.id}`, undefined, { 'idempotency-key': 'reverse-1' })
    const first = await call()
    const second = await call()
    assert.equal(first.headers['idempotent-replayed'], undefined)
    assert.equal(second.headers['idempotent-replayed'], 'true')
    assert.equal(second.text, first.text)
  })

  test('a card payment of the day before is refused in the text that clients know', async () => {
    const merchant = await world().merchant()
    const { service } = world()
    const midnight = dayStartMs(addDays(mexicoCityDay(service.clock.now()), 1))
    const before = service.clock.state()
    service.clock.follow(await writeClockState(service.store, { offsetMs: 0, frozenMs: midnight - 1_000 }))
    const operation = await operationIn(service, ownerOf(merchant), 'paid')
    await writeClockState(service.store, { offsetMs: 0, frozenMs: midnight })
    const { status, body } = await merchant.get(`${PATH}/${operation.id}`)
    await writeClockState(service.store, before)
    assert.equal(status, 409)
    assert.equal(body.error.code, 'InvalidAuthCodeException')
    assert.equal(body.error.message, 'Solo se pueden cancelar movimientos realizados el mismo dia')
    assert.deepEqual(await ledgerOf(world(), operation), { owed: 9_582, entries: 1 })
  })

  for (const rail of ['store', 'spei'] as const) {
    test(`a waiting ${rail} voucher is cancelled; nothing was paid, so nothing is given back`, async () => {
      const merchant = await world().merchant()
      const operation = await operationIn(world().service, ownerOf(merchant), 'pending', { rail })
      const { status, body } = await merchant.get(`${PATH}/${operation.id}`)
      assert.equal(status, 200)
      assert.equal(body.result.recipe.status, 'C')
      assert.equal(body.result.recipe.hasDevolution, false)
      assert.equal(body.result.transaction, operation.id)
      assert.deepEqual(await ledgerOf(world(), operation), { owed: 0, entries: 0 })
    })
  }

  test('a paid SPEI payment is sent back to where it came from', async () => {
    const merchant = await world().merchant()
    const operation = await paidBySpei(world(), merchant)
    const { body } = await merchant.get(`${PATH}/${operation.id}`)
    assert.equal(body.result.recipe.status, 'C')
    assert.equal(body.result.recipe.hasDevolution, true)
    const [transfer, ...more] = await world()
      .service.store.db.selectFrom('transfers')
      .selectAll()
      .where('operation_id', '=', operation.id)
      .execute()
    assert.equal(more.length, 0)
    assert.equal(transfer?.kind, 'refund')
    assert.equal(transfer?.destination, PAYER)
    assert.equal(transfer?.amount_centavos, 10_000)
    assert.match(transfer?.tracking_key ?? '', /^[A-Z0-9]{1,30}$/)
  })

  test('a SPEI payment of unknown origin is not reversed', async () => {
    const merchant = await world().merchant()
    const operation = await paidBySpei(world(), merchant, null)
    const { status, body } = await merchant.get(`${PATH}/${operation.id}`)
    assert.deepEqual([status, body.error.code], [409, 'InvalidTransactionException'])
    assert.equal((await ledgerOf(world(), operation)).entries, 1)
  })

  for (const [title, status, rail] of [
    ['cash that was paid', 'paid', 'store'],
    ['a declined payment', 'declined', 'card'],
    ['an expired voucher', 'expired', 'store'],
  ] as const) {
    test(`${title} is refused and stays as it is`, async () => {
      const merchant = await world().merchant()
      const operation = await operationIn(world().service, ownerOf(merchant), status, { rail })
      const { status: refused, body } = await merchant.get(`${PATH}/${operation.id}`)
      assert.deepEqual([refused, body.error.code], [409, 'InvalidTransactionException'])
      const shown = (await merchant.get(`/v1/operations/${operation.id}`)).body.result.status
      assert.equal(shown, operationStates[status].code)
    })
  }

  test('a reversal that the bank refuses reports the refusal, and may be tried again', async () => {
    const merchant = await world().merchant()
    const operation = await operationIn(world().service, ownerOf(merchant), 'paid', { total_centavos: 400_105 })
    for (const _ of [1, 2]) {
      const { status, body } = await merchant.get(`${PATH}/${operation.id}`)
      assert.deepEqual([status, body.error.code], [409, 'InvalidTransactionException'])
    }
    const willing = reverser(needsOf(world(), { reverse: async () => ({ kind: 'reversed' }) }))
    assert.equal((await willing.reverse(merchant.accountId, operation.id)).status, 'cancelled')
  })

  test('another account’s operation and a missing one are unknown', async () => {
    const merchant = await world().merchant()
    const other = await world().merchant()
    const operation = await operationIn(world().service, ownerOf(other), 'paid')
    for (const id of [
      operation.id,
      '0199a000-0000-7000-8000-000000000000',
      'x',
      'a%00b',
      'caf%C3%A9',
      '%2F',
      'a'.repeat(490),
    ]) {
      const { status, body } = await merchant.get(`${PATH}/${id}`)
      assert.deepEqual([id, status, body.error.code], [id, 404, 'InvalidTransactionException'])
    }
    assert.ok((await merchant.get(`${PATH}/${'a'.repeat(10_240)}`)).status < 500)
    assert.equal((await other.get(`/v1/operations/${operation.id}`)).body.result.status, 'N')
  })

  for (const [name, value] of [
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['x-moz', 'prefetch'],
    ['x-purpose', 'preview'],
  ] as const) {
    test(`a browser prefetch (${name}: ${value}) changes nothing`, async () => {
      const merchant = await world().merchant()
      const operation = await operationIn(world().service, ownerOf(merchant), 'paid')
      const { status, body } = await merchant.get(`${PATH}/${operation.id}`, { [name]: value })
      assert.deepEqual([status, body.success], [403, false])
      assert.equal((await merchant.get(`/v1/operations/${operation.id}`)).body.result.status, 'N')
    })
  }

  for (const method of ['HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    test(`${method} is 405 and changes nothing`, async () => {
      const merchant = await world().merchant()
      const operation = await operationIn(world().service, ownerOf(merchant), 'paid')
      const { statusCode: status, headers } = await world().service.app.inject({
        method: method as 'HEAD',
        url: `${PATH}/${operation.id}`,
        headers: { authorization: basic(merchant.appKey, merchant.secret) },
      })
      assert.equal(status, 405)
      assert.equal(String(headers.allow).split(', ').sort().join(), 'GET,POST')
      assert.equal((await merchant.get(`/v1/operations/${operation.id}`)).body.result.status, 'N')
    })
  }
})

onBothEngines('a reversal without an answer is finished later', (world) => {
  const silent = { reverse: async () => ({ kind: 'unknown' }) as const }

  test('the client is asked to wait, the payment stands, and the worker finishes it, after midnight too', async () => {
    const merchant = await world().merchant()
    const { service } = world()
    const operation = await operationIn(service, ownerOf(merchant), 'paid')
    await assert.rejects(reverser(needsOf(world(), silent)).reverse(merchant.accountId, operation.id), {
      reason: 'reversal-unfinished',
    })
    assert.equal((await merchant.get(`/v1/operations/${operation.id}`)).body.result.status, 'N')

    const asked: string[] = []
    const answering = needsOf(world(), {
      reverse: async ({ operationId }) => {
        asked.push(operationId)
        return { kind: 'reversed' }
      },
    })
    const task = finishReversalsTask(answering, reverser(answering))
    assert.equal(await task.run(), 0, 'nothing is due yet')
    const before = service.clock.state()
    service.clock.follow({ ...before, offsetMs: before.offsetMs + 25 * 3_600_000 })
    assert.equal(await task.run(), 1)
    assert.deepEqual(asked, [operation.id])
    assert.equal(await task.run(), 0)
    assert.equal(await task.nextDueAt?.(), undefined)
    service.clock.follow(before)
    const { result } = (await merchant.get(`/v1/operations/${operation.id}`)).body
    assert.deepEqual([result.status, result.hasDevolution], ['C', true])
    assert.deepEqual(await ledgerOf(world(), operation), { owed: 0, entries: 2 })
  })

  test('while the outcome is unknown, the acquirer is asked again, at growing intervals', async () => {
    const merchant = await world().merchant()
    const { service } = world()
    const operation = await operationIn(service, ownerOf(merchant), 'paid')
    const needs = needsOf(world(), silent)
    const waiting = reverser(needs)
    await assert.rejects(waiting.reverse(merchant.accountId, operation.id))
    const task = finishReversalsTask(needs, waiting)
    const before = service.clock.state()
    const start = service.clock.epochMs()
    service.clock.follow({ ...before, offsetMs: 0, frozenMs: start })
    const waits: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const due = Date.parse((await task.nextDueAt?.()) ?? '')
      waits.push(Math.round((due - service.clock.epochMs()) / FIRST_WAIT_MS))
      service.clock.follow({ ...before, offsetMs: 0, frozenMs: due })
      assert.equal(await task.run(), 1)
      assert.equal(await task.run(), 0)
    }
    service.clock.follow(before)
    assert.deepEqual(waits, [1, 1, 2, 4, 8])
    // A client that asks again needs not wait for the worker.
    const willing = reverser(needsOf(world(), { reverse: async () => ({ kind: 'reversed' }) }))
    assert.equal((await willing.reverse(merchant.accountId, operation.id)).status, 'cancelled')
    assert.equal(await task.nextDueAt?.(), undefined)
  })

  test('a connector that throws or hangs leaves the reversal open, not lost', async () => {
    const merchant = await world().merchant()
    for (const reverse of [
      async () => {
        throw new Error('the line broke')
      },
      () => new Promise<never>(() => {}),
    ]) {
      const operation = await operationIn(world().service, ownerOf(merchant), 'paid')
      const needs = { ...needsOf(world(), { reverse }), timeoutMs: 20 }
      await assert.rejects(reverser(needs).reverse(merchant.accountId, operation.id), { reason: 'reversal-unfinished' })
      assert.equal((await merchant.get(`${PATH}/${operation.id}`)).body.result.recipe.status, 'C')
    }
  })

  test('a voucher that was paid while its cancellation was open stays paid', async () => {
    const merchant = await world().merchant()
    const { service } = world()
    const operation = await operationIn(service, ownerOf(merchant), 'pending', { rail: 'store' })
    const needs = needsOf(world(), {})
    const refusing = reverser({
      ...needs,
      cashNetwork: { ...needs.cashNetwork, cancel: async () => ({ kind: 'unknown' }) },
    })
    await assert.rejects(refusing.reverse(merchant.accountId, operation.id), { reason: 'reversal-unfinished' })
    const paid = reverser({ ...needs, cashNetwork: { ...needs.cashNetwork, cancel: async () => ({ kind: 'paid' }) } })
    await assert.rejects(paid.reverse(merchant.accountId, operation.id), { reason: 'operation-just-paid' })
    assert.equal((await merchant.get(`/v1/operations/${operation.id}`)).body.result.status, 'P')
  })
})

onBothEngines(
  'the window of a reversal can be a number of hours',
  (world) => {
    test('a payment is reversed within it and refused after it', async () => {
      const merchant = await world().merchant()
      const { service } = world()
      const [early, late] = [
        await operationIn(service, ownerOf(merchant), 'paid'),
        await operationIn(service, ownerOf(merchant), 'paid'),
      ]
      const before = service.clock.state()
      const hours = (count: number) => ({ ...before, offsetMs: before.offsetMs + count * 3_600_000 })
      await writeClockState(service.store, hours(47.9))
      assert.equal((await merchant.get(`${PATH}/${early.id}`)).status, 200)
      await writeClockState(service.store, hours(48.1))
      const { status, body } = await merchant.get(`${PATH}/${late.id}`)
      assert.deepEqual([status, body.error.code], [409, 'InvalidAuthCodeException'])
      assert.match(body.error.message, /48 horas/)
    })
  },
  { REVERSAL_WINDOW: '48' },
)

/** A reverser's needs around the world's store, with an acquirer that the test controls. */
function needsOf(world: World, acquirer: Partial<Acquirer>): ReverseNeeds {
  const unasked = async (): Promise<never> => {
    throw new Error('nobody should ask this')
  }
  const { store, clock } = world.service
  return {
    store,
    clock,
    acquirers: acquirersOf([
      acquirerPort({
        name: NETWORKS.card,
        simulated: true,
        capabilities: { inquiry: true, advice: true, void: true, refund: true, partialRefund: true },
        advise: unasked,
        authorise: unasked,
        inquire: unasked,
        verify: unasked,
        reverse: unasked,
        ...acquirer,
      }),
    ]),
    cashNetwork: cashNetworkPort({ name: NETWORKS.store, issue: unasked, cancel: unasked, giveBack: unasked }),
    speiBank: speiBankPort({
      name: NETWORKS.spei,
      keyLife: 'always',
      issueAccount: unasked,
      closeAccount: unasked,
      transfer: unasked,
      findTransfer: unasked,
    }),
    transferWrites: (request) => transferWrites(newTransfer(clock, request)),
    window: readConfig(world.environment).reversalWindow,
  }
}
