// What every acquirer does, whoever is behind it.
import assert from 'node:assert/strict'
import { type Acquirer, type AuthoriseRequest, acquirerAnswers, type ClearCard } from '../acquirer.ts'
import { type Duty, type Ground, needed, patient } from './duty.ts'

/** Cards with which the played network shows each outcome. */
export interface AcquirerCards {
  approved: ClearCard
  declined: { card: ClearCard; code: string }
  invalid: ClearCard
  wrongSecurityCode: ClearCard
  /** Its answer takes longer than anybody waits. */
  silent: ClearCard
}

/** What the suite needs from a rehearsal of an acquirer. */
export interface AcquirerPart {
  cards: Partial<AcquirerCards>
}

type AcquirerGround = Ground<Acquirer, AcquirerPart>

const AMOUNT_CENTAVOS = 12_345

const meanings = {
  approved: 'card that is approved',
  declined: 'card that is declined',
  invalid: 'card that is invalid',
  wrongSecurityCode: 'card with a wrong security code',
  silent: 'card whose answer never comes',
} as const satisfies Record<keyof AcquirerCards, string>

function cardOf<K extends keyof AcquirerCards>({ rehearsal }: AcquirerGround, kind: K): AcquirerCards[K] {
  return needed(rehearsal.cards?.[kind] as AcquirerCards[K] | undefined, meanings[kind])
}

function charge(ground: AcquirerGround, card: ClearCard): AuthoriseRequest {
  return { operationId: ground.newId(), card, amountCentavos: AMOUNT_CENTAVOS, months: undefined }
}

function inquiryOf({ operationId, card, amountCentavos }: AuthoriseRequest) {
  return { operationId, cardFirstSix: card.number.slice(0, 6), cardLastFour: card.number.slice(-4), amountCentavos }
}

export const acquirerDuties: readonly Duty<Acquirer, AcquirerPart>[] = [
  {
    duty: 'an approval carries an authorisation code of six characters and a reference of its own',
    check: async (ground) => {
      const card = cardOf(ground, 'approved')
      const acquirer = await ground.open()
      const outcomes = await Promise.all([1, 2, 3].map(() => acquirer.authorise(charge(ground, card), patient())))
      const references = outcomes.map((outcome) => {
        assert.equal(outcome.kind, 'approved')
        assert.ok(outcome.kind === 'approved')
        assert.match(outcome.authorizationCode, /^[A-Z0-9]{6}$/)
        assert.ok(
          typeof outcome.networkReference === 'string' && outcome.networkReference !== '',
          'no networkReference',
        )
        return outcome.networkReference
      })
      assert.equal(new Set(references).size, 3, 'two approvals have one networkReference')
    },
  },
  {
    duty: 'the same operation asked again is one authorisation, also at once and for an acquirer that was started anew',
    check: async (ground) => {
      const request = charge(ground, cardOf(ground, 'approved'))
      const [first, second] = await Promise.all([
        (await ground.open()).authorise(request, patient()),
        (await ground.open()).authorise(request, patient()),
      ])
      assert.equal(first.kind, 'approved')
      assert.deepEqual(second, first)
      assert.deepEqual(await (await ground.open()).authorise(request, patient()), first)
    },
  },
  {
    duty: 'inquire answers what became of an authorisation, also after a restart',
    check: async (ground) => {
      const request = charge(ground, cardOf(ground, 'approved'))
      const first = await (await ground.open()).authorise(request, patient())
      assert.deepEqual(await (await ground.open()).inquire(inquiryOf(request), patient()), first)
    },
  },
  {
    duty: 'a decline carries the issuer’s ISO 8583 response, and inquire answers the same',
    check: async (ground) => {
      const { card, code } = cardOf(ground, 'declined')
      const request = charge(ground, card)
      assert.deepEqual(await (await ground.open()).authorise(request, patient()), { kind: 'declined', code })
      assert.deepEqual(await (await ground.open()).inquire(inquiryOf(request), patient()), { kind: 'declined', code })
    },
  },
  {
    duty: 'an invalid card is told apart from a decline',
    check: async (ground) => {
      const card = cardOf(ground, 'invalid')
      const acquirer = await ground.open()
      assert.deepEqual(await acquirer.authorise(charge(ground, card), patient()), { kind: 'invalid-card' })
      assert.deepEqual(await acquirer.verify(card, patient()), { kind: 'invalid-card' })
    },
  },
  {
    duty: 'a deadline makes the outcome unknown, before and during the call, and never an error',
    check: async (ground) => {
      const card = cardOf(ground, 'silent')
      const acquirer = await ground.open()
      assert.deepEqual(await acquirer.authorise(charge(ground, card), AbortSignal.abort()), { kind: 'unknown' })
      const deadline = new AbortController()
      const answer = acquirer.authorise(charge(ground, card), deadline.signal)
      setTimeout(() => deadline.abort(), 20)
      assert.deepEqual(await answer, { kind: 'unknown' })
    },
  },
  {
    duty: 'a deadline that has passed makes no method throw',
    check: async (ground) => {
      const card = cardOf(ground, 'approved')
      const acquirer = await ground.open()
      const request = charge(ground, card)
      const { operationId, amountCentavos } = request
      const over = AbortSignal.abort()
      const { kind: inquired } = await acquirer.inquire(inquiryOf(request), over)
      assert.ok(Object.hasOwn(acquirerAnswers.inquire, inquired), `inquire answered ${inquired}`)
      const { kind: reversed } = await acquirer.reverse({ operationId, networkReference: 'r-1', amountCentavos }, over)
      assert.ok(Object.hasOwn(acquirerAnswers.reverse, reversed), `reverse answered ${reversed}`)
      const { kind: verified } = await acquirer.verify(card, over)
      assert.ok(Object.hasOwn(acquirerAnswers.verify, verified), `verify answered ${verified}`)
    },
  },
  {
    duty: 'a payment can be reversed, and asking again changes nothing',
    check: async (ground) => {
      const request = charge(ground, cardOf(ground, 'approved'))
      const acquirer = await ground.open()
      const paid = await acquirer.authorise(request, patient())
      assert.ok(paid.kind === 'approved', `the charge is ${paid.kind}`)
      const { operationId, amountCentavos } = request
      const reversal = { operationId, networkReference: paid.networkReference, amountCentavos }
      for (const _ of [1, 2]) assert.deepEqual(await acquirer.reverse(reversal, patient()), { kind: 'reversed' })
    },
  },
  {
    duty: 'a good card is valid without being charged',
    check: async (ground) => {
      const card = cardOf(ground, 'approved')
      assert.deepEqual(await (await ground.open()).verify(card, patient()), { kind: 'valid' })
    },
  },
  {
    duty: 'a wrong security code is declined with 82',
    check: async (ground) => {
      const card = cardOf(ground, 'wrongSecurityCode')
      assert.deepEqual(await (await ground.open()).verify(card, patient()), { kind: 'declined', code: '82' })
    },
  },
]
