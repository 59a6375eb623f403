import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { firstIdAt } from '../../../src/core/ids.ts'
import { same } from '../../../src/core/language/bilingual.ts'
import { HOUR_MS } from '../../../src/core/time.ts'
import type { BookTable } from '../../../src/ledger/book-tables.ts'
import {
  type Checkpoints,
  checkpointsIn,
  checkpointsText,
  readCheckpoints,
} from '../../../src/ledger/checkpoints-file.ts'
import { BEHIND_MS, closeBooksTask } from '../../../src/ledger/close-books.ts'
import { type ChainReport, verifyBooks, withRows } from '../../../src/ledger/verify-books.ts'
import { audit } from '../../../src/service/audit.ts'
import type { Store } from '../../../src/store/store.ts'
import { run } from '../../../src/store/write.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { moveClock, payAtStore, payBySpei, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

const CLABE = '002010077777777771'
const FOREIGN = '032180000118359719'
const PAYER = '012180001554321090'
const MIDDLE_OF_A_MONTH = '2031-03-10T12:00:00-06:00'

/** A merchant with something of everything, all of it of closed days. */
interface Shop {
  merchant: Merchant
  card: string
  voucher: string
  returned: string
}

interface Tampering {
  title: string
  /** How the audit names it, when it is not consistent. */
  invariant?: string
  /** The tables whose records differ from what was kept. */
  tables: BookTable[]
  /** The statements, for the shop's account. */
  tamper(shop: Shop, world: World): string[]
}

const at = "(select created_at from operations where id = '$op')"

/** A balanced entry on a closed day, with its balances. */
function entry(name: string, { merchant, voucher }: Shop): string[] {
  const when = at.replace('$op', voucher)
  const day = `(select day from operations where id = '${voucher}')`
  const lines: [string, number][] = [
    ['receivable:bank', 5_000_000],
    ['payable:merchant', -5_000_000],
  ]
  return [
    `insert into entries (entry, account_id, day, lines, created_at)
      values ('${name}', '${merchant.accountId}', ${day}, '${JSON.stringify(lines)}', ${when})`,
    ...lines.map(
      ([account, amount]) => `insert into balances (account_id, ledger_account, network, day, shard, amount_centavos)
      values ('${merchant.accountId}', '${account}', '', ${day}, 77, ${amount})`,
    ),
  ]
}

/** Everything that is known of a voucher, so that nothing but the chain misses it. */
function erase({ merchant, voucher }: Shop): string[] {
  const of = `account_id = '${merchant.accountId}'`
  const less = (table: string, period: string) =>
    `update ${table} set operations = operations - 1,
      total_centavos = total_centavos - (select total_centavos from operations where id = '${voucher}'),
      commission_centavos = commission_centavos
        - (select fee_centavos + iva_centavos + affiliate_centavos from operations where id = '${voucher}')
      where ${of} and status = 'paid' and rail = 'store' and ${period} and shard = (
        select min(shard) from ${table} as one where one.${of} and one.status = 'paid' and one.rail = 'store' and one.${period})`
  return [
    less('daily_totals', `day = (select day from operations where id = '${voucher}')`),
    less('monthly_totals', `month = (select substr(day, 1, 7) from operations where id = '${voucher}')`),
    `update posted_totals set operations = operations - 1,
      total_centavos = total_centavos - (select total_centavos from operations where id = '${voucher}'),
      commission_centavos = commission_centavos
        - (select fee_centavos + iva_centavos + affiliate_centavos from operations where id = '${voucher}')
      where ${of} and status = 'paid' and rail = 'store' and shard = (
        select min(shard) from posted_totals as one where one.${of} and one.status = 'paid' and one.rail = 'store'
          and one.unit = posted_totals.unit and one.period = posted_totals.period)`,
    `update monthly_fees set operations = operations - 1,
      fee_centavos = fee_centavos - (select fee_centavos from operations where id = '${voucher}')
      where ${of} and concept = 'store' and shard = (
        select min(shard) from monthly_fees as one where one.${of} and one.concept = 'store'
          and one.month = monthly_fees.month)`,
    `update balances set amount_centavos = amount_centavos - (
      select sum(amount_centavos) from postings where entry = '${voucher}:paid'
        and postings.ledger_account = balances.ledger_account and postings.day = balances.day)
      where ${of} and exists (select 1 from postings where entry = '${voucher}:paid'
        and postings.ledger_account = balances.ledger_account and postings.day = balances.day)
      and shard = (select min(shard) from balances as one where one.account_id = balances.account_id
        and one.ledger_account = balances.ledger_account and one.day = balances.day)`,
    `delete from entries where entry = '${voucher}:paid'`,
    `delete from directory where subject in (select id from payments_received where operation_id = '${voucher}')`,
    `delete from payments_received where operation_id = '${voucher}'`,
    `delete from events where operation_id = '${voucher}'`,
    `delete from directory where subject = '${voucher}'`,
    `delete from operations where id = '${voucher}'`,
  ]
}

