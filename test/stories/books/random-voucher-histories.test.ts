// Random histories of vouchers, payments, cancellations and days, against a small model of its own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  assertAudited,
  balanceOf,
  customerWithSource,
  moveClock,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

type Kind = 'store' | 'spei' | 'source'
type Action =
  | { do: 'issue'; kind: Kind; pesos: number; days: number }
  | { do: 'pay'; nth: number; differencePesos: number; again: boolean }
  | { do: 'send'; pesos: number }
  | { do: 'cancel'; nth: number }
  | { do: 'wait'; hours: number }

/** What the model knows of a voucher. */
interface Voucher {
  kind: Kind
  transaction: string
  total: number
  lastMs: number
  state: 'P' | 'N' | 'C'
}

const pesos = fc.integer({ min: 1, max: 4 }).map((n) => n * 25)
const nth = fc.nat({ max: 7 })
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('issue' as const),
      kind: fc.constantFrom<Kind>('store', 'spei', 'source'),
      pesos,
      days: fc.integer({ min: 0, max: 2 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      nth,
      differencePesos: fc.constantFrom(0, 0, 0, -1, 1),
      again: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('send' as const), pesos }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), nth }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }) },
)

onBothEngines('every centavo that arrives pays an operation, goes back or is kept in suspense', (world) => {
  test('for any sequence of issuing, paying, cancelling and waiting', async () => {
    const property = fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (actions) => {
      const merchant = await world().merchant()
      const { source, clabe } = await customerWithSource(merchant)
      let nowMs = Date.parse((await moveClock(merchant, { freeze: true })).now)
      const vouchers: Voucher[] = []
      const model = { received: 0, settled: 0, returned: 0, suspended: 0, operations: 0 }
      const isOpen = (voucher: Voucher) => voucher.state === 'P' && nowMs <= voucher.lastMs
      type Outcome = 'settled' | 'returned' | 'suspended'
      const received = (amount: number, outcome: Outcome): Outcome => {
        model.received += amount
        model[outcome] += amount
        return outcome
      }

      /** Money into the customer's CLABE: its voucher of that amount, or unasked, or back. */
      const intoSource = (amount: number): Outcome => {
        const waiting = vouchers.filter((voucher) => voucher.kind === 'source' && isOpen(voucher))
        const exact = waiting.find((voucher) => voucher.total === amount)
        if (exact) exact.state = 'N'
        else if (waiting.length === 0) model.operations += 1
        const settles = exact !== undefined || waiting.length === 0
        return received(amount, settles ? 'settled' : 'returned')
      }
      const intoVoucher = (voucher: Voucher, amount: number): Outcome => {
        const settles = isOpen(voucher) && amount === voucher.total
        if (settles) voucher.state = 'N'
        if (settles) return received(amount, 'settled')
        // A till gives nothing back.
        return received(amount, voucher.kind === 'store' ? 'suspended' : 'returned')
      }

      for (const [step, one] of actions.entries()) {
        switch (one.do) {
          case 'issue': {
            const days = new Date(nowMs - 6 * 3_600_000 + one.days * 86_400_000).toISOString().slice(0, 10)
            const body = { total: one.pesos, expiration_date: days, ...(one.kind === 'source' && { source }) }
            const issued = await (one.kind === 'store' ? storeVoucher : speiVoucher)(merchant, body)
            const lastMs = Date.parse(issued.expiration_date) + 999
            vouchers.push({ kind: one.kind, transaction: issued.transaction, total: one.pesos, lastMs, state: 'P' })
            model.operations += 1
            break
          }
          case 'pay': {
            const voucher = vouchers[one.nth % Math.max(1, vouchers.length)]
            if (voucher === undefined) break
            const amount = voucher.total + one.differencePesos
            const id = `${merchant.accountId.slice(-20)}${step}`
            const pay = () => payment(merchant, voucher, amount, id)
            const wanted = voucher.kind === 'source' ? intoSource(amount) : intoVoucher(voucher, amount)
            assert.equal((await pay()).outcome, wanted)
            if (one.again) assert.equal((await pay()).outcome, wanted)
            break
          }
          case 'send':
            assert.equal((await payBySpei(merchant, { clabe, amount: one.pesos })).outcome, intoSource(one.pesos))
            break
          case 'cancel': {
            const voucher = vouchers[one.nth % Math.max(1, vouchers.length)]
            if (voucher === undefined || !isOpen(voucher)) break
            assert.equal((await merchant.post(`/v1/operations/apply-reversal/${voucher.transaction}`, {})).status, 200)
            voucher.state = 'C'
            break
          }
          case 'wait':
            nowMs = Date.parse((await moveClock(merchant, { advance: `PT${one.hours}H` })).now)
        }
      }

      await world().work()
      for (const voucher of vouchers) {
        const status = voucher.state === 'P' && !isOpen(voucher) ? 'E' : voucher.state
        assert.equal((await operationOf(merchant, voucher.transaction)).status, status)
      }
      const transfers = (await transfersOf(world(), merchant)).filter((row) => row.kind === 'return')
      assert.ok(transfers.every((row) => row.state === 'settled'))
      const returned = transfers.reduce((sum, row) => sum + row.amount_centavos, 0)
      const { sales, total } = (await merchant.get('/v1/operations')).body.result
      assert.deepEqual(
        { settled: sales, returned: returned / 100, operations: total },
        { settled: model.settled.toFixed(2), returned: model.returned, operations: model.operations },
      )
      assert.equal(await balanceOf(world(), merchant, 'payable:suspense'), 0 - 100 * model.suspended)
      assert.equal(model.received, model.settled + model.returned + model.suspended)
    })
    await fc.assert(property, { numRuns: 15 })
    await assertAudited(world())
  })
})

function payment(merchant: Merchant, { kind, transaction }: Voucher, amount: number, id: string) {
  return kind === 'store'
    ? payAtStore(merchant, { transaction, amount, ticket: id })
    : payBySpei(merchant, { transaction, amount, tracking_key: id.replaceAll(/[^A-Za-z0-9]/g, '') })
}
