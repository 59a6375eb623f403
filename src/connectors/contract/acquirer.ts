// The duties of every acquirer's connector.
import assert from 'node:assert/strict'
import {
  type Acquirer,
  acquirerAnswers,
  capabilityFault,
  type DisputeAnswerOutcome,
  type DisputeAnswerRequest,
} from '../acquirer.ts'
import { type AcquirerPart, AMOUNT_CENTAVOS, about, cardOf, charge, essence } from './acquirer-ground.ts'
import { captureDuties } from './capture.ts'
import { type Duty, needed, patient } from './duty.ts'
import { payerActionDuties } from './payer-action.ts'

const FILE = {
  kind: 'shipping',
  name: 'guia.pdf',
  mediaType: 'application/pdf',
  content: Buffer.from('%PDF-1.4\n'),
} as const

function answerTo(operationId: string): DisputeAnswerRequest {
  const accept = { stage: 'chargeback', answer: 'accept', texts: {}, files: [], attempt: 1 } as const
  return { operationId, networkDispute: 'd-1', amountCentavos: AMOUNT_CENTAVOS, ...accept }
}

export const acquirerDuties: readonly Duty<Acquirer, AcquirerPart>[] = [
  {
    duty: 'an approval carries an authorisation code of six characters and a reference of its own',
    check: async (ground) => {
      const card = cardOf(ground, 'approved')
      const acquirer = await ground.open()
      const outcomes = await Promise.all(
        [1, 2, 3].map(async () => acquirer.authorise(await charge(ground, card), patient())),
      )
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
      const request = await charge(ground, cardOf(ground, 'approved'))
      const [first, second] = await Promise.all([
        (await ground.open()).authorise(request, patient()),
        (await ground.open()).authorise(request, patient()),
      ])
      assert.equal(first.kind, 'approved')
      assert.deepEqual(essence(second), essence(first))
      assert.deepEqual(essence(await (await ground.open()).authorise(request, patient())), essence(first))
    },
  },
  {
    duty: 'inquire answers what became of an authorisation, also after a restart',
    check: async (ground) => {
      const request = await charge(ground, cardOf(ground, 'approved'))
      const first = await (await ground.open()).authorise(request, patient())
      const { capabilities, inquire } = await ground.open()
      if (capabilities.inquiry) assert.deepEqual(essence(await inquire?.(about(request), patient())), essence(first))
    },
  },
  {
    duty: 'a decline carries the issuer’s ISO 8583 response, and inquire answers the same',
    check: async (ground) => {
      const { card, code } = cardOf(ground, 'declined')
      const request = await charge(ground, card)
      assert.deepEqual(essence(await (await ground.open()).authorise(request, patient())), { kind: 'declined', code })
      const { capabilities, inquire } = await ground.open()
      if (capabilities.inquiry)
        assert.deepEqual(essence(await inquire?.(about(request), patient())), { kind: 'declined', code })
    },
  },
  {
    duty: 'an invalid card is distinguished from a decline',
    check: async (ground) => {
      const card = cardOf(ground, 'invalid')
      const acquirer = await ground.open()
      const charged = await acquirer.authorise(await charge(ground, card), patient())
      assert.deepEqual(essence(charged), { kind: 'invalid-card' })
      assert.deepEqual(essence(await acquirer.verify(card, patient())), { kind: 'invalid-card' })
    },
  },
  {
    duty: 'a deadline makes the outcome unknown, before and during the call, and never an error',
    check: async (ground) => {
      const card = cardOf(ground, 'silent')
      const acquirer = await ground.open()
      assert.equal((await acquirer.authorise(await charge(ground, card), AbortSignal.abort())).kind, 'unknown')
      const deadline = new AbortController()
      const answer = acquirer.authorise(await charge(ground, card), deadline.signal)
      setTimeout(() => deadline.abort(), 20)
      assert.equal((await answer).kind, 'unknown')
    },
  },
  {
    duty: 'a deadline that has passed makes no method throw',
    check: async (ground) => {
      const card = cardOf(ground, 'approved')
      const acquirer = await ground.open()
      const request = await charge(ground, card)
      const over = AbortSignal.abort()
      const answered = {
        prepare: (await acquirer.prepare?.(about(request), over))?.kind,
        inquire: (await acquirer.inquire?.(about(request), over))?.kind,
        capture: (await acquirer.capture?.({ ...about(request), networkReference: 'r-1', captureCentavos: 1 }, over))
          ?.kind,
        reverse: (await acquirer.reverse?.({ ...about(request), networkReference: 'r-1' }, over))?.kind,
        refund: (
          await acquirer.refund?.(
            { ...about(request), networkReference: 'r-1', refundId: 'ref_1', refundCentavos: 1 },
            over,
          )
        )?.kind,
        advise: (await acquirer.advise?.({ ...about(request), networkReference: undefined, attempt: 1 }, over))?.kind,
        answerDispute: (await acquirer.answerDispute?.(answerTo(request.operationId), over))?.kind,
      }
      for (const [method, kind] of Object.entries(answered)) {
        const known = acquirerAnswers[method as keyof typeof answered]
        assert.ok(kind === undefined || Object.hasOwn(known, kind), `${method} answered ${kind}`)
      }
      const { kind: verified } = await acquirer.verify(card, over)
      assert.ok(Object.hasOwn(acquirerAnswers.verify, verified), `verify answered ${verified}`)
    },
  },
  {
    duty: 'a payment can be reversed, and asking again changes nothing',
    check: async (ground) => {
      const request = await charge(ground, cardOf(ground, 'approved'))
      const acquirer = await ground.open()
      const paid = await acquirer.authorise(request, patient())
      assert.ok(paid.kind === 'approved', `the charge is ${paid.kind}`)
      const { capabilities } = acquirer
      if (!capabilities.void && !capabilities.refund) return
      const reversal = { ...about(request), networkReference: paid.networkReference }
      for (const _ of [1, 2]) assert.deepEqual(await acquirer.reverse?.(reversal, patient()), { kind: 'reversed' })
    },
  },
  {
    duty: 'a part of a payment can be refunded, where it says so and has the method, and asking again changes nothing',
    check: async (ground) => {
      const request = await charge(ground, cardOf(ground, 'approved'))
      const acquirer = await ground.open()
      const paid = await acquirer.authorise(request, patient())
      assert.ok(paid.kind === 'approved', `the charge is ${paid.kind}`)
      if (!acquirer.capabilities.refund || acquirer.refund === undefined) return
      const { partialRefund } = acquirer.capabilities
      const refundCentavos = partialRefund ? Math.ceil(request.amountCentavos / 2) : request.amountCentavos
      const refund = { ...about(request), networkReference: paid.networkReference, refundId: 'ref_1', refundCentavos }
      for (const _ of [1, 2]) assert.deepEqual(await acquirer.refund(refund, patient()), { kind: 'refunded' })
    },
  },
  {
    duty: 'it has the methods that its capabilities need, and can undo a charge whose answer never came',
    check: async (ground) => {
      assert.equal(capabilityFault(await ground.open()), undefined)
    },
  },
  {
    duty: 'what it keeps about a charge is its own, in at most 20 texts',
    check: async (ground) => {
      const card = cardOf(ground, 'approved')
      const [one, other] = [await charge(ground, card), await charge(ground, card)]
      assert.ok(Object.keys(one.trace).length <= 20)
      for (const text of Object.values(one.trace)) assert.match(text, /^[^\p{C}]{1,250}$/u)
      if (Object.keys(one.trace).length > 0) assert.notDeepEqual(one.trace, other.trace)
    },
  },
  {
    duty: 'an advice undoes a charge, with and without its reference, and repeated it is one effect',
    check: async (ground) => {
      const acquirer = await ground.open()
      if (!acquirer.capabilities.advice) return
      for (const withReference of [true, false]) {
        const request = await charge(ground, cardOf(ground, 'approved'))
        const paid = await acquirer.authorise(request, patient())
        assert.ok(paid.kind === 'approved', `the charge is ${paid.kind}`)
        const networkReference = withReference ? paid.networkReference : undefined
        for (const attempt of [1, 2, 3])
          assert.deepEqual(await acquirer.advise?.({ ...about(request), networkReference, attempt }, patient()), {
            kind: 'acknowledged',
          })
        if (acquirer.capabilities.inquiry)
          assert.notEqual((await acquirer.inquire?.(about(request), patient()))?.kind, 'approved')
      }
    },
  },
  {
    duty: 'an advice of a charge that never arrived is acknowledged, and when it arrives after all it is not made',
    check: async (ground) => {
      const acquirer = await ground.open()
      if (!acquirer.capabilities.advice) return
      const request = await charge(ground, cardOf(ground, 'approved'))
      const advise = (attempt: number) =>
        acquirer.advise?.({ ...about(request), networkReference: undefined, attempt }, patient())
      assert.deepEqual(await advise(1), { kind: 'acknowledged' })
      assert.notEqual((await acquirer.authorise(request, patient())).kind, 'approved')
      assert.deepEqual(await advise(2), { kind: 'acknowledged' })
    },
  },
  ...captureDuties,
  ...payerActionDuties,
  {
    duty: 'the answer to a dispute is taken or refused for good, and asked again it is the same',
    check: async (ground) => {
      const { capabilities } = await ground.open()
      if (capabilities.disputes === undefined) return
      const { networkDispute, operationId } = needed(ground.rehearsal.dispute, 'a dispute')
      for (const answer of ['evidence', 'accept'] as const) {
        const withEvidence = answer === 'evidence'
        const request = {
          operationId,
          networkDispute: `${networkDispute}${withEvidence ? '' : '-2'}`,
          stage: 'chargeback' as const,
          answer,
          amountCentavos: AMOUNT_CENTAVOS,
          texts: (withEvidence ? { explanation: 'Entregado el 3 de noviembre' } : {}) as Record<string, string>,
          files: withEvidence ? [FILE] : [],
        }
        const outcomes: (DisputeAnswerOutcome | undefined)[] = []
        for (const attempt of [1, 2])
          outcomes.push(await (await ground.open()).answerDispute?.({ ...request, attempt }, patient()))
        assert.ok(['taken', 'refused'].includes(outcomes[0]?.kind ?? ''), `the answer is ${outcomes[0]?.kind}`)
        assert.deepEqual(outcomes[1], outcomes[0])
      }
    },
  },
  {
    duty: 'a good card is valid without being charged',
    check: async (ground) => {
      const card = cardOf(ground, 'approved')
      assert.deepEqual(essence(await (await ground.open()).verify(card, patient())), { kind: 'valid' })
    },
  },
  {
    duty: 'a wrong security code is declined with 82',
    check: async (ground) => {
      const card = cardOf(ground, 'wrongSecurityCode')
      const verified = await (await ground.open()).verify(card, patient())
      assert.deepEqual(essence(verified), { kind: 'declined', code: '82' })
    },
  },
]
