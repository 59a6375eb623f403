// Sends webhooks: one lane for each endpoint with due deliveries, so that a slow receiver delays only itself.
import type { Task } from '../core/task.ts'
import { dueAt, firstOf } from '../store/due.ts'
import { prepared } from '../store/prepared.ts'
import { REORDERS } from './faults.ts'
import { createLanes, type LaneNeeds, nothingEarlier } from './lane.ts'

/** Concurrent sends: of this process, to one endpoint, and to all failing endpoints together. */
const SLOTS = { all: 256, endpoint: 8, failing: 128 } as const
/** How often new work is looked for while deliveries are being sent. */
const LOOK_AGAIN_MS = 200

interface Deliver extends Task {
  /** There may be new deliveries. */
  wake(): void
}

/**
 * `run` opens a lane for each endpoint with due deliveries and returns when one has ended (or soon after), with the number
 * of ended and open lanes. So it returns 0 only when everything due has been tried.
 */
export function deliverTask(needs: LaneNeeds): Deliver {
  const { store, clock } = needs
  const { db } = store
  const shared = createLanes(needs)
  const lanes = new Map<string, { slots: number; failing: boolean; ended: Promise<void> }>()
  let fault: unknown
  let awake = Promise.withResolvers<void>()
  let resting = false
  /** Endpoints take turns: the search begins after the one served last. */
  let lastServed = ''

  let look = () => {}

  const somethingChanged = () => {
    awake.resolve()
    awake = Promise.withResolvers()
  }

  /**
   * Endpoints with pending deliveries, found by jumping from one to the next in the index, and when the first of each that
   * can be sent falls due.
   */
  const waitingQueues = (hole: (name: 'wallNow') => never) =>
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
      .select((eb) =>
        eb
          .selectFrom('webhook_deliveries as due')
          .select('due.due_at')
          .whereRef('due.endpoint_id', '=', 'webhook_endpoints.id')
          .where('due.due_at', 'is not', null)
          .where('due.leased_until', '<=', hole('wallNow'))
          .where((or) => or.or([nothingEarlier('due'), or('webhook_endpoints.faults', 'like', REORDERS)]))
          .orderBy('due.due_at')
          .limit(1)
          .as('due_at'),
      )
      .where('webhook_endpoints.state', '=', 'active')
      .orderBy('webhook_endpoints.id')
  const queues = prepared((hole) => waitingQueues(hole).compile())

  const inUse = (failing: boolean) => {
    let used = 0
    for (const lane of lanes.values()) if (!failing || lane.failing) used += lane.slots
    return used
  }

  const openLanes = async () => {
    if (resting || inUse(false) >= SLOTS.all) return
    const now = clock.now()
    const rows = (await store.rows(queues({ wallNow: clock.wallMs() }))).filter(({ due_at }) => due_at && due_at <= now)
    const start = rows.findIndex((row) => row.id > lastServed)
    for (const { id, failing_since } of start < 0 ? rows : [...rows.slice(start), ...rows.slice(0, start)]) {
      if (lanes.has(id)) continue
      const failing = failing_since !== null
      const free = Math.min(SLOTS.all - inUse(false), failing ? SLOTS.failing - inUse(true) : SLOTS.all)
      const slots = Math.min(failing ? 1 : SLOTS.endpoint, free)
      if (slots <= 0) continue
      lastServed = id
      const ended = shared
        .run({ endpointId: id, slots, isClosing: () => resting })
        .catch((error: unknown) => {
          fault = error
        })
        .finally(() => {
          lanes.delete(id)
          if (lanes.size === 0) shared.forget()
          somethingChanged()
        })
      lanes.set(id, { slots, failing, ended })
    }
  }

  return {
    name: 'webhooks',
    wokenBy: ['webhook_deliveries', 'webhook_endpoints'],
    wake: () => {
      somethingChanged()
      look()
    },
    listen: (lookAgain) => {
      look = lookAgain
    },
    nextDueAt: dueAt(needs, (hole) => firstOf([waitingQueues(hole)])),
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
