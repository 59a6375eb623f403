// Amounts of camt.053 are decimals of XML: a point, and up to five places. No mark of another country is read into them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../../src/failures.ts'
import { readLayout } from '../../../src/reconciliation/formats/layout.ts'
import { laidOut } from '../../../src/reconciliation/formats/read-by-layout.ts'

const checks = {
  today: { card: '2027-02-20', store: '2027-02-20', spei: '2027-02-22' },
  railsOf: (network: string) => (network === 'bank' ? ['spei' as const] : undefined),
  hasAccount: () => false,
}
const layout = readLayout({
  ...{ layout: 1, format: 'camt.053', network: 'bank', rail: 'spei' },
  columns: { id: 'end_to_end', fee: ['charges', { column: 'details', after: 'COMISION' }] },
  kinds: [{ kind: 'payment', sign: 'in' }, { kind: 'transfer-out' }],
})
const amount = (text: string, sign = 'CRDT') => `<Amt Ccy="MXN">${text}</Amt><CdtDbtInd>${sign}</CdtDbtInd>`
const entry = (text: string, details: string[] = [], inside = '') =>
  `<Ntry>${amount(text)}<Sts>BOOK</Sts><BookgDt><Dt>2027-01-27</Dt></BookgDt>${inside}<NtryDtls>${(details.length > 0 ? details : ['']).map((one, at) => `<TxDtls><Refs><EndToEndId>K${at}</EndToEndId></Refs>${one}</TxDtls>`).join('')}</NtryDtls></Ntry>`
const balance = (type: string, text: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${amount(text)}<Dt><Dt>2027-01-27</Dt></Dt></Bal>`

/** Amount and fee of each movement; of a malformed line its faults; of a refused file the reason. `moved`: balances with this much between them. */
async function read(entries: string, moved?: string): Promise<unknown> {
  const inside = moved === undefined ? entries : balance('OPBD', '0.00') + balance('CLBD', moved) + entries
  const source = async function* () {
    yield Buffer.from(`<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>${inside}</Stmt></BkToCstmrStmt></Document>`)
  }
  try {
    const reader = await laidOut(source, layout, { firstDay: undefined, lastDay: undefined }, checks)
    const pieces = await Array.fromAsync(reader(source()))
    return pieces.flatMap((piece): unknown[] => {
      if (piece.kind === 'malformed') return [piece.faults]
      return piece.kind === 'movement' ? [[piece.movement.amountCentavos, piece.movement.feeCentavos]] : []
    })
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    return error.reason
  }
}

test('places that say nothing are dropped, wherever the amount stands', async () => {
  for (const text of ['150', '150.0', '150.00', '150.000', '150.0000', '150.00000'])
    assert.deepEqual(
      await read(`${balance('OPBD', '0.000')}${balance('CLBD', text)}${entry(text)}`),
      [[15_000, 0]],
      text,
    )
  const charges = `<Chrgs><Rcrd>${amount('5.800', 'DBIT')}</Rcrd></Chrgs>`
  assert.deepEqual(await read(entry('144.200', [charges]), '144.20'), [[15_000, 580]])
  assert.deepEqual(await read(entry('300.00', [amount('100.000'), amount('200.000')]), '300.00'), [
    [10_000, 0],
    [20_000, 0],
  ])
})

test('a part of a centavo is no amount, and no point stands for thousands', async () => {
  for (const text of ['100.001', '1.1234', '1.150,00', '1,15', '100,00'])
    assert.deepEqual(await read(entry(text), '1.00'), [['amount']], text)
  const charges = `<Chrgs><Rcrd>${amount('5.801', 'DBIT')}</Rcrd></Chrgs>`
  assert.deepEqual(await read(entry('144.20', [charges]), '144.20'), [['fee']])
})

test('a balance that cannot be read is not passed over', async () => {
  const of = (opening: string, closing: string) =>
    read(`${balance('OPBD', opening)}${balance('CLBD', closing)}${entry('150.00')}`)
  assert.equal(await of('0.000', '151.000'), 'statement-balance')
  assert.equal(await of('0.00', '150.001'), 'statement-balance')
  assert.equal(await of('x', '150.00'), 'statement-balance')
})

test('a balance in another currency than its entries proves nothing', async () => {
  const inDollars = (xml: string) => xml.replaceAll('Ccy="MXN"', 'Ccy="USD"')
  const [opening, closing, movement] = [balance('OPBD', '0.00'), balance('CLBD', '150.00'), entry('150.00')]
  for (const balances of [
    inDollars(opening + closing),
    opening + inDollars(closing),
    `<Acct><Ccy>USD</Ccy></Acct>${opening}${closing}`,
  ])
    assert.equal(await read(balances + movement), 'statement-balance', balances)
  assert.deepEqual(await read(`<Acct><Ccy>MXN</Ccy></Acct>${opening}${closing}${movement}`), [[15_000, 0]])
  assert.deepEqual(await read(inDollars(opening + closing + movement)), [['currency']])
})

test('money without a direction is not taken for money that came in', async () => {
  const without = (sign: string) => entry('150.00').replace('<CdtDbtInd>CRDT</CdtDbtInd>', sign)
  for (const sign of ['', '<CdtDbtInd></CdtDbtInd>', '<CdtDbtInd>D</CdtDbtInd>', '<CdtDbtInd>DEBIT</CdtDbtInd>']) {
    assert.deepEqual(await read(without(sign), '150.00'), [['amount']], sign)
    const balances = `${balance('OPBD', '150.00').replace('<CdtDbtInd>CRDT</CdtDbtInd>', sign)}${balance('CLBD', '300.00')}`
    assert.equal(await read(`${balances}${entry('150.00')}`), 'statement-balance', sign)
  }
})

test('a charge in the text of an entry has the mark that the bank likes', async () => {
  for (const text of ['5.80', '5,80'])
    assert.deepEqual(await read(entry('144.20', [], `<AddtlNtryInf>SPEI COMISION ${text}</AddtlNtryInf>`), '144.20'), [
      [15_000, 580],
    ])
})