const tamperings: Tampering[] = [
  {
    title: 'a balanced forged entry under a free name',
    invariant: 'entry-causes',
    tables: ['entries'],
    tamper: (shop) => entry(`regalo-${shop.merchant.accountId}:paid`, shop),
  },
  {
    title: 'a copied entry :paid2',
    invariant: 'entry-names',
    tables: ['entries'],
    tamper: (shop) => entry(`${shop.voucher}:paid2`, shop),
  },
  {
    title: 'an entry that is renamed',
    invariant: 'payment-entries',
    tables: ['entries'],
    tamper: ({ voucher }) => [`update entries set entry = '${voucher}:regalo' where entry = '${voucher}:paid'`],
  },
  {
    title: 'a pending payout transfer that nobody asked for',
    invariant: 'transfers',
    tables: ['transfers'],
    tamper: ({ merchant, voucher }) => [
      `insert into transfers (id, account_id, operation_id, kind, rail, network, destination, beneficiary, amount_centavos,
        tracking_key, concept, state, attempts, due_at, leased_until, created_at, state_at, reason, withheld_because)
        select substr(id, 1, 29) || '1', '${merchant.accountId}', null, 'payout', 'spei', network, '${FOREIGN}', 'X', 5000000,
          'CBRFORGED', 'X', 'pending', 0, null, 0, ${at.replace('$op', voucher)}, created_at, '', ''
        from transfers where account_id = '${merchant.accountId}' and kind = 'return'`,
    ],
  },
  {
    title: 'the destination of a return that is changed',
    invariant: 'transfers',
    tables: ['transfers'],
    tamper: ({ merchant }) => [
      `update transfers set destination = '${FOREIGN}' where account_id = '${merchant.accountId}' and kind = 'return'`,
    ],
  },
  {
    title: 'the destination of a return that is changed with the payment that it returns',
    tables: ['transfers', 'payments_received'],
    tamper: ({ merchant }) => [
      `update transfers set destination = '${FOREIGN}' where account_id = '${merchant.accountId}' and kind = 'return'`,
      `update payments_received set payer_clabe = '${FOREIGN}' where account_id = '${merchant.accountId}' and outcome = 'returned'`,
    ],
  },
  {
    title: 'lines of a payout that are moved to another operator',
    tables: ['payouts'],
    tamper: ({ merchant }) => [
      `update payout_lines set operator = 'otro@tienda.mx'
        where payout_id in (select id from payouts where account_id = '${merchant.accountId}')`,
    ],
  },
  {
    title: 'the account of payouts that is changed with the change that set it',
    invariant: 'authority',
    tables: ['payout_account_changes'],
    tamper: ({ merchant }) => [
      `update accounts set payout_clabe = '${FOREIGN}' where id = '${merchant.accountId}'`,
      `update payout_account_changes set clabe = '${FOREIGN}' where account_id = '${merchant.accountId}'`,
    ],
  },
  {
    title: 'a plan charge that is deleted',
    tables: ['plan_charges'],
    tamper: ({ merchant }) => [`delete from plan_charges where account_id = '${merchant.accountId}'`],
  },
  {
    title: 'a payout account that no change has set',
    invariant: 'payout-accounts',
    tables: [],
    tamper: ({ merchant }) => [
      `update accounts set payout_clabe = '646180110400000007' where id = '${merchant.accountId}'`,
    ],
  },
  {
    title: 'an affiliate’s payout account that no change has set',
    invariant: 'payout-accounts',
    tables: [],
    tamper: ({ merchant }) => [`update affiliates set clabe = '${FOREIGN}' where account_id = '${merchant.accountId}'`],
  },
  {
    title: 'an affiliate whom nobody has registered',
    invariant: 'payout-accounts',
    tables: [],
    tamper: ({ merchant }) => [
      `insert into affiliates (id, account_id, affiliate, name, email, clabe, settled_day, created_at)
        select 'aff_' || id, account_id, 'otro', name, email, '${FOREIGN}', settled_day, created_at
        from affiliates where account_id = '${merchant.accountId}'`,
    ],
  },
  {
    title: 'an affiliate’s payout account that is changed with the registration',
    invariant: 'authority',
    tables: ['events'],
    tamper: ({ merchant }) => [
      `update affiliates set clabe = '${FOREIGN}' where account_id = '${merchant.accountId}'`,
      `update events set data = replace(data, '${CLABE}', '${FOREIGN}')
        where account_id = '${merchant.accountId}' and type = 'affiliate.registered'`,
    ],
  },
  {
    title: 'the registration of an affiliate that is made unreadable',
    invariant: 'payout-accounts',
    tables: ['events'],
    tamper: ({ merchant }) => [
      `update events set data = '{"after":{"clabe":7}}'
        where account_id = '${merchant.accountId}' and type = 'affiliate.registered'`,
    ],
  },
  {
    title: 'a forged key with all scopes',
    invariant: 'authority',
    tables: [],
    tamper: ({ merchant }) => [
      `insert into credentials (id, account_id, app_key, kind, scopes, name, secret_hash, secret_generation, operator, created_at)
        select 'crd_forged_' || account_id, account_id, 'ak_forged_' || account_id, kind, 'charge read admin', name, secret_hash, 1, operator, created_at
        from credentials where account_id = '${merchant.accountId}' order by id limit 1`,
    ],
  },
  {
    title: 'a key with other scopes',
    invariant: 'authority',
    tables: [],
    tamper: ({ merchant }) => [`update credentials set scopes = 'read' where account_id = '${merchant.accountId}'`],
  },
  {
    title: 'a customer’s CLABE that the directory leads elsewhere',
    invariant: 'directory',
    tables: [],
    tamper: ({ merchant }) => [
      `update directory set subject = 'spe_otra' where kind = 'clabe' and account_id = '${merchant.accountId}'`,
    ],
  },
  {
    title: 'a customer’s CLABE that the directory has lost',
    invariant: 'directory',
    tables: [],
    tamper: ({ merchant }) => [`delete from directory where kind = 'clabe' and account_id = '${merchant.accountId}'`],
  },
  {
    title: 'a CLABE in the directory that no customer has',
    invariant: 'directory',
    tables: [],
    tamper: ({ merchant }) => [
      `insert into directory (kind, value, variant, account_id, subject)
        select kind, '${FOREIGN}', variant, account_id, subject from directory where kind = 'clabe' and account_id = '${merchant.accountId}' limit 1`,
    ],
  },
  {
    title: 'a plan with a hundred times its amount',
    invariant: 'authority',
    tables: [],
    tamper: ({ merchant }) => [
      `update plans set amount_centavos = amount_centavos * 100 where account_id = '${merchant.accountId}'`,
    ],
  },
  {
    title: 'another e-mail of an account',
    invariant: 'authority',
    tables: [],
    tamper: ({ merchant }) => [`update accounts set email = 'otro@tienda.mx' where id = '${merchant.accountId}'`],
  },
  {
    title: 'another address of a webhook',
    invariant: 'authority',
    tables: [],
    tamper: ({ merchant }) => [
      `update webhook_endpoints set url = 'https://otro.mx' where account_id = '${merchant.accountId}'`,
    ],
  },
  {
    title: 'rules of refunds that are gone',
    invariant: 'authority',
    tables: [],
    tamper: ({ merchant }) => [`delete from refund_rules where account_id = '${merchant.accountId}'`],
  },
  {
    title: 'a fee schedule without history',
    invariant: 'fee-schedules',
    tables: [],
    tamper: ({ merchant }) => [
      `update fee_schedules set percentage_millis = 1 where account_id = '${merchant.accountId}'`,
    ],
  },
  {
    title: 'a fee schedule whose history is rewritten with it',
    tables: ['fee_changes'],
    tamper: ({ merchant }) => [
      `update fee_schedules set percentage_millis = 1 where account_id = '${merchant.accountId}'`,
      `update fee_changes set percentage_millis = 1 where account_id = '${merchant.accountId}'`,
    ],
  },
  ...(['tip_centavos = 500', "reference_number = 'otra'", "card_holder = 'OTRA'"] as const).map(
    (set): Tampering => ({
      title: `an operation with ${set}`,
      tables: ['operations'],
      tamper: ({ card }) => [`update operations set ${set} where id = '${card}'`],
    }),
  ),
  {
    title: 'an operation with months = 12',
    invariant: 'monthly-fees',
    tables: ['operations'],
    tamper: ({ card }) => [`update operations set months = 12 where id = '${card}'`],
  },
  {
    title: 'what an event said',
    invariant: 'log',
    tables: ['events'],
    tamper: ({ voucher }) => [
      `update events set data = '{}' where operation_id = '${voucher}' and type = 'operation.paid'`,
    ],
  },
  {
    title: 'an erasure of everything that is known of a payment',
    tables: ['operations', 'events', 'entries', 'payments_received'],
    tamper: erase,
  },
]

