// The promise: a bank's file whose balances follow from its lines is booked to the centavo as its closing balance says, also where several of its lines have
// one key and say the same: a commission and its IVA, a commission taken twice, a payment that was taken back and came again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAudited, balanceOf, payBySpei, speiVoucher } from '../../support/fixtures/payers.ts'
import { done, type Merchant, onBothEngines } from '../../support/harness/world.ts'

interface Line {
  about: string
  key: string
  centavos: number
}

const pesos = (centavos: number) => (centavos / 100).toFixed(2)
const kinds = (column: string) => [
  { kind: 'fee', sign: 'out', column, has: ['COMISION'] },
  { kind: 'payment', sign: 'in' },
  { kind: 'transfer-out', sign: 'out' },
]
const table = {
  ...{ layout: 1, format: 'csv', network: 'sandbox-spei', rail: 'spei', kinds: kinds('Concepto') },
  columns: {
    ...{ day: 'Fecha', id: 'Rastreo', reference: 'Cuenta', institution: 'Banco' },
    ...{ debit: 'Cargo', credit: 'Abono', balance: 'Saldo' },
  },
}
const mt940 = {
  ...{ layout: 1, format: 'mt940', network: 'sandbox-spei', rail: 'spei', kinds: kinds('details') },
  columns: {
    id: 'bank_reference',
    reference: { column: 'details', after: 'CUENTA' },
    institution: { column: 'details', after: 'BANCO' },
  },
}

onBothEngines('a file whose balances count each line', (world) => {
  const today = async (merchant: Merchant) => (await done(merchant.get('/v1/sandbox/clock'))).now.slice(0, 10)
  const paid = async (merchant: Merchant, key: string) => {
    const { transaction, bank_account_number: clabe } = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction, tracking_key: key, payer_clabe: '002010077777777771' })
    return clabe as string
  }
  const asTable = (day: string, clabe: string, lines: Line[], newestFirst = false) => {
    let balance = 100_000
    const rows = lines.map(({ about, key, centavos }) => {
      balance += centavos
      const amounts = centavos < 0 ? [pesos(-centavos), ''] : ['', pesos(centavos)]
      return [day, about, key, clabe, 'Banamex', ...amounts, pesos(balance)].join(',')
    })
    return ['Fecha,Concepto,Rastreo,Cuenta,Banco,Cargo,Abono,Saldo', ...(newestFirst ? rows.reverse() : rows)].join(
      '\n',
    )
  }
  const asMt940 = (day: string, clabe: string, lines: Line[]) => {
    const date = day.slice(2).replaceAll('-', '')
    const sum = lines.reduce((all, { centavos }) => all + centavos, 100_000)
    const amount = (centavos: number) => pesos(Math.abs(centavos)).replace('.', ',')
    return [
      ...[':20:1', ':25:1', ':28C:1/1', `:60F:C${date}MXN${amount(100_000)}`],
      ...lines.flatMap(({ about, key, centavos }) => [
        `:61:${date}${centavos < 0 ? 'D' : 'C'}${amount(centavos)}NTRFX//${key}`,
        `:86:${about} CUENTA ${clabe} BANCO 40002`,
      ]),
      ...[`:62F:C${date}MXN${amount(sum)}`, '-'],
    ].join('\n')
  }
  const reconcile = async (merchant: Merchant, content: string, layout: object) =>
    done(merchant.post('/v1/sandbox/reconcile', { content, layout }))

  test('fees of one key are each booked once, in whatever order and format they are read again', async () => {
    const merchant = await world().merchant()
    const [day, clabe] = [await today(merchant), await paid(merchant, 'BAL001')]
    const fee = { about: 'COMISION', key: 'BAL001', centavos: -500 }
    const lines = [
      { about: 'SPEI', key: 'BAL001', centavos: 15_000 },
      ...[fee, { ...fee, about: 'IVA COMISION', centavos: -80 }, fee],
    ]
    const first = await reconcile(merchant, asTable(day, clabe, lines), table)
    assert.deepEqual([first.counts.matched, first.counts.stated, first.counts.repeated], [1, 3, 0])
    assert.deepEqual(first.findings, [])
    assert.equal(await balanceOf(world(), merchant, 'cost:bank-fees'), 1_080)
    const more = [...lines, { ...fee, centavos: -70 }]
    for (const [content, layout, stated] of [
      [asTable(day, clabe, lines), table, 0],
      [asTable(day, clabe, lines, true), table, 0],
      [asMt940(day, clabe, lines), mt940, 0],
      [asTable(day, clabe, more), table, 1],
      [asTable(day, clabe, more, true), table, 0],
    ] as const) {
      const { counts, findings } = await reconcile(merchant, content, layout)
      assert.deepEqual([counts.stated, counts.repeated, findings], [stated, counts.lines - stated, []])
    }
    assert.equal(await balanceOf(world(), merchant, 'cost:bank-fees'), 1_150)
    await assertAudited(world())
  })

  test('a payment that was taken back and came again leaves what the bank has', async () => {
    const merchant = await world().merchant()
    const [day, clabe] = [await today(merchant), await paid(merchant, 'BAL002')]
    const came = { about: 'SPEI', key: 'BAL002', centavos: 15_000 }
    const lines = [came, { about: 'REVERSO', key: 'BAL002', centavos: -15_000 }, came]
    const { counts } = await reconcile(merchant, asTable(day, clabe, lines), table)
    assert.deepEqual([counts.matched, counts.extra, counts.repeated], [1, 2, 0])
    assert.equal(await balanceOf(world(), merchant, 'bank'), 15_000)
    const again = await reconcile(merchant, asMt940(day, clabe, lines), mt940)
    assert.deepEqual([again.counts.repeated, again.counts.extra], [3, 2])
    assert.equal(await balanceOf(world(), merchant, 'bank'), 15_000)
    assert.equal((await done(merchant.get('/v1/received-payments?outcome=suspended'))).payments.length, 0)
    await assertAudited(world())
  })

  test('a fee of another amount under the id of one in another file is still a contradiction', async () => {
    const merchant = await world().merchant()
    const [day, clabe] = [await today(merchant), await paid(merchant, 'BAL003')]
    const fee = { about: 'COMISION', key: 'BAL003', centavos: -500 }
    assert.equal((await reconcile(merchant, asTable(day, clabe, [fee]), table)).counts.stated, 1)
    const other = await reconcile(merchant, asTable(day, clabe, [{ ...fee, centavos: -700 }]), table)
    assert.deepEqual([other.counts.stated, other.counts.contradiction], [0, 1])
    assert.equal(await balanceOf(world(), merchant, 'cost:bank-fees'), 500)
  })
})
