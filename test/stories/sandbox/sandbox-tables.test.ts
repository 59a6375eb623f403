import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sealedCard } from '../../support/fixtures/cards.ts'
import { chargeOf, payByCard, sendCharge } from '../../support/fixtures/charges.ts'
import { disputed as disputedBy } from '../../support/fixtures/disputes.ts'
import {
  assertAudited,
  moveClock,
  operationOf,
  payBySpei,
  speiVoucher,
  storeVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { type Answer, type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

/** The rows of a table of docs/sandbox.md, cells without their marks. */
function readmeTable(name: string): string[][] {
  const readme = readFileSync(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8')
  const table = readme.split(`<!-- table: ${name} -->`)[1]?.split('<!-- end -->')[0] ?? ''
  const rows = table.trim().split('\n').slice(2)
  assert.ok(rows.length > 1, `docs/sandbox.md has no table of ${name}`)
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  )
}

/** What becomes of a dispute once the merchant has answered, and the code that the bank gave; undefined: any. */
interface Disputed {
  reason?: string
  answer: 'taken' | 'refused'
  ends: 'won' | 'lost' | 'under_review'
}

/** What a row promises, read from its sentence; a sentence that no line here reads is a new promise and needs a new line. */
type Promised =
  | {
      kind: 'approved'
      brand?: string
      funding?: string
      months?: boolean
      slow?: boolean
      reversal?: 'refused' | 'unknown'
      dispute?: Disputed
    }
  | { kind: 'declined'; code: string; token: boolean; atOnce?: boolean }
  | { kind: 'invalid' }
  | { kind: 'payer acts' }
  | { kind: 'unknown'; later: 'N' | 'D'; code?: string }
  | { kind: 'no answer to the check' }

const brands: Record<string, string> = { VISA: 'VISA', Mastercard: 'MAST', 'American Express': 'AMEX', Carnet: 'CRNT' }

const sentences: [RegExp, (found: RegExpExecArray) => Promised][] = [
  [
    /^Approved: (VISA|Mastercard|American Express|Carnet)[^,]*, (debit|credit|prepaid)(, with months without interest)?$/,
    ([, brand = '', funding = '', months]) => ({
      kind: 'approved',
      brand: brands[brand] ?? '',
      funding: funding.toUpperCase(),
      months: months !== undefined,
    }),
  ],
  [/^Declined with (\d\d): /, ([, code = '']) => ({ kind: 'declined', code, token: true })],
  [
    /declined with (\d\d) at once, no token is given$/,
    ([, code = '']) => ({ kind: 'declined', code, token: false, atOnce: true }),
  ],
  [/^The security code is wrong \((\d\d)\): no token/, ([, code = '']) => ({ kind: 'declined', code, token: false })],
  [/^Refused as an invalid card$/, () => ({ kind: 'invalid' })],
  [/^The bank wants the payer to authenticate \(3-D Secure\)/, () => ({ kind: 'payer acts' })],
  [/^Approved after 2 seconds$/, () => ({ kind: 'approved', slow: true })],
  [/^No answer comes; .* later found approved$/, () => ({ kind: 'unknown', later: 'N' })],
  [/^No answer comes; .* later found declined$/, () => ({ kind: 'unknown', later: 'D', code: '05' })],
  [/^No answer comes; .* has never seen it$/, () => ({ kind: 'unknown', later: 'D', code: '91' })],
  [/^The bank approves it just after the deadline; .* then paid$/, () => ({ kind: 'unknown', later: 'N' })],
  [/^The bank approves it when .* given up; it stays declined/, () => ({ kind: 'unknown', later: 'D', code: '91' })],
  [/^No answer comes, and the bank has never seen it; .* advice/, () => ({ kind: 'unknown', later: 'D', code: '91' })],
  [/^The check of the card does not answer: no token/, () => ({ kind: 'no answer to the check' })],
  [/^Approved; the bank refuses to reverse it$/, () => ({ kind: 'approved', reversal: 'refused' })],
  [
    /^Approved; disputed a day later .*\(([\d.]+)\); evidence (wins|loses) three days after it is submitted$/,
    ([, reason = '', end]) => ({
      kind: 'approved',
      dispute: { reason, answer: 'taken', ends: end === 'wins' ? 'won' : 'lost' },
    }),
  ],
  [
    /^Approved; the bank asks about it a day later \((\d+)\); an answer satisfies it three days later$/,
    ([, reason = '']) => ({ kind: 'approved', dispute: { reason, answer: 'taken', ends: 'won' } }),
  ],
  [
    /^Approved; when all of it is disputed, the bank does not take the answer$/,
    () => ({ kind: 'approved', dispute: { answer: 'refused', ends: 'under_review' } }),
  ],
  // Of what is captured later, which stories of captures tell.
  [/^Approved; (the bank refuses|the first try) to capture this amount/, () => ({ kind: 'approved' })],
  [/^Approved; the answer to a reversal never comes$/, () => ({ kind: 'approved', reversal: 'unknown' })],
]

function promiseOf(meaning: string): Promised {
  for (const [sentence, read] of sentences) {
    const found = sentence.exec(meaning)
    if (found) return read(found)
  }
  throw new Error(`nothing here reads “${meaning}”`)
}

/** A card as the merchant meets it: saved or not, then charged by its token, or as it was typed when no token was given. */
async function tryCard(world: World, merchant: Merchant, number: string) {
  const cvv = number.startsWith('3') ? '1234' : '123'
  const token = await merchant.post('/v1/token', await sealedCard(world, { number, cvv }))
  const typed = { number, cvv, holder_name: 'ANA LOPEZ', expiration: '3912' }
  const recurrent = token.status === 200 ? token.body.result.token : ''
  const beganMs = performance.now()
  const payment = await sendCharge(world, merchant, chargeOf(recurrent, recurrent === '' ? { card: typed } : {}))
  return { token, payment, tookMs: performance.now() - beganMs }
}

function assertApproved({ status, body, text }: Answer): void {
  assert.equal(status, 200, text)
  assert.equal(body.result.status, true)
  assert.equal(body.result.recipe.status, 'N')
  assert.match(body.result.autorization_code, /^\d{6}$/)
}

function assertDeclined({ status, body, text }: Answer, code: string): void {
  assert.equal(status, 402, text)
  assert.equal(body.error.code, 'PaymentException')
  assert.equal(body.error.detail.code, code)
}

/** Pending now; later as the table says, in the list too. */
async function assertFoundLater(merchant: Merchant, payment: Answer, promised: Promised): Promise<void> {
  assert.ok(promised.kind === 'unknown')
  assert.equal(payment.status, 200, payment.text)
  assert.equal(payment.body.result.recipe.status, 'P')
  assert.equal((await operationOf(merchant, payment.body.result.token)).status, promised.later)
}

/** The payments of a table whose rows promise a dispute. */
function disputedOf(rows: string[][], tried: { payment: Answer }[]): { id: string; dispute: Disputed }[] {
  return tried.flatMap(({ payment }, index) => {
    const promised = promiseOf(rows[index]?.[1] ?? '')
    if (promised.kind !== 'approved' || promised.dispute === undefined) return []
    return [{ id: payment.body.result.token, dispute: promised.dispute }]
  })
}

/** Answers the disputes of these payments with evidence, and finds each as its row promises it. */
async function assertDisputed(merchant: Merchant, promised: { id: string; dispute: Disputed }[]): Promise<void> {
  const { disputes } = (await merchant.get('/v1/disputes')).body.result
  const found = promised.map(({ id, dispute }) => {
    const one = disputes.find(({ transaction }: { transaction: string }) => transaction === id)
    assert.ok(one !== undefined, `${id} is not disputed`)
    if (dispute.reason !== undefined) assert.equal(one.reason.code, dispute.reason)
    return one.id
  })
  for (const id of found) {
    assert.equal(
      (await merchant.post(`/v1/disputes/${id}/evidence`, { texts: { explanation: 'Se entregó' } })).status,
      200,
    )
    assert.equal((await merchant.post(`/v1/disputes/${id}/submit`, {})).status, 200)
  }
  await moveClock(merchant, { advance: 'P3DT1H' })
  for (const [index, id] of found.entries()) {
    const { status, answer } = (await merchant.get(`/v1/disputes/${id}`)).body.result
    assert.deepEqual([answer.status, status], [promised[index]?.dispute.answer, promised[index]?.dispute.ends])
  }
}

onBothEngines(
  'the sandbox does what docs/sandbox.md says',
  (world) => {
    test('test cards', async (t) => {
      const merchant = await world().merchant()
      const rows = readmeTable('test cards')
      const tried = await Promise.all(rows.map(async ([number = '']) => tryCard(world(), merchant, number)))
      await moveClock(merchant, { advance: 'PT5M' })
      const disputed = disputedOf(rows, tried)
      assert.equal(disputed.length, 4)
      for (const [index, [number = '', meaning = '']] of rows.entries()) {
        await t.test(`${number}: ${meaning}`, async () => {
          const { token, payment, tookMs } = tried[index] ?? assert.fail()
          const promised = promiseOf(meaning)
          switch (promised.kind) {
            case 'approved': {
              assertApproved(payment)
              assert.equal(payment.body.result.recipe.card.number, number.slice(-4))
              if (promised.slow) assert.ok(tookMs > 1_990)
              if (promised.brand === undefined) return
              assert.equal(payment.body.result.card_type, promised.brand)
              assert.equal(token.body.result.funding, promised.funding)
              const offers = await merchant.get(`/v1/partial-payment/promotion/${number.slice(0, 6)}/600`)
              const months = offers.body.result.promotions.map((offer: { months: number }) => offer.months)
              assert.deepEqual(months, promised.funding === 'CREDIT' ? [3, 6] : [])
              assert.ok(!promised.months || months.length > 0)
              return
            }
            case 'declined':
              assertDeclined(payment, promised.code)
              if (promised.token) assert.equal(token.status, 200, token.text)
              else assertDeclined(token, promised.code)
              return
            case 'invalid':
              for (const answer of [token, payment]) {
                assert.equal(answer.status, 400)
                assert.equal(answer.body.error.code, 'InvalidCardException')
              }
              return
            case 'payer acts': {
              assert.equal(payment.status, 200, payment.text)
              assert.equal(payment.body.result.recipe.status, 'P')
              const { status, payer_url } = await operationOf(merchant, payment.body.result.token)
              assert.deepEqual([status, payer_url], ['P', payment.body.result.payer_url])
              const page = await world().send({ method: 'GET', url: new URL(payer_url).pathname })
              assert.match(String(page.headers.location), /\/sandbox\/challenge\//)
              return
            }
            case 'unknown':
              assert.equal(token.status, 200)
              await assertFoundLater(merchant, payment, promised)
              return
            case 'no answer to the check':
              assert.equal(token.status, 503)
              assert.equal(token.body.error.code, 'InternalErrorException')
          }
        })
      }
      // What a bank declined is on record, found later or not; what no bank was asked about is not.
      const { total } = (await merchant.get('/v1/operations?status=D&limit=500')).body.result
      const asked = rows.filter(([, meaning = '']) => {
        const promised = promiseOf(meaning)
        if (promised.kind === 'declined') return !promised.atOnce
        return promised.kind === 'invalid' || (promised.kind === 'unknown' && promised.later === 'D')
      })
      assert.equal(total, asked.length)
      await moveClock(merchant, { advance: 'P1DT1H' })
      await assertDisputed(merchant, disputed)
      await assertAudited(world())
    })

    /** The voucher's status afterwards, and by how many centavos what goes back differs from its total. */
    const vouchers: Record<string, { status: string; returned: number[] }> = {
      'paid at once': { status: 'N', returned: [] },
      'paid 1.00 short: a transfer goes back, cash is kept in suspense, the voucher stays pending': {
        status: 'P',
        returned: [-100],
      },
      'paid 1.00 over: a transfer goes back, cash is kept in suspense, the voucher stays pending': {
        status: 'P',
        returned: [100],
      },
      'paid twice: the second transfer goes back, the second cash is kept in suspense': { status: 'N', returned: [0] },
      'paid a minute after it has expired: a transfer goes back, cash is kept in suspense': {
        status: 'E',
        returned: [0],
      },
      'left alone, even when the account’s rule pays every voucher': { status: 'P', returned: [] },
    }

    test('vouchers that are paid by themselves', async (t) => {
      for (const [words = '', amount = '', meaning = ''] of readmeTable('voucher payers')) {
        const expected = vouchers[meaning] ?? assert.fail(`nothing here reads “${meaning}”`)
        const bodies = [
          { payment: { reference: { description: `Pedido ${words}` } } },
          ...(amount ? [{ total: amount }] : []),
        ]
        for (const body of bodies) {
          await t.test(`${JSON.stringify(body)}: ${meaning}`, async () => {
            const merchant = await world().merchant()
            await merchant.call('PUT', '/v1/sandbox/payer', {
              pay_after_seconds: meaning.startsWith('left') ? 0 : null,
            })
            await moveClock(merchant, { freeze: true })
            const issued = [await storeVoucher(merchant, body), await speiVoucher(merchant, body)]
            await moveClock(merchant, { advance: expected.status === 'E' ? 'P4D' : 'PT2S', resume: true })
            for (const { transaction, total } of issued) {
              assert.equal((await operationOf(merchant, transaction)).status, expected.status)
              const returns = (await transfersOf(world(), merchant)).filter((row) => row.operation_id === transaction)
              const differences = returns.map((row) => row.amount_centavos - Math.round(Number(total.amount) * 100))
              // A till gives nothing back.
              const isCash = transaction === issued[0].transaction
              assert.deepEqual(differences, isCash ? [] : expected.returned)
            }
          })
        }
      }
      await assertAudited(world())
    })

    const accounts: Record<string, [first: string, later: string]> = {
      'The account is closed: a transfer to it is refused': ['rejected', 'rejected'],
      'The bank does not answer the first try; the next one arrives': ['pending', 'settled'],
      'Accepted, and settled an hour later': ['accepted', 'settled'],
      'Accepted, and rejected an hour later': ['accepted', 'rejected'],
      'Accepted, and returned two days later without having been settled': ['accepted', 'returned'],
      'Settled, and returned three days later': ['settled', 'returned'],
      'Settled, but the bank’s answer never comes; it says so when it is asked': ['pending', 'settled'],
    }

    test('accounts that a return goes to, and amounts of one', async (t) => {
      const rows = readmeTable('payer accounts').flatMap(([clabe = '', amount = '', meaning = '']) => [
        { clabe, amount: 10, meaning },
        { clabe: '002010077777777771', amount: Number(amount), meaning },
      ])
      await moveClock(await world().merchant(), { freeze: true })
      const paidRows = []
      for (const row of rows) {
        const { clabe, amount, meaning } = row
        const states = accounts[meaning] ?? assert.fail(`nothing here reads “${meaning}”`)
        const merchant = await world().merchant()
        const { transaction } = await speiVoucher(merchant)
        const paid = await payBySpei(merchant, { transaction, amount, payer_clabe: clabe })
        assert.equal(paid.return.destination, clabe)
        const state = async () => (await transfersOf(world(), merchant)).map((row) => row.state)
        paidRows.push({ ...row, states, state })
      }
      await world().work()
      const first = await Promise.all(paidRows.map(({ state }) => state()))
      await moveClock(await world().merchant(), { advance: 'P4D', resume: true })
      for (const [index, { clabe, amount, meaning, states, state }] of paidRows.entries()) {
        await t.test(`${amount} to ${clabe}: ${meaning}`, async () => {
          assert.deepEqual([first[index], await state()], [[states[0]], [states[1]]])
        })
      }
    })

    // Last: a reversal that its bank never answers is asked for again in each hour that passes for the others.
    test('card payments by amount', async (t) => {
      const merchant = await world().merchant()
      const rows = readmeTable('card amounts')
      const tried = await Promise.all(
        rows.map(async ([amount = '']) => {
          const beganMs = performance.now()
          const payment = await payByCard(world(), merchant, '4242424242424242', { 'payment.total.amount': amount })
          return { payment, tookMs: performance.now() - beganMs }
        }),
      )
      const sales = tried.filter(({ payment }) => payment.body.result?.status === true).length
      const reversals = new Map<string, Answer>()
      for (const [index, [, meaning = '']] of rows.entries()) {
        const promised = promiseOf(meaning)
        if (promised.kind !== 'approved' || promised.reversal === undefined) continue
        const id = tried[index]?.payment.body.result.token
        reversals.set(meaning, await merchant.get(`/v1/operations/apply-reversal/${id}`))
      }
      assert.equal(reversals.size, 2)
      await moveClock(merchant, { advance: 'PT5M' })
      for (const [index, [amount = '', meaning = '']] of rows.entries()) {
        await t.test(`${amount}: ${meaning}`, async () => {
          const { payment, tookMs } = tried[index] ?? assert.fail()
          const promised = promiseOf(meaning)
          if (promised.kind === 'declined') return assertDeclined(payment, promised.code)
          if (promised.kind === 'unknown') return assertFoundLater(merchant, payment, promised)
          assert.ok(promised.kind === 'approved')
          assertApproved(payment)
          assert.equal(payment.body.result.sales, amount)
          if (promised.slow) assert.ok(tookMs > 1_990)
          const reversal = reversals.get(meaning)
          if (reversal === undefined) return
          assert.equal(reversal.status, promised.reversal === 'refused' ? 409 : 503, reversal.text)
          assert.equal((await operationOf(merchant, payment.body.result.token)).status, 'N')
        })
      }
      assert.equal(sales, 6)
      const unanswerable = disputedOf(rows, tried)
      for (const { id } of unanswerable) await disputedBy(merchant, id)
      await assertDisputed(merchant, unanswerable)
      await assertAudited(world())
    })
  },
  { ACQUIRER_TIMEOUT_MS: '3000' },
)
