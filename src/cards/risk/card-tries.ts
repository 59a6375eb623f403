// Counts failed tries of a card: a try is counted before its bank is asked, and taken back when the bank confirms the card.
import { refusedUntil, type SlidingLimit } from '../../core/sliding-tries.ts'
import { type Instant, instantPlus, laterOf } from '../../core/time.ts'
import { across } from '../../store/across.ts'
import { rowOf } from '../../store/rows.ts'
import { letsIn, withoutOne, withTry } from '../../store/sliding-tries.ts'
import type { Store } from '../../store/store.ts'
import { run, type Write } from '../../store/write.ts'

/** One card's tries of one kind, and their limits, which hold in any period of their length. */
export interface CardTries {
  /** The account whose payments are counted; empty: security codes, in all accounts together. */
  accountId: string
  fingerprint: string
  short: SlidingLimit
  long: SlidingLimit
}

/** The instant until which a card may not be tried; undefined if it may. */
export function stoppedUntil(tries: string, { short, long }: CardTries, now: Instant): Instant | undefined {
  const [ofShort, ofLong] = [refusedUntil(tries, short, now), refusedUntil(tries, long, now)]
  return ofShort && ofLong ? laterOf(ofShort, ofLong) : (ofShort ?? ofLong)
}

export async function readTries({ db }: Store, { accountId, fingerprint }: CardTries): Promise<string> {
  const row = await rowOf(db, 'card_tries', { account_id: accountId, fingerprint }, ['tries'])
  return row?.tries ?? ''
}

/**
 * Counts the try of `at`, for the batch that is written before the bank is asked: so concurrent requests cannot pass the
 * limits. The batch is refused (`Unmet`) when one of them is reached.
 */
export function countTry({ db }: Store, at: Instant, { accountId, fingerprint, short, long }: CardTries): Write {
  const until = instantPlus(at, long.ms)
  const query = db
    .insertInto('card_tries')
    .values({ account_id: accountId, fingerprint, tries: at, until })
    .onConflict((known) =>
      known
        .columns(['account_id', 'fingerprint'])
        .doUpdateSet({ tries: withTry('card_tries.tries', at, Math.max(short.most, long.most)), until })
        .where(letsIn('card_tries.tries', short, at))
        .where(letsIn('card_tries.tries', long, at)),
    )
  return run(query.compile(), 1)
}

/** Takes the try of `at` back: its bank confirmed the card, or was not asked. */
export function takeBack(store: Store, at: Instant, { accountId, fingerprint }: CardTries): Write {
  const query = store.db
    .updateTable('card_tries')
    .set({ tries: withoutOne(store, 'card_tries.tries', at) })
    .where('account_id', '=', accountId)
    .where('fingerprint', '=', fingerprint)
  return run(query.compile())
}

/** Deletes cards none of whose tries counts. */
export function forgetTries({ db }: Store, now: Instant): Write {
  return run(db.deleteFrom('card_tries').where('until', '<=', now).modifyEnd(across('due')).compile())
}
