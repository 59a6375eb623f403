// The operator gives back what belongs to no account, and nothing else.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { payAtStore, payBySpei, storeVoucher, transfersOf } from '../support/fixtures/payers.ts'
import { runCobro } from '../support/harness/programs.ts'
import { openWorld } from '../support/harness/world.ts'

test('cobro held release', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-held-'))
  const url = `file:${join(folder, 'cobro.db')}`
  const world = await openWorld('sqlite', { DATABASE_URL: url })
  try {
    const cobro = async (...words: string[]) => {
      const { code, out, error } = await runCobro(words, { DATABASE_URL: url, DATA_DIR: folder })
      return { code, text: out + error }
    }
    const merchant = await world.merchant()
    const key = { clabe: '646180118012345673', tracking_key: 'NOBODYS1' }
    await payBySpei(merchant, { ...key, amount: 10 })
    const held = await payBySpei(merchant, { ...key, amount: 11 })
    const { transaction } = await storeVoucher(merchant)
    const own = await payAtStore(merchant, { transaction, amount: 1 })
    const to = ['--clabe', '032180000118359719', '--beneficiary', 'Ana']
    assert.equal((await cobro('held', 'release', own.id, ...to)).code, 1)
    assert.equal((await cobro('held', 'release', held.id, ...to)).code, 1, 'a transfer goes back to where it came from')
    const done = await cobro('held', 'release', held.id)
    assert.deepEqual(
      [done.code, done.text.includes(`${held.id} goes back to 012180001554321090`)],
      [0, true],
      done.text,
    )
    const trail = (await cobro('trail')).text
    assert.match(
      trail,
      new RegExp(`operator \\S+ cobro held release\\tpayment\\.released\\t${held.id}\\t.*012180001554321090`),
    )
    assert.equal((await cobro('held', 'release', held.id)).code, 0)
    assert.equal((await cobro('trail')).text, trail, 'a repeat changes nothing')
    const nobody = { clabe: '646180118012345673', tracking_key: 'NOBODYS2', amount: 12 }
    await payBySpei(merchant, { ...nobody, payer_clabe: '646180990000000012' })
    await world.work()
    const listed = (await cobro('held')).text
    const failed = /^(trf_\w+)\tacc_unmatched\t12\.00\t.*rejected/m.exec(listed)?.[1] ?? assert.fail(listed)
    assert.equal((await cobro('held', 'retry', 'trf_none')).code, 1)
    assert.equal((await cobro('held', 'retry', failed, '--clabe', '1')).code, 1)
    assert.equal((await cobro('held', 'release', failed)).code, 1, 'it is not withheld')
    assert.equal((await cobro('held', 'close', failed, '--because', 'x')).code, 1)
    const again = await cobro('held', 'retry', failed, '--clabe', '032180000118359719')
    assert.match(again.text, /is sent again as trf_\w+, to 032180000118359719/)
    assert.match((await cobro('trail')).text, /transfer\.retried/)
    const left = await cobro('held')
    assert.equal(left.code, 1)
    assert.ok(left.text.includes(own.id) && !left.text.includes(held.id), left.text)
    assert.deepEqual(await transfersOf(world, merchant), [])
  } finally {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
