// Each record of the trail begins with what the record before it ends with, also when two processes change the same thing at once.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { stoppedWorld } from '../../support/harness/stopped-world.ts'
import type { Merchant } from '../../support/harness/world.ts'

type Change = (merchant: Merchant, nth: number) => Promise<{ status: number; text: string }>

const receptor = { rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE', regime: '601', cfdi_use: 'G03' }

/** What is changed: its table, a change of it, and another one. */
const CHANGES: Record<string, [table: string, change: Change, other: Change]> = {
  'the risk rules': both('risk_rules', '/v1/risk/rules', (nth) => ({
    rules: [{ kind: 'block', of: 'bin', value: `42424${nth}` }],
  })),
  'whom fees are invoiced to': both('tax_receptors', '/v1/fees/receptor', (nth) => ({
    ...receptor,
    postal_code: `4250${nth}`,
  })),
  'the payout rules': both('payout_rules', '/v1/settlement/rules', (nth) => ({ keep: `${nth}00.00` })),
  'the refund rules': both('refund_rules', '/v1/refund-rules', (nth) => ({
    methods: [{ payment_method: 'SPE', days: nth }],
  })),
  'the profile': both('profiles', '/v1/profile', (nth) => ({ trade_name: `Café ${nth}` })),
  'the fees': both('fee_schedules', '/v1/sandbox/fees', (nth) => ({ payment_method: 'SPE', percentage: nth })),
  'the chart of accounts': both('ledger_charts', '/v1/ledger/chart', (nth) => ({
    accounts: [{ account: 'income:fees', code: `70${nth}`, name: 'Comisiones' }],
  })),
  'a webhook that is paused while its address changes': ['webhook_endpoints', pauseHook, moveHook],
  'a webhook whose address changes while it is paused': ['webhook_endpoints', moveHook, pauseHook],
}

/** The same change twice, with other values. */
function both(table: string, path: string, bodyOf: (nth: number) => object): [string, Change, Change] {
  const put: Change = (merchant, nth) => merchant.call('PUT', path, bodyOf(nth))
  return [table, put, put]
}

function pauseHook(merchant: Merchant) {
  return merchant.post('/v1/webhook/uno/pause', {})
}

function moveHook(merchant: Merchant, nth: number) {
  return merchant.call('PUT', '/v1/webhook/uno', { url: `http://127.0.0.1:9/avisos/${nth}` })
}

for (const engine of ENGINES)
  describe(`the trail tells one story [${engine}]`, () => {
    after(stopPostgres)

    for (const [what, [table, change, other]] of Object.entries(CHANGES))
      test(`of ${what}`, async (t) => {
        const { world, stopAt } = await stoppedWorld(engine)
        t.after(() => world.close())
        const merchant = await world.merchant()
        const good = async (changing: ReturnType<Change>) => {
          const { status, text } = await changing
          assert.equal(status, 200, text)
        }
        if (table === 'webhook_endpoints') await good(moveHook(merchant, 0))
        else await good(change(merchant, 1))
        stopAt(table, () => good(other(merchant, 2)))
        await good(change(merchant, 3))
        const { records } = (await merchant.get('/v1/audit')).body.result
        const [last, before, first] = records
        assert.deepEqual(last.before, before.after)
        assert.deepEqual(before.before, first.after)
      })
  })
