import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '../../../src/core/ids.ts'
import { entryWrites } from '../../../src/ledger/postings.ts'
import { audit } from '../../../src/service/audit.ts'
import { insert, run, type Write } from '../../../src/store/write.ts'
import { newTransfer } from '../../../src/transfers/new-transfer.ts'
import type { TransferRow } from '../../../src/transfers/tables.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { moveClock, payAtStore, payBySpei, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

const CLABE = '002010077777777771'
const FOREIGN = '032180000118359719'
const PAYER = '012180001554321090'

/** A merchant with one of everything that moves money out, all of it waiting to be sent. */
interface Till {
  merchant: Merchant
  /** A paid voucher, a voucher that was paid the wrong amount, and a payment that was reversed. */
  paid: string
  returned: { id: string; transfer: TransferRow }
  refund: TransferRow
  payout: { id: string; transfer: TransferRow }
}

/** Tills whose payouts are made by the same days: moving the clock for each of them would take most of the time of these tests. */
async function openTills(world: World, count: number): Promise<Till[]> {
  const merchants: Merchant[] = []
  for (let n = 0; n < count; n += 1) {
    const merchant = await world.merchant()
    await merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE })
    await payByCard(world, merchant, APPROVED)
    merchants.push(merchant)
  }
  await moveToFirstPayout(merchants[0] as Merchant)
  const tills: Till[] = []
  for (const merchant of merchants) tills.push(await fill(world, merchant))
  await moveClock(merchants[0] as Merchant, { resume: true })
  return tills
}

async function fill(world: World, merchant: Merchant): Promise<Till> {
  const { store } = world.service
  const [payout] = (await merchant.get('/v1/payouts')).body.result.payouts
  const atStore = await storeVoucher(merchant)
  await payAtStore(merchant, { transaction: atStore.transaction })
  const odd = await speiVoucher(merchant)
  const { id } = await payBySpei(merchant, { transaction: odd.transaction, amount: 7, payer_clabe: PAYER })
  const bought = await speiVoucher(merchant)
  await payBySpei(merchant, { transaction: bought.transaction, payer_clabe: PAYER })
  await merchant.get(`/v1/operations/apply-reversal/${bought.transaction}`)
  const transfers = await store.db
    .selectFrom('transfers')
    .selectAll()
    .where('account_id', '=', merchant.accountId)
    .execute()
  const of = (kind: string) => transfers.find((row) => row.kind === kind) ?? assert.fail(`no ${kind}`)
  return {
    merchant,
    paid: atStore.transaction,
    returned: { id, transfer: of('return') },
    refund: of('refund'),
    payout: { id: payout.id, transfer: of('payout') },
  }
}

/** Moves the clock, day by day, until the merchant is paid out: how many days that takes depends on the bank's holidays. */
async function moveToFirstPayout(merchant: Merchant): Promise<void> {
  for (let days = 1; days <= 10; days += 1) {
    await moveClock(merchant, { freeze: true, advance: 'P1D' })
    if ((await merchant.get('/v1/payouts')).body.result.payouts.length > 0) return
  }
  assert.fail('no payout within ten days')
}

/** What forges, and how the audit names it. */
interface Forgery {
  title: string
  invariant: string
  /** A part of the id that is named. */
  culprit(till: Till): string
  forge(world: World, till: Till): Write[]
}

const update = (world: World, text: string): Write[] => [run(sql.raw(text).compile(world.service.store.db))]

/** A balanced entry with its balances, so that only its name gives it away. */
function entry(world: World, till: Till, name: string): Write[] {
  const { clock } = world.service
  const lines = [
    { account: 'receivable:bank', amountCentavos: 5_000_000 },
    { account: 'payable:merchant', amountCentavos: -5_000_000 },
  ] as const
  const { accountId } = till.merchant
  const posted = { accountId, day: '2026-11-20', at: clock.now(), lines: [...lines] }
  return entryWrites({ name: name as `${string}:paid`, ...posted })
}

function transferOf(world: World, till: Till, change: Partial<TransferRow>): TransferRow {
  const request = {
    account_id: till.merchant.accountId,
    operation_id: null,
    kind: 'payout' as const,
    rail: 'spei' as const,
    network: till.payout.transfer.network,
    destination: FOREIGN,
    beneficiary: 'X',
    amount_centavos: 5_000_000,
    concept: 'X',
  }
  return { ...newTransfer(world.service.clock, request), ...change }
}

