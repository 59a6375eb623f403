// Forgets what has had its time: tokens nobody used, RSA keys that open nothing any more, and what was opened with them.
import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import { instantPlus } from '../core/time.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'

/** Rows of one portion. */
const PORTION = 500

/**
 * How long a key stays in the database after it has opened its last envelope. With the key go the claims on its envelopes, and a
 * process whose clock is behind must not open one of them after that.
 */
const CLOCKS_AGREE_WITHIN_MS = 600_000

/**
 * Deletes unused tokens past their day, RSA keys past the time for which they were kept readable, and claims on envelopes that no key
 * which is left can open: those of a generation before all of them.
 */
export function forgetSecretsTask({ store, clock }: { store: Store; clock: Clock }): Task {
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

  const over = () =>
    db
      .selectFrom('envelope_claims')
      .select('wrapped_key')
      .where('generation', '<', (eb) =>
        eb.selectFrom('transport_keys').select((all) => all.fn.min('generation').as('oldest')),
      )
  const firstClaim = prepared(() => over().limit(1).compile())

  const nextDueAt = async (): Promise<string | undefined> => {
    const [tokens, keys, claims] = await Promise.all([
      store.rows(firstToken({})),
      store.rows(firstKey({})),
      store.rows(firstClaim({})),
    ])
    const keyUntil = keys[0]?.readable_until
    const keyDue = keyUntil ? instantPlus(keyUntil, CLOCKS_AGREE_WITHIN_MS) : undefined
    const due = [tokens[0]?.expires_at, keyDue, claims.length > 0 ? clock.now() : undefined]
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
        db
          .deleteFrom('transport_keys')
          .where('readable_until', '<=', instantPlus(now, -CLOCKS_AGREE_WITHIN_MS))
          .returning('id')
          .compile(),
      )
      const claims = await store.returning(
        db
          .deleteFrom('envelope_claims')
          .where('wrapped_key', 'in', over().limit(PORTION))
          .returning('wrapped_key')
          .compile(),
      )
      return tokens.length + keys.length + claims.length
    },
  }
}
