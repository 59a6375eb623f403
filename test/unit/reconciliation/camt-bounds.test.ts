// A camt.053 statement is kept in memory one entry at a time, and one element's attributes: both are bounded, and what is beyond is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../../src/failures.ts'
import { camtRows } from '../../../src/reconciliation/formats/camt.ts'

const balance = (type: string, pesos: number) =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="MXN">${pesos}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`

/** The rows that are read of entries of 10.00, or the reason of the refusal. */
async function read(entries: string): Promise<number | string> {
  const count = entries.split('<Ntry>').length - 1
  const inside = balance('OPBD', 0) + balance('CLBD', 10 * count) + entries
  const source = async function* () {
    yield Buffer.from(`<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>${inside}</Stmt></BkToCstmrStmt></Document>`)
  }
  try {
    return (await Array.fromAsync(camtRows(source(), undefined))).filter(({ kind }) => kind === 'row').length
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    return error.reason
  }
}

const amount = '<Amt Ccy="MXN">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>'
const entry = (inside: string) => `<Ntry>${amount}<Sts>BOOK</Sts><BookgDt><Dt>2027-01-27</Dt></BookgDt>${inside}</Ntry>`
const charged = (records: number) =>
  `<TxDtls><Refs><EndToEndId>K</EndToEndId></Refs><Chrgs>${'<Rcrd/>'.repeat(records)}</Chrgs></TxDtls>`
const attributes = (count: number) => Array.from({ length: count }, (_, at) => `a${at}=""`).join(' ')

test('an element with more attributes than any statement has is refused', async () => {
  assert.equal(await read(entry(`<AddtlNtryInf ${attributes(100)}/>`)), 1)
  assert.equal(await read(entry(`<AddtlNtryInf ${attributes(101)}/>`)), 'statement-xml')
  // Many elements may have some each.
  assert.equal(await read(entry(`<AddtlNtryInf ${attributes(60)}/>`.repeat(10))), 1)
})

test('the records of charges of an entry are bounded in all its details together, and none is left out silently', async () => {
  assert.equal(await read(entry(`<NtryDtls>${charged(10_000)}</NtryDtls>`)), 1)
  assert.equal(await read(entry(`<NtryDtls>${charged(10_001)}</NtryDtls>`)), 'statement-large')
  assert.equal(await read(entry(`<NtryDtls>${charged(6_000)}${charged(6_000)}</NtryDtls>`)), 'statement-large')
  assert.equal(await read(entry(`<NtryDtls>${charged(6_000)}</NtryDtls>`).repeat(2)), 2)
})
