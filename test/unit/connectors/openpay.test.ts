// Openpay through every fault of its network: a charge is made once, a clear refusal is final, and what is not clear is asked for.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import fc from 'fast-check'
import type { Acquirer, AuthoriseRequest } from '../../../src/connectors/acquirer.ts'
import type { CashNetwork } from '../../../src/connectors/cash-network.ts'
import { needsOf } from '../../../src/connectors/connect.ts'
import { LISTED_AFTER_MS, SETTLED_AFTER_MS } from '../../../src/connectors/openpay/asked.ts'
import { openpayForCards, openpayForSpei, openpayForStores } from '../../../src/connectors/openpay/connectors.ts'
import { declineCodeOf, faultOf, wordsOf } from '../../../src/connectors/openpay/errors.ts'
import { timeOf } from '../../../src/connectors/openpay/inbound.ts'
import { transactionIn } from '../../../src/connectors/openpay/transactions.ts'
import type { SpeiBank } from '../../../src/connectors/spei-bank.ts'
import { type ConnectorState, passingState } from '../../../src/connectors/state.ts'
import { isDeclineCode } from '../../../src/core/cards/decline-codes.ts'
import { holdsCardNumber } from '../../../src/core/cards/number-in-text.ts'
import { readDeclared } from '../../../src/core/declared-settings.ts'
import { isPrintable } from '../../../src/core/text.ts'
import { isDay, mexicoCityDay, speiDay } from '../../../src/core/time.ts'
import { cards, FAULTS, type FakeOpenpay, fakeOpenpay } from '../../openpay/fake-openpay.ts'
import { patient } from '../../support/harness/ports.ts'

const NOW = Date.parse('2026-11-24T18:00:00.000Z')
const DESTINATION = '012180001554321090'

