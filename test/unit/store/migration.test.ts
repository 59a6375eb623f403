import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { createClock } from '../../../src/core/clock.ts'
import { openDatabase } from '../../../src/store/database.ts'
import type { Store } from '../../../src/store/store.ts'
import { matcher } from '../../../src/vouchers/match.ts'
import { ENGINES, stopPostgres } from '../../engines.ts'
import { storyLinks } from '../../operation-rows.ts'
import { type Run, releasedDatabase } from '../../released.ts'

interface Old {
  id: string
  transaction: string
  reference: string
  payerClabe: string | null
  operation?: string
  outcome?: string
  at: string
}

const BBVA = '012180001554321090'

/** What stores and SPEI had reported: vouchers, a customer's transfer, and money that nobody waited for. */
const payments: Old[] = [
  // A Friday after 18:00 in Mexico City: the banking day is the Monday.
  {
    id: 'pay_a',
    transaction: 'K1',
    reference: '646',
    payerClabe: BBVA,
    operation: 'op_spei',
    at: '2026-11-21T00:30:00.000Z',
  },
  {
    id: 'pay_b',
    transaction: 'T1',
    reference: '93',
    payerClabe: null,
    operation: 'op_store',
    at: '2026-11-21T02:30:00.000Z',
  },
  {
    id: 'pay_c',
    transaction: 'K2',
    reference: '999',
    payerClabe: BBVA,
    outcome: 'unmatched',
    at: '2026-11-20T18:00:00.000Z',
  },
  {
    id: 'pay_d',
    transaction: 'T2',
    reference: '94',
    payerClabe: null,
    outcome: 'unmatched',
    at: '2026-11-20T18:00:00.000Z',
  },
  {
    id: 'pay_e',
    transaction: 'K3',
    reference: '998',
    payerClabe: null,
    outcome: 'unmatched',
    at: '2026-04-02T12:00:00.000Z',
  },
]

async function fill(run: Run): Promise<void> {
  for (const [id, method, store] of [
    ['op_spei', 'SPE', null],
    ['op_store', 'OXX', 'SORIANA'],
  ]) {
    await run(`insert into operations (id, account_id, created_at, day, payment_method, status, status_at, total_centavos,
      tip_centavos, fee_centavos, iva_centavos, fee_percentage_millis, affiliate_centavos, description, operator,
      authorization_code, card_brand, card_holder, card_first_six, card_last_four, card_label, latitude, longitude, network,
      store, has_devolution) values ('${id}', 'acc_old', '2026-11-20', '2026-11-20', '${method}', 'N', '2026-11-20', 1000, 0, 0, 0,
      0, 0, '', '', '', '', '', '', '', '', '', '', 'net', ${store === null ? 'null' : `'${store}'`}, 0)`)
  }
  for (const { id, transaction, reference, payerClabe, operation, outcome = 'settled', at } of payments) {
    const text = (value: string | null | undefined) => (value == null ? 'null' : `'${value}'`)
    await run(`insert into payments_received values ('${id}', 'net-${id === 'pay_b' || id === 'pay_d' ? 'cash' : 'spei'}',
      '${transaction}', '${reference}', ${operation ? "'acc_old'" : 'null'}, ${text(operation)}, 1000, ${text(payerClabe)}, null,
      '${outcome}', 'x', '${at}')`)
    if (outcome !== 'unmatched') continue
    const receivable = id === 'pay_d' ? 'receivable:cash-network' : 'receivable:bank'
    await run(`insert into postings values ('${id}:returned', 0, 'acc_unmatched', '${receivable}', '2026-11-20', 1000, '${at}'),
      ('${id}:returned', 1, 'acc_unmatched', 'payable:returns', '2026-11-20', -1000, '${at}')`)
    await run(`insert into transfers values ('trf_${id.slice(4)}', null, null, 'return', 'net', 'somebody', '', 1000,
      'CBR${id.toUpperCase()}', '', 'pending', 0, null, 0, '${at}', null)`)
  }
}

for (const engine of ENGINES) {
  describe(`a database of the released schema is migrated [${engine}]`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'cobro-'))
    let store: Store | undefined
    after(async () => {
      await store?.close()
      rmSync(folder, { recursive: true, force: true })
      await stopPostgres()
    })

    test('its received payments get rail, institution and operation day, and are still found by them', async () => {
      store = await openDatabase(await releasedDatabase(engine, folder, fill), { connections: 2 })
      const rows = await store.db.selectFrom('payments_received').selectAll().orderBy('id').execute()
      assert.deepEqual(
        rows.map((row) => [row.id, row.rail, row.institution, row.operation_day, row.conflict, row.outcome]),
        [
          ['pay_a', 'spei', '012', '2026-11-23', 0, 'matched'],
          ['pay_b', 'store', 'SORIANA', '2026-11-20', 0, 'matched'],
          ['pay_c', 'spei', '012', '2026-11-20', 0, 'unmatched'],
          ['pay_d', 'store', '', '2026-11-20', 0, 'unmatched'],
          // Maundy Thursday.
          ['pay_e', 'spei', '', '2026-04-06', 0, 'unmatched'],
        ],
      )
      const transfers = await store.db.selectFrom('transfers').select(['state', 'withheld_because']).execute()
      assert.deepEqual(
        transfers.map((row) => ({ ...row })),
        Array.from({ length: 3 }, () => ({ state: 'pending', withheld_because: '' })),
      )
      const vouchers = await store.db.selectFrom('operations').select(['id', 'rail', 'chain']).orderBy('id').execute()
      assert.deepEqual(
        vouchers.map((row) => [row.id, row.rail, row.chain]),
        [
          ['op_spei', 'spei', null],
          ['op_store', 'store', 'SORIANA'],
        ],
      )
      // The network says again what it had said to the released program: it is the same payment.
      const match = matcher({
        store,
        clock: createClock(),
        links: storyLinks,
        fees: () => assert.fail('nothing is new'),
        canReturn: { store: false, spei: true },
      })
      const again = await match({
        rail: 'spei',
        network: 'net-spei',
        networkTransaction: 'K1',
        institution: '012',
        operationDay: '2026-11-23',
        networkReference: '646',
        amountCentavos: 1_000,
        payerClabe: BBVA,
      })
      assert.equal(again.id, 'pay_a')
      const { count } = await store.db
        .selectFrom('payments_received')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      assert.equal(count, payments.length)
    })

    test('opened again it is unchanged', async () => {
      const url = await releasedDatabase(engine, mkdtempSync(join(folder, 'empty-')), async () => {})
      for (const _ of [1, 2]) {
        const opened = await openDatabase(url, { connections: 2 })
        const rows = await opened.db.selectFrom('payments_received').selectAll().execute()
        await opened.close()
        assert.equal(rows.length, 0)
      }
    })
  })
}
