// `cobro connectors` and `cobro connectors check` with STP: what is set, how far the CLABEs are numbered, and calls that move nothing.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { connectorState } from '../../src/connectors/state.ts'
import { createClock } from '../../src/core/clock.ts'
import { speiDay } from '../../src/core/time.ts'
import { openDatabase } from '../../src/store/database.ts'
import { type FakeStp, fakeStp, PREFIX } from '../stp/fake-stp.ts'
import { networksOver } from '../stp/production.ts'
import { productionSettings } from '../support/harness/production.ts'
import { runCobro } from '../support/harness/programs.ts'

describe('connectors with STP', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-connectors-'))
  let fake: FakeStp
  let settings: Record<string, string>
  before(async () => {
    fake = await fakeStp({ today: () => speiDay(Temporal.Now.instant().epochMilliseconds) })
    settings = productionSettings(`file:${join(folder, 'cobro.db')}`, networksOver(fake))
  })
  after(async () => {
    await fake.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the list has the settings without secrets, the routes, what it can do, and the CLABEs that are numbered', async () => {
    const before = await runCobro(['connectors'], settings)
    assert.equal(before.code, 0, before.error)
    assert.match(before.out, /state {2}not known: /)
    assert.equal((await runCobro(['migrate'], settings)).code, 0)
    const url = settings.DATABASE_URL ?? ''
    const store = await openDatabase(url, { connections: 1 })
    const state = connectorState({ store, clock: createClock() }, 'stp')
    for (let each = 0; each < 3; each += 1) await state.nextNumber(`clabe.${PREFIX}`)
    await store.close()
    const { out } = await runCobro(['connectors'], settings)
    assert.match(out, new RegExp(`state {2}3 of 9999999 CLABEs under the prefix ${PREFIX} are numbered`))
    assert.match(
      out,
      /can {4}balance, closeAccount, findTransfer, issueAccount, movements, returnDeposit, statement, transfer/,
    )
    assert.match(out, /takes {2}POST \/v1\/networks\/stp\/deposits/)
    assert.match(out, /STP_KEY_PASSPHRASE=\*{8}/)
    for (const secret of [fake.settings.KEY_PASSPHRASE, fake.settings.INBOUND_SECRET]) assert.ok(!out.includes(secret))
  })

  test('check asks for an order that does not exist, the balance and the movements, and sends nothing', async () => {
    const { code, out, error } = await runCobro(['connectors', 'check', 'stp'], settings)
    assert.equal(code, 0, out + error)
    assert.match(out, /✔ SPEI bank: its network tells the balance/)
    assert.match(out, /^4 kept, 0 missed, /m)
    assert.deepEqual([...new Set(fake.calls.map(({ path }) => path))].sort(), [
      '/V2/conciliacion',
      '/consultaOrden',
      '/consultaSaldoCuenta',
    ])
    assert.deepEqual(fake.forged, [])
    assert.equal(fake.sent.size, 0)
  })

  test('check names what its network does not answer, and a setting that does not fit', async () => {
    fake.fail('/consultaSaldoCuenta', 'html')
    const away = await runCobro(['connectors', 'check', 'stp'], settings)
    assert.equal(away.code, 1)
    assert.match(away.out, /✖ SPEI bank: its network tells the balance/)
    const wrong = await runCobro(['connectors'], { ...settings, STP_KEY_PASSPHRASE: 'another-phrase' })
    assert.notEqual(wrong.code, 0)
    assert.match(wrong.out, /! its connect threw: STP_KEY_FILE does not open with STP_KEY_PASSPHRASE/)
    assert.ok(!`${wrong.out}${wrong.error}`.includes('another-phrase'))
  })
})