const forgedEntries: Forgery[] = [
  {
    title: 'a balanced entry under a free name',
    invariant: 'entry-causes',
    culprit: () => 'regalo:paid',
    forge: (world, till) => entry(world, till, 'regalo:paid'),
  },
  {
    title: 'a balanced entry under a name without a cause',
    invariant: 'entry-causes',
    culprit: () => 'regalo',
    forge: (world, till) => entry(world, till, 'regalo'),
  },
  {
    title: 'an entry under no name at all',
    invariant: 'entry-causes',
    culprit: () => '',
    forge: (world, till) => entry(world, till, ''),
  },
  {
    title: 'a copy of a payment’s entry',
    invariant: 'entry-names',
    culprit: ({ paid }) => `${paid}:paid2`,
    forge: (world, till) => entry(world, till, `${till.paid}:paid2`),
  },
  {
    title: 'an entry that hides behind the last one of its operation',
    invariant: 'entry-causes',
    culprit: ({ paid }) => `${paid};`,
    forge: (world, till) => entry(world, till, `${till.paid};`),
  },
  {
    title: 'a further entry of a payout',
    invariant: 'entry-names',
    culprit: ({ payout }) => `${payout.id}:bonus`,
    forge: (world, till) => entry(world, till, `${till.payout.id}:bonus`),
  },
  {
    title: 'a further entry of a returned payment',
    invariant: 'entry-names',
    culprit: ({ returned }) => `${returned.id}:suspended`,
    forge: (world, till) => entry(world, till, `${till.returned.id}:suspended`),
  },
  {
    title: 'a further entry of a transfer',
    invariant: 'entry-names',
    culprit: ({ refund }) => `${refund.id}:booked`,
    forge: (world, till) => entry(world, till, `${till.refund.id}:booked`),
  },
  {
    title: 'an entry of a transfer that was not sent',
    invariant: 'returns',
    culprit: ({ payout }) => `${payout.transfer.id}:sent`,
    forge: (world, till) => entry(world, till, `${till.payout.transfer.id}:sent`),
  },
  {
    title: 'the entry of a returned payment under another name',
    invariant: 'received-entries',
    culprit: ({ returned }) => `${returned.id}:returned`,
    forge: (world, till) =>
      update(
        world,
        `update entries set entry = '${till.returned.id}:back' where entry = '${till.returned.id}:returned'`,
      ),
  },
  {
    title: 'a line of a returned payment on another account of the ledger',
    invariant: 'received-entries',
    culprit: ({ returned }) => `${returned.id}:returned`,
    forge: (world, till) =>
      update(
        world,
        `update entries set lines = replace(lines, 'payable:returns', 'payable:merchant') where entry = '${till.returned.id}:returned'`,
      ),
  },
  {
    title: 'a payout that was paid on another day than its entry',
    invariant: 'payouts',
    culprit: ({ payout }) => `${payout.id}:sent`,
    forge: (world, till) => update(world, `update payouts set state_at = '2026-01-01' where id = '${till.payout.id}'`),
  },
  {
    title: 'a payout that had failed before it was paid, and was owed again',
    invariant: 'payouts',
    culprit: ({ payout }) => `${payout.id}:failed`,
    forge: (world, till) =>
      update(world, `update payouts set failed_at = state_at, corrected_at = state_at where id = '${till.payout.id}'`),
  },
  {
    title: 'a payout that was paid although its bank never settled it',
    invariant: 'payouts',
    culprit: ({ payout }) => payout.id,
    forge: (world, till) =>
      update(
        world,
        `update transfers set state = 'returned', settled_at = null where id = '${till.payout.transfer.id}'`,
      ),
  },
  {
    title: 'a line of a payout’s report changed',
    invariant: 'payouts',
    culprit: ({ payout }) => payout.id,
    forge: (world, till) =>
      update(
        world,
        `update payout_lines set amount_centavos = amount_centavos - 1 where payout_id = '${till.payout.id}'`,
      ),
  },
  {
    title: 'a line of a payout’s report whose parts do not make its amount',
    invariant: 'payouts',
    culprit: ({ payout }) => payout.id,
    forge: (world, till) =>
      update(world, `update payout_lines set fee_centavos = fee_centavos + 1 where payout_id = '${till.payout.id}'`),
  },
]

