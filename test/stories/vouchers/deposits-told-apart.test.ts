// The promise: each deposit counts once, however its bank and the bank's statement tell of it: without the sending institution at first or later, under
// another day, in any order, several times, and to several processes at once. What cannot be told apart waits for a person.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { operatorActor } from '../../../src/accounts/trail/record.ts'
import type { PaymentNotice } from '../../../src/connectors/notice.ts'
import { makeClabe } from '../../../src/core/banks/clabe.ts'
import { addDays, speiDay } from '../../../src/core/time.ts'
import { audit } from '../../../src/service/audit.ts'
import { eachOpen } from '../../../src/service/open-items.ts'
import { inTurn } from '../../../src/store/row-queue.ts'
import { run } from '../../../src/store/write.ts'
import { closeNeverReceived } from '../../../src/vouchers/suspense/never-received.ts'
import { assertAudited, balanceOf, customerWithSource, speiVoucher } from '../../support/fixtures/payers.ts'
import { nextDigits, playedBank, reportsTo } from '../../support/fixtures/played-networks.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

after(stopPostgres)

const BANK = 'spei-parcial'
/** A bank of each institution, with the account of a payer there. */
const PAYERS: Record<string, string> = {
  '012': '012180001554321090',
  '002': '002010077777777771',
  '072': '072580005812345671',
}
const [BBVA, BANAMEX, BANORTE] = ['012', '002', '072'] as const
/** Another payer of the first one's bank. */
const OTHER = makeClabe({ bank: '012', place: '180', account: '01555555555' })
/** One who pays three vouchers, and nothing else. */
const OF_THREE = makeClabe({ bank: '012', place: '180', account: '01553333333' })
const AMOUNT = 15_000

/** What the bank says in each call: a notice each, also of several calls at once. */
const reported: PaymentNotice[] = []
const speiBank = playedBank({
  name: BANK,
  inbound: reportsTo(() => {
    const notice = reported.shift()
    return { kind: 'taken', notices: notice === undefined ? [] : [notice], answer: { status: 200, body: '{}' } }
  }),
})

/** What the directory calls a payment. */
const calledIn = ({ key }: { key: string }) => `spei ${BANK} ${key}`

/** One report of a deposit: whether it has the institution, and the payer. */
interface Telling {
  bank: string
  hasInstitution: boolean
  hasPayer: boolean
}

