// A file of which a layout says the account must say it too, in each format, or nothing of it is recorded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../../src/failures.ts'
import { readLayout } from '../../../src/reconciliation/formats/layout.ts'
import { laidOut } from '../../../src/reconciliation/formats/read-by-layout.ts'

const OWN = '012180001554321090'
const checks = {
  today: { card: '2027-02-20', store: '2027-02-20', spei: '2027-02-22' },
  railsOf: () => ['spei' as const],
  hasAccount: () => false,
}
const layouts = {
  csv: { columns: { day: 'Fecha', id: 'Rastreo', amount: 'Importe', own_account: 'Mi cuenta' } },
  mt940: { columns: { id: 'bank_reference' } },
  'camt.053': { columns: { id: 'bank_reference' } },
}

async function refusal(format: keyof typeof layouts, content: string): Promise<string> {
  const kinds = [{ kind: 'payment', sign: 'in' }]
  const layout = readLayout({
    ...{ layout: 1, format, network: 'bank', rail: 'spei', own_account: '012180 0015 5432 1090', kinds },
    ...layouts[format],
  })
  const source = async function* () {
    yield Buffer.from(content)
  }
  try {
    await laidOut(source, layout, { firstDay: undefined, lastDay: undefined }, checks)
    return 'none'
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    return error.reason
  }
}

const csv = (account: string) => `Fecha,Rastreo,Importe,Mi cuenta\n2027-01-27,K1,5.00,${account}\n2027-01-27,K2,5.00,`
const mt940 = (field: string) =>
  `:20:1\n${field}:28C:1/1\n:60F:C270126MXN0,\n:61:270127C5,NTRFX//K1\n:62F:C270127MXN5,\n-\n`
const balance = (type: string, pesos: number) =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="MXN">${pesos}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
const camt = (account: string) =>
  `<Document><Stmt>${account}${balance('OPBD', 0)}${balance('CLBD', 5)}<Ntry><Amt Ccy="MXN">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2027-01-27</Dt></BookgDt><AcctSvcrRef>K1</AcctSvcrRef></Ntry></Stmt></Document>`
const inAcct = (id: string) => `<Acct><Id><Othr><Id>${id}</Id></Othr></Id></Acct>`

test('its own account is read, with the BIC of its bank too', async () => {
  assert.equal(await refusal('csv', csv(OWN)), 'none')
  assert.equal(await refusal('mt940', mt940(`:25:${OWN}\n`)), 'none')
  assert.equal(await refusal('mt940', mt940(`:25P:${OWN}\nBANKMXMM\n`)), 'none')
  assert.equal(await refusal('camt.053', camt(inAcct(OWN))), 'none')
})

test('another account is refused, with the BIC of its bank too', async () => {
  assert.equal(await refusal('csv', csv('999')), 'statement-account')
  assert.equal(await refusal('mt940', mt940(':25:999\n')), 'statement-account')
  assert.equal(await refusal('mt940', mt940(':25P:999\nBANKMXMM\n')), 'statement-account')
  assert.equal(await refusal('camt.053', camt(inAcct('999'))), 'statement-account')
})

test('a file that names none is refused', async () => {
  assert.equal(await refusal('csv', csv('')), 'statement-no-account')
  assert.equal(await refusal('mt940', mt940('')), 'statement-no-account')
  assert.equal(await refusal('camt.053', camt('')), 'statement-no-account')
})
