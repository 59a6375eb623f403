// Records of the audit trail that are as long as they may be: a page of them is bounded in bytes, and the pages have every record once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const CHANGES = 16
const RULES = 200
/** What a page of records may have, with what is written around them. */
const PAGE_BYTES = 5 * 1024 * 1024

/** As many and as long as they may be, other ones at each change. */
function longRules(change: number) {
  return Array.from({ length: RULES }, (_, rule) => ({
    kind: 'block',
    of: 'email',
    value: `${'漢'.repeat(240)}${change}-${rule}@x.mx`,
  }))
}

async function pageOf(merchant: Merchant, query: string) {
  const { status, body, text } = await merchant.get(`/v1/audit?${query}`)
  assert.equal(status, 200, text.slice(0, 500))
  return { ...body.result, bytes: Buffer.byteLength(text) }
}

onBothEngines('records of the audit trail that are long', (world) => {
  test('a page has as many as fit, and the next one begins behind them', async () => {
    const merchant = await world().merchant()
    for (let change = 0; change < CHANGES; change += 1) {
      const { status, text } = await merchant.call('PUT', '/v1/risk/rules', { rules: longRules(change) })
      assert.equal(status, 200, text.slice(0, 500))
    }
    const found: string[] = []
    let pages = 0
    for (let next: string | null = ''; next !== null; ) {
      const page = await pageOf(merchant, `limit=500${next && `&starting_after=${next}`}`)
      assert.ok(page.bytes <= PAGE_BYTES, `a page of ${page.bytes} bytes`)
      assert.equal(page.has_more, page.next !== null)
      found.push(...page.records.map(({ id }: { id: string }) => id))
      next = page.next
      pages += 1
    }
    assert.ok(pages > 1)
    assert.equal(new Set(found).size, found.length)
    assert.deepEqual(found, found.toSorted().reverse())
    const ofRules = await pageOf(merchant, 'limit=500&action=risk_rules.changed')
    const all = await pageOf(merchant, 'limit=1')
    assert.equal(all.records.length, 1)
    assert.ok(ofRules.records.length > 0 && ofRules.records.length < CHANGES, `${ofRules.records.length}`)
  })

  test('short records fill the page that was asked for', async () => {
    const merchant = await world().merchant()
    for (let change = 0; change < 8; change += 1)
      await merchant.call('PUT', '/v1/sandbox/fees', { payment_method: 'POS', percentage: 2 + change / 10 })
    const { records, has_more } = await pageOf(merchant, 'limit=7')
    assert.equal(records.length, 7)
    assert.equal(has_more, true)
  })
})
