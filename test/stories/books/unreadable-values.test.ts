// The embedded engine keeps any value in any column. One that the program cannot read does not hide from an audit what else was altered.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { audit } from '../../../src/service/audit.ts'
import { run } from '../../../src/store/write.ts'
import { person } from '../../support/fixtures/console.ts'
import { payAtStore, storeVoucher } from '../../support/fixtures/payers.ts'
import { runCobro } from '../../support/harness/programs.ts'
import { openWorld } from '../../support/harness/world.ts'

const HUGE = '9223372036854775807'

test('a value that cannot be read fails the checks that need it, and the others are made', async (t) => {
  const world = await openWorld('sqlite')
  t.after(() => world.close())
  const merchant = await world.merchant()
  const { transaction } = await storeVoucher(merchant)
  await payAtStore(merchant, { transaction })
  await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/' })
  const { store } = world.service
  const change = (text: string) => store.commit([run(sql.raw(text).compile(store.db))])
  const failing = async () => {
    const { invariants, clean } = await audit(store)
    const wrong = invariants.filter(({ first }) => first !== null)
    assert.equal(clean, wrong.length === 0)
    return new Map(wrong.map(({ name, first }) => [name, first]))
  }
  assert.deepEqual(await failing(), new Map())

  await change(`update webhook_endpoints set url = 'https://thief.example/'`)
  assert.deepEqual([...(await failing()).keys()], ['authority'])
  for (const [altered, back, check] of [
    [`update operations set fee_centavos = ${HUGE}`, 'update operations set fee_centavos = 0', 'operation-parts'],
    [
      `update fee_schedules set fixed_centavos = ${HUGE}`,
      'update fee_schedules set fixed_centavos = 250',
      'fee-schedules',
    ],
    [
      `update payments_received set amount_centavos = ${HUGE}`,
      'update payments_received set amount_centavos = 15000',
      'received-entries',
    ],
  ] as const) {
    await change(altered)
    const faults = await failing()
    assert.match(faults.get(check)?.found ?? '', new RegExp(HUGE), check)
    assert.match(faults.get('authority')?.id ?? '', /^(webhook_endpoints|fee_schedules) |^authority/, check)
    await change(back)
  }
})

test('checkpoints that cannot be read do not hide what the audit found', async (t) => {
  const world = await openWorld('sqlite')
  t.after(() => world.close())
  const merchant = await world.merchant()
  await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/' })
  const { store } = world.service
  for (const text of [
    `insert into book_days (account_id, day, until_at, head, records, parts, announced) values ('', 'x', '2026-11-27T10:00:00.000Z', 'x', 1, '{}', 1)`,
    `update webhook_endpoints set url = 'https://thief.example/'`,
  ])
    await store.commit([run(sql.raw(text).compile(store.db))])
  const operator = await person(world, merchant, 'operator')
  await operator.call('POST', '/v1/console/audit', {})
  const shown = async () => (await operator.call('GET', '/v1/console/audit')).body.result
  while ((await shown()).finished_at === null) await new Promise((resolve) => setTimeout(resolve, 20))
  const { failed, report, chain } = await shown()
  assert.equal(failed, false)
  assert.ok(report.invariants.some(({ first }: { first: { id: string } | null }) => /webhook/.test(first?.id ?? '')))
  assert.deepEqual(
    chain.faults.map(({ id }: { id: string }) => id),
    ['book_days'],
  )
  const { code, out, error } = await runCobro(['audit'], world.environment)
  assert.equal(code, 1, error)
  assert.match(out, /webhook_endpoints/)
  assert.match(out, /FAIL {2}book_days\n/)
})
