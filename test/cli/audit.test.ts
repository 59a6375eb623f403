import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { ensureSandboxAccount, openAccount, SANDBOX_ACCOUNT } from '../../src/accounts/open-account.ts'
import { openDatabase } from '../../src/store/database.ts'
import { run } from '../../src/store/write.ts'
import { runCobro } from '../support/harness/programs.ts'
import { frozenClock, live } from '../support/model/history.ts'

describe('the command line manages the books', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-'))
  const url = `file:${join(folder, 'cobro.db')}`
  let accountId: string

  const cobro = (...args: string[]) => cobroWith({}, ...args)
  const cobroWith = (more: Record<string, string>, ...args: string[]) =>
    runCobro(args, { DATABASE_URL: url, DATA_DIR: folder, ...more })
  const doctor = async (text: string) => {
    const store = await openDatabase(url, { connections: 1 })
    await store.commit([run(sql.raw(text).compile(store.db))])
    await store.close()
  }

  before(async () => {
    const store = await openDatabase(url, { connections: 1 })
    const clock = frozenClock()
    await ensureSandboxAccount({ store, clock })
    const opened = await openAccount({ store, clock }, { name: 'Tienda', email: 'a@tienda.mx', mode: 'sandbox' })
    accountId = opened.accountId
    const life = { totalCentavos: 10_000, percentageMillis: 3_600, affiliateMillis: 0, operator: 'a@tienda.mx' }
    await live({ store, clock }, { ...life, method: 'card', account: 0, moves: ['paid'], hours: 0 }, accountId)
    await store.close()
  })

  test('an audit of right books says so and exits with 0', async () => {
    const { code, out } = await cobro('audit')
    assert.equal(code, 0)
    assert.match(out, /Read 1 operations, 4 postings/)
    assert.ok(out.startsWith(`${url}\n`), out)
    assert.match(out, /The books are right\./)
  })

  test('work that waits for a person is listed, one line each, and exits with 1', async () => {
    assert.deepEqual(await cobro('held'), { code: 0, out: '', error: `Found 0 held in ${url}\n` })
    await doctor(`insert into transfers (id, account_id, kind, rail, network, destination, beneficiary, amount_centavos, tracking_key, concept,
      state, attempts, leased_until, created_at, state_at, reason, withheld_because)
      values ('trf_x', 'acc_x', 'payout', 'spei', 'net', '1', '', 12345, 'CBRX', '',
      'withheld', 0, 0, '2026-11-02T12:00:00.000Z', '2026-11-02T12:00:00.000Z', '', 'no-cause')`)
    const { code, out } = await cobro('held')
    const machine = await cobro('held', '--json')
    await doctor(`delete from transfers where id = 'trf_x'`)
    const why = 'no payout, received payment, reversed operation, refund or retry asks for it'
    assert.deepEqual([code, out], [1, `trf_x\tacc_x\t123.45\t2026-11-02T12:00:00.000Z\t${why}\n`])
    assert.equal(JSON.parse(machine.out).because, 'no-cause')
  })

  test('an audit of wrong books names the culprit, for people and as JSON, and exits with 1', async () => {
    await doctor(`update balances set amount_centavos = amount_centavos + 7 where ledger_account = 'income:fees'`)
    const people = await cobro('audit', '--account', accountId)
    assert.equal(people.code, 1)
    assert.match(people.out, /FAIL {2}balances/)
    assert.match(people.out, new RegExp(`${accountId} income:fees 2026-11-02\n +expected -360\n +found {4}-353`))
    const machine = await cobro('audit', '--json')
    assert.equal(machine.code, 1)
    const report = JSON.parse(machine.out)
    assert.equal(report.clean, false)
    assert.equal(report.database, url)
    assert.equal(report.invariants.find((one: { name: string }) => one.name === 'balances').faults, 1)
    const nothing = await cobro('audit', '--account', SANDBOX_ACCOUNT.id)
    assert.deepEqual([nothing.code, nothing.out], [2, ''])
    assert.match(nothing.error, /nothing to audit/)
    await doctor(`update balances set amount_centavos = amount_centavos - 7 where ledger_account = 'income:fees'`)
    assert.equal((await cobro('audit')).code, 0)
  })

  test('a mistyped account, key or operator is reported, and nothing is made', async () => {
    const before = (await cobro('accounts')).out
    for (const [exit, args, message] of [
      [2, ['audit', '--account', 'acc_none'], /no account acc_none/],
      [2, ['audit', accountId], /audit does not take acc_/],
      [2, ['held', '--account', accountId], /held does not take --account/],
      [2, ['accounts', 'key', accountId, 'web@tienda.mx', 'publishable'], /does not take publishable/],
      [2, ['accounts', 'close', accountId], /does not take close/],
      [2, ['audit', '--acount', accountId], /--acount/],
      [2, ['adit'], /no command adit/],
      [2, ['accounts', 'key', 'acc_none', 'web@tienda.mx'], /no account acc_none/],
      [2, ['accounts', 'key', accountId, 'web'], /web is no e-mail address/],
      [2, ['accounts', 'key', accountId, 'web@tienda.mx', '--expires', '1999-01-01'], /--expires: the time has passed/],
      [2, ['accounts', 'open', 'Otra', 'tienda.mx'], /tienda\.mx is no e-mail address/],
      [1, ['accounts', 'revoke', 'sk_dev_none'], /No key sk_dev_none is in use/],
    ] as const) {
      const refused = await cobro(...args)
      assert.equal(refused.code, exit, args.join(' '))
      assert.match(refused.error, message)
    }
    const unset = await cobroWith({ PORT: 'many' }, 'audit')
    assert.deepEqual([unset.code, unset.out], [2, ''])
    assert.match(unset.error, /PORT="many"/)
    const away = await cobroWith({ DATABASE_URL: 'postgres://cobro@127.0.0.1:1/cobro' }, 'migrate')
    assert.deepEqual([away.code, away.out], [2, ''])
    assert.equal((await cobro('accounts')).out, before)
  })

  test('an option that npm took for itself is noticed: nothing is done, and the remedy is named', async () => {
    const before = (await cobro('accounts')).out
    for (const [taken, args, option] of [
      ['npm_config_publishable', ['accounts', 'key', accountId, 'web@tienda.mx'], '--publishable'],
      ['npm_config_account', ['audit', accountId], '--account'],
      ['npm_config_json', ['audit'], '--json'],
      ['npm_config_forward_to', ['listen', 'http://127.0.0.1:1'], '--forward-to'],
    ] as const) {
      const { code, out, error } = await cobroWith({ npm_lifecycle_event: 'cobro', [taken]: 'true' }, ...args)
      assert.deepEqual([code, out], [2, ''], error)
      assert.match(error, new RegExp(`npm took ${option} for itself.*npm run cobro -- ${args[0]} .*${option}`))
    }
    assert.equal((await cobro('accounts')).out, before)
  })

  test('a new key is printed with its kind', async () => {
    for (const [options, says] of [
      [['--publishable'], /^kind publishable\napp_key pk_/],
      [[], /^kind secret\napp_key sk_/],
    ] as const) {
      const { code, out } = await cobro('accounts', 'key', accountId, 'web@tienda.mx', ...options)
      assert.equal(code, 0)
      assert.match(out, says)
    }
  })

  test('the operator of the service sets the fees of an account', async () => {
    const set = await cobro('accounts', 'fee', accountId, 'spe', '1.5', '2.00')
    assert.equal(set.code, 0, set.error)
    assert.match(set.out, /from the next request on/)
    const store = await openDatabase(url, { connections: 1 })
    const row = await store.db
      .selectFrom('fee_schedules')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('rail', '=', 'spei')
      .executeTakeFirst()
    await store.close()
    assert.deepEqual([row?.percentage_millis, row?.fixed_centavos], [1_500, 200])
    for (const [args, message] of [
      [['acc_none', 'POS', '3'], /no account acc_none/],
      [[accountId, 'CASH', '3'], /POS, OXX or SPE/],
      [[accountId, 'POS', '101'], /percentage must be 0 to 100/],
    ] as const) {
      const refused = await cobro('accounts', 'fee', ...args)
      assert.equal(refused.code, 2)
      assert.match(refused.error, message)
    }
  })

  test('the operator of the service sets whether fees come back with refunds', async () => {
    const set = await cobro('accounts', 'refund-fee', accountId, 'pos', 'back')
    assert.equal(set.code, 0, set.error)
    assert.match(set.out, /The fee of POS comes back with refunds/)
    const store = await openDatabase(url, { connections: 1 })
    const row = await store.db
      .selectFrom('refund_rules')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    await store.close()
    assert.deepEqual([row?.card_fee_back, row?.spei_fee_back, row?.beyond_balance], [1, 0, 'refuse'])
    for (const [args, message] of [
      [['acc_none', 'POS', 'back'], /no account acc_none/],
      [[accountId, 'CASH', 'back'], /POS, OXX or SPE/],
      [[accountId, 'POS', 'perhaps'], /neither back nor kept/],
    ] as const) {
      const refused = await cobro('accounts', 'refund-fee', ...args)
      assert.equal(refused.code, 2)
      assert.match(refused.error, message)
    }
  })
})