/** Transfers that are due now. The worker must not execute any of them. */
const forgedTransfers: (Forgery & { transfer(till: Till): string | undefined })[] = [
  {
    title: 'a payout to a foreign CLABE that nobody has booked',
    invariant: 'transfers',
    culprit: () => 'trf_',
    transfer: () => undefined,
    forge: (world, till) => [insert('transfers', transferOf(world, till, {}))],
  },
  {
    title: 'a transfer of an account that does not exist',
    invariant: 'transfers',
    culprit: () => 'trf_',
    transfer: () => undefined,
    forge: (world, till) => [insert('transfers', transferOf(world, till, { account_id: 'acc_nobody' }))],
  },
  {
    title: 'a return of no payment',
    invariant: 'transfers',
    culprit: () => 'trf_',
    transfer: () => undefined,
    forge: (world, till) => [insert('transfers', transferOf(world, till, { kind: 'return', operation_id: till.paid }))],
  },
  {
    title: 'a refund of a payment that was not reversed',
    invariant: 'transfers',
    culprit: () => 'trf_',
    transfer: () => undefined,
    forge: (world, till) => [insert('transfers', transferOf(world, till, { kind: 'refund', operation_id: till.paid }))],
  },
  {
    title: 'a second refund of one operation',
    invariant: 'transfers',
    culprit: () => 'trf_',
    transfer: () => undefined,
    forge: (world, till) => {
      const { destination, amount_centavos, operation_id } = till.refund
      const change = { kind: 'refund' as const, destination, amount_centavos, operation_id }
      return [insert('transfers', transferOf(world, till, change))]
    },
  },
  {
    title: 'a payout with its transfer that no entry has booked',
    invariant: 'payouts',
    culprit: () => 'po_',
    transfer: () => undefined,
    forge: (world, till) => {
      const transfer = transferOf(world, till, {})
      const { clock } = world.service
      const payout = {
        id: newId(clock, 'po'),
        account_id: till.merchant.accountId,
        affiliate: '',
        day: '2020-01-02',
        from_day: '2020-01-01',
        to_day: '2020-01-01',
        amount_centavos: transfer.amount_centavos,
        clabe: transfer.destination,
        beneficiary: 'X',
        tracking_key: transfer.tracking_key,
        transfer_id: transfer.id,
        state: 'pending' as const,
        created_at: clock.now(),
        state_at: clock.now(),
        failed_at: null,
        corrected_at: null,
      }
      return [insert('payouts', payout), insert('transfers', transfer)]
    },
  },
  ...(['payout', 'return', 'refund'] as const).flatMap((kind) => {
    const one = (till: Till) =>
      kind === 'refund' ? till.refund : till[kind === 'return' ? 'returned' : 'payout'].transfer
    const set = (what: string, text: string): Forgery & { transfer(till: Till): string } => ({
      title: `the ${what} of a ${kind} changed`,
      invariant: 'transfers',
      culprit: (till) => one(till).id,
      transfer: (till) => one(till).id,
      forge: (world, till) => update(world, `update transfers set ${text} where id = '${one(till).id}'`),
    })
    return [
      set('destination', `destination = '${FOREIGN}'`),
      set('rail', "rail = case rail when 'store' then 'spei' else 'store' end"),
      set('amount', `amount_centavos = amount_centavos + 1`),
      set('account', `account_id = 'acc_other'`),
      set('tracking key', `tracking_key = '${kind.toUpperCase()}' || id`),
      set('kind', `kind = '${kind === 'payout' ? 'return' : 'payout'}'`),
    ]
  }),
]

const refusedByTheDatabase: Record<string, Record<string, unknown>> = {
  'an unknown kind': { kind: 'gift' },
  'an unknown state': { state: 'sent' },
  'an unknown rail': { rail: 'wallet' },
  'an amount below nothing': { amount_centavos: -5_000_000 },
  nothing: { amount_centavos: 0 },
}

