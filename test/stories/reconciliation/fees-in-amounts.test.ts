// A bank that keeps its charge back from a movement's amount: the payment and the refund are matched, the charge is a cost, and our bank account has what
// the bank's closing balance says.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { assertAudited, balanceOf, payBySpei, speiVoucher } from '../../support/fixtures/payers.ts'
import { done, onBothEngines } from '../../support/harness/world.ts'

const layoutOf = (name: string) => JSON.parse(readFileSync(`docs/samples/layouts/${name}.json`, 'utf8'))

interface Moved {
  id: string
  /** `260127` */
  date: string
  /** Below zero for money that went out. */
  centavos: number
}

const FEE = 580
const pesos = (centavos: number) => (Math.abs(centavos) / 100).toFixed(2)
const swift = (centavos: number) => pesos(centavos).replace('.', ',')
const sum = (moved: Moved[]) => moved.reduce((all, { centavos }) => all + centavos - FEE, 0)

function asMt940(moved: Moved[]): string {
  const date = moved.at(-1)?.date
  return [
    ...[':20:COBRO', ':25:012180001554321090', ':28C:1', `:60F:C${date}MXN100,00`],
    ...moved.flatMap(({ id, date, centavos }) => [
      `:61:${date}${date.slice(2)}${centavos > 0 ? 'C' : 'D'}${swift(centavos - FEE)}NTRFNONREF//${id}`,
      `/OCMT/MXN${swift(centavos)}//CHGS/MXN${swift(FEE)}/`,
    ]),
    `:62F:C${date}MXN${swift(10_000 + sum(moved))}`,
    '-',
  ].join('\r\n')
}

function asCamt(moved: Moved[]): string {
  const amount = (centavos: number) =>
    `<Amt Ccy="MXN">${pesos(centavos)}</Amt><CdtDbtInd>${centavos > 0 ? 'CRDT' : 'DBIT'}</CdtDbtInd>`
  const balance = (type: string, centavos: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${amount(centavos)}</Bal>`
  const entries = moved.map(
    ({ id, date, centavos }) =>
      `<Ntry>${amount(centavos - FEE)}<Sts>BOOK</Sts><BookgDt><Dt>20${date.replace(/\B(?=(\d\d)+$)/g, '-')}</Dt></BookgDt><Chrgs><Rcrd>${amount(-FEE)}</Rcrd></Chrgs><NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`,
  )
  return `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>${balance('OPBD', 10_000)}${balance('CLBD', 10_000 + sum(moved))}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
}

onBothEngines('a fee in the amount of a bank’s line', (world) => {
  for (const [name, write] of [
    ['mt940', asMt940],
    ['camt-053', asCamt],
  ] as const)
    test(`${name}: is a cost, and its movement agrees with the books`, async () => {
      const merchant = await world().merchant()
      const { transaction } = await speiVoucher(merchant, { total: 150 })
      await payBySpei(merchant, { transaction })
      await done(merchant.post(`/v1/operations/${transaction}/refunds`, { amount: 40 }))
      await world().work()
      const { content } = await done(merchant.get('/v1/sandbox/statement?rail=spei'))
      const rows: string[][] = content
        .split('\r\n')
        .slice(1, -2)
        .map((row: string) => row.split(','))
      const [names = [], ...lines] = rows
      const cell = (row: string[], column: string) => row[names.indexOf(column)] ?? ''
      const moved = lines.map((row) => ({
        id: cell(row, 'id'),
        date: cell(row, 'day').replaceAll('-', '').slice(2),
        centavos: Math.round(Number(cell(row, 'amount')) * 100) * (cell(row, 'kind') === 'payment' ? 1 : -1),
      }))
      assert.deepEqual(moved.map(({ centavos }) => centavos).sort(), [-4_000, 15_000])
      const answer = await done(
        merchant.post('/v1/sandbox/reconcile', { content: write(moved), layout: layoutOf(name) }),
      )
      assert.deepEqual([answer.findings, answer.counts.matched], [[], 2])
      const books = async (account: string) => balanceOf(world(), merchant, account)
      assert.equal(await books('bank'), sum(moved))
      assert.equal(await books('cost:bank-fees'), 2 * FEE)
      assert.equal(await books('receivable:bank'), 0)
      assert.equal(await books('suspense:statements'), 0)
      await assertAudited(world())
    })
})
