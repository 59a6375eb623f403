// The promise: a month that is over is closed once, whole, with one package that agrees with every other view of the books to the centavo; what
// comes later about it is posted in its own month and says so.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { processActor } from '../../../src/accounts/trail/record.ts'
import { makePackage } from '../../../src/closings/make.ts'
import { csvCells } from '../../../src/core/csv.ts'
import { newId } from '../../../src/core/ids.ts'
import { monthPlus } from '../../../src/core/month.ts'
import { journalReaders } from '../../../src/service/journal-causes.ts'
import { columns } from '../../../src/store/columns.ts'
import { insert } from '../../../src/store/write.ts'
import { payByCard } from '../../support/fixtures/charges.ts'
import { decided, disputed, paidByCard } from '../../support/fixtures/disputes.ts'
import {
  assertAudited,
  moveClock,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
} from '../../support/fixtures/payers.ts'
import { isDone, stoppingAt } from '../../support/fixtures/stopped-reconciliation.ts'
import { basic, done, type Merchant, onBothEngines } from '../../support/harness/world.ts'
import { unzipped } from '../../support/workbook-reader.ts'

const CLABE = '002010077777777771'

const cents = (text: string | null | undefined) => Math.round(Number(text ?? 0) * 100)
const sum = (all: number[]) => all.reduce((total, one) => total + one, 0)

/** The records of a CSV, by the names in its heading. */
function recordsIn(content: string | undefined): Record<string, string>[] {
  const [heading = '', ...lines] = (content ?? '').replace('\uFEFF', '').trim().split('\r\n')
  const names = csvCells(heading) ?? []
  return lines.map((line) => Object.fromEntries((csvCells(line) ?? []).map((cell, at) => [names[at] ?? '', cell])))
}

