// Forgets secrets that have had their time: tokens nobody used, and RSA keys that open nothing any more.
import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'

/** Tokens of one portion. */
const PORTION = 500

/** Deletes unused tokens past their day, and RSA keys past the time for which they were kept readable. */
export function expireSecrets({ store, clock }: { store: Store; clock: Clock }): Task {
  const { db } = store
  const firstToken = prepared(() =>
    db
      .selectFrom('card_tokens')
      .select('expires_at')
      .where('used_at', 'is', null)
      .orderBy('expires_at')
      .limit(1)
      .compile(),
  )
  const firstKey = prepared(() =>
    db
      .selectFrom('transport_keys')
      .select('readable_until')
      .where('readable_until', 'is not', null)
      .orderBy('readable_until')
      .limit(1)
      .compile(),
  )

  const nextDueAt = async (): Promise<string | undefined> => {
    const [tokens, keys] = await Promise.all([store.rows(firstToken({})), store.rows(firstKey({}))])
    const due = [tokens[0]?.expires_at, keys[0]?.readable_until]
    return due.filter((at) => typeof at === 'string').sort()[0]
  }

  return {
    name: 'expire secrets',
    unhurried: true,
    nextDueAt,
    async run() {
      const now = clock.now()
      const due = await nextDueAt()
      if (due === undefined || due > now) return 0
      const expired = db
        .selectFrom('card_tokens')
        .select('id')
        .where('used_at', 'is', null)
        .where('expires_at', '<=', now)
        .limit(PORTION)
      const tokens = await store.returning(
        db.deleteFrom('card_tokens').where('id', 'in', expired).where('used_at', 'is', null).returning('id').compile(),
      )
      const keys = await store.returning(
        db.deleteFrom('transport_keys').where('readable_until', '<=', now).returning('id').compile(),
      )
      return tokens.length + keys.length
    },
  }
}