onBothEngines('every change behind the service’s back is named', (world) => {
  const shops: Shop[] = []
  let kept: Checkpoints
  let keptWithRows: Checkpoints

  before(async () => {
    const opened: Merchant[] = []
    for (const _ of tamperings) opened.push(await world().merchant())
    // In the middle of a month, whose fees are not closed within the five days.
    await moveClock(opened[0] as Merchant, { set: MIDDLE_OF_A_MONTH })
    for (const merchant of opened) shops.push(await openShop(world(), merchant))
    await moveClock(shops[0]?.merchant as Merchant, { freeze: true, advance: 'P5D' })
    await world().work()
    const { store } = world().service
    // What is kept is text: checkpoints alone, and checkpoints with the rows behind them.
    kept = readCheckpoints(checkpointsText(await store.snapshot(({ db }) => checkpointsIn(db))))
    const rows = await store.snapshot(async (snapshot) => withRows(snapshot, await checkpointsIn(snapshot.db), nowMs()))
    keptWithRows = readCheckpoints(checkpointsText(rows))
  })

  const nowMs = () => world().service.clock.epochMs()
  const compare = (...checkpoints: Checkpoints[]) =>
    world().service.store.snapshot((snapshot) =>
      verifyBooks(snapshot, {
        kept: checkpoints.map((one) => ({ source: same('what was kept'), checkpoints: one })),
        nowMs: nowMs(),
      }),
    )

  test('unchanged books match their checkpoints, also when the checkpoints are computed a second time at once', async () => {
    const report = await compare(kept, keptWithRows)
    assert.deepEqual(report.faults, [])
    assert.ok(report.records > 100, String(report.records))
    const { store } = world().service
    const before = checkpointsText(kept)
    await forgetCheckpoints(store)
    await world().service.worker.runDue()
    await closeAll(world())
    assert.equal(checkpointsText(await store.snapshot(({ db }) => checkpointsIn(db))), before)
  })

  test('the audit of all books finds nothing before anything is changed', async () => {
    const { invariants } = await audit(world().service.store)
    assert.deepEqual(
      invariants.filter(({ faults }) => faults > 0),
      [],
    )
  })

  // Each tampering is of a shop of its own. All are made, and then the books are compared once for all, because that reads all shops.
  let compared: Promise<Record<'heads' | 'rows', ChainReport>> | undefined
  const tampered = async () => {
    const { store } = world().service
    for (const [index, { tamper }] of tamperings.entries()) await change(store, tamper(shops[index] as Shop, world()))
    const [checkpoints, rows] = [await compare(kept), await compare(keptWithRows)]
    // Beyond a number, faults are not listed.
    for (const { faults } of [checkpoints, rows]) assert.ok(faults.length < 100, String(faults.length))
    return { heads: checkpoints, rows }
  }

  for (const [index, { title, invariant, tables }] of tamperings.entries()) {
    test(title, async () => {
      const shop = shops[index] as Shop
      const { accountId } = shop.merchant
      const mine = ({ faults }: ChainReport) => faults.filter(({ id }) => id.startsWith(accountId))
      compared ??= tampered()
      const reports = await compared

      const named = (await audit(world().service.store, { accountId })).invariants
        .filter((one) => one.faults > 0)
        .map((one) => one.name)
      if (invariant === undefined) assert.deepEqual(named, [], 'it is consistent')
      else assert.ok(named.includes(invariant), String(named))
      const report = mine(reports.heads)
      assert.deepEqual([...new Set(report.map(({ id }) => id.split(' ')[2]))].sort(), [...tables].sort())
      const rows = mine(reports.rows)
      assert.ok(
        rows.every(
          ({ expected, found }) => /record /.test(expected) || /record /.test(found) || /^\d+ records/.test(found),
        ),
        JSON.stringify(rows),
      )
      const first = rows.find(({ id }) => id.endsWith(' operations'))
      if (first) assert.match(`${first.expected} ${first.found}`, new RegExp(`${shop.card}|${shop.voucher}`))
      assert.equal(first !== undefined, tables.includes('operations'))
    })
  }

  test('rewritten books with recomputed checkpoints are found by the checkpoints that were kept elsewhere', async () => {
    const { store } = world().service
    await forgetCheckpoints(store)
    await closeAll(world())
    const own = await store.snapshot(({ db }) => checkpointsIn(db))
    assert.deepEqual((await compare(own)).faults, [])
    const { faults } = await compare(kept)
    assert.ok(faults.length >= tamperings.filter(({ tables }) => tables.length > 0).length - 1, JSON.stringify(faults))
    // The checkpoint of a day alone is enough to see it.
    const last = kept.days.at(-1)
    assert.ok(last)
    const alone = await compare({ days: [{ ...last, accounts: new Map() }], untilAt: null, rows: new Map() })
    assert.equal(alone.faults[0]?.id, last.day)
  })

  test('a record of the future or from before the first day, which no checkpoint will cover, is named', async () => {
    const { store, clock } = world().service
    const far = new Date(clock.epochMs() + 86_400_000).toISOString()
    const { accountId } = (shops[0] as Shop).merchant
    // Long before the first day, and longer than an id.
    const old = `${firstIdAt('evt', Date.parse('1984-03-10T18:00:00.000Z'))}x`
    await change(store, [
      `insert into events (id, account_id, bucket, type, created_at) values ('${old}', '${accountId}', 0, 'x', '2026-01-01')`,
      `update transfers set created_at = '${far}' where account_id = '${accountId}' and kind = 'payout'`,
      `insert into events (id, account_id, bucket, type, created_at) values ('evt_zz', '${accountId}', 0, 'x', '2026-01-01')`,
      `insert into events (id, account_id, bucket, type, data, created_at, subject, actor_kind, actor, operator, address, request_id)
        select '!forged', account_id, bucket, type, data, created_at, subject, actor_kind, 'otro', operator, address, request_id
        from events where account_id = '${accountId}' and actor_kind is not null order by id limit 1`,
    ])
    const { faults } = await compare(kept)
    const { id } = await store.db
      .selectFrom('transfers')
      .select('id')
      .where('created_at', '=', far)
      .executeTakeFirstOrThrow()
    for (const name of [`transfers ${id}`, 'events evt_zz', 'events !forged', `${accountId} 1984-03-10 events`])
      assert.ok(
        faults.some((one) => one.id === name),
        name,
      )
  })
})

