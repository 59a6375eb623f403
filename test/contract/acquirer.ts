// What every acquirer connector keeps to, whoever is behind it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Acquirer, type AuthoriseRequest, acquirerAnswers, type ClearCard } from '../../src/connectors/acquirer.ts'
import { patient } from '../ports.ts'

/** Cards with which the acquirer's test system shows each outcome. */
export interface AcquirerCards {
  approved: ClearCard
  declined: { card: ClearCard; code: string }
  invalid: ClearCard
  wrongSecurityCode: ClearCard
  /** Its answer takes longer than the suite waits. */
  silent: ClearCard
}

/** Registers the suite for one connector. */
export function acquirerContract(title: string, open: () => Acquirer, cards: AcquirerCards): void {
  let operations = 0
  const ask = (card: ClearCard, change: Partial<AuthoriseRequest> = {}): AuthoriseRequest => {
    operations += 1
    const operationId = `0192a000-0000-7000-8000-${String(operations).padStart(12, '0')}`
    return { operationId, card, amountCentavos: 12_345, months: undefined, ...change }
  }
  const inquiryOf = (request: AuthoriseRequest) => ({
    operationId: request.operationId,
    cardFirstSix: request.card.number.slice(0, 6),
    cardLastFour: request.card.number.slice(-4),
    amountCentavos: request.amountCentavos,
  })

  describe(`acquirer: ${title}`, () => {
    test('has a name', () => assert.match(open().name, /^[a-z][a-z0-9-]+$/))

    test('an approval carries a code of six characters and a reference of its own', async () => {
      const acquirer = open()
      const outcomes = await Promise.all([1, 2, 3].map(() => acquirer.authorise(ask(cards.approved), patient())))
      const references = outcomes.map((outcome) => {
        assert.ok(outcome.kind === 'approved')
        assert.match(outcome.authorizationCode, /^[A-Z0-9]{6}$/)
        return outcome.networkReference
      })
      assert.equal(new Set(references).size, 3)
    })

    test('the same operation asked again is one authorisation, also for an acquirer that was started anew', async () => {
      const request = ask(cards.approved)
      const first = await open().authorise(request, patient())
      assert.deepEqual(await open().authorise(request, patient()), first)
      assert.deepEqual(await open().inquire(inquiryOf(request), patient()), first)
    })

    test('a decline carries the issuer’s response', async () => {
      const request = ask(cards.declined.card)
      assert.deepEqual(await open().authorise(request, patient()), { kind: 'declined', code: cards.declined.code })
      assert.deepEqual(await open().inquire(inquiryOf(request), patient()), {
        kind: 'declined',
        code: cards.declined.code,
      })
    })

    test('an invalid card is told apart from a decline', async () => {
      assert.deepEqual(await open().authorise(ask(cards.invalid), patient()), { kind: 'invalid-card' })
      assert.deepEqual(await open().verify(cards.invalid, patient()), { kind: 'invalid-card' })
    })

    test('a deadline makes the outcome unknown, before and during the call, and never an error', async () => {
      assert.deepEqual(await open().authorise(ask(cards.silent), AbortSignal.abort()), { kind: 'unknown' })
      const deadline = new AbortController()
      const answer = open().authorise(ask(cards.silent), deadline.signal)
      setTimeout(() => deadline.abort(), 20)
      assert.deepEqual(await answer, { kind: 'unknown' })
    })

    test('a deadline that has passed makes no method throw', async () => {
      const request = ask(cards.approved)
      const reversal = { operationId: request.operationId, networkReference: 'r-1', amountCentavos: 12_345 }
      const over = AbortSignal.abort()
      const { kind: inquired } = await open().inquire(inquiryOf(request), over)
      assert.ok(Object.hasOwn(acquirerAnswers.inquire, inquired), inquired)
      const { kind: reversed } = await open().reverse(reversal, over)
      assert.ok(Object.hasOwn(acquirerAnswers.reverse, reversed), reversed)
      const { kind: verified } = await open().verify(cards.approved, over)
      assert.ok(Object.hasOwn(acquirerAnswers.verify, verified), verified)
    })

    test('a payment can be reversed, and asking again changes nothing', async () => {
      const acquirer = open()
      const request = ask(cards.approved)
      const paid = await acquirer.authorise(request, patient())
      assert.ok(paid.kind === 'approved')
      const reversal = {
        operationId: request.operationId,
        networkReference: paid.networkReference,
        amountCentavos: request.amountCentavos,
      }
      assert.deepEqual(await acquirer.reverse(reversal, patient()), { kind: 'reversed' })
      assert.deepEqual(await acquirer.reverse(reversal, patient()), { kind: 'reversed' })
    })

    test('a card is checked without being charged', async () => {
      assert.deepEqual(await open().verify(cards.approved, patient()), { kind: 'valid' })
      assert.deepEqual(await open().verify(cards.wrongSecurityCode, patient()), { kind: 'declined', code: '82' })
    })
  })
}
