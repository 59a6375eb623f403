// What every acquirer connector keeps to, whoever is behind it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Acquirer,
  type AdviseRequest,
  type AuthoriseRequest,
  acquirerAnswers,
  type ClearCard,
  capabilityFault,
} from '../../src/connectors/acquirer.ts'
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
  const { capabilities } = open()
  let operations = 0
  /** A new charge, with what the connector keeps about it. */
  const ask = async (card: ClearCard): Promise<AuthoriseRequest> => {
    operations += 1
    const operationId = `0192a000-0000-7000-8000-${String(operations).padStart(12, '0')}`
    const charge = { operationId, amountCentavos: 12_345, beganAt: new Date(BEGAN_MS + operations).toISOString() }
    const prepared = await open().prepare?.(charge, patient())
    assert.notEqual(prepared?.kind, 'unknown')
    return { ...charge, trace: prepared?.kind === 'prepared' ? prepared.trace : {}, card, months: undefined }
  }
  const about = ({ card, months: _, ...charge }: AuthoriseRequest) => ({
    ...charge,
    cardFirstSix: card.number.slice(0, 6),
    cardLastFour: card.number.slice(-4),
  })
  const adviceOf = (request: AuthoriseRequest, attempt: number, networkReference?: string): AdviseRequest => ({
    ...about(request),
    networkReference,
    attempt,
  })
  const inquire = (request: AuthoriseRequest, acquirer = open()) => acquirer.inquire?.(about(request), patient())

  describe(`acquirer: ${title}`, () => {
    test('has a name', () => assert.match(open().name, /^[a-z][a-z0-9-]+$/))

    test('has the methods that its capabilities need, and can undo a charge whose answer never came', () => {
      assert.equal(capabilityFault(open()), undefined)
    })

    test('what it keeps about a charge is its own, and is texts', async () => {
      const [one, other] = [await ask(cards.approved), await ask(cards.approved)]
      for (const text of Object.values(one.trace)) assert.match(text, /^[^\p{C}]{1,250}$/u)
      if (Object.keys(one.trace).length > 0) assert.notDeepEqual(one.trace, other.trace)
    })

    test('an approval carries a code of six characters and a reference of its own', async () => {
      const acquirer = open()
      const outcomes = await Promise.all(
        [1, 2, 3].map(async () => acquirer.authorise(await ask(cards.approved), patient())),
      )
      const references = outcomes.map((outcome) => {
        assert.ok(outcome.kind === 'approved')
        assert.match(outcome.authorizationCode, /^[A-Z0-9]{6}$/)
        return outcome.networkReference
      })
      assert.equal(new Set(references).size, 3)
    })

    test('the same operation asked again is one authorisation, also for an acquirer that was started anew', async () => {
      const request = await ask(cards.approved)
      const first = await open().authorise(request, patient())
      assert.deepEqual(await open().authorise(request, patient()), first)
      if (capabilities.inquiry) assert.deepEqual(await inquire(request), first)
    })

    test('a decline carries the issuer’s response', async () => {
      const request = await ask(cards.declined.card)
      const declined = { kind: 'declined', code: cards.declined.code }
      assert.deepEqual(await open().authorise(request, patient()), declined)
      if (capabilities.inquiry) assert.deepEqual(await inquire(request), declined)
    })

    test('an invalid card is told apart from a decline', async () => {
      assert.deepEqual(await open().authorise(await ask(cards.invalid), patient()), { kind: 'invalid-card' })
      assert.deepEqual(await open().verify(cards.invalid, patient()), { kind: 'invalid-card' })
    })

    test('a deadline makes the outcome unknown, before and during the call, and never an error', async () => {
      assert.deepEqual(await open().authorise(await ask(cards.silent), AbortSignal.abort()), { kind: 'unknown' })
      const deadline = new AbortController()
      const answer = open().authorise(await ask(cards.silent), deadline.signal)
      setTimeout(() => deadline.abort(), 20)
      assert.deepEqual(await answer, { kind: 'unknown' })
    })

    test('a deadline that has passed makes no method throw', async () => {
      const request = await ask(cards.approved)
      const over = AbortSignal.abort()
      const acquirer = open()
      const kinds = {
        prepare: (await acquirer.prepare?.(about(request), over))?.kind,
        inquire: (await acquirer.inquire?.(about(request), over))?.kind,
        reverse: (await acquirer.reverse?.({ ...about(request), networkReference: 'r-1' }, over))?.kind,
        advise: (await acquirer.advise?.(adviceOf(request, 1), over))?.kind,
        verify: (await acquirer.verify(cards.approved, over)).kind,
      }
      for (const [method, kind] of Object.entries(kinds)) {
        const known = Object.keys(acquirerAnswers[method as keyof typeof kinds])
        assert.ok(kind === undefined || known.includes(kind), `${method}: ${kind}`)
      }
    })

    if (capabilities.void || capabilities.refund) {
      test('a payment can be reversed, and asking again changes nothing', async () => {
        const acquirer = open()
        const request = await ask(cards.approved)
        const paid = await acquirer.authorise(request, patient())
        assert.ok(paid.kind === 'approved')
        const reversal = { ...about(request), networkReference: paid.networkReference }
        assert.deepEqual(await acquirer.reverse?.(reversal, patient()), { kind: 'reversed' })
        assert.deepEqual(await acquirer.reverse?.(reversal, patient()), { kind: 'reversed' })
      })
    }

    if (capabilities.advice) {
      test('an advice undoes a charge, with and without its reference, and repeated it is one effect', async () => {
        for (const withReference of [true, false]) {
          const acquirer = open()
          const request = await ask(cards.approved)
          const paid = await acquirer.authorise(request, patient())
          assert.ok(paid.kind === 'approved')
          const reference = withReference ? paid.networkReference : undefined
          for (const attempt of [1, 2, 3])
            assert.deepEqual(await acquirer.advise?.(adviceOf(request, attempt, reference), patient()), {
              kind: 'acknowledged',
            })
          if (capabilities.inquiry) assert.notEqual((await inquire(request, acquirer))?.kind, 'approved')
        }
      })

      test('an advice of a charge that never arrived is acknowledged, and when it arrives after all it is not made', async () => {
        const acquirer = open()
        const request = await ask(cards.approved)
        const acknowledged = { kind: 'acknowledged' }
        assert.deepEqual(await acquirer.advise?.(adviceOf(request, 1), patient()), acknowledged)
        assert.notEqual((await acquirer.authorise(request, patient())).kind, 'approved')
        assert.deepEqual(await acquirer.advise?.(adviceOf(request, 2), patient()), acknowledged)
      })
    }

    test('a card is checked without being charged', async () => {
      assert.deepEqual(await open().verify(cards.approved, patient()), { kind: 'valid' })
      assert.deepEqual(await open().verify(cards.wrongSecurityCode, patient()), { kind: 'declined', code: '82' })
    })
  })
}

const BEGAN_MS = Date.parse('2026-11-20T18:00:00.000Z')
