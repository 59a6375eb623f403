// Every answer that repeats an earlier one says so in `Idempotent-Replayed`: of every call that makes a payment, by every way of asking again, whatever
// the first answer was.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { publicKeyOf, sealedCard, tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, DECLINED, operationsOf } from '../../support/fixtures/charges.ts'
import { sealEnvelope } from '../../support/fixtures/envelope-seal.ts'
import { planStories } from '../../support/fixtures/plans.ts'
import { type Answer, type Merchant, onBothEngines } from '../../support/harness/world.ts'

const SLOW = '4000000000010019'
/** The sandbox's bank does not answer a charge of this amount. */
const UNKNOWN = 4001.02
const typed = (number: string) => ({ number, holder_name: 'Ana Lopez', cvv: '123', expiration: '3912' })

/** Asks for the same thing again. */
type Ask = (headers?: Record<string, string>) => Promise<Answer>

interface Way {
  title: string
  /** The requests that mean the first one: its bytes again, the message sealed anew. */
  asks(merchant: Merchant): Promise<{ bytes: Ask; anew?: Ask }>
  status: number
  /** Another request with the same bytes is the same one without an Idempotency-Key. */
  sealed: boolean
  /** The external transaction identifies it. */
  named?: boolean
}

const isMarked = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true'
const withoutId = ({ body }: Answer) => ({ ...body, request_id: undefined })

/** So long a bank that never answers is waited for. */
const ASKED_FOR = { ACQUIRER_TIMEOUT_MS: '5000' }