onBothEngines('the audit names forged records', (world) => {
  const nextTill = tillsOf(world, forgedEntries.length + 2)

  for (const forgery of forgedEntries) {
    test(forgery.title, async () => {
      const till = nextTill()
      const before = await faultsOf(world())
      await world().service.store.commit(forgery.forge(world(), till))
      await assertNamed(world(), forgery, till, before)
    })
  }

  test('an entry of another account’s operation is named, also in the audit of that account alone', async () => {
    const [owner, other] = [nextTill(), nextTill()]
    const { store } = world().service
    await store.commit(entry(world(), other, `${owner.paid}:reversed`))
    const [mine, theirs] = [
      await audit(store, { accountId: other.merchant.accountId }),
      await audit(store, { accountId: owner.merchant.accountId }),
    ]
    const first = mine.invariants.find((one) => one.name === 'entry-causes')?.first
    assert.equal(first?.id, `${owner.paid}:reversed`)
    assert.equal(theirs.invariants.find((one) => one.name === 'entry-causes')?.first, null)
    assert.equal((await audit(store)).clean, false)
  })
})

onBothEngines('money leaves only for a cause', (world) => {
  const nextTill = tillsOf(world, forgedTransfers.length + Object.keys(refusedByTheDatabase).length + 2)

  for (const forgery of forgedTransfers) {
    test(`${forgery.title}: it is named and withheld, and honest transfers are sent`, async () => {
      const till = nextTill()
      const { store } = world().service
      // The bank has not taken anything yet.
      if (forgery.transfer(till) !== undefined) await makePending(world(), till)
      const before = await faultsOf(world())
      const known = await store.db.selectFrom('transfers').select('id').execute()
      await store.commit(forgery.forge(world(), till))
      await assertNamed(world(), forgery, till, before)
      const honest = await speiVoucher(till.merchant)
      await payBySpei(till.merchant, { transaction: honest.transaction, amount: 3 })
      await world().work()
      const rows = await store.db.selectFrom('transfers').selectAll().execute()
      const forged = rows.filter((row) =>
        forgery.transfer(till) === undefined
          ? !known.some(({ id }) => id === row.id) && row.operation_id !== honest.transaction
          : row.id === forgery.transfer(till),
      )
      assert.deepEqual(
        forged.map(({ state, due_at, settled_at }) => [state, due_at, settled_at]),
        [['withheld', null, null]],
      )
      assert.notEqual(forged[0]?.withheld_because, '')
      assert.equal(rows.find((row) => row.operation_id === honest.transaction)?.state, 'settled')
      const report = await audit(store)
      assert.ok((report.counts.withheld ?? 0) > 0)
      assert.ok(report.invariants.some((one) => one.name === 'transfers' && one.faults > 0))
      const metrics = await world().send({ method: 'GET', url: '/metrics' })
      assert.ok(Number(/^cobro_transfers_withheld (\d+)$/m.exec(metrics.text)?.[1]) > 0)
      // It stays so: nothing tries it again.
      await world().work()
      const [again] = await store.db
        .selectFrom('transfers')
        .selectAll()
        .where('id', '=', forged[0]?.id ?? '')
        .execute()
      assert.equal(again?.state, 'withheld')
      assert.equal(again?.attempts, forged[0]?.attempts)
    })
  }

  for (const [title, change] of Object.entries(refusedByTheDatabase)) {
    test(`the database refuses a transfer of ${title}`, async () => {
      const till = nextTill()
      const { store } = world().service
      const forged = { ...transferOf(world(), till, {}), ...change } as TransferRow
      await assert.rejects(store.commit([insert('transfers', forged)]), /transfers_\w+_check/)
      const rows = await store.db.selectFrom('transfers').select('id').where('id', '=', forged.id).execute()
      assert.deepEqual(rows, [])
    })
  }

  test('a payout whose transfer is withheld is neither paid nor given back to the merchant', async () => {
    const till = nextTill()
    await makePending(world(), till)
    const { store } = world().service
    const text = `update transfers set amount_centavos = 1 where id = '${till.payout.transfer.id}'`
    await store.commit(update(world(), text))
    await world().work()
    const { status } = (await till.merchant.get(`/v1/payouts/${till.payout.id}`)).body.result
    assert.equal(status, 'pending')
    const entries = (await till.merchant.get(`/v1/ledger/entries/${till.payout.id}`)).body.result.entries
    assert.deepEqual(
      entries.map((one: { entry: string }) => one.entry),
      [`${till.payout.id}:booked`],
    )
  })

  test('a refund to its payer, whose account is changed while it waits for balance, is withheld', async () => {
    const merchant = await world().merchant()
    const { store } = world().service
    await merchant.call('PUT', '/v1/refund-rules', { beyond_balance: 'wait' })
    const { transaction } = await speiVoucher(merchant, { total: 100 })
    await payBySpei(merchant, { transaction, payer_clabe: PAYER })
    const refund = (await merchant.post(`/v1/operations/${transaction}/refunds`, {})).body.result
    assert.equal(refund.waits_for, 'balance')
    await store.commit(update(world(), `update refunds set destination = '${FOREIGN}' where id = '${refund.id}'`))
    const more = await speiVoucher(merchant, { total: 500 })
    await payBySpei(merchant, { transaction: more.transaction, payer_clabe: PAYER })
    await moveClock(merchant, { freeze: true, advance: 'PT2H' })
    await world().work()
    const sent = await store.db.selectFrom('transfers').selectAll().where('refund_id', '=', refund.id).execute()
    assert.deepEqual(
      sent.map(({ destination, state }) => [destination, state]),
      [[FOREIGN, 'withheld']],
    )
    const report = await audit(store, { accountId: merchant.accountId })
    assert.ok(report.invariants.some((one) => one.name === 'transfers' && one.first?.id === sent[0]?.id))
    await moveClock(merchant, { resume: true })
  })

  test('a return that was sent and is set to be sent again is withheld', async () => {
    const till = nextTill()
    const { store, clock } = world().service
    await world().work()
    const { id } = till.returned.transfer
    await store.commit(
      update(world(), `update transfers set state = 'pending', due_at = '${clock.now()}' where id = '${id}'`),
    )
    await world().work()
    const row = await store.db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    assert.deepEqual([row.state, row.withheld_because], ['withheld', 'finished'])
  })
})

