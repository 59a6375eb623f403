// The duties of an acquirer that can hold an amount and capture it later.
import assert from 'node:assert/strict'
import type { Acquirer, CaptureRequest } from '../acquirer.ts'
import { type AcquirerGround, type AcquirerPart, about, cardOf, charge } from './acquirer-ground.ts'
import { type Duty, patient } from './duty.ts'

/** A charge that is held; undefined where the acquirer cannot. */
async function held(ground: AcquirerGround) {
  const acquirer = await ground.open()
  const { capture } = acquirer.capabilities
  if (capture === undefined) return undefined
  const request = { ...(await charge(ground, cardOf(ground, 'approved'))), capture: false } as const
  const first = await acquirer.authorise(request, patient())
  assert.ok(first.kind === 'approved', `the charge is ${first.kind}`)
  const { networkReference } = first
  return {
    request,
    first,
    about: { ...about(request), networkReference, capturedCentavos: 0 },
    canPart: capture === 'part',
  }
}

const capture = async (ground: AcquirerGround, request: CaptureRequest) =>
  (await ground.open()).capture?.(request, patient())

export const captureDuties: readonly Duty<Acquirer, AcquirerPart>[] = [
  {
    duty: 'what is held only is one authorisation, is captured once, and asked again it is the same, also after a restart',
    check: async (ground) => {
      const charged = await held(ground)
      if (charged === undefined) return
      const { request, first, about: asked } = charged
      assert.deepEqual(await (await ground.open()).authorise(request, patient()), first)
      const whole = { ...asked, captureCentavos: request.amountCentavos }
      for (const _ of [1, 2]) assert.deepEqual(await capture(ground, whole), { kind: 'captured' })
      const { capabilities, inquire } = await ground.open()
      if (capabilities.inquiry) assert.deepEqual(await inquire?.(about(request), patient()), first)
    },
  },
  {
    duty: 'a part of what is held can be captured, where it says so, and no more than what is held',
    check: async (ground) => {
      const charged = await held(ground)
      if (charged === undefined) return
      const { request, about: asked, canPart } = charged
      const more = await capture(ground, { ...asked, captureCentavos: request.amountCentavos + 1 })
      assert.equal(more?.kind, 'refused', 'more than what is held')
      if (!canPart) return
      const part = { ...asked, captureCentavos: Math.ceil(request.amountCentavos / 2) }
      for (const _ of [1, 2]) assert.deepEqual(await capture(ground, part), { kind: 'captured' })
    },
  },
  {
    duty: 'what is held can be released, and asking again changes nothing',
    check: async (ground) => {
      const charged = await held(ground)
      if (charged === undefined) return
      for (const _ of [1, 2])
        assert.deepEqual(await (await ground.open()).reverse?.(charged.about, patient()), { kind: 'reversed' })
    },
  },
]
