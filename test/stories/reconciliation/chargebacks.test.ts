// The acquirer's statement has chargebacks, their reversals and its fees: what the acquirer took, gave back and paid comes back to zero, and a
// chargeback that no statement has is named.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decided, disputed, paidByCard } from '../../support/fixtures/disputes.ts'
import { assertAudited, balanceOf, moveClock } from '../../support/fixtures/payers.ts'
import { reconcile, withLines } from '../../support/fixtures/statements.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

async function statement(merchant: Merchant, query = ''): Promise<string> {
  const answer = await merchant.get(`/v1/sandbox/statement?rail=card${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.result.content
}

const kindOf = (line: string) => line.split(',')[5] ?? ''
type Finding = { finding: string; kind: string; record: string | null; amount: string }
const shown = (findings: Finding[]) => findings.map(({ finding, kind, amount }) => `${finding} ${kind} ${amount}`)

onBothEngines('chargebacks on statements', (world) => {
  const owedBy = (merchant: Merchant) => balanceOf(world(), merchant, 'receivable:acquirer')
  const suspense = (merchant: Merchant) => balanceOf(world(), merchant, 'suspense:statements')

  test('the acquirer keeps the amount of a lost dispute and its fee, and then owes nothing', async () => {
    const merchant = await world().merchant()
    const transaction = await paidByCard(world(), merchant, 900)
    await paidByCard(world(), merchant, 2_000)
    const { id } = await disputed(merchant, transaction)
    await decided(merchant, id, 'lost')
    const content = await statement(merchant)
    const { counts, findings } = await reconcile(merchant, content)
    assert.deepEqual(findings, [])
    assert.equal(counts.matched + counts.stated, counts.lines)
    const kinds = content.trimEnd().split('\r\n').slice(2, -1).map(kindOf).sort()
    assert.deepEqual(kinds, ['chargeback', 'fee', 'payment', 'payment', 'settlement'])
    assert.equal(await owedBy(merchant), 0)
    assert.equal(await suspense(merchant), 0)
    const again = await reconcile(merchant, content)
    assert.deepEqual([again.findings, again.counts.repeated], [[], counts.lines])
    assert.equal(await owedBy(merchant), 0)
    await assertAudited(world())
  })

  test('a chargeback is on the statement while the bank decides, and comes back when it is won', async () => {
    const merchant = await world().merchant()
    const transaction = await paidByCard(world(), merchant, 700)
    await paidByCard(world(), merchant, 2_000)
    const { id } = await disputed(merchant, transaction)
    const first = await reconcile(merchant, await statement(merchant))
    assert.deepEqual(first.findings, [])
    assert.equal(await owedBy(merchant), 70_000)
    await decided(merchant, id, 'won')
    const second = await reconcile(merchant, await statement(merchant))
    assert.deepEqual(second.findings, [])
    assert.equal(await owedBy(merchant), 0)
    assert.equal(await suspense(merchant), 0)
    await assertAudited(world())
  })

  test('each stage of a dispute is a line of its own, also when a lost one comes back', async () => {
    const merchant = await world().merchant()
    await paidByCard(world(), merchant, 5_000)
    const transaction = await paidByCard(world(), merchant, 600)
    const chargeback = await disputed(merchant, transaction)
    await decided(merchant, chargeback.id, 'lost')
    await decided(merchant, chargeback.id, 'won')
    const arbitration = await disputed(merchant, transaction, { stage: 'arbitration' })
    await decided(merchant, arbitration.id, 'lost')
    const content = await statement(merchant)
    assert.deepEqual((await reconcile(merchant, content)).findings, [])
    const kinds = content.trimEnd().split('\r\n').slice(2, -1).map(kindOf)
    assert.equal(kinds.filter((kind) => kind === 'chargeback').length, 2)
    assert.equal(kinds.filter((kind) => kind === 'chargeback-reversal').length, 1)
    assert.equal(await owedBy(merchant), 0)
    await assertAudited(world())
  })

  test('a chargeback and a chargeback reversal that the statement does not have are missing', async () => {
    const merchant = await world().merchant()
    const lost = await disputed(merchant, await paidByCard(world(), merchant, 300))
    const accepted = await disputed(merchant, await paidByCard(world(), merchant, 310))
    const won = await disputed(merchant, await paidByCard(world(), merchant, 320))
    const never = await disputed(merchant, await paidByCard(world(), merchant, 330))
    const open = await disputed(merchant, await paidByCard(world(), merchant, 340))
    await decided(merchant, lost.id, 'lost')
    assert.equal((await merchant.post(`/v1/disputes/${accepted.id}/accept`, {})).status, 200)
    const before = await statement(merchant, '&settled=false')
    await decided(merchant, won.id, 'won')
    await decided(merchant, never.id, 'won')
    const has = (amount: string) => (line: string) => kindOf(line) !== 'chargeback' || line.includes(amount)
    const content = withLines(before, (lines) => lines.filter(has('320.00')))
    const { findings } = await reconcile(merchant, content)
    assert.deepEqual(shown(findings).sort(), [
      'missing chargeback 300.00',
      'missing chargeback 310.00',
      'missing chargeback-reversal 320.00',
    ])
    assert.ok(!findings.some(({ record }: Finding) => record === open.id))
    const whole = await reconcile(merchant, await statement(merchant))
    assert.deepEqual(whole.findings, [])
    await assertAudited(world())
  })

  test('a chargeback with another amount is in suspense with the difference, and one without a dispute is open until it has one', async () => {
    const merchant = await world().merchant()
    const [one, other] = [await paidByCard(world(), merchant, 400), await paidByCard(world(), merchant, 410)]
    const { id } = await disputed(merchant, one)
    await decided(merchant, id, 'lost')
    const plain = await statement(merchant, '&settled=false')
    const day = plain.split(',')[4]?.slice(0, 10)
    const unknown = `sandbox-acquirer,card,CASE-${other},${day},410.00,chargeback,,${other},,,`
    const content = withLines(plain, (lines) => [
      ...lines.map((line) => (kindOf(line) === 'chargeback' ? line.replace('400.00', '450.00') : line)),
      unknown,
    ])
    const { findings } = await reconcile(merchant, content)
    assert.deepEqual(shown(findings).sort(), ['different chargeback 450.00', 'extra chargeback 410.00'])
    assert.equal(await suspense(merchant), 5_000 + 41_000)
    const late = await disputed(merchant, other)
    await decided(merchant, late.id, 'lost')
    const again = await reconcile(merchant, content)
    assert.deepEqual(shown(again.findings), ['different chargeback 450.00'])
    assert.equal(await suspense(merchant), 5_000)
    await assertAudited(world())
  })

  test('two lines of one chargeback, and a line of another account’s dispute, take no money twice', async () => {
    const merchant = await world().merchant()
    const stranger = await world().merchant()
    const theirs = await disputed(stranger, await paidByCard(world(), stranger, 500))
    await decided(stranger, theirs.id, 'lost')
    const { id } = await disputed(merchant, await paidByCard(world(), merchant, 500))
    await decided(merchant, id, 'lost')
    const content = withLines(await statement(merchant, '&settled=false'), (lines) => [
      ...lines,
      ...lines.filter((line) => kindOf(line) === 'chargeback').map((line) => line.replace(',card,', ',card,TWICE')),
      `sandbox-acquirer,card,${theirs.network_dispute ?? 'CASE'},${lines[0]?.split(',')[3]},500.00,chargeback,,${theirs.transaction},,,`,
    ])
    const { findings } = await reconcile(merchant, content)
    assert.deepEqual(shown(findings), ['extra chargeback 500.00', 'extra chargeback 500.00'])
    assert.equal(await suspense(merchant), 100_000)
    await assertAudited(world())
  })

  test('what the acquirer took beyond its payments it keeps from the next days', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true, set: '2032-03-01T12:00:00-06:00' })
    const transaction = await paidByCard(world(), merchant, 1_000)
    await reconcile(merchant, await statement(merchant, '&start_date=2032-03-01&end_date=2032-03-01'))
    assert.equal(await owedBy(merchant), 0)
    await moveClock(merchant, { set: '2032-03-10T12:00:00-06:00' })
    const { id } = await disputed(merchant, transaction)
    await decided(merchant, id, 'lost')
    const taken = await statement(merchant, '&start_date=2032-03-10&end_date=2032-03-10')
    assert.deepEqual(taken.split('\r\n').slice(2, -2).map(kindOf), ['chargeback', 'fee'])
    assert.deepEqual((await reconcile(merchant, taken)).findings, [])
    assert.ok((await owedBy(merchant)) < 0)
    await moveClock(merchant, { set: '2032-03-11T12:00:00-06:00' })
    await paidByCard(world(), merchant, 3_000)
    const next = await statement(merchant, '&start_date=2032-03-11&end_date=2032-03-11')
    assert.deepEqual((await reconcile(merchant, next)).findings, [])
    assert.equal(await owedBy(merchant), 0)
    const bank = await merchant.get('/v1/sandbox/statement?rail=spei&start_date=2032-03-01&end_date=2032-03-11')
    await reconcile(merchant, bank.body.result.content)
    assert.equal(await balanceOf(world(), merchant, 'receivable:bank'), 0)
    await assertAudited(world())
  })
})
