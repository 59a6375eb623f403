// Deletes expired idempotency keys, a portion at a time.
import type { Task } from '../core/task.ts'
import { HOUR_MS } from '../core/time.ts'
import { across } from '../store/across.ts'
import { prepared } from '../store/prepared.ts'
import type { StoreAndClock } from '../store/store.ts'
import { IDEMPOTENCY_KEPT_HOURS, keptSince } from './idempotency.ts'

/** Keys of one portion. */
const BATCH_SIZE = 1_000

/**
 * Keys expire by real time, so none falls due by the service's clock. Between two runs the task waits until the oldest key
 * that it saw has expired.
 */
export function forgetKeysTask({ store, clock }: StoreAndClock): Task {
  const { db } = store
  const oldest = prepared(() =>
    db.selectFrom('idempotency').select('created_at').orderBy('created_at').limit(1).modifyEnd(across('due')).compile(),
  )
  let nextLookMs = 0
  return {
    name: 'forget idempotency keys',
    run: async () => {
      if (clock.wallMs() < nextLookMs) return 0
      const since = keptSince(clock)
      const first = (await store.rows(oldest({})))[0]
      if (first === undefined || first.created_at >= since) {
        const bornMs = first === undefined ? clock.wallMs() : Date.parse(first.created_at)
        nextLookMs = bornMs + IDEMPOTENCY_KEPT_HOURS * HOUR_MS + 1
        return 0
      }
      const old = db
        .selectFrom('idempotency')
        .select(['account_id', 'credential_kind', 'key'])
        .where('created_at', '<', since)
        .orderBy('created_at')
        .limit(BATCH_SIZE)
      const deleted = db
        .deleteFrom('idempotency')
        .where(({ eb, refTuple }) =>
          eb(
            refTuple('account_id', 'credential_kind', 'key'),
            'in',
            old.$asTuple('account_id', 'credential_kind', 'key'),
          ),
        )
        .where('created_at', '<', since)
        .returning('key')
        .modifyEnd(across('due'))
      const keys = await store.returning(deleted.compile())
      return keys.length
    },
  }
}