async function openShop(world: World, merchant: Merchant): Promise<Shop> {
  await merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE })
  await merchant.call('PUT', '/v1/sandbox/fees', { payment_method: 'OXX', percentage: 2.5, fixed: '1.00' })
  const { body } = await payByCard(world, merchant, APPROVED, { 'payment.tip.amount': 10 })
  const plan = (await merchant.post('/v1/plan', { name: 'Club', amount: '100.00', period: 'month' })).body.result
  const customer = (await merchant.post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx' })).body.result
  const saved = await merchant.post(`/v1/customer/${customer.id}/cards`, {
    token: await tokenFor(world, merchant, APPROVED),
  })
  const onPlan = await merchant.post(`/v1/plan/${plan.id}/customers`, {
    customer: customer.id,
    card: saved.body.result.token,
  })
  assert.equal(onPlan.status, 200, onPlan.text)
  // Nobody listens there: while it is paused, five days of tries of each shop's events are spared.
  const webhook = await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/avisos' })
  assert.equal((await merchant.post(`/v1/webhook/${webhook.body.result.id}/pause`, {})).status, 200)
  assert.equal((await merchant.call('PUT', '/v1/refund-rules', { beyond_balance: 'wait' })).status, 200)
  const affiliate = { user: 'luz', name: 'Luz Paz', email: 'luz@ejemplo.mx', clabe: CLABE }
  assert.equal((await merchant.post('/v1/affiliates', affiliate)).status, 200)
  const voucher = await storeVoucher(merchant)
  await payAtStore(merchant, { transaction: voucher.transaction })
  const odd = await speiVoucher(merchant)
  await payBySpei(merchant, { transaction: odd.transaction, amount: 7, payer_clabe: PAYER })
  return { merchant, card: body.result.recipe.transaction, voucher: voucher.transaction, returned: odd.transaction }
}

async function change({ commit, db }: Store, texts: string[]): Promise<void> {
  for (const text of texts) await commit([run(sql.raw(text).compile(db))])
}

/** As somebody would who has rewritten the books. */
async function forgetCheckpoints(store: Store): Promise<void> {
  await change(store, [
    'delete from book_days',
    `update book_progress set until_at = '1970-01-01T00:00:00.000Z', goal_at = null, leased_until = 0`,
  ])
}

async function closeAll({ service: { store, clock } }: World): Promise<void> {
  const log = { info: () => {} }
  const tell = () => [run(sql.raw('select 1').compile(store.db))]
  const task = closeBooksTask({ store, clock, log, tell })
  while ((await task.run()) > 0);
  const { until_at } = await store.db.selectFrom('book_progress').select('until_at').executeTakeFirstOrThrow()
  assert.ok(Date.parse(until_at) > clock.epochMs() - BEHIND_MS - HOUR_MS)
}
