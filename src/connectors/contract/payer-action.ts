// The duties of an acquirer whose charges may ask the payer to act, as 3-D Secure does.
import assert from 'node:assert/strict'
import type { Acquirer } from '../acquirer.ts'
import { type AcquirerGround, type AcquirerPart, about, cardOf, charge, essence } from './acquirer-ground.ts'
import { type Duty, needed, patient } from './duty.ts'

/** A charge whose payer must act, and what the payer does. */
async function challenge(ground: AcquirerGround) {
  const request = await charge(ground, cardOf(ground, 'challenged'))
  const outcome = await (await ground.open()).authorise(request, patient())
  assert.ok(outcome.kind === 'payer-must-act', `the charge is ${outcome.kind}`)
  const { payerUrl } = outcome
  const payer = needed(ground.rehearsal.payer, 'a payer who acts')
  const { operationId } = request
  return { request, payerUrl, act: (does: 'confirmed' | 'rejected') => payer({ operationId, payerUrl, does }) }
}

export const payerActionDuties: readonly Duty<Acquirer, AcquirerPart>[] = [
  {
    duty: 'a charge whose payer must act has an https address, keeps it, and has no outcome before the payer has acted',
    check: async (ground) => {
      const { capabilities } = await ground.open()
      if (capabilities.payerAction === undefined) return
      const { request, payerUrl } = await challenge(ground)
      assert.match(payerUrl, /^https:\/\/.{1,2040}$/)
      assert.deepEqual(await (await ground.open()).authorise(request, patient()), { kind: 'payer-must-act', payerUrl })
      const inquired = await (await ground.open()).inquire?.(about(request), patient())
      assert.ok(
        inquired?.kind === 'payer-must-act' || inquired?.kind === 'unknown',
        `inquire answered ${inquired?.kind}`,
      )
    },
  },
  {
    duty: 'when the payer has confirmed, inquire answers the approval, and when the payer has rejected, a decline; asked again it is the same',
    check: async (ground) => {
      const { capabilities } = await ground.open()
      if (capabilities.payerAction === undefined) return
      for (const [does, kind] of [
        ['confirmed', 'approved'],
        ['rejected', 'declined'],
      ] as const) {
        const { request, act } = await challenge(ground)
        await act(does)
        const inquired = await (await ground.open()).inquire?.(about(request), patient())
        assert.equal(inquired?.kind, kind)
        assert.deepEqual(essence(await (await ground.open()).authorise(request, patient())), essence(inquired))
        assert.deepEqual(essence(await (await ground.open()).inquire?.(about(request), patient())), essence(inquired))
      }
    },
  },
  {
    duty: 'an advice undoes a charge whose payer has not acted, and a payer who acts afterwards is not charged',
    check: async (ground) => {
      const acquirer = await ground.open()
      if (acquirer.capabilities.payerAction === undefined || !acquirer.capabilities.advice) return
      const { request, act } = await challenge(ground)
      const advice = { ...about(request), networkReference: undefined, attempt: 1 }
      assert.deepEqual(await acquirer.advise?.(advice, patient()), { kind: 'acknowledged' })
      await act('confirmed')
      assert.notEqual((await (await ground.open()).inquire?.(about(request), patient()))?.kind, 'approved')
    },
  },
]
