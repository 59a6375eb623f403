// The operator opens, names and prices accounts at the console, sees the whole service, and merchants never see who it was.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepReport } from '../../../src/reconciliation/notices/unread.ts'
import { notePassed } from '../../../src/store/queues/set-aside.ts'
import { run } from '../../../src/store/write.ts'
import { person, send } from '../../support/fixtures/console.ts'
import { paidByCard } from '../../support/fixtures/disputes.ts'
import { storeVoucher } from '../../support/fixtures/payers.ts'
import { basic, onBothEngines } from '../../support/harness/world.ts'

onBothEngines('the operator manages accounts and the service at the console', (world) => {
  test('an account is opened once however often the request is sent, and its secret is shown once', async () => {
    const operator = await person(world(), await world().merchant(), 'operator')
    const open = () =>
      operator.call(
        'POST',
        '/v1/console/accounts',
        { name: 'Panadería Sol', email: 'sol@example.mx' },
        { 'idempotency-key': 'abrir-sol-1' },
      )
    const both = await Promise.all([open(), open()])
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
      both.map(({ text }) => text).join(),
    )
    const results = [...both, await open()].map(({ body }) => body.result)
    assert.equal(new Set(results.map(({ id }) => id)).size, 1)
    const secrets = results.map(({ app_secret }) => app_secret).filter((one) => one !== undefined)
    assert.equal(secrets.length, 1, 'told once')
    const { id, app_key } = results[0]
    const authorization = basic(app_key, secrets[0])
    assert.equal((await send(world(), 'GET', '/v1/operations', undefined, { authorization })).status, 200)
    const found = (await operator.call('GET', '/v1/console/accounts?q=panader')).body.result
    assert.deepEqual([found.total, found.accounts[0].id], [1, id])
    assert.equal((await operator.call('GET', `/v1/console/accounts?q=${id}`)).body.result.total, 1)
    assert.equal((await operator.call('GET', '/v1/console/accounts?q=%25')).body.result.total, 0, 'no wildcard')
    for (const body of [
      { name: ' ', email: 'a@b.mx' },
      { name: 'X', email: 'nadie' },
      { name: 'X\u0007', email: 'a@b.mx' },
    ])
      assert.equal((await operator.call('POST', '/v1/console/accounts', body)).status, 400)
  })

  test('another name and other fees apply from the next payment, and the merchant does not see who set them', async () => {
    const merchant = await world().merchant('Antes')
    const operator = await person(world(), await world().merchant(), 'operator')
    const path = `/v1/console/accounts/${merchant.accountId}`
    assert.equal((await operator.call('PUT', path, { name: 'Después' })).status, 200)
    const set = (body: object) => operator.call('PUT', `${path}/fees`, body)
    assert.equal((await set({ payment_method: 'POS', percentage: 2, fixed: '1.00', dispute: '90.00' })).status, 200)
    assert.equal((await set({ payment_method: 'SPE', percentage: 1, fixed: 0, dispute: 5 })).status, 400)
    assert.equal((await set({ payment_method: 'POS', percentage: 101, fixed: 0 })).status, 400)
    const read = (await operator.call('GET', path)).body.result
    assert.equal(read.name, 'Después')
    const own = (await merchant.get('/v1/fees')).body.result.fees
    assert.deepEqual(read.fees, own)
    const id = await paidByCard(world(), merchant, 100)
    // 2 % of 100.00 and 1.00, with 16 % of IVA.
    assert.equal((await merchant.get(`/v1/operations/${id}`)).body.result.commission.amount, '3.48')
    const owed = (await operator.call('GET', path)).body.result.owed
    assert.equal(owed, (await merchant.get('/v1/reserve')).body.result.owed)
    const { records } = (await merchant.get('/v1/audit?limit=20')).body.result
    const done = records.filter(({ actor_kind }: { actor_kind: string }) => actor_kind === 'operator')
    assert.deepEqual(done.map(({ action }: { action: string }) => action).sort(), ['account.renamed', 'fees.changed'])
    assert.doesNotMatch(JSON.stringify(records), new RegExp(operator.email))
    const all = (await operator.call('GET', `/v1/console/trail?account=${merchant.accountId}`)).body.result.records
    const renamed = all.find(({ action }: { action: string }) => action === 'account.renamed')
    assert.match(renamed.operator, new RegExp(operator.email))
    assert.deepEqual([renamed.before, renamed.after], [{ name: 'Antes' }, { name: 'Después' }])
  })

  test('an owner is invited into an account that the operator does not belong to', async () => {
    const merchant = await world().merchant()
    const operator = await person(world(), await world().merchant(), 'operator')
    const invite = (email: string) =>
      operator.call('POST', `/v1/console/accounts/${merchant.accountId}/owner`, { name: 'Luz', email })
    assert.equal((await invite('luz')).status, 400)
    assert.equal((await invite('Sandbox@cobro.local')).status, 403, 'it signs in by itself and has no password')
    const before = (await operator.call('GET', '/v1/console/service')).body.result.queues
    assert.equal((await invite('luz@tienda.mx')).status, 200)
    const after = (await operator.call('GET', '/v1/console/service')).body.result.queues
    const messages = (queues: { name: string; waiting: number }[]) => queues.find(({ name }) => name === 'messages')
    assert.equal((messages(after)?.waiting ?? 0) - (messages(before)?.waiting ?? 0), 1)
    assert.equal((await operator.call('GET', `/v1/console/accounts/none`)).status, 404)
  })

  test('the audit of all books runs once however often it is requested, and says what the command says', async () => {
    const merchant = await world().merchant()
    await paidByCard(world(), merchant, 100)
    const operator = await person(world(), merchant, 'operator')
    const begin = () => operator.call('POST', '/v1/console/audit', {})
    assert.deepEqual(
      (await Promise.all([begin(), begin()])).map(({ status }) => status),
      [200, 200],
    )
    let state = (await operator.call('GET', '/v1/console/audit')).body.result
    // Of two processes, either answers: the one that was asked knows.
    while (state.running || state.finished_at === null) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      state = (await operator.call('GET', '/v1/console/audit')).body.result
    }
    assert.equal(state.failed, false)
    assert.equal(state.report.clean, true, JSON.stringify(state.report))
    assert.ok(state.report.counts.operations >= 1)
    assert.deepEqual(state.chain.faults, [])
  })

  test('the service page names what runs; open work is listed with its account', async () => {
    const merchant = await world().merchant()
    const operator = await person(world(), await world().merchant(), 'operator')
    const { transaction } = await storeVoucher(merchant)
    await merchant.post('/v1/sandbox/pay/store', { transaction, amount: 1 })
    const { items } = (await operator.call('GET', '/v1/console/open')).body.result
    const own = items.filter(({ account }: { account: string }) => account === merchant.accountId)
    assert.deepEqual(
      own.map(({ kind, amount }: { kind: string; amount: string }) => [kind, amount]),
      [['held', '1.00']],
    )
    const url = 'http://127.0.0.1:9/nadie'
    const { id } = (await merchant.post('/v1/webhook', { url })).body.result
    const { store } = world().service
    const gone = store.db.updateTable('webhook_endpoints').set({ failing_since: world().service.clock.now() })
    await store.commit([run(gone.where('id', '=', id).compile())])
    const { failing, rsa_key } = (await operator.call('GET', '/v1/console/service')).body.result
    const listed = failing.webhooks.find((one: { id: string }) => one.id === id)
    assert.deepEqual([listed.account, listed.url], [merchant.accountId, url])
    assert.match(rsa_key.id, /^rsa_/)
    const { process: running, database, networks } = (await operator.call('GET', '/v1/console/service')).body.result
    assert.match(database.schema, /^1\.0-/)
    assert.ok(running.version.length > 0 && running.memory_bytes > 0)
    assert.equal(networks.length, 3)
    const cash = networks.find(({ port }: { port: string }) => port === 'cash_network')
    assert.equal(cash.simulated, true)
    assert.ok(Date.parse(cash.last) > 0)
  })

  test('what is stuck is mended at its row: set-aside work is tried again, an unread report is read and closed, once', async () => {
    const merchant = await world().merchant()
    const operator = await person(world(), await world().merchant(), 'operator')
    const { store, clock } = world().service
    const { transaction } = await storeVoucher(merchant)
    const work = { id: transaction, accountId: merchant.accountId }
    for (let tries = 0; tries < 8; tries += 1) await notePassed({ store, clock }, 'search', work, new Error('mal'))
    await keepReport(
      { store, clock },
      {
        ...{ network: 'stp', call: 'abono', text: '<b>hola' },
        ...({ why: 'unreadable', detail: 'no es JSON' } as const),
      },
    )
    const open = async () =>
      new Map<string, string>(
        (await operator.call('GET', '/v1/console/open')).body.result.items.map(
          ({ id, because }: { id: string; because: string }) => [id, because],
        ),
      )
    const idWith = async (prefix: string, text: string) =>
      [...(await open())].find(([id, because]) => id.startsWith(prefix) && because.includes(text))?.[0] ?? ''
    const [row, report] = [await idWith('trb_', transaction), await idWith('unr_', 'no es JSON')]
    const path = (id: string, act = '') => `/v1/console/open/${id}${act}`
    const asked = (who: typeof operator, id: string, act: string, body = {}) => who.call('POST', path(id, act), body)

    const owner = await person(world(), merchant, 'owner')
    for (const [id, act, body] of [
      [row, '/retry', {}],
      [report, '/close', { because: 'visto' }],
    ] as const)
      assert.equal((await asked(owner, id, act, body)).status, 403)

    const both = await Promise.all([asked(operator, row, '/retry'), asked(operator, row, '/retry')])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 404])
    assert.equal((await operator.call('GET', path(report))).body.result.body, '<b>hola')
    assert.equal((await asked(operator, report, '/close', { because: '' })).status, 400)
    assert.equal((await asked(operator, report, '/close', { because: '4242424242424242' })).status, 400)
    assert.equal((await asked(operator, report, '/close', { because: 'La red lo repitió bien' })).status, 200)
    assert.equal((await asked(operator, report, '/close', { because: 'otra vez' })).status, 404)
    assert.equal((await asked(operator, transaction, '/close', { because: 'nada espera' })).status, 403, 'not alone')
    const left = await open()
    assert.deepEqual([left.has(row), left.has(report)], [false, false])
    await world().work()
    const trail = (await operator.call('GET', '/v1/console/trail?action=report.closed')).body.result.records
    const closed = trail.find(({ subject }: { subject: string }) => subject === report)
    assert.deepEqual([closed.after.because, closed.operator.includes(operator.email)], ['La red lo repitió bien', true])
  })
})
