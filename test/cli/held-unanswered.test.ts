// What a network never answers for is ended with `cobro held close`, by the program itself beside a running service: a charge, a reversal and a refund.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Acquirer } from '../../src/connectors/acquirer.ts'
import { sandboxAcquirer } from '../../src/connectors/sandbox/acquirer.ts'
import { APPROVED, payByCard } from '../support/fixtures/charges.ts'
import { assertAudited, balanceOf, moveClock, operationOf } from '../support/fixtures/payers.ts'
import { runCobro } from '../support/harness/programs.ts'
import { openWorld } from '../support/harness/world.ts'

test('cobro open lists requests that a network never answers, and cobro held close ends them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-held-'))
  const url = `file:${join(folder, 'cobro.db')}`
  const own = sandboxAcquirer()
  let saying: Partial<Acquirer> = {}
  const unknown = async () => ({ kind: 'unknown' as const })
  const acquirer: Acquirer = {
    ...own,
    authorise: (...asked) => (saying.authorise ?? own.authorise)(...asked),
    inquire: (...asked) => (saying.inquire ?? own.inquire)(...asked),
    reverse: (...asked) => (saying.reverse ?? own.reverse)(...asked),
    refund: (...asked) => (saying.refund ?? own.refund ?? unknown)(...asked),
  }
  const world = await openWorld('sqlite', { DATABASE_URL: url, DATA_DIR: folder }, { connectors: { acquirer } })
  try {
    const cobro = (...words: string[]) =>
      runCobro(words, { DATABASE_URL: url, DATA_DIR: folder, COBRO_OPERATOR: 'ana' })
    const merchant = await world.merchant()
    await moveClock(merchant, { freeze: true })
    const paid = async () => (await payByCard(world, merchant, APPROVED)).body.result.operations[0].transaction
    const [done, undone] = [await paid(), await paid()]
    const [given, kept] = [await paid(), await paid()]
    saying = { authorise: unknown, inquire: unknown, reverse: unknown, refund: unknown }
    const charge = (await payByCard(world, merchant, APPROVED)).body.result.token
    for (const id of [done, undone])
      assert.equal((await merchant.get(`/v1/operations/apply-reversal/${id}`)).status, 503)
    const refunds = []
    for (const id of [given, kept])
      refunds.push((await merchant.post(`/v1/operations/${id}/refunds`, { amount: 30 })).body.result.id)
    const because = ['--because', 'folio 4711 of the bank']
    const close = (id: string, ...more: string[]) => cobro('held', 'close', id, ...because, ...more)
    for (const id of [charge, done, refunds[0]]) assert.equal((await close(id)).code, 1, 'its answer may still come')
    await moveClock(merchant, { advance: 'PT2H' })

    const opened = (await cobro('open')).out
    for (const [id, kind] of [
      [charge, 'charge'],
      [done, 'reversal'],
      [undone, 'reversal'],
      [refunds[0], 'refund'],
      [refunds[1], 'refund'],
    ])
      assert.match(opened, new RegExp(`${kind}.*${id}.*does not say`), opened)

    assert.equal((await close(charge, '--reversed')).code, 1, 'a charge is not a reversal')
    assert.equal((await close(refunds[0], '--reversed')).code, 2)
    assert.equal((await close(done, '--refunded')).code, 2)
    assert.equal((await cobro('held', 'close', done, '--reversed')).code, 2, 'a reason is needed')
    for (const [id, ...more] of [
      [charge],
      [done, '--reversed'],
      [undone],
      [refunds[0], '--refunded'],
      [refunds[1]],
    ] as [string, ...string[]][]) {
      const ended = await close(id, ...more)
      assert.deepEqual([ended.code, ended.out], [0, `${id} is closed\n`], ended.error)
      assert.equal((await close(id, ...more)).code, 1, 'once')
    }
    const states = []
    for (const id of [charge, done, undone, given, kept]) states.push((await operationOf(merchant, id)).status)
    assert.deepEqual(states, ['D', 'C', 'N', 'N', 'N'])
    const ends = []
    for (const id of refunds) ends.push((await merchant.get(`/v1/refunds/${id}`)).body.result.status)
    assert.deepEqual(ends, ['settled', 'failed'])
    assert.equal(await balanceOf(world, merchant, 'payable:returns'), -3_000)

    const trail = (await cobro('trail')).out.split('\n')
    for (const [action, times] of [
      ['charge.closed', 1],
      ['reversal.closed', 2],
      ['refund.closed', 2],
    ] as const) {
      const records = trail.filter((line) => line.includes(action))
      assert.equal(records.length, times, action)
      for (const record of records) assert.match(record, /operator .* cobro held close.*folio 4711/)
    }
    await world.work()
    const advices = await world.service.store.db.selectFrom('advices').select(['operation_id', 'state']).execute()
    assert.deepEqual(
      advices.map((one) => ({ ...one })),
      [{ operation_id: charge, state: 'acknowledged' }],
    )
    await assertAudited(world)
  } finally {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
