// What a spreadsheet makes of the cells of a bank's table is read as what the bank wrote: marks of texts, dashes for no money, a direction that is not there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLayout } from '../../../src/reconciliation/formats/layout.ts'
import { laidOut } from '../../../src/reconciliation/formats/read-by-layout.ts'

const checks = {
  today: { card: '2027-02-20', store: '2027-02-20', spei: '2027-02-22' },
  railsOf: () => ['spei' as const],
  hasAccount: () => false,
}
const whole = { layout: 1, format: 'csv', network: 'bank', rail: 'spei' }
const kinds = [{ kind: 'payment', sign: 'in' }, { kind: 'transfer-out' }]
const inTwo = { day: 'Fecha', id: 'Rastreo', reference: 'Cuenta', debit: 'Cargo', credit: 'Abono', balance: 'Saldo' }

async function read(content: string, layout: object) {
  const source = async function* () {
    yield Buffer.from(content)
  }
  const reader = await laidOut(source, readLayout(layout), { firstDay: undefined, lastDay: undefined }, checks)
  const pieces = await Array.fromAsync(reader(source()))
  return pieces.flatMap((piece): unknown[][] => {
    if (piece.kind === 'malformed') return [[piece.number, piece.faults]]
    if (piece.kind !== 'movement') return []
    const { kind, id, reference, amountCentavos } = piece.movement
    return [[kind, id, reference, amountCentavos]]
  })
}

test('marks of texts are no part of an id or a reference; dashes are no money', async () => {
  const rows = [
    `2027-01-27,'0012,'646180111800000001,-,106.50,1000.00`,
    '2027-01-27,="0013",="646180111800000001", $-   ,$1.00,1001.00',
    '2027-01-27,"=""0014""","\'646180111800000001",1.00, — ,1000.00',
  ]
  const content = ['Fecha,Rastreo,Cuenta,Cargo,Abono,Saldo', ...rows].join('\n')
  assert.deepEqual(await read(content, { ...whole, columns: inTwo, kinds }), [
    ['payment', '0012', '646180111800000001', 10_650],
    ['payment', '0013', '646180111800000001', 100],
    ['transfer-out', '0014', '646180111800000001', 100],
  ])
})

test('a line with two dashes is no movement, and a line without its direction has none', async () => {
  const content = 'Fecha,Rastreo,Cuenta,Cargo,Abono,Saldo\n2027-01-27,K1,,-,-,1000.00'
  assert.deepEqual(await read(content, { ...whole, columns: inTwo, kinds }), [[2, ['amount']]])
  const columns = { day: 'Fecha', id: 'Rastreo', amount: 'Importe', sign: 'Tipo' }
  const signed = 'Fecha,Rastreo,Importe,Tipo\n2027-01-27,K1,5.00,\n2027-01-27,K2,5.00,C'
  const layout = { ...whole, columns, incoming: ['A'], kinds: [{ kind: 'payment', sign: 'in' }, { kind: 'fee' }] }
  assert.deepEqual(await read(signed, layout), [
    [2, ['amount']],
    ['fee', 'K2', '', 500],
  ])
})

test('a line in another currency than pesos is no movement of a table that says its currencies', async () => {
  const columns = { day: 'Fecha', id: 'Rastreo', reference: 'Cuenta', amount: 'Monto', currency: 'Moneda' }
  const written = ['MXN', 'm.n.', '$', '', 'Pesos  Mexicanos', 'USD', 'Dólares', '840']
  const rows = written.map((currency, at) => `2027-01-27,R${at},646180111800000001,100.00,${currency}`)
  const content = ['Fecha,Rastreo,Cuenta,Monto,Moneda', ...rows].join('\n')
  assert.deepEqual(await read(content, { ...whole, columns, kinds }), [
    ...[0, 1, 2, 3, 4].map((at) => ['payment', `R${at}`, '646180111800000001', 10_000]),
    ...[7, 8, 9].map((line) => [line, ['currency']]),
  ])
  const mt940 = { ...whole, format: 'mt940', columns: { id: 'reference', currency: 'currency' }, kinds }
  assert.throws(() => readLayout(mt940), { reason: 'parameters-invalid' })
})
