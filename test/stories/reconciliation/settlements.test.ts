// A settlement is one payment, whatever institution or day a statement gives it, and the bank's statement shows that it arrived.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '../../../src/core/time.ts'
import { eachMissingSettlement } from '../../../src/reconciliation/missing-settlements.ts'
import { assertAudited, balanceOf, moveClock } from '../../support/fixtures/payers.ts'
import { reconcile } from '../../support/fixtures/statements.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

// A Tuesday, and the Saturday after it.
const [DAY, NEXT, SATURDAY, MONDAY] = ['2031-06-10', '2031-06-11', '2031-06-14', '2031-06-16'] as const

interface Line {
  id: string
  amount: string
  day?: string
  reference?: string
  institution?: string
}

function statement(network: 'acquirer' | 'cash' | 'spei', days: string | [string, string], lines: Line[]): string {
  const [first, last] = typeof days === 'string' ? [days, days] : days
  const rail = { acquirer: 'card', cash: 'store', spei: 'spei' }[network]
  const sum = lines.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0)
  return [
    `statement,1,sandbox-${network},${first},${last}`,
    'network,rail,id,day,amount,kind,reference,institution',
    ...lines.map(({ id, amount, day = first, reference = '', institution = '' }) =>
      [`sandbox-${network}`, rail, id, day, amount, 'settlement', reference, institution].join(),
    ),
    `trailer,${lines.length},${(sum / 100).toFixed(2)}`,
  ].join('\n')
}

type Found = { finding: string; kind: string; id: string; amount: string; date: string; record: string | null }
const shown = (findings: Found[]) =>
  findings.map(({ finding, kind, id, amount }) => [finding, kind, id, amount].join(' '))

