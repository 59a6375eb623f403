// Sends webhooks: one lane for each endpoint that has something due, so that a slow receiver holds up nobody but itself.
import type { Task } from '../core/task.ts'
import { prepared } from '../store/prepared.ts'
import { REORDERS } from './faults.ts'
import { type LaneNeeds, nothingEarlier, openLane } from './lane.ts'

/** Sends at once: of this process, to one endpoint, and to all the failing ones together. */
const SLOTS = { all: 256, endpoint: 8, failing: 128 } as const
/** While something is being sent, how often new work is looked for. */
const LOOK_AGAIN_MS = 200

export interface Deliver extends Task {
  /** There may be new deliveries. */
  wake(): void
}

/**
 * `run` opens a lane for each endpoint with something due and answers as soon as one has ended (or soon after), with how many
 * ended or are still open; so it answers 0 only when everything due has been tried.
 */
export function deliverTask(needs: LaneNeeds): Deliver {
  const { store, clock } = needs
  const { db } = store
  const lanes = new Map<string, { slots: number; failing: boolean; ended: Promise<void> }>()
  let fault: unknown
  let awake = Promise.withResolvers<void>()
  let resting = false
  /** Endpoints take turns: the search begins after the one served last. */
  let lastServed = ''

  const wake = () => {
    awake.resolve()
    awake = Promise.withResolvers()
  }

  /** Endpoints with pending deliveries, found by jumping from one to the next in the index, and what of theirs can be sent. */
  const waiting = prepared((hole) =>
    db
      .withRecursive('queues(endpoint_id)', (cte) =>
        cte
          .selectFrom('webhook_deliveries')
          .select((eb) => eb.fn.min('webhook_deliveries.endpoint_id').$castTo<string | null>().as('endpoint_id'))
          .where('due_at', 'is not', null)
          .unionAll(
            cte
              .selectFrom('queues')
              .select((eb) =>
                eb
                  .selectFrom('webhook_deliveries')
                  .select((inner) => inner.fn.min('webhook_deliveries.endpoint_id').as('endpoint_id'))
                  .where('webhook_deliveries.due_at', 'is not', null)
                  .whereRef('webhook_deliveries.endpoint_id', '>', 'queues.endpoint_id')
                  .as('endpoint_id'),
              )
              .where('queues.endpoint_id', 'is not', null),
          ),
      )
      .selectFrom('queues')
      .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'queues.endpoint_id')
      .select(['webhook_endpoints.id', 'webhook_endpoints.failing_since'])
      .where('webhook_endpoints.state', '=', 'active')
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('webhook_deliveries as due')
            .select('due.event_id')
            .whereRef('due.endpoint_id', '=', 'webhook_endpoints.id')
            .where('due.due_at', '<=', hole('now'))
            .where('due.leased_until', '<=', hole('wallNow'))

            .where((or) => or.or([nothingEarlier('due'), or('webhook_endpoints.faults', 'like', REORDERS)])),
        ),
      )
      .orderBy('webhook_endpoints.id')
      .compile(),
  )

  const nextDue = prepared((hole) =>
    db
      .selectFrom('webhook_deliveries as due')
      .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'due.endpoint_id')
      .select((eb) => eb.fn.min('due.due_at').as('due_at'))
      .where('webhook_endpoints.state', '=', 'active')
      .where('due.due_at', 'is not', null)
      .where('due.leased_until', '<=', hole('wallNow'))
      .where((eb) => eb.or([nothingEarlier('due'), eb('webhook_endpoints.faults', 'like', REORDERS)]))
      .compile(),
  )

  const inUse = (failing: boolean) => {
    let used = 0
    for (const lane of lanes.values()) if (!failing || lane.failing) used += lane.slots
    return used
  }

  const openLanes = async () => {
    if (resting || inUse(false) >= SLOTS.all) return
    const rows = await store.rows(waiting({ now: clock.now(), wallNow: clock.wallMs() }))
    const start = rows.findIndex((row) => row.id > lastServed)
    for (const { id, failing_since } of start < 0 ? rows : [...rows.slice(start), ...rows.slice(0, start)]) {
      if (lanes.has(id)) continue
      const failing = failing_since !== null
      const free = Math.min(SLOTS.all - inUse(false), failing ? SLOTS.failing - inUse(true) : SLOTS.all)
      const slots = Math.min(failing ? 1 : SLOTS.endpoint, free)
      if (slots <= 0) continue
      lastServed = id
      const ended = openLane(needs, { endpointId: id, slots, isClosing: () => resting })
        .catch((error: unknown) => {
          fault = error
        })
        .finally(() => {
          lanes.delete(id)
          wake()
        })
      lanes.set(id, { slots, failing, ended })
    }
  }

  return {
    name: 'webhooks',
    wake,
    nextDueAt: async () => {
      const rows = await store.rows(nextDue({ wallNow: clock.wallMs() }))
      return rows[0]?.due_at ?? undefined
    },
    run: async () => {
      resting = false
      const something = awake.promise
      await openLanes()
      const open = lanes.size
      if (open > 0) await Promise.race([something, pause(LOOK_AGAIN_MS)])
      if (fault !== undefined) {
        const error = fault
        fault = undefined
        throw error
      }
      return open
    },
    rest: async () => {
      resting = true
      await Promise.all([...lanes.values()].map((lane) => lane.ended))
    },
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
