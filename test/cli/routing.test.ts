// `cobro routing`: rules that the operator sets choose between two acquirers of a sandbox, and the trail has who set them.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { APPROVED, payByCard } from '../support/fixtures/charges.ts'
import { runCobro } from '../support/harness/programs.ts'
import { openWorld } from '../support/harness/world.ts'

test('cobro routing set, list and show, beside a running sandbox with two acquirers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-routing-'))
  const url = `file:${join(folder, 'cobro.db')}`
  const AT_REST_KEY = '8f1d2c3b4a5968778695a4b3c2d1e0f0123456789abcdeffedcba98765432100'
  const ACQUIRER = 'sandbox, second=sandbox'
  const world = await openWorld('sqlite', { DATABASE_URL: url, AT_REST_KEY, ACQUIRER })
  try {
    const cobro = (...words: string[]) =>
      runCobro(words, { DATABASE_URL: url, DATA_DIR: folder, AT_REST_KEY, ACQUIRER })
    const file = (rules: unknown) => {
      const path = join(folder, 'rules.json')
      writeFileSync(path, typeof rules === 'string' ? rules : JSON.stringify(rules))
      return path
    }
    const merchant = await world.merchant()
    const paid = async () => {
      const { body, status, text } = await payByCard(world, merchant, APPROVED)
      assert.equal(status, 200, text)
      return body.result.operations[0].transaction as string
    }
    const first = await paid()
    assert.match((await cobro('routing', 'show', first)).out, /sandbox-acquirer\torder/)
    assert.equal((await cobro('routing', 'set', join(folder, 'none.json'))).code, 2)
    assert.equal((await cobro('routing', 'set', file('{'))).code, 2)
    const wrong = await cobro('routing', 'set', file([{ acquirer: 'third', share: 101 }]))
    assert.equal(wrong.code, 1)
    assert.match(wrong.error, /rule 1: third is no acquirer of this service, which has sandbox-acquirer, second/)
    assert.equal((await cobro('routing', 'set', file([{ acquirer: 'second', account: 'acc_nobody' }]))).code, 1)
    const rules = [{ acquirer: 'second', account: merchant.accountId, to: '500.00' }]
    const set = await cobro('routing', 'set', file(rules))
    assert.equal(set.code, 0, set.error)
    const { out } = await cobro('routing')
    assert.match(out, /acquirer\tsandbox-acquirer\nacquirer\tsecond\nrule 1\tsecond\t.*"to":"500.00"/)
    const second = await paid()
    assert.match((await cobro('routing', 'show', second)).out, /\tsecond\trule 1/)
    assert.equal((await cobro('routing', 'show', 'nothing')).code, 2)
    assert.match((await cobro('trail')).out, /routing\.changed/)
    for (const network of ['sandbox-acquirer', 'second']) {
      const query = `rail=card&network=${network}&settled=false`
      const { content } = (await merchant.get(`/v1/sandbox/statement?${query}`)).body.result
      assert.equal(content.includes(first), network === 'sandbox-acquirer')
      const { result } = (await merchant.post('/v1/sandbox/reconcile', { content })).body
      const { matched, extra, missing } = result.counts
      assert.deepEqual([matched, extra, missing], [1, 0, 0], JSON.stringify(result))
    }
    assert.equal((await merchant.get('/v1/sandbox/statement?rail=card&network=third')).status, 400)
    const left = await runCobro(['routing'], { DATABASE_URL: url, DATA_DIR: folder, AT_REST_KEY, ACQUIRER: 'sandbox' })
    assert.match(left.out, /rule 1\tsecond\t.*\tnot configured: the rule is passed\n/)
    assert.equal((await cobro('routing', 'set', file([{ acquirer: 'second', only: true }]))).code, 0)
    const gone = await runCobro(['routing'], { DATABASE_URL: url, DATA_DIR: folder, AT_REST_KEY, ACQUIRER: 'sandbox' })
    assert.match(gone.out, /\tnot configured: its payments are refused\n/)
    assert.equal((await cobro('routing', 'set', file([]))).code, 0)
    assert.match((await cobro('routing', 'show', await paid())).out, /sandbox-acquirer\torder/)
    const audited = await cobro('audit')
    assert.equal(audited.code, 0, audited.out)
  } finally {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
