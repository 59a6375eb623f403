// A rate that holds across processes: each takes portions of a credential's requests from a row, and hands them out from memory.
import { sql } from 'kysely'
import { Failure } from '../../failures.ts'
import { prepared } from '../../store/prepared.ts'
import type { Store } from '../../store/store.ts'

/** In each period of this length a credential may use the requests of the whole period, in any distribution. */
const PERIOD_SECONDS = 10

export interface RateOf {
  accountId: string
  credentialId: string
}

/** Takes a portion of a period's requests for this process; false when fewer are left. */
export type TakePortion = (of: RateOf, wanted: { period: number; portion: number; budget: number }) => Promise<boolean>

interface Share {
  period: number
  /** Requests handed out without a write; they are recorded with the first portion. */
  free: number
  stock: number
  /** Whether the budget of the period is used up. */
  over: boolean
  taking: Promise<void> | undefined
}

const MAX_SHARES = 100_000

/**
 * Limits a credential to `perSecond` on average over each period. A portion is the requests of one second. The first
 * portion of each period needs no write, so a credential with few requests causes no write, and a busy one causes a write
 * for each `perSecond` requests. The next portion is fetched while the present one lasts, so that few requests wait.
 * Together the processes may exceed the rate by a tenth for each process after the first. When the database does not answer,
 * requests are let through: their own reads will fail.
 */
export function sharedRate(
  perSecond: number,
  { wallMs, take }: { wallMs: () => number; take: TakePortion },
): (of: RateOf) => Promise<void> | undefined {
  const portion = Math.max(1, Math.round(perSecond))
  const budget = Math.max(1, Math.round(perSecond * PERIOD_SECONDS))
  const shares = new Map<string, Share>()

  const shareOf = (credentialId: string): Share => {
    const period = Math.floor(wallMs() / (PERIOD_SECONDS * 1_000))
    const known = shares.get(credentialId)
    if (known !== undefined && !isStale(known.period, period)) return known
    const share = { period, free: portion, stock: portion, over: false, taking: undefined }
    if (known !== undefined) shares.delete(credentialId)
    else if (shares.size >= MAX_SHARES) shares.delete(shares.keys().next().value as string)
    shares.set(credentialId, share)
    return share
  }

  const fetchMore = (of: RateOf, share: Share): Promise<void> => {
    const unreported = share.free
    share.free = 0
    share.taking ??= take(of, { period: share.period, portion: portion + unreported, budget })
      .then(
        (isTaken) => {
          if (isTaken) share.stock += portion
          else share.over = true
        },
        () => {
          share.free = unreported
          share.stock += portion
        },
      )
      .finally(() => {
        share.taking = undefined
      })
    return share.taking
  }

  const refuse = (share: Share): never => {
    const endsMs = (share.period + 1) * PERIOD_SECONDS * 1_000
    const retryAfterSeconds = Math.max(1, Math.ceil((endsMs - wallMs()) / 1_000))
    throw new Failure('too-many-requests', { retryAfterSeconds })
  }

  const waitFor = async (of: RateOf, share: Share): Promise<void> => {
    while (share.stock < 1) {
      if (share.over) refuse(share)
      await (share.taking ?? fetchMore(of, share))
    }
    share.stock -= 1
  }

  return (of) => {
    const share = shareOf(of.credentialId)
    if (share.stock < 1) return waitFor(of, share)
    share.stock -= 1
    // Not awaited; it never rejects.
    if (share.stock < portion / 2 && !share.over && share.taking === undefined) void fetchMore(of, share)
    return undefined
  }
}

/** Another process may be a period ahead. More is a clock that was wrong, and its period would block the credential until then. */
function isStale(known: number, now: number): boolean {
  return known < now || known > now + 1
}

/** The same of the row. */
const STALE = sql<boolean>`(rate_budgets.period < excluded.period or rate_budgets.period > excluded.period + 1)`

/** Takes portions from the row of a credential: one statement, which touches no row when the budget would be passed. */
export function portionsIn(store: Store): TakePortion {
  const statement = prepared<{ taken: number }>((hole) =>
    sql<{ taken: number }>`insert into rate_budgets (account_id, credential_id, period, taken)
      values (${hole('accountId')}, ${hole('credentialId')}, ${hole('period')}, ${hole('portion')})
      on conflict (account_id, credential_id) do update set
        period = case when ${STALE} then excluded.period else rate_budgets.period end,
        taken = case when ${STALE} then excluded.taken else rate_budgets.taken + excluded.taken end
      where ${STALE} or rate_budgets.taken + excluded.taken <= ${hole('budget')}
      returning taken`.compile(store.db),
  )
  return async ({ accountId, credentialId }, wanted) => {
    const rows = await store.returning(statement({ accountId, credentialId, ...wanted }))
    return rows.length > 0
  }
}
