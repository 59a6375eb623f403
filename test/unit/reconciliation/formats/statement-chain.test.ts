// A file of several statements of an account in which one is absent: each adds up, and they do not follow from each other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../../../src/failures.ts'
import { readLayout } from '../../../../src/reconciliation/formats/layout.ts'
import { laidOut } from '../../../../src/reconciliation/formats/read-by-layout.ts'

const checks = {
  today: { card: '2027-02-20', store: '2027-02-20', spei: '2027-02-22' },
  railsOf: (network: string) => (network === 'bank' ? ['spei' as const] : undefined),
  hasAccount: () => false,
}
const kinds = [{ kind: 'payment', sign: 'in' }, { kind: 'transfer-out' }]

/** The number of movements; of a refused file the reason. */
async function read(format: string, content: string): Promise<unknown> {
  const layout = readLayout({
    layout: 1,
    format,
    network: 'bank',
    rail: 'spei',
    columns: { id: 'bank_reference' },
    kinds,
  })
  const source = async function* () {
    yield Buffer.from(content)
  }
  try {
    const reader = await laidOut(source, layout, { firstDay: undefined, lastDay: undefined }, checks)
    return (await Array.fromAsync(reader(source()))).filter((piece) => piece.kind === 'movement').length
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    return error.reason
  }
}

/** A statement of one deposit on a day of January. `parts`: the ends at which it goes on, in another part. */
type One = [day: string, opening: number, closing: number, account?: string, parts?: ('before' | 'after')[]]

const mt940 = (...all: One[]) =>
  all
    .map(([day, opening, closing, account = '1', parts = []]) =>
      [
        ...[':20:1', `:25:${account}`, `:60${parts.includes('before') ? 'M' : 'F'}:C2701${day}MXN${opening},`],
        `:61:2701${day}C${closing - opening},NTRFX//K${day}${account}`,
        ...[`:62${parts.includes('after') ? 'M' : 'F'}:C2701${day}MXN${closing},`, '-'],
      ].join('\r\n'),
    )
    .join('\r\n')

const money = (amount: number) => `<Amt Ccy="MXN">${amount}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>`
const camt = (...all: One[]) => {
  const balance = (type: string, day: string, amount: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${money(amount)}<Dt><Dt>2027-01-${day}</Dt></Dt></Bal>`
  const statements = all.map(
    ([day, opening, closing, account = '1', parts = []]) =>
      `<Stmt><Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>${balance(parts.includes('before') ? 'ITBD' : 'OPBD', day, opening)}${balance(parts.includes('after') ? 'ITBD' : 'CLBD', day, closing)}<Ntry>${money(closing - opening)}<Sts>BOOK</Sts><BookgDt><Dt>2027-01-${day}</Dt></BookgDt><AcctSvcrRef>K${day}${account}</AcctSvcrRef></Ntry></Stmt>`,
  )
  return `<?xml version="1.0"?><Document><BkToCstmrStmt>${statements.join('')}</BkToCstmrStmt></Document>`
}

for (const [format, file] of [
  ['mt940', mt940],
  ['camt.053', camt],
] as const) {
  test(`${format}: statements of an account follow from each other, in either order`, async () => {
    const one: One = ['26', 0, 10]
    const two: One = ['27', 10, 30]
    const three: One = ['28', 30, 60]
    assert.equal(await read(format, file(one, two, three)), 3)
    assert.equal(await read(format, file(three, two, one)), 3)
    assert.equal(await read(format, file(one, three)), 'statement-balance')
    assert.equal(await read(format, file(three, one)), 'statement-balance')
    // Another account has balances of its own.
    assert.equal(await read(format, file(one, ['26', 500, 600, '2'], two, ['27', 600, 700, '2'])), 4)
  })

  test(`${format}: a statement in several parts has all of them, from its opening to its closing balance`, async () => {
    const one: One = ['26', 0, 10, '1', ['after']]
    const two: One = ['26', 10, 30, '1', ['before', 'after']]
    const three: One = ['26', 30, 60, '1', ['before']]
    assert.equal(await read(format, file(one, two, three)), 3)
    assert.equal(await read(format, file(three, two, one)), 3)
    assert.equal(await read(format, file(one, three)), 'statement-balance')
    for (const parts of [[one], [one, two], [two, three], [three], [two]])
      assert.equal(await read(format, file(...parts)), 'statement-cut', parts.map(([, from]) => from).join())
    // The parts of another account do not make up for them.
    assert.equal(await read(format, file(one, ['26', 10, 30, '2', ['before']])), 'statement-cut')
  })
}

test('camt.053: without its opening or closing balance nothing says whether an entry is absent', async () => {
  const whole = camt(['26', 0, 10])
  const without = (type: string) => whole.replace(new RegExp(`<Bal><Tp><CdOrPrtry><Cd>${type}.*?</Bal>`), '')
  assert.equal(await read('camt.053', whole), 1)
  for (const type of ['OPBD', 'CLBD']) assert.equal(await read('camt.053', without(type)), 'statement-cut', type)
  // A balance of what is available is none of these.
  assert.equal(await read('camt.053', whole.replace('CLBD', 'CLAV')), 'statement-cut')
})
