// Faults on demand: what the sandbox does wrong to one endpoint, so that its receiver can be rehearsed.
import Type, { type Static } from 'typebox'
import { strictObject } from '../api/fields.ts'

export const Faults = strictObject(
  {
    delay_seconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 86_400, description: 'Every event is first sent so much later' }),
    ),
    duplicate: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 5, description: 'So many more copies of each, with the same webhook-id' }),
    ),
    reorder: Type.Optional(
      Type.Boolean({ description: 'The oldest event waits up to 5 seconds while newer ones overtake it' }),
    ),
    drop: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 10, description: 'The first tries of each are not sent at all' }),
    ),
    wrong_signature: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 10, description: 'The first tries of each carry a signature that is wrong' }),
    ),
  },
  { title: 'Faults', description: 'What is left out is right again' },
)

export type Faults = Static<typeof Faults>

/** What the oldest waiting event is held longer when events are to arrive out of order: newer ones overtake it. */
export const REORDER_HOLD_MS = 5_000
/** The pattern that finds endpoints with that fault. */
export const REORDERS = '%"reorder":true%'

export function faultsOf(endpoint: { faults: string | null }): Faults {
  return endpoint.faults === null ? {} : (JSON.parse(endpoint.faults) as Faults)
}

/** How long every event is held before its first try. */
export function heldMs(faults: Faults): number {
  return (faults.delay_seconds ?? 0) * 1_000
}