onBothEngines(
  'a repeated answer is marked',
  (world) => {
    const { saveCard } = planStories(world)

    const charge =
      (number: string, change: Record<string, unknown> = {}): Way['asks'] =>
      async (merchant) => {
        const message = chargeOf('', { recurrent: undefined, card: typed(number), ...change })
        const key = await publicKeyOf(world())
        const envelope = sealEnvelope(message, key)
        return {
          bytes: (headers) => merchant.post('/v1/payment/card', envelope, headers),
          anew: (headers) => merchant.post('/v1/payment/card', sealEnvelope(message, key), headers),
        }
      }
    const plain =
      (path: string, body: object): Way['asks'] =>
      async (merchant) => ({ bytes: (headers) => merchant.post(path, body, headers) })

    const ways: Way[] = [
      { title: 'a card payment', asks: charge(APPROVED), status: 200, sealed: true },
      {
        title: 'a card payment with an external transaction',
        asks: charge(APPROVED, { 'payment.external.transaction': 'a-1' }),
        status: 200,
        sealed: true,
        named: true,
      },
      { title: 'a declined card payment', asks: charge(DECLINED), status: 402, sealed: true },
      {
        title: 'a card payment that its bank has not answered',
        asks: charge(APPROVED, { 'payment.external.transaction': 'u-1', 'payment.total.amount': UNKNOWN }),
        status: 200,
        sealed: true,
        named: true,
      },
      {
        title: 'a card payment in months, with a tip',
        asks: charge('4485531263748329', {
          'payment.external.transaction': 'm-1',
          'payment.total.amount': 600,
          'payment.tip.amount': 50,
          months: 3,
        }),
        status: 200,
        sealed: true,
        named: true,
      },
      {
        title: 'a card payment that a rule stops',
        asks: async (merchant) => {
          const rules = [{ kind: 'block', of: 'bin', value: APPROVED.slice(0, 6) }]
          const set = await merchant.call('PUT', '/v1/risk/rules', { rules })
          assert.equal(set.status, 200, set.text)
          return charge(APPROVED)(merchant)
        },
        status: 403,
        sealed: true,
      },
      {
        title: 'a charge of a token that another one has used',
        asks: async (merchant) => {
          const token = await tokenFor(world(), merchant, APPROVED)
          const key = await publicKeyOf(world())
          const used = await merchant.post('/v1/payment/card', sealEnvelope(chargeOf(token), key))
          assert.equal(used.status, 200, used.text)
          const envelope = sealEnvelope(chargeOf(token), key)
          return { bytes: (headers) => merchant.post('/v1/payment/card', envelope, headers) }
        },
        status: 409,
        sealed: true,
      },
      {
        title: 'a token',
        asks: async (merchant) => {
          const envelope = await sealedCard(world(), { number: APPROVED })
          return { bytes: (headers) => merchant.post('/v1/token', envelope, headers) }
        },
        status: 200,
        sealed: true,
      },
      {
        title: 'a token that the bank refuses',
        asks: async (merchant) => {
          const envelope = await sealedCard(world(), { number: '4000000000000820' })
          return { bytes: (headers) => merchant.post('/v1/token', envelope, headers) }
        },
        status: 402,
        sealed: true,
      },
      {
        title: 'a store voucher',
        asks: plain('/v1/payment/convenience-store', { total: 150 }),
        status: 200,
        sealed: false,
      },
      { title: 'a SPEI voucher', asks: plain('/v1/payment/spei', { total: 150 }), status: 200, sealed: false },
      {
        title: 'a subscription whose first charge is today',
        asks: async (merchant) => {
          const plan = (await merchant.post('/v1/plan', { name: 'Club', amount: 100, period: 'month' })).body.result
          const customer = (await merchant.post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx' })).body.result
          const card = await saveCard(merchant, customer.id, APPROVED)
          return {
            bytes: (headers) =>
              merchant.post(`/v1/plan/${plan.id}/customers`, { customer: customer.id, card }, headers),
          }
        },
        status: 200,
        sealed: false,
      },
    ]

    for (const { title, asks, status, sealed, named } of ways) {
      test(`of ${title}, in turn`, async () => {
        const merchant = await world().merchant()
        const { bytes, anew } = await asks(merchant)
        const key = { 'idempotency-key': randomUUID() }
        const first = await bytes(key)
        assert.equal(first.status, status, first.text)
        assert.equal(isMarked(first), false)
        const made = (await operationsOf(world(), merchant)).length

        const again: [string, Answer][] = []
        // A refusal that made nothing is no answer of a key: what was wrong may be right by now. The bytes of an envelope keep theirs.
        if (sealed || status === 200) again.push(['the same key', await bytes(key)])
        if (sealed) {
          again.push(['no key', await bytes()])
          again.push(['another key', await bytes({ 'idempotency-key': randomUUID() })])
        }
        if (anew) again.push(['sealed anew under the key', await anew(key)])
        if (anew && named) {
          again.push(['sealed anew under the external transaction', await anew()])
          again.push(['the same under another key', await anew({ 'idempotency-key': randomUUID() })])
        }
        for (const [how, answer] of again) {
          assert.equal(answer.status, status, `${how}: ${answer.text}`)
          assert.deepEqual(withoutId(answer), withoutId(first), how)
          assert.equal(isMarked(answer), true, how)
        }
        assert.equal((await operationsOf(world(), merchant)).length, made)
      })

      if (sealed)
        test(`of ${title}, eight at once: all but one`, async () => {
          const merchant = await world().merchant()
          const { bytes } = await asks(merchant)
          const answers = await Promise.all(Array.from({ length: 8 }, () => bytes()))
          for (const answer of answers) assert.equal(answer.status, status, answer.text)
          assert.equal(answers.filter((answer) => !isMarked(answer)).length, 1)
        })
    }

    test('while the bank is still asked, in whichever way it is repeated', async () => {
      const merchant = await world().merchant()
      const { bytes, anew } = await charge(SLOW, { 'payment.external.transaction': 's-1' })(merchant)
      const first = bytes()
      while ((await operationsOf(world(), merchant)).length === 0) await new Promise((soon) => setTimeout(soon, 20))
      assert.ok(anew)
      const meanwhile = await Promise.all([bytes(), anew(), anew({ 'idempotency-key': randomUUID() })])
      const { body } = await first
      assert.equal(isMarked(await first), false)
      for (const answer of meanwhile) {
        assert.equal(answer.body.result?.token, body.result.token, answer.text)
        assert.ok(isMarked(answer))
      }
      assert.equal((await operationsOf(world(), merchant)).length, 1)
    })

    test('but the next charge under an external transaction that a declined payment has freed is a new one', async () => {
      const merchant = await world().merchant()
      const named = { 'payment.external.transaction': 'freed-1' }
      const declined = await (await charge(DECLINED, named)(merchant)).bytes()
      assert.equal(declined.status, 402, declined.text)
      const paid = await (await charge(APPROVED, named)(merchant)).bytes()
      assert.equal(paid.status, 200, paid.text)
      assert.equal(isMarked(paid), false)
    })
  },
  ASKED_FOR,
)
