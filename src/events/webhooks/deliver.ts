// Sends webhooks: one lane for each endpoint with due deliveries, so that a slow receiver delays only itself.
import { sql } from 'kysely'
import type { Task } from '../../core/task.ts'
import { across } from '../../store/across.ts'
import { prepared } from '../../store/prepared.ts'
import { dueAt, firstOf } from '../../store/queues/next-due.ts'
import { isUntroubled, troubled } from '../../store/queues/set-aside.ts'
import type { Store } from '../../store/store.ts'
import { deliverySlots, type Standing } from './delivery-slots.ts'
import { createLanes, nothingEarlier } from './lane.ts'
import type { DeliveryNeeds } from './needs.ts'
import type { WebhookEndpointRow } from './tables.ts'

/** Endpoints that are remembered as answering. */
const MAX_REMEMBERED = 10_000
/** How often new work is looked for while deliveries are being sent. */
const LOOK_AGAIN_MS = 200

/** An endpoint with due deliveries. */
type Queue = Pick<WebhookEndpointRow, 'id' | 'account_id' | 'failing_since'>

/** The accounts with pending deliveries, which are found by jumping from one account to the next in the index. */
function jumpedAccounts(db: Store['db']) {
  return db.withRecursive('queues(account_id)', (cte) =>
    cte
      .selectFrom('webhook_deliveries')
      .select((eb) => eb.fn.min('webhook_deliveries.account_id').$castTo<string | null>().as('account_id'))
      .where('due_at', 'is not', null)
      .unionAll(
        cte
          .selectFrom('queues')
          .select((eb) =>
            eb
              .selectFrom('webhook_deliveries')
              .select((inner) => inner.fn.min('webhook_deliveries.account_id').as('account_id'))
              .where('webhook_deliveries.due_at', 'is not', null)
              .whereRef('webhook_deliveries.account_id', '>', 'queues.account_id')
              .as('account_id'),
          )
          .where('queues.account_id', 'is not', null),
      ),
  )
}

/** The same on a cluster, on which no statement jumps. */
function waitingAccounts(db: Store['db']): ReturnType<typeof jumpedAccounts> {
  return db.with('queues', (cte) =>
    cte
      .selectFrom('webhook_deliveries')
      .select((eb) => eb.ref('account_id').$castTo<string | null>().as('account_id'))
      .distinct()
      .where('due_at', 'is not', null),
  )
}

interface Deliver extends Task {
  /** There may be new deliveries. */
  wake(): void
}

/**
 * `run` opens a lane for each endpoint with due deliveries and returns when one has ended (or soon after), with the number
 * of ended and open lanes. So it returns 0 only when everything due has been tried.
 */
export function deliverTask(needs: DeliveryNeeds): Deliver {
  const { store, clock } = needs
  const { db } = store
  const shared = createLanes(needs)
  const lanes = new Map<string, Promise<void>>()
  const slots = deliverySlots()
  /** The endpoints whose last try in this process succeeded. */
  const answering = new Set<string>()
  const work = troubled(needs, 'webhook_endpoints', ({ id, account_id: accountId }: Queue) => ({ id, accountId }))
  let fault: unknown
  let awake = Promise.withResolvers<void>()
  let resting = false
  /** Endpoints take turns, those that answer and the others apart: the search begins after the one served last. */
  const lastServed = { answering: '', others: '' }

  let look = () => {}

  const somethingChanged = () => {
    awake.resolve()
    awake = Promise.withResolvers()
  }

  /**
   * The endpoints of accounts with pending deliveries, and when the first of each that can be sent falls due: null where none waits.
   */
  const waitingQueues = (hole: (name: 'wallNow') => never) =>
    (store.isDistributed() ? waitingAccounts(db) : jumpedAccounts(db))
      .selectFrom('queues')
      .innerJoin('webhook_endpoints', 'webhook_endpoints.account_id', 'queues.account_id')
      .select(['webhook_endpoints.id', 'webhook_endpoints.account_id', 'webhook_endpoints.failing_since'])
      .select((eb) =>
        eb
          .selectFrom('webhook_deliveries as due')
          .select('due.due_at')
          .whereRef('due.account_id', '=', 'webhook_endpoints.account_id')
          .whereRef('due.endpoint_id', '=', 'webhook_endpoints.id')
          .where('due.due_at', 'is not', null)
          .where('due.leased_until', '<=', hole('wallNow'))
          .where(nothingEarlier('due'))
          .orderBy('due.due_at')
          .limit(1)
          .as('due_at'),
      )
      .where('webhook_endpoints.state', '=', 'active')
      .where(isUntroubled('webhook_endpoints', sql.ref('webhook_endpoints.id'), hole))
      .orderBy('webhook_endpoints.id')
  const queues = prepared((hole) => waitingQueues(hole).modifyEnd(across('due')).compile())

  const standingOf = ({ id, failing_since }: Queue): Standing => {
    if (failing_since !== null) return 'fails'
    return answering.has(id) ? 'answers' : 'unknown'
  }

  /** True when it was opened: it is not open yet, and there is room for it. */
  const openLane = (queue: Queue): boolean => {
    const { id, account_id, failing_since } = queue
    const taken = lanes.has(id) ? undefined : slots.take(account_id, standingOf(queue))
    if (taken === undefined) return false
    const answered = () => {
      if (answering.size < MAX_REMEMBERED) answering.add(id)
      taken.answered()
    }
    const more = () => failing_since === null && taken.more()
    const failed = () => answering.delete(id)
    const options = {
      endpoint: { id, account_id },
      answered,
      more,
      less: taken.less,
      failed,
      isStopping: () => resting,
    }
    const ended = work
      .each([queue], () => shared.run(options))
      .then(() => {})
      .catch((error: unknown) => {
        fault = error
      })
      .finally(() => {
        lanes.delete(id)
        taken.end()
        if (lanes.size === 0) shared.forget()
        somethingChanged()
      })
    lanes.set(id, ended)
    return true
  }

  const openInTurn = (rows: Queue[], of: keyof typeof lastServed): void => {
    const start = rows.findIndex((row) => row.id > lastServed[of])
    for (const row of start < 0 ? rows : [...rows.slice(start), ...rows.slice(0, start)])
      if (openLane(row)) lastServed[of] = row.id
  }

  const openLanes = async () => {
    if (resting) return
    const now = clock.now()
    const rows = (await store.rows(queues({ wallNow: clock.wallMs() }))).filter(({ due_at }) => due_at && due_at <= now)
    const answers = (row: Queue) => standingOf(row) === 'answers'
    openInTurn(rows.filter(answers), 'answering')
    openInTurn(
      rows.filter((row) => !answers(row)),
      'others',
    )
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
      await Promise.all(lanes.values())
    },
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
