// Records when credentials were last used: to the hour, by the worker, so that no request waits for it.
import type { Task } from '../core/task.ts'
import { HOUR_MS } from '../core/time.ts'
import type { StoreAndClock } from '../store/store.ts'
import { run } from '../store/write.ts'
import type { Recognised } from './credentials.ts'

/** Credentials of one batch. */
const BATCH_SIZE = 100

interface LastUse {
  /** Called for every request with a credential. It only compares instants; at most once an hour it queues a write. */
  note(recognised: Recognised): void
  task: Task
}

export function lastUse({ store, clock }: StoreAndClock): LastUse {
  /** The last use of each credential whose row is more than an hour behind. */
  const waiting = new Map<string, { accountId: string; at: string }>()
  return {
    note: ({ caller, lastUsedAt }) => {
      const agoMs = lastUsedAt === null ? Number.POSITIVE_INFINITY : clock.epochMs() - Date.parse(lastUsedAt)
      // Negative if the sandbox's clock was later.
      if (agoMs < 0 || agoMs >= HOUR_MS)
        waiting.set(caller.credentialId, { accountId: caller.accountId, at: clock.now() })
    },
    task: {
      name: 'last use of credentials',
      nextDueAt: async () => [...waiting.values()].map(({ at }) => at).sort()[0],
      isDueInMemory: true,
      run: async () => {
        const some = [...waiting].slice(0, BATCH_SIZE)
        if (some.length === 0) return 0
        const updates = ([id, { accountId, at }]: (typeof some)[number]) =>
          run(
            store.db
              .updateTable('credentials')
              .set({ last_used_at: at })
              .where('account_id', '=', accountId)
              .where('id', '=', id)
              .compile(),
          )
        const byAccount = Map.groupBy(some, ([, { accountId }]) => accountId)
        await Promise.all([...byAccount.values()].map((own) => store.commit(own.map(updates))))
        for (const [id, last] of some) if (waiting.get(id) === last) waiting.delete(id)
        return some.length
      },
    },
  }
}
