import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Acquirer, ClearCard } from '../../src/connectors/acquirer.ts'
import { needsOf } from '../../src/connectors/connect.ts'
import type { Rehearsal } from '../../src/connectors/connector.ts'
import { inboundDuties } from '../../src/connectors/contract/inbound.ts'
import { sandboxAcquirer } from '../../src/connectors/sandbox/acquirer.ts'
import { ownAcquirers } from '../../src/connectors/sandbox/connectors.ts'
import { magicAmounts } from '../../src/connectors/sandbox/magic-amounts.ts'
import { testCards } from '../../src/connectors/sandbox/test-cards.ts'
import { declines } from '../../src/core/cards/decline-codes.ts'
import { patient } from '../support/harness/ports.ts'
import { keepsContract } from './keeps.ts'

const card = (number: string): ClearCard => ({
  number,
  holderName: 'Ana Pérez',
  expiration: '3512',
  securityCode: '123',
})

/** It reports nothing by itself. */
const isInbound = (duty: string) => inboundDuties('acquirer').some((one) => one.duty === duty)

for (const name of ['sandbox', 'sandbox-advice', 'sandbox-inquiry']) {
  keepsContract(
    'acquirer',
    name,
    async () => {
      const rehearse = ownAcquirers[name]?.({ store: undefined as never }).rehearse
      assert.ok(rehearse)
      return rehearse(needsOf({})) as Rehearsal<Acquirer>
    },
    isInbound,
  )
}

const BEGAN = { beganAt: '2026-11-20T18:00:00.000Z', trace: {} }
const ASKED = { ...BEGAN, initiator: 'customer', returnUrl: 'https://pagos.mx/a/1/return' } as const

describe('the sandbox acquirer keeps to its two tables', () => {
  const acquirer = sandboxAcquirer()
  const pay = (number: string, amountCentavos = 10_000, operationId = 'op-1') =>
    acquirer.authorise({ ...ASKED, operationId, card: card(number), amountCentavos, months: undefined }, patient())
  const inquire = (number: string, amountCentavos = 10_000) =>
    acquirer.inquire(
      {
        ...BEGAN,
        operationId: 'op-1',
        cardFirstSix: number.slice(0, 6),
        cardLastFour: number.slice(-4),
        amountCentavos,
      },
      patient(),
    )

  test('no two test cards look the same to an inquiry', () => {
    const masks = Object.keys(testCards).map((number) => number.slice(0, 6) + number.slice(-4))
    assert.equal(new Set(masks).size, masks.length)
  })

  test('every listed card with an answer at once does what the table says', async () => {
    for (const [number, { behaviour }] of Object.entries(testCards)) {
      if (behaviour.kind === 'approved') assert.equal((await pay(number)).kind, 'approved', number)
      if (behaviour.kind === 'declined') assert.deepEqual(await pay(number), behaviour, number)
      if (behaviour.kind === 'invalid-card') assert.deepEqual(await pay(number), { kind: 'invalid-card' }, number)
    }
  })

  test('the result found later is the one of the table', async () => {
    assert.equal((await inquire('4000000000010027')).kind, 'approved')
    assert.deepEqual(await inquire('4000000000010035'), { kind: 'declined', code: '05' })
    assert.deepEqual(await inquire('4000000000010043'), { kind: 'never-seen' })
  })

  test('4000.CC declines with every response code that has a text', async () => {
    for (const code of Object.keys(declines)) {
      assert.deepEqual(await pay('4242424242424242', 400_000 + Number(code)), { kind: 'declined', code })
    }
  })

  test('totals next to the magic ones are ordinary, and a card with its own outcome keeps it', async () => {
    assert.equal((await pay('4242424242424242', 400_000)).kind, 'approved')
    assert.equal((await pay('4242424242424242', 400_112)).kind, 'approved')
    assert.deepEqual(await pay('4111111111111111', 400_005), { kind: 'declined', code: '51' })
  })

  test('the amount decides the outcome of a reversal', async () => {
    for (const [amount, { reversal }] of Object.entries(magicAmounts)) {
      const asked = { ...BEGAN, operationId: 'op-1', networkReference: 'x', amountCentavos: Number(amount) }
      assert.deepEqual(await acquirer.reverse(asked, patient()), { kind: reversal })
    }
  })

  test('the amount and the number of tries decide the outcome of an advice', async () => {
    for (const [amount, { advice }] of Object.entries(magicAmounts)) {
      const advise = (attempt: number) =>
        acquirer.advise(
          {
            ...BEGAN,
            operationId: `advised-${amount}`,
            amountCentavos: Number(amount),
            cardFirstSix: '424242',
            cardLastFour: '4242',
            networkReference: undefined,
            attempt,
          },
          patient(),
        )
      for (let attempt = 1; attempt <= advice.unanswered; attempt += 1)
        assert.deepEqual(await advise(attempt), { kind: 'unknown' }, amount)
      assert.equal((await advise(advice.unanswered + 1)).kind, advice.finally, amount)
    }
  })

  test('an unlisted number is approved if it is a card number, and declined or refused if it is not', async () => {
    assert.equal((await pay('4012888888881881')).kind, 'approved')
    assert.deepEqual(await pay('4012888888881882'), { kind: 'declined', code: '14' })
    assert.deepEqual(await pay('30569309025904'), { kind: 'invalid-card' })
  })

  test('the security code is required only when the card has one', async () => {
    assert.deepEqual(await pay('4000000000000820'), { kind: 'declined', code: '82' })
    const { securityCode: _, ...saved } = card('4000000000000820')
    const request = { ...ASKED, operationId: 'op-2', card: saved, amountCentavos: 10_000, months: undefined }
    assert.equal((await acquirer.authorise(request, patient())).kind, 'approved')
  })
})