describe('Openpay', () => {
  let fake: FakeOpenpay
  let state: ConnectorState
  let nowMs = NOW
  let ids = 0
  const newId = () => {
    ids += 1
    return `op-${ids}`
  }
  const open = (change: Record<string, string> = {}) =>
    openpayForCards.connect(needsOf({ ...fake.settings, ...change }, { state, nowMs: () => nowMs })) as Acquirer
  const stores = () => openpayForStores.connect(needsOf(fake.settings, { state, nowMs: () => nowMs })) as CashNetwork
  const bank = () => openpayForSpei.connect(needsOf(fake.settings, { state, nowMs: () => nowMs })) as SpeiBank
  before(async () => {
    fake = await fakeOpenpay()
  })
  beforeEach(() => {
    nowMs = NOW
    state = passingState()
    fake.heal()
    fake.setFunds(true)
    Object.assign(fake.habits, { listsFailed: false, cancelsStores: true, filters: true, keepsDescriptions: true })
  })
  after(async () => {
    assert.deepEqual(fake.repeated(), [])
    await fake.close()
  })

  const charge = (change: Partial<AuthoriseRequest> = {}): AuthoriseRequest => ({
    operationId: newId(),
    amountCentavos: 60_000,
    beganAt: '2026-11-24T18:00:00.000Z',
    trace: {},
    card: cards.approved,
    months: undefined,
    initiator: 'customer',
    returnUrl: 'https://pagos.mx/a/1/return',
    ...change,
  })
  const about = ({ card: { number }, ...request }: AuthoriseRequest) => ({
    ...request,
    cardFirstSix: number.slice(0, 6),
    cardLastFour: number.slice(-4),
  })
  const sent = (id: string) => fake.calls.filter(({ call, body }) => call === 'POST /charges' && body.order_id === id)

  test('each fault of a charge is unknown, and a look-up says what Openpay has; one that it does not list is never seen after three minutes only', async () => {
    for (const fault of FAULTS.filter((one) => one !== 'slow')) {
      const acquirer = open()
      const request = charge()
      fake.fail('POST /charges', fault)
      const signal = fake.untilUnanswered()
      assert.equal((await acquirer.authorise(request, signal)).kind, 'unknown', fault)
      const isTaken = fake.charge(request.operationId) !== undefined
      const found = await acquirer.inquire?.(about(request), patient())
      assert.equal(found?.kind, isTaken ? 'approved' : 'unknown', fault)
      nowMs += LISTED_AFTER_MS
      const later = await acquirer.inquire?.(about(request), patient())
      assert.equal(later?.kind, isTaken ? 'approved' : 'never-seen', fault)
    }
  })

  test('a list that is not of our id says nothing, nor does a charge of another amount or card', async () => {
    const acquirer = open()
    const request = charge()
    await acquirer.authorise(request, patient())
    const inquired = async (change: object = {}) =>
      (await acquirer.inquire?.({ ...about(request), ...change }, patient()))?.kind
    assert.equal(await inquired(), 'approved')
    assert.equal(await inquired({ amountCentavos: 60_001 }), 'unknown')
    assert.equal(await inquired({ cardLastFour: '9999' }), 'unknown')
    for (const change of [{ amount: 599.99 }, { card: { card_number: '400000XXXXXX0002' } }]) {
      const other = charge()
      fake.watch(async (when) => {
        if (when === 'after') Object.assign(fake.charge(other.operationId) ?? {}, change)
      })
      assert.equal((await acquirer.authorise(other, patient())).kind, 'unknown', JSON.stringify(change))
    }
    fake.watch(async () => {})
    fake.habits.filters = false
    nowMs += SETTLED_AFTER_MS
    assert.equal(await inquired({ operationId: 'op-never-asked' }), 'unknown')
  })

  test('months, 3-D Secure and who begins are carried as Openpay wants them', async () => {
    const always = open({ THREE_D_SECURE: 'always' })
    const [byCustomer, byMerchant] = [charge({ months: 6 }), charge({ initiator: 'merchant' })]
    assert.equal((await always.authorise(byCustomer, patient())).kind, 'payer-must-act')
    assert.equal((await always.authorise(byMerchant, patient())).kind, 'approved')
    const [asked] = sent(byCustomer.operationId)
    assert.deepEqual(asked?.body.payment_plan, { payments: 6 })
    assert.equal(asked?.body.redirect_url, byCustomer.returnUrl)
    assert.equal(asked?.body.customer.email, fake.settings.PAYER_EMAIL)
    const never = open({ THREE_D_SECURE: 'never' })
    assert.equal(never.capabilities.payerAction, undefined)
    const stopped = charge({ card: cards.challenged })
    const outcome = await never.authorise(stopped, patient())
    assert.equal(outcome.kind === 'declined' && outcome.code, '59')
    assert.equal(sent(stopped.operationId).length, 1)
  })

  test('a declined charge is never sent again, also by another process, although Openpay leaves its id free', async () => {
    const request = charge({ card: cards.declined.card })
    const first = await open().authorise(request, patient())
    assert.equal(first.kind, 'declined')
    const again = await open().authorise({ ...request, card: cards.approved }, patient())
    assert.deepEqual(again, first)
    assert.equal(sent(request.operationId).length, 1)
  })

  test('an advice undoes a charge that was sent, waits for one that may arrive, and stops one that was not sent', async () => {
    const acquirer = open()
    const advise = (request: AuthoriseRequest) =>
      acquirer.advise?.({ ...about(request), networkReference: undefined, attempt: 1 }, patient())
    const made = charge()
    await acquirer.authorise(made, patient())
    fake.setFunds(false)
    assert.equal((await advise(made))?.kind, 'unknown', 'the money may come')
    fake.setFunds(true)
    assert.equal((await advise(made))?.kind, 'acknowledged')
    assert.equal(fake.charge(made.operationId)?.refunds.length, 1)
    const lost = charge()
    fake.fail('POST /charges', 'html')
    await acquirer.authorise(lost, patient())
    assert.equal((await advise(lost))?.kind, 'unknown')
    nowMs += SETTLED_AFTER_MS
    assert.equal((await advise(lost))?.kind, 'acknowledged')
    const unsent = charge()
    assert.equal((await advise(unsent))?.kind, 'acknowledged')
    assert.equal((await acquirer.authorise(unsent, patient())).kind, 'declined')
    assert.equal(sent(unsent.operationId).length, 0)
  })

  test('a refund that was refused is refused with Openpay’s words, and what is not ours is not given back', async () => {
    const acquirer = open()
    const request = charge()
    const paid = await acquirer.authorise(request, patient())
    assert.ok(paid.kind === 'approved')
    const refund = (change: object = {}) =>
      acquirer.refund?.(
        {
          ...about(request),
          networkReference: paid.networkReference,
          refundId: 'ref_1',
          refundCentavos: 100,
          ...change,
        },
        patient(),
      )
    assert.equal((await refund({ operationId: 'op-another' }))?.kind, 'refused')
    fake.setFunds(false)
    const refused = await refund({ refundId: 'ref_0' })
    assert.match(refused?.kind === 'refused' ? refused.reason : '', /^4001: /)
    fake.setFunds(true)
    // The first try is lost on its way: it is not repeated before it would have arrived.
    fake.fail('POST /charges/:id/refund', 'html')
    assert.equal((await refund())?.kind, 'unknown')
    assert.equal((await refund())?.kind, 'unknown')
    nowMs += SETTLED_AFTER_MS
    assert.equal((await refund())?.kind, 'refunded')
    assert.equal((await refund())?.kind, 'refunded')
    assert.equal(fake.charge(request.operationId)?.refunds.length, 1)
  })

  test('a refund of ours that Openpay shows with an amount that cannot be read is not made again', async () => {
    const acquirer = open()
    const request = charge()
    const paid = await acquirer.authorise(request, patient())
    assert.ok(paid.kind === 'approved')
    const { networkReference } = paid
    const refund = () =>
      acquirer.refund?.({ ...about(request), networkReference, refundId: 'ref_9', refundCentavos: 100 }, patient())
    fake.fail('POST /charges/:id/refund', 'taken-html')
    fake.fail('GET /charges/:id', 'html', 2)
    assert.equal((await refund())?.kind, 'unknown')
    fake.heal()
    assert.equal((await refund())?.kind, 'refunded')
    const [made] = fake.charge(request.operationId)?.refunds ?? []
    for (const amount of ['1.00 pesos', '1.005', 'NaN']) {
      Object.assign(made, { amount })
      nowMs += SETTLED_AFTER_MS
      assert.equal((await refund())?.kind, 'unknown', amount)
      assert.equal(fake.charge(request.operationId)?.refunds.length, 1, amount)
    }
    Object.assign(made, { amount: 1 })
    assert.equal((await refund())?.kind, 'refunded')
  })

  test('a payout that may have been queued is looked for, and sent again only when it surely was not', async () => {
    const transfer = (trackingKey: string, amountCentavos = 9_990) => ({
      trackingKey,
      destination: DESTINATION,
      beneficiary: 'Ana Núñez',
      amountCentavos,
      concept: 'Devolución',
      kind: 'refund' as const,
      participant: '40012',
      numericReference: 1,
    })
    const find = (trackingKey: string) => bank().findTransfer({ trackingKey, day: '2026-11-24' }, patient())
    for (const [at, fault] of FAULTS.filter((one) => one !== 'slow').entries()) {
      const key = `CBR${at}`
      fake.fail('POST /payouts', fault)
      assert.equal((await bank().transfer(transfer(key), fake.untilUnanswered())).kind, 'unknown', fault)
      const isTaken = fake.payout(key) !== undefined
      assert.equal((await find(key)).kind, isTaken ? 'accepted' : 'unknown', fault)
      assert.equal((await bank().transfer(transfer(key), patient())).kind, isTaken ? 'accepted' : 'unknown', fault)
      nowMs += SETTLED_AFTER_MS
      assert.equal((await find(key)).kind, isTaken ? 'accepted' : 'never-seen', fault)
      assert.equal((await bank().transfer(transfer(key), patient())).kind, 'accepted', fault)
      assert.equal((await bank().transfer(transfer(key, 1), patient())).kind, 'unknown', 'another amount')
    }
    fake.setFunds(false)
    const refused = await bank().transfer(transfer('CBRPOOR'), patient())
    assert.match(refused.kind === 'rejected' ? refused.reason : '', /^4001: /)
  })

  test('a reference is issued once, ends at its last day in Mexico City, and is paid when it was', async () => {
    const request = {
      operationId: newId(),
      chain: '7ELEVEN',
      amountCentavos: 15_000,
      expiresAt: '2026-12-01T05:59:59.999Z',
    }
    fake.fail('POST /charges', 'taken-html')
    assert.equal((await stores().issue(request, patient())).kind, 'unknown')
    const [one, other] = [await stores().issue(request, patient()), await stores().issue(request, patient())]
    assert.ok(one.kind === 'issued')
    assert.deepEqual(other, one)
    assert.equal(sent(request.operationId)[0]?.body.due_date, '2026-11-30T23:59:59')
    const charge = fake.charge(request.operationId)
    assert.ok(charge)
    charge.amount = 149
    assert.equal((await stores().issue(request, patient())).kind, 'unknown', 'the till would take another amount')
    Object.assign(charge, { amount: 150, status: 'completed' })
    assert.deepEqual(await stores().cancel({ ...request, reference: one.reference }, patient()), { kind: 'paid' })
  })

  test('a code is a decline only under a status of 400 to 499, with a code of ours; what is not known is unclear', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 599 }),
        fc.oneof(fc.integer({ min: 900, max: 6_100 }), fc.string()),
        (status, code) => {
          const body = { error_code: String(code), description: 'x' }
          const fault = faultOf({ kind: 'answered', status, body })
          if (status < 400 || status >= 500) assert.equal(fault.kind, 'unclear')
          if (fault.kind === 'refused') assert.ok(isDeclineCode(fault.code))
          assert.ok(isDeclineCode(declineCodeOf(String(code))))
        },
      ),
    )
    for (const body of [undefined, null, [], 'x', {}, { error_code: 3003 }, { error_code: 'toString' }])
      assert.equal(faultOf({ kind: 'answered', status: 402, body }).kind, 'unclear')
    assert.equal(faultOf({ kind: 'none' }).kind, 'unclear')
    const named = faultOf({
      kind: 'answered',
      status: 400,
      body: { error_code: '1001', description: 'card_number length' },
    })
    assert.equal(named.kind, 'invalid-card')
    assert.equal(
      faultOf({ kind: 'answered', status: 400, body: { error_code: '1001', description: 'amount' } }).kind,
      'setup',
    )
  })

  test('its words are printable, short and without a card number, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (description, code) => {
        const words = wordsOf(code, `${description} 4111 1111 1111 1111 ${description}`)
        assert.ok(isPrintable(words, 250) && words.length > 0 && !holdsCardNumber(words), words)
      }),
    )
    assert.equal(wordsOf('3003', 'No funds'), '3003: No funds')
  })

  test('anything at all is read as a transaction or as none', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read = transactionIn(value)
        assert.ok(read === undefined || ((read.amountCentavos ?? 1) > 0 && read.id !== ''))
      }),
    )
  })

  test('whatever time it says, a payment has a day that may be written down', () => {
    const beyond = [
      '1970-01-01T00:00:00Z',
      '1969-12-31T23:59:59-06:00',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59-06:00',
    ]
    const between = fc.date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    const times = fc.oneof(
      fc.constantFrom(...beyond),
      between.map((at) => at.toISOString()),
      fc.string(),
    )
    fc.assert(
      fc.property(times, fc.constantFrom(mexicoCityDay, speiDay), (operationDate, dayOf) => {
        const { operationDay } = timeOf({ operationDate }, NOW, dayOf)
        assert.ok(isDay(operationDay), `${operationDate} is of ${operationDay}`)
      }),
      { examples: beyond.flatMap((one) => [[one, mexicoCityDay] as const, [one, speiDay] as const]) as never },
    )
    assert.equal(timeOf({ operationDate: '2026-11-23T21:00:00-06:00' }, NOW).operationDay, '2026-11-23')
  })

  test('a setting that does not fit is refused in words, without its value where it is a secret', () => {
    const faultsOf = (change: Record<string, string>) => {
      const named = Object.entries({ ...fake.settings, ...change }).map(([key, value]) => [`OPENPAY_${key}`, value])
      const declared = openpayForCards.settings ?? {}
      return readDeclared(Object.fromEntries(named), { connector: 'openpay', declared, taken: {} }).faults
    }
    assert.deepEqual(faultsOf({}), [])
    for (const [key, value, words] of [
      ['PRIVATE_KEY', 'pk_f0660ad5a39f4912872e24a7a660370c', /private key, which begins with sk_/],
      ['URL', 'http://api.openpay.mx', /https address/],
      ['MERCHANT_ID', 'X', /small letters and digits/],
      ['PAYER_EMAIL', 'nobody', /e-mail/],
      ['WEBHOOK_PASSWORD', 'short', /at least 24/],
      ['THREE_D_SECURE', 'sometimes', /never, after-refusal, always/],
    ] as const) {
      const [fault = '', ...more] = faultsOf({ [key]: value })
      assert.match(fault, words)
      assert.deepEqual(more, [])
      if (key === 'PRIVATE_KEY' || key === 'WEBHOOK_PASSWORD') assert.ok(!fault.includes(value))
    }
  })
})