onBothEngines('settlements', (world) => {
  let isLater = false
  const merchantLater = async () => {
    const merchant = await world().merchant()
    if (!isLater) await moveClock(merchant, { freeze: true, set: `${MONDAY}T12:00:00-06:00` })
    isLater = true
    return merchant
  }
  const inTransit = (merchant: Merchant) => balanceOf(world(), merchant, 'receivable:bank')

  test('a settlement that is stated again under another institution, or without one, counts once', async () => {
    const merchant = await merchantLater()
    const stated = (institution: string) => statement('acquirer', DAY, [{ id: 'SET1', amount: '145.00', institution }])
    assert.equal((await reconcile(merchant, stated('012'))).counts.stated, 1)
    const other = await reconcile(merchant, stated('072'))
    assert.deepEqual(shown(other.findings), ['contradiction settlement SET1 145.00'])
    const none = await reconcile(merchant, stated(''))
    assert.deepEqual([none.findings, none.counts.repeated], [[], 1])
    assert.equal(await inTransit(merchant), 14_500)
    // Two files at once, each with another institution.
    const twice = (institution: string) => statement('acquirer', DAY, [{ id: 'SET2', amount: '10.00', institution }])
    const both = await Promise.all(['012', '072'].map((institution) => reconcile(merchant, twice(institution))))
    assert.deepEqual(both.map(({ counts }) => [counts.stated, counts.contradiction]).sort(), [
      [0, 1],
      [1, 0],
    ])
    assert.equal(await inTransit(merchant), 15_500)
    // One file with both.
    const file = statement('acquirer', DAY, [
      { id: 'SET3', amount: '5.00', institution: '012' },
      { id: 'SET3', amount: '5.00', institution: '072' },
    ])
    assert.equal((await reconcile(merchant, file)).counts.contradiction, 1)
    assert.equal(await inTransit(merchant), 16_000)
    await assertAudited(world())
  })

  test('a settlement that the bank’s statement of its day does not have is missing, whichever statement comes first', async () => {
    for (const first of ['acquirer', 'spei'] as const) {
      const merchant = await merchantLater()
      const paid = statement('acquirer', DAY, [{ id: 'SETM', amount: '145.00' }])
      const empty = statement('spei', DAY, [])
      const [one, other] = first === 'acquirer' ? [paid, empty] : [empty, paid]
      assert.deepEqual((await reconcile(merchant, one)).findings, [], first)
      const { findings, counts } = await reconcile(merchant, other)
      assert.deepEqual(shown(findings), ['missing settlement SETM 145.00'], first)
      assert.equal(counts.missing, 1)
      assert.match(findings[0].record, /^stl_/)
      // The bank has it a day later, under its own id.
      const arrived = statement('spei', NEXT, [{ id: 'BANK7', amount: '145.00', reference: 'sandbox-acquirer' }])
      assert.deepEqual((await reconcile(merchant, arrived)).findings, [], first)
      assert.deepEqual((await reconcile(merchant, empty)).findings, [], first)
      assert.deepEqual((await reconcile(merchant, paid)).findings, [], first)
      assert.equal(await inTransit(merchant), 0)
      await assertAudited(world())
    }
  })

  test('while no statement of the bank has its day, a settlement is on its way', async () => {
    const merchant = await merchantLater()
    const paid = statement('cash', SATURDAY, [{ id: 'WEEKEND', amount: '90.00' }])
    assert.deepEqual((await reconcile(merchant, paid)).findings, [])
    // Banks do not work on a Saturday: the money is due on Monday.
    assert.deepEqual((await reconcile(merchant, statement('spei', ['2031-06-13', SATURDAY], []))).findings, [])
    const monday = await reconcile(merchant, statement('spei', MONDAY, []))
    assert.deepEqual(shown(monday.findings), ['missing settlement WEEKEND 90.00'])
  })

  test('one deposit covers one settlement, a named one has its own, and another amount covers none', async () => {
    const merchant = await merchantLater()
    await reconcile(
      merchant,
      statement('acquirer', DAY, [
        { id: 'A1', amount: '50.00' },
        { id: 'A2', amount: '50.00' },
        { id: 'A3', amount: '70.00' },
      ]),
    )
    await reconcile(merchant, statement('cash', DAY, [{ id: 'C1', amount: '50.00' }]))
    const bank = statement('spei', DAY, [
      { id: 'B1', amount: '50.00', reference: 'A2' },
      { id: 'B2', amount: '50.00', reference: 'sandbox-cash' },
      { id: 'A3', amount: '69.00' },
    ])
    const { findings } = await reconcile(merchant, bank)
    assert.deepEqual(shown(findings).sort(), ['missing settlement A1 50.00', 'missing settlement A3 70.00'])
    const later = await reconcile(
      merchant,
      bank
        .replace(',3,169.00', ',4,219.00')
        .replace('trailer', `sandbox-spei,spei,B3,${DAY},50.00,settlement,,\ntrailer`),
    )
    assert.deepEqual(shown(later.findings), ['missing settlement A3 70.00'])
    assert.equal(await inTransit(merchant), 100)
    await assertAudited(world())
  })

  test('thousands of settlements are read page by page, and each missing one is found', async () => {
    const merchant = await merchantLater()
    const { store } = world().service
    const days: [string, string] = ['2031-03-03', '2031-05-30']
    // Many on one day, which is more than a page, and one on each day after it.
    const many = Array.from({ length: 1_100 }, (_, at) => ({ id: `MANY${at}`, amount: `${at + 1}.00`, day: days[0] }))
    const each = Array.from({ length: 60 }, (_, at) => ({
      id: `DAY${at}`,
      amount: '7.00',
      day: addDays('2031-03-10', at),
    }))
    await reconcile(merchant, statement('acquirer', days, [...many, ...each]))
    const isLost = ({ id }: { id: string }) => ['MANY3', 'MANY777', 'DAY0', 'DAY59'].includes(id)
    // The deposits name their settlements; one came much later than the others.
    const arrived = [...many, ...each]
      .filter((one) => !isLost(one))
      .map(({ id, amount, day }) => ({ id: `B-${id}`, amount, reference: id, day: id === 'MANY5' ? days[1] : day }))
    await reconcile(merchant, statement('spei', days, arrived))
    let most = 0
    const counted = {
      ...store,
      db: store.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          most = Math.max(most, result.rows.length)
          return result
        },
      }),
    } as typeof store
    for (const network of ['sandbox-acquirer', 'sandbox-spei']) {
      const header = { network, firstDay: days[0], lastDay: days[1] }
      const missing: string[] = []
      const scope = { network, accountId: merchant.accountId }
      for await (const one of eachMissingSettlement(counted, scope, { header, banks: ['sandbox-spei'] }))
        missing.push(one.movement)
      assert.deepEqual(missing.sort(), ['DAY0', 'DAY59', 'MANY3', 'MANY777'], network)
    }
    assert.ok(most === 500, `${most} rows at once`)
  })

  test('the settlements of one account are missing for no other', async () => {
    const [merchant, other] = [await merchantLater(), await merchantLater()]
    await reconcile(merchant, statement('acquirer', DAY, [{ id: 'OWN', amount: '20.00' }]))
    assert.deepEqual((await reconcile(other, statement('spei', DAY, []))).findings, [])
    assert.equal((await reconcile(merchant, statement('spei', DAY, []))).counts.missing, 1)
  })
})