for (const engine of ENGINES) {
  describe(`deposits are told apart [${engine}]`, () => {
    let world: World
    let merchant: Merchant
    before(async () => {
      world = await openWorld(engine, {}, { connectors: { speiBank } })
      merchant = await world.merchant()
    })
    after(() => world.close())

    const today = () => speiDay(world.service.clock.now())
    const notice = (into: { key: string; clabe: string }, change: Partial<PaymentNotice> = {}): PaymentNotice => ({
      kind: 'payment',
      networkTransaction: into.key,
      institution: '',
      operationDay: today(),
      networkReference: into.clabe,
      amountCentavos: AMOUNT,
      ...change,
    })
    const send = async (report: PaymentNotice): Promise<number> => {
      reported.push(report)
      const { status } = await world.send({ method: 'POST', url: `/v1/networks/${BANK}/reports`, payload: '' })
      return status
    }
    const tells = async (...reports: PaymentNotice[]) => {
      for (const report of reports) assert.equal(await send(report), 200)
    }
    const rowsOf = ({ key }: { key: string }) =>
      world.service.store.db
        .selectFrom('payments_received')
        .select(['id', 'institution', 'operation_day', 'amount_centavos', 'outcome', 'reason'])
        .where('network_transaction', '=', key)
        .orderBy('id')
        .execute()
    const customer = async () => ({ key: `K${nextDigits()}`, clabe: (await customerWithSource(merchant)).clabe })
    const creditedTo = async ({ clabe }: { clabe: string }) => {
      const { operations } = (await merchant.get('/v1/operations?limit=500&charge_method=SPE')).body.result
      const rows = await world.service.store.db
        .selectFrom('payments_received')
        .select('operation_id')
        .where('network_reference', '=', clabe)
        .where('outcome', '=', 'matched')
        .execute()
      const ids = new Set(rows.map((row) => row.operation_id))
      const paid = operations.filter(
        (one: { transaction: string; status: string }) => ids.has(one.transaction) && one.status === 'N',
      )
      return paid.reduce(
        (sum: number, one: { total: { amount: string } }) => sum + Math.round(Number(one.total.amount) * 100),
        0,
      )
    }
    /** Does all at once as in as many processes: writes take a random time, and none waits for the turn of another. */
    const atOnce = async (works: (() => Promise<unknown>)[], delays: () => number) => {
      const { store } = world.service
      const { commit } = store
      Object.assign(store, {
        commit: async (writes: Parameters<typeof commit>[0]) => {
          if (writes.some((one) => 'table' in one && one.table === 'payments_received'))
            await new Promise((resolve) => setTimeout(resolve, delays()))
          return commit(writes)
        },
      })
      try {
        await Promise.allSettled(works.map((work) => inTurn(`process ${nextDigits()}`, work)))
      } finally {
        Object.assign(store, { commit })
      }
    }

    test('a deposit first reported without its institution learns it: that of another bank is another deposit', async () => {
      const into = await customer()
      await tells(notice(into), notice(into, { institution: BBVA }), notice(into))
      assert.equal((await rowsOf(into)).length, 1)
      await tells(notice(into, { institution: BANAMEX }))
      assert.equal(await creditedTo(into), 2 * AMOUNT)
      await tells(notice(into, { institution: BBVA }), notice(into, { institution: BANAMEX }), notice(into))
      assert.equal((await rowsOf(into)).length, 2)
      // Known by its payer alone.
      const other = await customer()
      await tells(
        notice(other),
        notice(other, { payerClabe: PAYERS[BANORTE] ?? '' }),
        notice(other, { institution: BBVA }),
      )
      assert.equal(await creditedTo(other), 2 * AMOUNT)
      await assertAudited(world)
    })

    test('a deposit learns its payer once: another payer under its identity waits for a person, who sees what was learned', async () => {
      const voucher = await speiVoucher(merchant)
      const into = { key: `K${nextDigits()}`, clabe: voucher.bank_account_number }
      // The amount of no voucher, and nobody to give it back to: in suspense.
      const report = notice(into, { institution: BBVA, amountCentavos: 14_900 })
      await tells(report, { ...report, payerClabe: PAYERS[BBVA] ?? '' })
      await tells({ ...report, payerClabe: OTHER })
      const { payments } = (await merchant.get('/v1/received-payments?outcome=suspended')).body.result
      const own = payments.filter((one: { network_transaction: string }) => one.network_transaction === into.key)
      assert.deepEqual(
        own.map((one: { payer_clabe: string; reason: string }) => [one.payer_clabe, one.reason]),
        [
          [OTHER, 'identity-conflict'],
          [PAYERS[BBVA], 'amount-differs'],
        ],
      )
      const unnamed = await speiVoucher(merchant)
      const later = { key: `K${nextDigits()}`, clabe: unnamed.bank_account_number }
      await tells(
        notice(later, { amountCentavos: 14_900 }),
        notice(later, { amountCentavos: 14_900, institution: BANORTE }),
      )
      const [{ id, institution }] = (await merchant.get('/v1/received-payments?limit=1')).body.result.payments
      assert.equal(institution, BANORTE)
      // It goes back to the payer that a later report named, and nobody has to say to whom.
      await tells(
        notice(later, {
          amountCentavos: 14_900,
          institution: BANORTE,
          payerClabe: PAYERS[BANORTE] ?? '',
          payerName: 'Ana',
        }),
      )
      const released = await merchant.post(`/v1/received-payments/${id}/release`, {
        action: 'return',
        beneficiary: 'Ana',
      })
      assert.equal(released.status, 200, released.text)
      assert.equal(released.body.result.release.destination, PAYERS[BANORTE])
      await assertAudited(world)
    })

    test('the event of a deposit that is closed as never received has the payer whom a later report named', async () => {
      const { bank_account_number: clabe } = await speiVoucher(merchant)
      const report = notice({ key: `K${nextDigits()}`, clabe }, { institution: BBVA, amountCentavos: 14_900 })
      await tells(report, { ...report, payerClabe: PAYERS[BBVA] ?? '' })
      const [held] = (await merchant.get('/v1/received-payments?limit=1')).body.result.payments
      await closeNeverReceived(world.service, held.id, 'the bank annulled it', operatorActor('ana', 'cobro held close'))
      const { events } = (await merchant.get('/v1/events?type=payment.released')).body.result
      const [{ data }] = events.filter((one: { data: { id: string } }) => one.data.id === held.id)
      assert.equal(data.payer_clabe, PAYERS[BBVA])
      await assertAudited(world)
    })

    test('a paid voucher whose payer a later report names is given back to that account, and found by it', async () => {
      const paid = async () => {
        const { transaction, bank_account_number: clabe } = await speiVoucher(merchant)
        const report = notice({ key: `K${nextDigits()}`, clabe }, { institution: BBVA })
        await tells(report)
        return { transaction, report: { ...report, payerClabe: OF_THREE } }
      }
      const [reversed, refunded, named] = [await paid(), await paid(), await paid()]
      const refund = (transaction: string, clabe: string) =>
        merchant.post(`/v1/operations/${transaction}/refunds`, {
          amount: '40.00',
          reason: 'Talla',
          destination: { clabe, name: 'Ana Núñez' },
        })
      const early = await merchant.post(`/v1/operations/apply-reversal/${reversed.transaction}`, {})
      assert.equal(early.body.error?.reason, 'reversal-payer-unknown', early.text)
      // Nobody knows the payer yet, so the merchant says where to.
      assert.equal((await refund(named.transaction, OTHER)).status, 200)
      await tells(reversed.report, refunded.report, named.report)
      const late = await merchant.post(`/v1/operations/apply-reversal/${reversed.transaction}`, {})
      assert.equal(late.status, 200, late.text)
      assert.equal((await refund(refunded.transaction, OTHER)).status, 400)
      const part = await merchant.post(`/v1/operations/${refunded.transaction}/refunds`, {
        amount: '40.00',
        reason: 'Talla',
      })
      assert.equal(part.status, 200, part.text)
      await world.work()
      const transfers = await world.service.store.db
        .selectFrom('transfers')
        .select(['operation_id', 'destination', 'state'])
        .where(
          'operation_id',
          'in',
          [reversed, refunded, named].map(({ transaction }) => transaction),
        )
        .orderBy('id')
        .execute()
      assert.deepEqual(
        new Map(transfers.map((one) => [one.operation_id, [one.destination, one.state]])),
        new Map([
          [named.transaction, [OTHER, 'accepted']],
          [reversed.transaction, [OF_THREE, 'accepted']],
          [refunded.transaction, [OF_THREE, 'accepted']],
        ]),
      )
      const found = (await merchant.get(`/v1/operations?q=${OF_THREE}`)).body.result.operations
      assert.deepEqual(
        new Set(found.map((one: { transaction: string }) => one.transaction)),
        new Set([reversed, refunded, named].map(({ transaction }) => transaction)),
      )
      await assertAudited(world)
    })

    test('any reports of the deposits of several banks under one key, in any order and at once, credit each deposit once', async () => {
      const telling: fc.Arbitrary<Telling> = fc.record({
        bank: fc.constantFrom(BBVA, BANAMEX, BANORTE),
        hasInstitution: fc.boolean(),
        hasPayer: fc.boolean(),
      })
      const rounds = fc.record({
        tellings: fc.array(telling, { minLength: 2, maxLength: 8 }),
        delaysMs: fc.array(fc.nat({ max: 12 }), { minLength: 8, maxLength: 8 }),
        isAtOnce: fc.boolean(),
      })
      const property = fc.asyncProperty(rounds, async ({ tellings, delaysMs, isAtOnce }) => {
        const into = await customer()
        const reports = tellings.map(({ bank, hasInstitution, hasPayer }) =>
          notice(into, {
            ...(hasInstitution && { institution: bank }),
            ...(hasPayer && { payerClabe: PAYERS[bank] ?? '' }),
          }),
        )
        let n = 0
        const delay = () => delaysMs[n++ % delaysMs.length] ?? 0
        if (isAtOnce)
          await atOnce(
            reports.map((report) => () => send(report)),
            delay,
          )
        await tells(...reports)
        const named = new Set(tellings.filter((one) => one.hasInstitution || one.hasPayer).map(({ bank }) => bank))
        const deposits = Math.max(1, named.size)
        assert.equal((await rowsOf(into)).length, deposits)
        assert.equal(await creditedTo(into), deposits * AMOUNT)
        // Each bank tells of its deposit once more, whole.
        for (const bank of named) await tells(notice(into, { institution: bank, payerClabe: PAYERS[bank] ?? '' }))
        assert.equal((await rowsOf(into)).length, deposits)
      })
      await fc.assert(property, { numRuns: 12 })
      await assertAudited(world)
    })

    const fileOf = (lines: { key: string; clabe: string; day: string; bank?: string; amount?: number }[]) => {
      const days = lines.map(({ day }) => day).sort()
      const rows = lines.map(({ key, clabe, day, bank = BBVA, amount = AMOUNT }) =>
        [BANK, 'spei', key, day, (amount / 100).toFixed(2), 'payment', '0.00', clabe, bank].join(),
      )
      const sum = lines.reduce((all, { amount = AMOUNT }) => all + amount, 0)
      return [
        `statement,1,${BANK},${addDays(days[0] ?? '', -6)},${days.at(-1)}`,
        'network,rail,id,day,amount,kind,fee,reference,institution',
        ...rows,
        `trailer,${rows.length},${(sum / 100).toFixed(2)}`,
      ].join('\n')
    }
    const reconcile = (content: string) => merchant.post('/v1/sandbox/reconcile', { content })

    test('a payment that a statement and a report tell under different days, at once or one after the other, is one', async () => {
      const rounds = fc.record({
        apart: fc.integer({ min: -5, max: 0 }),
        delaysMs: fc.array(fc.nat({ max: 12 }), { minLength: 4, maxLength: 4 }),
        order: fc.constantFrom('at once', 'at once', 'at once', 'statement first', 'report first'),
        hasPayer: fc.boolean(),
      })
      const property = fc.asyncProperty(rounds, async ({ apart, delaysMs, order, hasPayer }) => {
        const into = await customer()
        const day = addDays(today(), apart)
        const content = fileOf([{ ...into, day }])
        const report = notice(into, { institution: BBVA, ...(hasPayer && { payerClabe: PAYERS[BBVA] ?? '' }) })
        let n = 0
        const works = [() => reconcile(content), () => send(report)]
        if (order === 'at once') await atOnce(works, () => delaysMs[n++ % delaysMs.length] ?? 0)
        if (order !== 'report first') assert.equal((await reconcile(content)).status, 200)
        await tells(report, report)
        const { status, text } = await reconcile(content)
        assert.equal(status, 200, text)
        assert.equal((await rowsOf(into)).length, 1, `${order} ${apart}`)
        assert.equal(await creditedTo(into), AMOUNT)
      })
      await fc.assert(property, { numRuns: 12 })
      await assertAudited(world)
    })

    test('a removed entry of the first of several payments of a name is named by the audit, and put back by the next report', async () => {
      const into = await customer()
      const [one, other] = [notice(into, { institution: BBVA }), notice(into, { institution: BANAMEX })]
      await tells(one, other)
      const [first] = await rowsOf(into)
      const { store } = world.service
      await store.commit([run(sql`delete from directory where subject = ${first?.id}`.compile(store.db))])
      const { clean, invariants } = await audit(store)
      assert.equal(clean, false)
      assert.deepEqual(
        invariants.flatMap(({ name, first: fault }) => (fault === null ? [] : [[name, fault.id]])),
        [['directory', `payment ${first?.id}`]],
      )
      await tells(one, notice(into, { institution: BANORTE }), other, one)
      assert.equal((await rowsOf(into)).length, 3)
      assert.equal(await creditedTo(into), 3 * AMOUNT)
      await assertAudited(world)
    })

    test('each entry of a payment that a statement has, under its day and the days near it, is named when it is gone, and put back by a report', async () => {
      const into = await customer()
      const day = addDays(today(), -1)
      const content = fileOf([{ ...into, day }])
      assert.equal((await reconcile(content)).status, 200)
      const [row] = await rowsOf(into)
      const id = row?.id ?? ''
      const { store } = world.service
      const faults = async () =>
        (await audit(store)).invariants.flatMap(({ name, faults: count, first }) =>
          first === null ? [] : [[name, count, first.id]],
        )
      const entries = async () =>
        (
          await store.db
            .selectFrom('directory')
            .select(['subject', 'variant'])
            .where('value', '=', calledIn(into))
            .execute()
        )
          .map(({ subject, variant }) => `${subject} ${variant}`)
          .sort()
      const whole = await entries()
      assert.equal(whole.length, 11)
      for (const apart of [-4, -1, 0, 1]) {
        const reported = addDays(today(), apart)
        const subject = reported === day ? id : `near ${id}`
        const which = sql`value = ${calledIn(into)} and subject = ${subject} and variant = ${`${reported} 0`}`
        await store.commit([run(sql`delete from directory where ${which}`.compile(store.db))])
        assert.deepEqual(await faults(), [['directory', 1, `payment ${id}`]], reported)
        await tells(notice(into, { institution: BBVA, operationDay: reported }))
        assert.deepEqual(await entries(), whole, reported)
      }
      // Led to another day, it counts as gone there and as nothing here.
      const moved = sql`subject = ${`near ${id}`} and variant = ${`${addDays(day, 2)} 0`}`
      await store.commit([run(sql`update directory set variant = '2019-01-01 0' where ${moved}`.compile(store.db))])
      assert.deepEqual(await faults(), [['directory', 2, `payment ${id}`]])
      await store.commit([run(sql`delete from directory where subject = ${`near ${id}`}`.compile(store.db))])
      assert.deepEqual(await faults(), [['directory', 10, `payment ${id}`]])
      for (let apart = -5; apart <= 5; apart += 1)
        await tells(notice(into, { institution: BBVA, operationDay: addDays(day, apart) }))
      assert.deepEqual(await entries(), whole)
      assert.equal((await rowsOf(into)).length, 1)
      assert.equal(await creditedTo(into), AMOUNT)
      await assertAudited(world)
    })

    const openLines = async ({ key }: { key: string }) => {
      const open: string[] = []
      for await (const { kind, because } of eachOpen(world.service.store))
        if (kind === 'line' && because[1].includes(` ${key} `)) open.push(because[1])
      return open
    }

    test('two deposits of which no report names the bank: the statement has one more, which stays open for a person, named or not', async () => {
      const day = today()
      const suspense = () => balanceOf(world, merchant, 'suspense:statements')
      for (const banks of [
        [BBVA, BANAMEX],
        ['', ''],
        [BBVA, ''],
      ]) {
        const into = await customer()
        const before = await suspense()
        await tells(notice(into), notice(into))
        const content = fileOf(banks.map((bank) => ({ ...into, day, bank })))
        const one = fileOf(banks.slice(0, 1).map((bank) => ({ ...into, day, bank })))
        for (const times of [1, 2]) {
          const { findings } = (await reconcile(content)).body.result
          assert.deepEqual(
            findings.flatMap((found: { finding: string; record: string | null; id: string }) =>
              found.id === into.key ? [[found.finding, found.record]] : [],
            ),
            [['extra', null]],
            `${banks} ${times}`,
          )
          assert.deepEqual(await openLines(into), [`payment ${into.key} of ${BANK} on ${day}: extra`])
        }
        // Another file with both, or with one of them, says nothing new.
        for (const file of [`${content}\n`, one])
          assert.equal((await reconcile(file)).body.result.counts.repeated, file === one ? 1 : 2)
        assert.equal((await openLines(into)).length, 1)
        assert.equal(await creditedTo(into), AMOUNT)
        assert.equal(await suspense(), before - AMOUNT)
        // The bank names itself after all.
        await tells(notice(into, { institution: BBVA }), notice(into, { institution: BANAMEX }))
        assert.equal(await creditedTo(into), 2 * AMOUNT)
        await reconcile(content)
        assert.deepEqual(await openLines(into), [])
        assert.equal(await suspense(), before)
        await assertAudited(world)
      }
    })

    test('a correction that has one of two such lines takes the other back', async () => {
      const into = await customer()
      const day = today()
      await tells(notice(into))
      const wrong = fileOf([1, 2].map(() => ({ ...into, day, bank: '' })))
      const { id: corrects } = (await reconcile(wrong)).body.result
      assert.equal((await openLines(into)).length, 1)
      const content = fileOf([{ ...into, day, bank: '' }])
      const { counts } = (await merchant.post('/v1/sandbox/reconcile', { content, corrects })).body.result
      assert.deepEqual([counts.superseded, counts.repeated], [1, 1])
      assert.deepEqual(await openLines(into), [])
      await assertAudited(world)
    })

    test('of two deposits of one bank under one key into two CLABEs, each line finds its own, and neither is missing', async () => {
      const [one, other] = [await customer(), await customer()]
      other.key = one.key
      const reported = [one, other].map((into) => notice(into, { institution: BBVA }))
      await tells(...reported)
      const lines = [other, one].map((into) => ({ ...into, day: today() }))
      const { counts, findings } = (await reconcile(fileOf(lines))).body.result
      assert.deepEqual([counts.matched, findings.filter(({ id }: { id: string }) => id === one.key)], [2, []])
      const rows = await world.service.store.db
        .selectFrom('statement_lines')
        .innerJoin('payments_received', 'payments_received.id', 'statement_lines.cause_id')
        .select(['statement_lines.reference', 'payments_received.network_reference'])
        .where('movement', '=', one.key)
        .execute()
      assert.equal(rows.length, 2)
      for (const { reference, network_reference } of rows) assert.equal(reference, network_reference)
      await assertAudited(world)
    })

    test('what a statement has is no report of another bank, nor of another amount: that is another payment', async () => {
      const into = await customer()
      const day = addDays(today(), -1)
      assert.equal((await reconcile(fileOf([{ ...into, day }]))).status, 200)
      await tells(notice(into, { institution: BANAMEX }))
      assert.equal(await creditedTo(into), 2 * AMOUNT)
      await tells(notice(into, { institution: BBVA, operationDay: day }), notice(into, { institution: BBVA }))
      assert.equal(await creditedTo(into), 2 * AMOUNT)
      await tells(notice(into, { institution: BBVA, amountCentavos: 777 }))
      const rows = await rowsOf(into)
      assert.deepEqual(
        rows.map((row) => row.amount_centavos).sort((a, b) => a - b),
        [777, AMOUNT, AMOUNT],
      )
      await assertAudited(world)
    })

    test('two files that have one payment under different days make it one payment, and the other line waits for a person', async () => {
      const into = await customer()
      const [one, other] = [addDays(today(), -2), addDays(today(), -1)]
      const files = [fileOf([{ ...into, day: one }]), fileOf([{ ...into, day: other }])]
      await atOnce(
        files.map((content) => () => reconcile(content)),
        () => 5,
      )
      for (const content of files) assert.equal((await reconcile(content)).status, 200)
      assert.equal((await rowsOf(into)).length, 1)
      assert.equal(await creditedTo(into), AMOUNT)
      const open = await world.service.store.db
        .selectFrom('statement_lines')
        .select(['verdict', 'cause_id'])
        .where('movement', '=', into.key)
        .where('cause_id', 'is', null)
        .execute()
      assert.deepEqual(
        open.map(({ verdict }) => verdict),
        ['extra'],
      )
      await assertAudited(world)
    })
  })
}
