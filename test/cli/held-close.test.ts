// The operator reads a report that could not be processed, and closes what a person has settled: once, with a reason on record.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { keepReport } from '../../src/reconciliation/notices/unread.ts'
import { writeClockState } from '../../src/store/clock-state.ts'
import { APPROVED, payByCard } from '../support/fixtures/charges.ts'
import { assertAudited } from '../support/fixtures/payers.ts'
import { runCobro } from '../support/harness/programs.ts'
import { openWorld } from '../support/harness/world.ts'

test('cobro held show and close', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-held-'))
  const url = `file:${join(folder, 'cobro.db')}`
  const world = await openWorld('sqlite', { DATABASE_URL: url, ACQUIRER_TIMEOUT_MS: '60' })
  try {
    const cobro = (...words: string[]) => runCobro(words, { DATABASE_URL: url, DATA_DIR: folder })
    const merchant = await world.merchant()
    await payByCard(world, merchant, APPROVED, { 'payment.total.amount': '4001.11' })
    const { clock, store } = world.service
    for (const ms of [6_000, 10_000]) {
      const state = clock.state()
      clock.follow(await writeClockState(store, { ...state, offsetMs: state.offsetMs + ms }))
      await world.work()
    }
    const advice = await store.db.selectFrom('advices').selectAll().executeTakeFirstOrThrow()
    assert.equal(advice.state, 'refused')
    const report = {
      network: 'red',
      call: '/pagos',
      ...({ why: 'unreadable', detail: 'no total' } as const),
      text: '{"pan":"4242424242424242","t2":";4242424242424242=30121019?","cvv":"987","x":1}',
    }
    await keepReport(world.service, report)
    const [id] = (await store.db.selectFrom('unread_reports').select('id').execute()).map((row) => row.id)
    assert.ok(id)

    const list = await cobro('held')
    assert.deepEqual([list.code, list.out.trim().split('\n').length], [1, 2], list.out)
    assert.match(list.out, /already settled/)
    assert.equal(
      (await cobro('held', 'show', id)).out,
      '{"pan":"****************","t2":";****************=********?","cvv":"***","x":1}\n',
    )
    const asJson = JSON.parse((await cobro('held', 'show', id, '--json')).out)
    assert.deepEqual(asJson, {
      id,
      body: '{"pan":"****************","t2":";****************=********?","cvv":"***","x":1}',
      closed_at: null,
    })
    assert.equal((await cobro('held', 'show', 'unr_none')).code, 2)

    const close = (what: string, ...because: string[]) => cobro('held', 'close', what, ...because)
    const because = ['--because', 'undone in the portal of the bank']
    assert.equal((await close(advice.id)).code, 2, 'a reason is needed')
    assert.equal((await close(advice.id, '--because', ' ')).code, 2)
    assert.equal((await close(advice.id, '--because', 'card 4242424242424242')).code, 2)
    for (const none of ['adv_none', 'unr_none', advice.operation_id])
      assert.equal((await close(none, ...because)).code, 1)
    for (const one of [advice.id, id]) {
      const done = await close(one, ...because)
      assert.deepEqual([done.code, done.out], [0, `${one} is closed\n`], done.error)
      assert.equal((await close(one, ...because)).code, 1, 'once')
    }
    assert.equal((await cobro('held')).code, 0)
    // The network says the same again: it is counted, and stays closed.
    await keepReport(world.service, report)
    assert.equal((await cobro('held')).code, 0)

    const trail = (await cobro('trail')).out.split('\n')
    for (const action of ['advice.closed', 'report.closed']) {
      const [record, ...more] = trail.filter((line) => line.includes(action))
      assert.match(record ?? '', /operator .* cobro held close.*undone in the portal/)
      assert.deepEqual(more, [])
    }
    await assertAudited(world)
  } finally {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
