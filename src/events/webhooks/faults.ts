// What the sandbox may be asked to do wrong with webhooks, to test a receiver. An endpoint and an event keep it; `sandbox/webhook-faults` does it.
import Type, { type Static } from 'typebox'
import { strictObject } from '../../api/fields.ts'

export const Faults = strictObject(
  {
    delay_seconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 86_400, description: 'Every event is first sent this many seconds later' }),
    ),
    duplicate: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 5, description: 'This many more copies of each, with the same webhook-id' }),
    ),
    reorder: Type.Optional(
      Type.Boolean({ description: 'The oldest event waits up to 5 seconds while newer ones overtake it' }),
    ),
    drop: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 10, description: 'This many first tries of each are not sent' }),
    ),
    wrong_signature: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 10, description: 'This many first tries of each carry a wrong signature' }),
    ),
  },
  { title: 'Faults', description: 'Omitted faults are turned off' },
)

export type Faults = Static<typeof Faults>

/** The faults of an endpoint, or of an event. Text that cannot be read asks for none. */
export function faultsOf({ faults }: { faults: string | null }): Faults {
  if (faults === null) return {}
  try {
    return JSON.parse(faults) as Faults
  } catch {
    return {}
  }
}
