// The tries of signing in, of all processes together: a row for each address with an e-mail, each address, and each person.
import { refusedUntil, type SlidingLimit } from '../../core/sliding-tries.ts'
import { type Instant, instantPlus } from '../../core/time.ts'
import { rowOf } from '../../store/rows.ts'
import { letsIn, withoutOne, withTry } from '../../store/sliding-tries.ts'
import type { Store } from '../../store/store.ts'
import { run } from '../../store/write.ts'
import type { SignInTriesRow } from '../tables.ts'

interface SignInTries {
  /** Takes a try in one write; false when none is left. */
  take(subject: string, now: Instant): Promise<boolean>
  /** The instant from which another try is let in; undefined: now. */
  refusedUntil(subject: string, now: Instant): Promise<Instant | undefined>
  giveBack(subject: string, at: Instant): Promise<void>
  /** Deletes rows of this kind without tries that count. */
  forget(now: Instant): Promise<void>
}

export function signInTries(store: Store, kind: SignInTriesRow['kind'], limit: SlidingLimit): SignInTries {
  const { db } = store
  return {
    take: async (subject, now) => {
      const until = instantPlus(now, limit.ms)
      const taken = await store.returning(
        db
          .insertInto('sign_in_tries')
          .values({ kind, subject, tries: now, until })
          .onConflict((earlier) =>
            earlier
              .columns(['kind', 'subject'])
              .doUpdateSet({ tries: withTry('sign_in_tries.tries', now, limit.most), until })
              .where(letsIn('sign_in_tries.tries', limit, now)),
          )
          .returning('subject')
          .compile(),
      )
      return taken.length > 0
    },
    refusedUntil: async (subject, now) => {
      const row = await rowOf(db, 'sign_in_tries', { kind, subject }, ['tries'])
      return refusedUntil(row?.tries ?? '', limit, now)
    },
    giveBack: async (subject, at) => {
      const less = db
        .updateTable('sign_in_tries')
        .set({ tries: withoutOne(store, 'sign_in_tries.tries', at) })
        .where('kind', '=', kind)
        .where('subject', '=', subject)
      await store.commit([run(less.compile())])
    },
    forget: async (now) => {
      const over = db.deleteFrom('sign_in_tries').where('kind', '=', kind).where('until', '<=', now)
      await store.commit([run(over.compile())])
    },
  }
}
