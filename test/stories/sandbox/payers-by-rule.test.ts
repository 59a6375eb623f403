import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../../../src/config.ts'
import { sandboxAcquirer } from '../../../src/connectors/sandbox/acquirer.ts'
import { sandboxCashNetwork } from '../../../src/connectors/sandbox/cash-network.ts'
import { sandboxSpeiBank } from '../../../src/connectors/sandbox/spei-bank.ts'
import { createClock } from '../../../src/core/clock.ts'
import { magics } from '../../../src/sandbox/magic.ts'
import { createService } from '../../../src/service.ts'
import { openDatabase } from '../../../src/store/database.ts'
import {
  assertAudited,
  customerWithSource,
  eventsOf,
  moveClock,
  operationOf,
  speiVoucher,
  storeVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { onBothEngines, worldOf } from '../../support/harness/world.ts'

const PAYER = '/v1/sandbox/payer'

onBothEngines('simulated payers pay by themselves when a rule says so', (world) => {
  const statusOf = async (merchant: Parameters<typeof operationOf>[0], { transaction }: { transaction: string }) =>
    (await operationOf(merchant, transaction)).status

  test('every new voucher is paid a set number of seconds after it is issued, by the service’s clock', async () => {
    const merchant = await world().merchant()
    const before = await storeVoucher(merchant)
    assert.deepEqual((await merchant.get(PAYER)).body.result, { pay_after_seconds: null })
    assert.equal((await merchant.call('PUT', PAYER, { pay_after_seconds: 90 })).status, 200)
    assert.deepEqual((await merchant.get(PAYER)).body.result, { pay_after_seconds: 90 })
    await moveClock(merchant, { freeze: true })
    const { source } = await customerWithSource(merchant)
    const after = [await storeVoucher(merchant), await speiVoucher(merchant), await speiVoucher(merchant, { source })]
    const left = await storeVoucher(merchant, { payment: { reference: { description: 'pedido [no pagar]' } } })
    await moveClock(merchant, { advance: 'PT89S' })
    for (const voucher of after) assert.equal(await statusOf(merchant, voucher), 'P')
    await moveClock(merchant, { advance: 'PT1S' })
    for (const voucher of after) assert.equal(await statusOf(merchant, voucher), 'N')
    assert.equal((await merchant.call('PUT', PAYER, { pay_after_seconds: null })).status, 200)
    const later = await storeVoucher(merchant)
    await moveClock(merchant, { advance: 'PT1H', resume: true })
    for (const voucher of [before, left, later]) assert.equal(await statusOf(merchant, voucher), 'P')
    await assertAudited(world())
  })

  test('a rule applies to one account', async () => {
    const [one, other] = [await world().merchant(), await world().merchant()]
    await one.call('PUT', PAYER, { pay_after_seconds: 0 })
    const [mine, theirs] = [await storeVoucher(one), await storeVoucher(other)]
    await world().work()
    assert.equal(await statusOf(one, mine), 'N')
    assert.equal(await statusOf(other, theirs), 'P')
  })

  const outcomes = {
    exact: { status: 'N', returns: [] },
    short: { status: 'P', returns: [-100] },
    over: { status: 'P', returns: [100] },
    twice: { status: 'N', returns: [0] },
    late: { status: 'E', returns: [0] },
    never: { status: 'P', returns: [] },
  }
  for (const { description, totalCentavos, behaviour } of magics) {
    const ways: [string, object, number][] = [
      [
        `description ${description}`,
        { payment: { reference: { description: `Pedido 7 ${description.toLowerCase()}` } } },
        15_000,
      ],
      ...(totalCentavos === null
        ? []
        : [
            [`total of ${totalCentavos / 100}`, { total: totalCentavos / 100 }, totalCentavos] as [
              string,
              object,
              number,
            ],
          ]),
    ]
    for (const [title, body, total] of ways) {
      test(`a ${title}: ${behaviour}`, async () => {
        const merchant = await world().merchant()
        await moveClock(merchant, { freeze: true })
        const vouchers = [await storeVoucher(merchant, body), await speiVoucher(merchant, body)]
        await moveClock(merchant, { advance: behaviour === 'late' ? 'P4D' : 'PT5S', resume: true })
        await world().work()
        for (const { transaction } of vouchers) {
          const { status, returns: sentBack } = outcomes[behaviour]
          // A till gives nothing back.
          const returns = transaction === vouchers[0].transaction ? [] : sentBack
          assert.equal((await operationOf(merchant, transaction)).status, status)
          const transfers = (await transfersOf(world(), merchant)).filter((row) => row.operation_id === transaction)
          assert.deepEqual(
            transfers.map(({ state, amount_centavos }) => [state, amount_centavos - total]),
            returns.map((difference) => ['settled', difference]),
          )
          assert.equal((await eventsOf(world(), transaction))['payment.returned'] ?? 0, returns.length)
        }
        await assertAudited(world())
      })
    }
  }

  test('a planned payment survives a stop of the process, and two workers do not make it twice', async () => {
    const merchant = await world().merchant()
    const vouchers = []
    for (let n = 0; n < 10; n += 1) {
      vouchers.push(await storeVoucher(merchant, { payment: { reference: { description: '[PAGAR]' } } }))
    }
    const planned = await world()
      .service.store.db.selectFrom('planned_payments')
      .select('id')
      .where('account_id', '=', merchant.accountId)
      .where('due_at', 'is not', null)
      .execute()
    assert.equal(planned.length, 10)
    const { worker } = world().service
    await Promise.all([worker.runDue(), worker.runDue(), worker.runDue()])
    for (const voucher of vouchers) assert.equal(await statusOf(merchant, voucher), 'N')
    assert.deepEqual(await transfersOf(world(), merchant), [])
    await assertAudited(world())
  })

  test('an invalid rule is refused', async () => {
    const merchant = await world().merchant()
    for (const body of [{}, { pay_after_seconds: -1 }, { pay_after_seconds: 'x' }, { pay_after_seconds: 1.5 }]) {
      const answer = await merchant.call('PUT', PAYER, body)
      assert.equal(answer.status, 400)
      assert.deepEqual(Object.keys(answer.body.error.messages), ['pay_after_seconds'])
    }
  })
})

test('in production there is no simulator: its calls are unknown and no simulated payment happens', async () => {
  const settings = { DATABASE_URL: ':memory:', AT_REST_KEY: 'a1'.repeat(32), BASE_URL: 'https://pagos.example.mx' }
  const config = readConfig({ ...settings, RSA_THREADS: '1', LOG_LEVEL: 'silent' })
  // Networks of a production service, which the test gives because no setting names simulated ones there.
  const ofNetworks = await openDatabase(':memory:', { connections: 1 })
  const connectors = {
    acquirer: sandboxAcquirer(),
    cashNetwork: sandboxCashNetwork(ofNetworks),
    speiBank: sandboxSpeiBank(ofNetworks, createClock()),
  }
  const service = await createService({ ...config, mode: 'production' }, { connectors, log: pino({ level: 'silent' }) })
  const merchant = await worldOf('sqlite', settings, service).merchant()
  for (const [method, path] of [
    ['POST', '/v1/sandbox/pay/store'],
    ['POST', '/v1/sandbox/pay/spei'],
    ['GET', '/v1/sandbox/clock'],
    ['PUT', '/v1/sandbox/clock'],
    ['PUT', '/v1/sandbox/payer'],
  ] as const) {
    const answer = await merchant.call(method, path, method === 'GET' ? undefined : {})
    assert.equal(answer.status, 404, path)
    assert.equal(answer.body.error.message, 'El servicio no existe')
  }
  const { transaction } = await storeVoucher(merchant, { payment: { reference: { description: '[PAGAR]' } } })
  await service.worker.runDue()
  assert.equal((await operationOf(merchant, transaction)).status, 'P')
  await service.close()
  await ofNetworks.close()
})
