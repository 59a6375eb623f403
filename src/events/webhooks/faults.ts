// Faults on demand: the sandbox's faults for one endpoint, or for the webhooks of one request, to test a receiver.
import Type, { type Static } from 'typebox'
import Value from 'typebox/value'
import { strictObject } from '../../api/fields.ts'
import { membersOf } from '../../api/members.ts'
import type { App } from '../../api/server.ts'
import { invalidField } from '../../failures.ts'
import { rehearsing } from '../rehearsal.ts'

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

/** How much longer the oldest waiting event is held for a reordering, so that newer ones overtake it. */
export const REORDER_HOLD_MS = 5_000
/** The pattern that finds endpoints, or events, with that fault. */
export const REORDERS = '%"reorder":true%'

/** The faults of an endpoint, or of an event. */
export function faultsOf({ faults }: { faults: string | null }): Faults {
  if (faults === null) return {}
  try {
    return JSON.parse(faults) as Faults
  } catch {
    // A rehearsal that cannot be read is none: what it was asked for is sent.
    return {}
  }
}

/** How long every event is held before its first try. */
export function heldMs(faults: Faults): number {
  return (faults.delay_seconds ?? 0) * 1_000
}

const HEADER = 'sandbox-webhook-faults'

/**
 * A request may ask for faults of the webhooks that it causes: `Sandbox-Webhook-Faults: delay_seconds=2, duplicate=1`, a
 * dictionary of RFC 9651 with the names above. The request's fault takes precedence over the endpoint's.
 */
export function listenForFaults(app: App): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const header = request.headers[HEADER]
    const { caller } = request
    if (header === undefined || caller === null) return done()
    const faults = readFaults(String(header))
    rehearsing({ accountId: caller.accountId, faults: JSON.stringify(faults) }, done)
  })
}

/** Fails with `parameters-invalid` for an unknown fault or a wrong value. */
function readFaults(header: string): Faults {
  const faults: unknown = membersOf(header)
  if (Value.Check(Faults, faults)) return faults
  const example = 'delay_seconds=2, duplicate=1, reorder, drop=1, wrong_signature=1'
  throw invalidField(
    'Sandbox-Webhook-Faults',
    `Sandbox-Webhook-Faults acepta, por ejemplo: ${example}`,
    `Sandbox-Webhook-Faults takes, for example: ${example}`,
  )
}