/** Opens tills before the tests; answers what gives each test one of its own. */
function tillsOf(world: () => World, count: number): () => Till {
  let tills: Till[] = []
  before(async () => {
    tills = await openTills(world(), count)
  })
  return () => tills.shift() ?? assert.fail('open as many tills as there are tests')
}

/** The till's payout, return and refund as they were before the bank was asked, entries and all. */
async function makePending(world: World, { payout, returned, refund }: Till): Promise<void> {
  const { store, clock } = world.service
  const ids = [payout.transfer, returned.transfer, refund].map((row) => `'${row.id}'`).join(', ')
  const names = [`'${payout.id}:sent'`, `'${returned.transfer.id}:sent'`, `'${refund.id}:sent'`].join(', ')
  await store.commit([
    ...update(
      world,
      `update transfers set state = 'pending', attempts = 0, settled_at = null, asked_at = null, due_at = '${clock.now()}' where id in (${ids})`,
    ),
    ...update(world, `delete from sandbox_transfers`),
    ...update(world, `update payouts set state = 'pending' where id = '${payout.id}'`),
    ...update(
      world,
      `update balances set amount_centavos = amount_centavos - coalesce((
        select sum(p.amount_centavos) from postings p where p.entry in (${names}) and p.account_id = balances.account_id
          and p.ledger_account = balances.ledger_account and p.day = balances.day
      ), 0) where shard = (
        select min(b.shard) from balances b where b.account_id = balances.account_id
          and b.ledger_account = balances.ledger_account and b.day = balances.day
      )`,
    ),
    ...update(world, `delete from entries where entry in (${names})`),
  ])
}

async function faultsOf(world: World): Promise<Map<string, number>> {
  const { invariants } = await audit(world.service.store)
  return new Map(invariants.map((one) => [one.name, one.faults]))
}

/** The audit of everything finds more against the invariant than before, and that of the account names the culprit. */
async function assertNamed(world: World, forgery: Forgery, till: Till, before: Map<string, number>): Promise<void> {
  const { store } = world.service
  const report = await audit(store)
  assert.equal(report.clean, false)
  const found = report.invariants.find((one) => one.name === forgery.invariant)
  assert.ok((found?.faults ?? 0) > (before.get(forgery.invariant) ?? 0), `nothing more against ${forgery.invariant}`)
  if ((before.get(forgery.invariant) ?? 0) > 0) return
  assert.ok(found?.first?.id.includes(forgery.culprit(till)), `${found?.first?.id} is not ${forgery.culprit(till)}`)
  assert.notEqual(found?.first?.expected, found?.first?.found)
}