onBothEngines('a month of the books', (world) => {
  const at = (merchant: Merchant, set: string) => moveClock(merchant, { freeze: true, set })
  const monthOf = (merchant: Merchant, month: string) => done(merchant.get(`/v1/ledger/months/${month}`))
  const close = (merchant: Merchant, month: string, body: object = { accept_open: true }) =>
    merchant.post(`/v1/ledger/months/${month}/close`, body)
  /** Closes a month and waits until its package is made. */
  const closed = async (merchant: Merchant, month: string) => {
    await done(close(merchant, month))
    for (;;) {
      await moveClock(merchant, { advance: 'PT1S' })
      const found = await monthOf(merchant, month)
      if (found.status === 'closed') return found
    }
  }
  const download = async ({ appKey, secret }: Merchant, month: string) => {
    const { statusCode, rawPayload } = await world().service.app.inject({
      method: 'GET',
      url: `/v1/ledger/months/${month}/package.zip`,
      headers: { authorization: basic(appKey, secret) },
    })
    assert.equal(statusCode, 200)
    return rawPayload
  }
  const merchantAt = async (set: string) => {
    const merchant = await world().merchant()
    await at(merchant, set)
    await done(merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE }))
    return merchant
  }
  const spei = async (merchant: Merchant, total: number) => {
    const { transaction } = await speiVoucher(merchant, { total })
    await payBySpei(merchant, { transaction })
    return transaction as string
  }

  test('agrees with ledger, list, export, fee statement and journal to the centavo, with faults of many kinds', async () => {
    const merchant = await merchantAt('2033-04-04T09:00:00-06:00')
    const cards: string[] = []
    for (const pesos of [999.99, 450.5, 123.45, 77.7]) cards.push(await paidByCard(world(), merchant, pesos))
    const stores = await storeVoucher(merchant, { total: 310 })
    await payAtStore(merchant, { transaction: stores.transaction })
    const transfers = [await spei(merchant, 7.8), await spei(merchant, 1_234.56), await spei(merchant, 60.01)]
    // One more than once, and one that is declined.
    await payBySpei(merchant, { transaction: transfers[2] })
    await payByCard(world(), merchant, '4111111111111111', { 'payment.total.amount': 55 })
    await done(merchant.post(`/v1/operations/${cards[0]}/refunds`, { amount: '100.00' }))
    await done(merchant.post(`/v1/operations/apply-reversal/${cards[3]}`, {}))
    await decided(merchant, (await disputed(merchant, cards[2] ?? '')).id, 'lost')
    await moveClock(merchant, { advance: 'P1D' })
    // The bank sends a payout back.
    const [payout] = (await done(merchant.get('/v1/payouts'))).payouts
    assert.ok(payout, 'a payout')
    await moveClock(merchant, { advance: 'P6D' })
    await spei(merchant, 500)
    // A refund of the last day, whose money leaves in May.
    await at(merchant, '2033-04-30T22:00:00-06:00')
    const late = await spei(merchant, 640.4)
    const won = await disputed(merchant, cards[1] ?? '')
    const open = await disputed(merchant, await paidByCard(world(), merchant, 88))
    await moveClock(merchant, { set: '2033-05-02T12:00:00-06:00' })
    // Later movements about April.
    await decided(merchant, won.id, 'won')
    await done(merchant.post(`/v1/operations/${late}/refunds`, { amount: '40.40' }))
    await spei(merchant, 1_000)

    const refused = await close(merchant, '2033-04', {})
    assert.deepEqual([refused.status, refused.body.error.reason], [409, 'month-stands-open'])
    const before = await monthOf(merchant, '2033-04')
    assert.equal(before.status, 'open')
    const kinds = before.open_items.map(({ kind }: { kind: string }) => kind)
    assert.ok(kinds.includes('dispute') && kinds.includes('statement'), kinds.join())
    assert.ok(before.open_items.some(({ id }: { id: string }) => id === open.id))

    const month = await closed(merchant, '2033-04')
    const zip = await download(merchant, '2033-04')
    assert.deepEqual(month.package, { bytes: zip.length, sha256: createHash('sha256').update(zip).digest('hex') })
    const files = unzipped(zip)
    const summary = JSON.parse(files['summary.json'] ?? '')
    assert.deepEqual(summary.figures, month.figures)
    for (const { file, sha256 } of summary.files)
      assert.equal(
        createHash('sha256')
          .update(files[file] ?? '')
          .digest('hex'),
        sha256,
        file,
      )

    // The ledger.
    const range = 'start_date=2033-04-01&end_date=2033-04-30'
    const { balances } = await done(merchant.get(`/v1/ledger/balances?${range}`))
    const kept = recordsIn(files['balances.csv'])
    for (const { account, opening, closing } of balances) {
      const row = kept.find((one) => one.Cuenta === account)
      assert.deepEqual([row?.['Saldo inicial'], row?.['Saldo final']], [opening, closing], account)
      assert.equal(cents(row?.Cargos) - cents(row?.Abonos), cents(closing) - cents(opening), account)
    }
    // The journal, and its export.
    const journal: Record<string, string>[] = []
    for (let after = ''; ; ) {
      const { lines, next } = await done(merchant.get(`/v1/ledger/journal?${range}&limit=500${after}`))
      journal.push(...lines)
      if (next === null) break
      after = `&starting_after=${next}`
    }
    const packed = recordsIn(files['journal.csv'])
    assert.equal(packed.length, journal.length)
    assert.equal(sum(packed.map((one) => cents(one.Cargo))), sum(journal.map(({ debit }) => cents(debit))))
    assert.equal(sum(packed.map((one) => cents(one.Cargo))), sum(packed.map((one) => cents(one.Abono))))
    const exported = await merchant.get(`/v1/ledger/journal?${range}&format=csv`)
    assert.equal(files['journal.csv'], exported.text)
    const own = recordsIn(files['journal-own-books.csv'])
    assert.deepEqual(
      own.map(({ Cargo }) => Cargo),
      packed.map(({ Abono }) => Abono),
    )
    // The list of operations.
    const list = await done(merchant.get(`/v1/operations?${range}&date=paid`))
    const rows = ['payments.csv', 'refunds.csv', 'disputes.csv'].flatMap((file) => recordsIn(files[file]))
    const isSale = ({ Tipo }: Record<string, string>) => Tipo !== 'reserve' && Tipo !== 'iva_rounding'
    assert.equal(sum(rows.filter(isSale).map((one) => cents(one.Total))), cents(list.sales))
    // The fee statement.
    const fees = await done(merchant.get('/v1/fees/statements/2033-04'))
    assert.equal(sum(recordsIn(files['fees.csv']).map((one) => cents(one['Base sin IVA']))), cents(fees.base))
    assert.deepEqual(month.figures.fees, {
      base: fees.base,
      iva_charged: fees.iva_charged,
      iva: fees.iva,
      rounding: fees.rounding,
    })
    // The payouts: what came in, less what was paid out, is what is left.
    const paid = recordsIn(files['payouts.csv'])
    const booked = sum(paid.filter((one) => one['Qué pasó'] === 'booked').map((one) => cents(one.Importe)))
    const givenBack = sum(
      paid.filter((one) => ['failed', 'returned'].includes(one['Qué pasó'] ?? '')).map((one) => cents(one.Importe)),
    )
    assert.equal(
      sum(rows.map((one) => cents(one.Neto))) - booked + givenBack,
      cents(month.closing) - cents(month.opening),
    )
    assert.ok(booked > 0)
    for (const one of rows.filter(({ Tipo }) => Tipo === 'payment')) assert.match(one.Liquidación ?? '', /^po_|^$/)

    // Movements of May about April say so.
    const may = (await done(merchant.get('/v1/ledger/journal?start_date=2033-05-01&end_date=2033-05-31&limit=500')))
      .lines
    const concerned = may.filter((one: { concerns: string | null }) => one.concerns === '2033-04')
    const causes = new Set(
      concerned.map((one: { cause: { kind: string; event: string } }) => `${one.cause.kind} ${one.cause.event}`),
    )
    for (const one of ['dispute won', 'refund booked', 'fee_statement rounded'])
      assert.ok(causes.has(one), `${one} of ${[...causes].join()}`)
    assert.ok(journal.every(({ concerns }) => concerns === null))

    // Closed again it is the same; what happens later changes nothing of it.
    const again = await done(close(merchant, '2033-04', {}))
    assert.deepEqual(again, month)
    await done(merchant.post(`/v1/operations/${transfers[1]}/refunds`, { amount: '34.56' }))
    await decided(merchant, open.id, 'lost')
    await moveClock(merchant, { advance: 'P3D' })
    assert.deepEqual(await monthOf(merchant, '2033-04'), month)
    assert.deepEqual(await download(merchant, '2033-04'), zip)
    const { events } = await done(merchant.get('/v1/events?type=ledger.month_closed'))
    assert.equal(events.length, 1)
    const trail = await done(merchant.get('/v1/audit?limit=100'))
    assert.equal(trail.records.filter((one: { action: string }) => one.action === 'ledger.month_closed').length, 1)
    await assertAudited(world())
  })

  test('is closed only when it is over, and known only where the ledger has it', async () => {
    const merchant = await merchantAt('2034-02-10T12:00:00-06:00')
    await spei(merchant, 250)
    for (const [month, status, reason] of [
      ['2034-02', 409, 'month-not-over'],
      ['2034-03', 404, 'resource-unknown'],
      ['2034-01', 404, 'resource-unknown'],
      ['2034-13', 404, 'resource-unknown'],
    ] as const) {
      const answer = await close(merchant, month)
      assert.deepEqual([answer.status, answer.body.error.reason], [status, reason], month)
    }
    const early = await merchant.get('/v1/ledger/months/2034-02/package.zip')
    assert.deepEqual([early.status, early.body.error.reason], [409, 'month-not-closed'])
    await moveClock(merchant, { set: '2034-04-02T12:00:00-06:00' })
    const { total, months } = await done(merchant.get('/v1/ledger/months'))
    const shown = months.map((one: { month: string; status: string }) => `${one.month} ${one.status}`)
    assert.deepEqual([total, shown], [3, ['2034-04 running', '2034-03 open', '2034-02 open']])
    // One after the other, in any order; a month without movements too.
    assert.equal((await closed(merchant, '2034-03')).figures.movements.length, 0)
    assert.equal((await closed(merchant, '2034-02')).figures.movements.length, 1)
    const page = await done(merchant.get('/v1/ledger/months?limit=1&starting_after=2034-03'))
    assert.deepEqual([page.months[0].status, page.next], ['closed', null])
    // Asked for at once, it is closed once.
    await moveClock(merchant, { set: '2034-05-02T12:00:00-06:00' })
    const answers = await Promise.all([1, 2, 3].map(() => close(merchant, '2034-04')))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    await closed(merchant, '2034-04')
    // A key that may not change payouts closes nothing.
    const { app_key, app_secret } = await done(merchant.post('/v1/credentials', { name: 'Lee', scopes: ['read'] }))
    const reader = await world().send({
      method: 'POST',
      url: '/v1/ledger/months/2034-04/close',
      headers: { authorization: `Basic ${Buffer.from(`${app_key}:${app_secret}`).toString('base64')}` },
      payload: { accept_open: true },
    })
    assert.equal(reader.status, 403, reader.text)
    await assertAudited(world())
  })

  test('a statement counts for the days of its network that were over when it was read', async () => {
    const merchant = await merchantAt('2034-06-02T12:00:00-06:00')
    const reconciled = async (query: string) => {
      const { content } = await done(merchant.get(`/v1/sandbox/statement?${query}`))
      await done(merchant.post('/v1/sandbox/reconcile', { content }))
      return content
    }
    const open = async () =>
      (await monthOf(merchant, '2034-06')).open_items.flatMap(({ kind, id, since }: Record<string, string>) =>
        kind === 'statement' ? [`${id}: ${since}`] : [],
      )
    await spei(merchant, 150)
    const { transaction } = await storeVoucher(merchant, { total: 90 })
    await payAtStore(merchant, { transaction })
    // Its days are not over yet: what is paid later is not in it.
    const early = await reconciled('rail=store&start_date=2034-06-01&end_date=2034-06-30')
    await reconciled('rail=spei&start_date=2034-06-02&end_date=2034-06-02')
    // A Saturday: SPEI has it on the Monday.
    await at(merchant, '2034-06-03T11:00:00-06:00')
    await spei(merchant, 70)
    await at(merchant, '2034-07-05T12:00:00-06:00')
    const [store, bank, ...none] = await open()
    assert.deepEqual(none, [])
    assert.equal(store, 'sandbox-cash: 2034-06-02')
    assert.match(bank, /^sandbox-spei: 2034-06-02 2034-06-05/)
    // Nothing came later: the same file, read when its days are over.
    assert.equal((await done(merchant.post('/v1/sandbox/reconcile', { content: early }))).repeated, true)
    for (const day of bank.split(' ').slice(1)) await reconciled(`rail=spei&start_date=${day}&end_date=${day}`)
    assert.deepEqual(await open(), [])
    await assertAudited(world())
  })

  test('what SPEI moves in the evening of the last day stands open until the next banking day has its statement', async () => {
    // The last banking day of September, a Friday; a shop of the same hours that sells nothing after six.
    const evening = await merchantAt('2034-09-29T12:00:00-06:00')
    const noon = await world().merchant()
    await spei(noon, 40)
    await spei(evening, 41)
    await at(evening, '2034-09-29T19:30:00-06:00')
    await spei(evening, 250)
    await at(evening, '2034-10-04T12:00:00-06:00')
    const open = async (merchant: Merchant) =>
      (await monthOf(merchant, '2034-09')).open_items.flatMap(({ kind, since }: Record<string, string>) =>
        kind === 'statement' ? [since] : [],
      )
    const reconciled = async (merchant: Merchant, day: string) => {
      const { content } = await done(merchant.get(`/v1/sandbox/statement?rail=spei&start_date=${day}&end_date=${day}`))
      await done(merchant.post('/v1/sandbox/reconcile', { content }))
    }
    assert.deepEqual([await open(noon), await open(evening)], [['2034-09-29'], ['2034-09-29 2034-10-02']])
    await reconciled(noon, '2034-09-29')
    await reconciled(evening, '2034-09-29')
    assert.deepEqual([await open(noon), await open(evening)], [[], ['2034-10-02']])
    await reconciled(evening, '2034-10-02')
    assert.deepEqual(await open(evening), [])
    await closed(evening, '2034-09')
    const checks = recordsIn(unzipped(await download(evening, '2034-09'))['reconciliation.csv'])
    assert.deepEqual(Object.values(checks.at(-1) ?? {}), ['spei: en estados de cuenta, en ninguno', '291.00', '0.00'])
    // Under Spanish headings each check has a Spanish name.
    assert.deepEqual(
      checks.map((check) => Object.values(check)[0]).filter((name) => !/^(diario|spei): /.test(name ?? '')),
      [
        'movimientos menos liquidaciones',
        'ventas de la lista de operaciones',
        'comisiones del estado de comisiones',
        'IVA del estado de comisiones',
      ],
    )
    await assertAudited(world())
  })

  test('stopped at any of its writes it is closed whole or open', async () => {
    const merchant = await merchantAt('2035-02-10T12:00:00-06:00')
    for (const pesos of [10, 20.5, 31]) await spei(merchant, pesos)
    await moveClock(merchant, { set: '2036-08-02T12:00:00-06:00' })
    const { store, clock } = world().service
    const { accountId } = merchant
    const stops: string[] = []
    let most = 0
    let months = Array.from({ length: 17 }, (_, at) => monthPlus('2035-02', at))
    for (const when of ['before', 'after'] as const) {
      for (let nth = 1; ; nth += 1) {
        const [month = ''] = months
        months = months.slice(1)
        const now = clock.now()
        const id = newId(clock, 'mcl')
        const row = {
          id,
          account_id: accountId,
          month,
          language: 'es' as const,
          actor: JSON.stringify(processActor('accounts')),
          open_items: '[]',
          state: 'making' as const,
          attempt: 0,
          created_at: now,
          due_at: now,
          // No worker takes it.
          leased_until: Number.MAX_SAFE_INTEGER,
        }
        await store.commit([insert('month_packages', row)])
        // Parts of two kilobytes, so that it stops between two of them too.
        const stopping = { store: stoppingAt(store, nth, when), clock, journal: journalReaders }
        const wasDone = await isDone(makePackage(stopping, row, 2_048))
        const parts = await store.db
          .selectFrom('month_package_parts')
          .select(['attempt', 'part'])
          .where('package_id', '=', id)
          .execute()
        most = Math.max(most, parts.length)
        const found = await monthOf(merchant, month)
        const isClosed = found.status === 'closed'
        assert.equal(isClosed, found.figures !== null)
        assert.equal((await merchant.get(`/v1/ledger/months/${month}/package.zip`)).status, isClosed ? 200 : 409)
        const { events } = await done(merchant.get('/v1/events?type=ledger.month_closed&limit=50'))
        const trail = await done(merchant.get('/v1/audit?limit=100'))
        const mentions = (of: string[]) => of.filter((text) => text.includes(`"${month}"`)).length
        assert.equal(mentions(events.map((one: object) => JSON.stringify(one))), isClosed ? 1 : 0, `${when} ${nth}`)
        const closings = trail.records.filter((one: { action: string }) => one.action === 'ledger.month_closed')
        assert.equal(mentions(closings.map((one: object) => JSON.stringify(one))), isClosed ? 1 : 0)
        if (!isClosed) {
          // Whoever has the lease next makes it whole.
          const left = await store.db
            .selectFrom('month_packages')
            .select(columns.month_packages)
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          // A part of the attempt that stopped is no part of the next one, of which the whole is one part.
          await makePackage({ store, clock, journal: journalReaders }, left)
          assert.equal((await monthOf(merchant, month)).status, 'closed')
        }
        const zip = await download(merchant, month)
        assert.ok(Object.keys(unzipped(zip)).length > 8)
        if (wasDone) break
        stops.push(`${when} ${nth}`)
      }
    }
    // The attempt, each part, and the last part with the closing.
    assert.ok(most >= 2, `${most} parts`)
    assert.equal(stops.length, 2 * (most + 1), stops.join())
    await assertAudited(world())
  })
})
