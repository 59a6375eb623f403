// Deletes expired secrets: unused tokens, RSA keys that are no longer readable, and the claims of their envelopes.
import { type CompiledQuery, sql } from 'kysely'
import { monthPlus } from '../core/month.ts'
import type { Task } from '../core/task.ts'
import { dayStartMs, earliest, type Instant, instantOf, instantPlus, mexicoCityDay } from '../core/time.ts'
import { across } from '../store/across.ts'
import { prepared } from '../store/prepared.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { run } from '../store/write.ts'
import type { CardRow } from './tables.ts'

/** Rows of one portion. */
const BATCH_SIZE = 500

/**
 * How long a key stays in the database after its last use. Its envelopes' claims are deleted with it, and a process whose
 * clock is behind must not open such an envelope after that.
 */
const CLOCKS_AGREE_WITHIN_MS = 600_000

/**
 * Deletes unused tokens past their day, RSA keys past the time for which they were kept readable, and claims on envelopes
 * that no remaining key can open: those of a generation before all remaining keys. Deactivates long-expired saved cards,
 * and deletes their numbers.
 */
export function forgetSecretsTask({
  store,
  clock,
  cardKeptMonths,
}: StoreAndClock & {
  /** Months for which a saved card is kept after it has expired (PCI DSS 3.2.1: no longer than it is needed). */
  cardKeptMonths: number
}): Task {
  const { db } = store
  const over = () =>
    db
      .selectFrom('envelope_claims')
      .select('wrapped_key')
      .where('generation', '<', (eb) =>
        eb.selectFrom('transport_keys').select((all) => all.fn.min('generation').as('oldest')),
      )
  const firsts = prepared(() =>
    sql<Record<'token' | 'key' | 'claim' | 'card', string | null>>`select
      (select expires_at from card_tokens where used_at is null order by expires_at limit 1) as token,
      (select readable_until from transport_keys where readable_until is not null order by readable_until limit 1) as key,
      ${over().limit(1)} as claim,
      (select expiration from cards where deactivated_at is null order by expiration limit 1) as card ${across('due')}`.compile(
      db,
    ),
  )

  const nextDueAt = async (): Promise<string | undefined> => {
    const [first] = await store.rows(firsts({}))
    if (first === undefined) return undefined
    const { token, key, claim, card } = first
    return earliest([
      token,
      key && instantPlus(key, CLOCKS_AGREE_WITHIN_MS),
      claim && clock.now(),
      card && forgottenAt(card, cardKeptMonths),
    ])
  }

  return {
    name: 'expire secrets',
    nextDueAt,
    async run() {
      const due = await nextDueAt()
      const now = clock.now()
      if (due === undefined || due > now) return 0
      const expired = db
        .selectFrom('card_tokens')
        .select(['account_id', 'id'])
        .where('used_at', 'is', null)
        .where('expires_at', '<=', now)
        .limit(BATCH_SIZE)
      const tokens = await store.returning(
        db
          .deleteFrom('card_tokens')
          .where(({ eb, refTuple }) => eb(refTuple('account_id', 'id'), 'in', expired.$asTuple('account_id', 'id')))
          .where('used_at', 'is', null)
          .returning('id')
          .modifyEnd(across('due'))
          .compile(),
      )
      const overAt = instantPlus(now, -CLOCKS_AGREE_WITHIN_MS)
      const keys = await db.selectFrom('transport_keys').select('id').where('readable_until', '<=', overAt).execute()
      const ended = db.deleteFrom('transport_keys').where('readable_until', '<=', overAt)
      if (keys.length > 0) await store.commit([run(ended.compile())])
      const claims = await store.returning(
        db
          .deleteFrom('envelope_claims')
          .where('wrapped_key', 'in', over().limit(BATCH_SIZE))
          .returning('wrapped_key')
          .compile(),
      )
      const expiredCards = await db
        .selectFrom('cards')
        .select(['account_id', 'id'])
        .where('deactivated_at', 'is', null)
        .where('expiration', '<', firstKept(now, cardKeptMonths))
        .orderBy('expiration')
        .limit(BATCH_SIZE)
        .modifyEnd(across('due'))
        .execute()
      if (expiredCards.length > 0) await store.commit([run(deactivated(db, expiredCards, now))])
      return tokens.length + keys.length + claims.length + expiredCards.length
    },
  }
}

/** Also when another process was first: what it has deactivated stays. */
function deactivated(db: Store['db'], cards: Pick<CardRow, 'account_id' | 'id'>[], now: Instant): CompiledQuery {
  return db
    .updateTable('cards')
    .set({ deactivated_at: now, sealed_number: '', sealed_network: null })
    .where('account_id', 'in', [...new Set(cards.map(({ account_id }) => account_id))])
    .where(
      'id',
      'in',
      cards.map(({ id }) => id),
    )
    .where('deactivated_at', 'is', null)
    .compile()
}

/** The instant at which a card that expires at the end of a month (YYMM) has been kept for the further months. */
function forgottenAt(expiration: string, keptMonths: number): string {
  const month = `20${expiration.slice(0, 2)}-${expiration.slice(2)}`
  return instantOf(dayStartMs(`${monthPlus(month, keptMonths + 1)}-01`))
}

/** The oldest expiration (YYMM) of the cards that are kept at an instant. */
function firstKept(now: string, keptMonths: number): string {
  return monthPlus(mexicoCityDay(now).slice(0, 7), -keptMonths).slice(2).replace('-', '')
}
