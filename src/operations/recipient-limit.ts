// Limits how many messages an account sends to one recipient: a key, or a person of the console, may not flood somebody's inbox or telephone.
import { refusedUntil, type SlidingLimit } from '../core/sliding-tries.ts'
import type { Task } from '../core/task.ts'
import { DAY_MS, HOUR_MS, type Instant, instantPlus } from '../core/time.ts'
import { Failure } from '../failures.ts'
import type { RecipientTriesRow } from '../messages/tables.ts'
import { across } from '../store/across.ts'
import { rowOf } from '../store/rows.ts'
import { letsIn, withTry } from '../store/sliding-tries.ts'
import type { StoreAndClock } from '../store/store.ts'
import { run, Unmet, type Write } from '../store/write.ts'

interface Told {
  accountId: string
  kind: RecipientTriesRow['kind']
  /** An e-mail address or a telephone. */
  recipient: string
  limits: Limits
}

interface Limits {
  hour: SlidingLimit
  day: SlidingLimit
  /** The field of the request that names the recipient. */
  field: 'email' | 'phone'
}

export const invitationLimits: Limits = limitsOf('email', 10, 20)

/** Those whom an e-mail and an SMS of one request are for; none where nothing is limited (`RECIPIENT_LIMIT`). */
export function toldOf(
  accountId: string,
  to: { email: string | undefined; phone: string | undefined },
  perHour: number | undefined,
): Told[] {
  if (perHour === undefined) return []
  const told: Told[] = []
  const email = limitsOf('email', perHour, 3 * perHour)
  // An SMS costs its sender money and its reader patience.
  const sms = limitsOf('phone', Math.ceil((2 * perHour) / 5), perHour)
  if (to.email !== undefined) told.push({ accountId, kind: 'email', recipient: to.email, limits: email })
  if (to.phone !== undefined) told.push({ accountId, kind: 'sms', recipient: to.phone, limits: sms })
  return told
}

function limitsOf(field: Limits['field'], inHour: number, inDay: number): Limits {
  return { hour: { most: inHour, ms: HOUR_MS }, day: { most: inDay, ms: DAY_MS }, field }
}

/** One inbox for all spellings of its address: capitals, and what follows a plus sign, do not make another. */
function inboxOf(recipient: string): string {
  return recipient.toLowerCase().replace(/\+[^@]*(?=@)/, '')
}

/** Counts a message, for the batch that queues it: so no two at once pass the limit. The batch is `Unmet` when it is reached. */
export function toldWrite({ store: { db }, clock }: StoreAndClock, told: Told): Write {
  const { accountId, kind, recipient, limits } = told
  const { hour, day } = limits
  const at = clock.now()
  const until = instantPlus(at, day.ms)
  const query = db
    .insertInto('recipient_tries')
    .values({ account_id: accountId, kind, recipient: inboxOf(recipient), tries: at, until })
    .onConflict((known) =>
      known
        .columns(['account_id', 'kind', 'recipient'])
        .doUpdateSet({ tries: withTry('recipient_tries.tries', at, day.most), until })
        .where(letsIn('recipient_tries.tries', hour, at))
        .where(letsIn('recipient_tries.tries', day, at)),
    )
  return run(query.compile(), 1)
}

/** Fails with `recipient-told-often` while the limit of a recipient is reached. */
export async function refuseOftenTold({ store: { db }, clock }: StoreAndClock, told: Told): Promise<void> {
  const { accountId, kind, recipient, limits } = told
  const key = { account_id: accountId, kind, recipient: inboxOf(recipient) }
  const tries = (await rowOf(db, 'recipient_tries', key, ['tries']))?.tries ?? ''
  const { hour, day, field } = limits
  const now = clock.now()
  for (const limit of [day, hour]) {
    const until = refusedUntil(tries, limit, now)
    if (until !== undefined) throw oftenTold(field, limit, secondsTo(until, clock.epochMs()))
  }
}

/** For a batch with `toldWrite`: `Unmet` because of a recipient becomes `recipient-told-often`. */
export async function explainingOftenTold<R>(needs: StoreAndClock, told: Told[], writing: Promise<R>): Promise<R> {
  try {
    return await writing
  } catch (error) {
    if (error instanceof Unmet) for (const one of told) await refuseOftenTold(needs, one)
    throw error
  }
}

function oftenTold(field: Limits['field'], { most, ms }: SlidingLimit, retryAfterSeconds: number): Failure {
  const values = { limit: most, field, hours: ms / HOUR_MS }
  return new Failure('recipient-told-often', { values, retryAfterSeconds })
}

function secondsTo(until: Instant, nowMs: number): number {
  return Math.max(1, Math.ceil((Date.parse(until) - nowMs) / 1_000))
}

/** Recipients of one portion. */
const FORGOTTEN_AT_ONCE = 1_000

/** Deletes recipients of whom no message counts any more, a portion at a time. */
export function forgetToldTask({ store, clock }: StoreAndClock): Task {
  const { db } = store
  return {
    name: 'forget told recipients',
    looksEveryMs: HOUR_MS,
    run: async () => {
      const now = clock.now()
      const old = db
        .selectFrom('recipient_tries')
        .select(['account_id', 'kind', 'recipient'])
        .where('until', '<=', now)
        .orderBy('until')
        .limit(FORGOTTEN_AT_ONCE)
      const deleted = db
        .deleteFrom('recipient_tries')
        .where(({ eb, refTuple }) =>
          eb(refTuple('account_id', 'kind', 'recipient'), 'in', old.$asTuple('account_id', 'kind', 'recipient')),
        )
        .where('until', '<=', now)
        .returning('recipient')
        .modifyEnd(across('due'))
      return (await store.returning(deleted.compile())).length
    },
  }
}
