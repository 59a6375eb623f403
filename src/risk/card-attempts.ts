// Counts failed tries of a card: a try is counted before its bank is asked, and removed when the bank confirms the card.
import { sql } from 'kysely'
import type { Clock } from '../core/clock.ts'
import { instantPlus } from '../core/time.ts'
import { columns } from '../store/columns.ts'
import type { Store } from '../store/store.ts'
import type { CardAttemptRow } from '../store/tables.ts'
import { run, type Write } from '../store/write.ts'

/** One card's tries of one kind, and the limits of its two windows, which begin with the first try. */
export interface CardTries {
  /** The account whose payments are counted; empty: security codes, in all accounts together. */
  accountId: string
  fingerprint: string
  short: Window
  long: Window
}

interface Window {
  ms: number
  most: number
}

/** The instant until which a card may not be tried; undefined if it may. */
export function stoppedUntil(row: CardAttemptRow | undefined, { short, long }: CardTries, now: string) {
  if (row === undefined) return undefined
  const over = [
    row.short_until > now && row.short_count >= short.most ? row.short_until : '',
    row.long_until > now && row.long_count >= long.most ? row.long_until : '',
  ]
  return over.sort().at(-1) || undefined
}

export async function readTries({ db }: Store, { accountId, fingerprint }: CardTries) {
  return db
    .selectFrom('card_attempts')
    .select(columns.card_attempts)
    .where('account_id', '=', accountId)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
}

/**
 * Counts one try, for the batch that is written before the bank is asked: so concurrent requests cannot pass the limit. The
 * batch is refused (`Unmet`) when either window is full.
 */
export function countTry({ db }: Store, clock: Clock, { accountId, fingerprint, short, long }: CardTries): Write {
  const now = clock.now()
  const [shortUntil, longUntil] = [instantPlus(now, short.ms), instantPlus(now, long.ms)]
  const counted = (until: 'short_until' | 'long_until', count: 'short_count' | 'long_count') =>
    sql<number>`case when ${sql.ref(`card_attempts.${until}`)} <= ${now} then 1 else ${sql.ref(`card_attempts.${count}`)} + 1 end`
  const lasting = (until: 'short_until' | 'long_until', next: string) =>
    sql<string>`case when ${sql.ref(`card_attempts.${until}`)} <= ${now} then ${next} else ${sql.ref(`card_attempts.${until}`)} end`
  const query = db
    .insertInto('card_attempts')
    .values({
      account_id: accountId,
      fingerprint,
      short_until: shortUntil,
      short_count: 1,
      long_until: longUntil,
      long_count: 1,
    })
    .onConflict((known) =>
      known
        .columns(['account_id', 'fingerprint'])
        .doUpdateSet({
          short_count: counted('short_until', 'short_count'),
          long_count: counted('long_until', 'long_count'),
          short_until: lasting('short_until', shortUntil),
          long_until: lasting('long_until', longUntil),
        })
        .where((one) =>
          one.and([
            one.or([
              one('card_attempts.short_until', '<=', now),
              one('card_attempts.short_count', '<', Math.max(short.most, 1)),
            ]),
            one.or([
              one('card_attempts.long_until', '<=', now),
              one('card_attempts.long_count', '<', Math.max(long.most, 1)),
            ]),
          ]),
        ),
    )
  return run(query.compile(), 1)
}

/** Removes one try: its bank confirmed the card, or was not asked. */
export function takeBack({ db }: Store, { accountId, fingerprint }: CardTries): Write {
  const less = (count: 'short_count' | 'long_count') =>
    sql<number>`case when ${sql.ref(count)} > 0 then ${sql.ref(count)} - 1 else 0 end`
  const query = db
    .updateTable('card_attempts')
    .set({ short_count: less('short_count'), long_count: less('long_count') })
    .where('account_id', '=', accountId)
    .where('fingerprint', '=', fingerprint)
  return run(query.compile())
}

/** Deletes cards whose windows are both over. */
export function forgetTries({ db }: Store, now: string): Write {
  return run(db.deleteFrom('card_attempts').where('long_until', '<=', now).compile())
}
