// Looks each morning at what merchants owe: takes it from their reserve, tells them at the start and each week, and tells when it is settled.
import type { Task } from '../../core/task.ts'
import { addDays, dayStartMs, HOUR_MS, instantPlus, mexicoCityDay } from '../../core/time.ts'
import { otherEvent } from '../../events/append.ts'
import { Failure } from '../../failures.ts'
import { readStanding } from '../../ledger/standing.ts'
import { moveReserve } from '../../refunds/reserve.ts'
import { across } from '../../store/across.ts'
import { columns } from '../../store/columns.ts'
import { conditionHeld, conflictOn } from '../../store/decide.ts'
import { isUnavailable } from '../../store/outage.ts'
import { rowOf } from '../../store/rows.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { insert, run, update } from '../../store/write.ts'
import { type Claim, eachClaim, presentClaim, readClaim } from './find.ts'
import type { ClaimNoticeRow } from './tables.ts'

/** The hour of Mexico City, before people begin to work. */
const HOUR = 6
const AGAIN_MS = 7 * 24 * HOUR_MS
/** Notices of settled debts that are read at once. */
const BATCH_SIZE = 200

/** The task has no due rows. It reads the clock, so after a move of the clock the next run looks. */
export function watchClaimsTask(needs: StoreAndClock): Task {
  const { clock } = needs
  let dueMs = 0
  return {
    name: 'claims',
    run: async () => {
      if (clock.epochMs() < dueMs) return 0
      const today = mexicoCityDay(clock.epochMs())
      const nextMs = [today, addDays(today, 1)]
        .map((day) => dayStartMs(day) + HOUR * HOUR_MS)
        .find((ms) => ms > clock.epochMs())
      const done = await watchClaims(needs)
      dueMs = nextMs ?? 0
      return done
    },
  }
}

/** Answers how many accounts got an event. Several processes may look at once: each event is written once. */
export async function watchClaims(needs: StoreAndClock): Promise<number> {
  let count = 0
  const failed: unknown[] = []
  // One that fails stops no other.
  for await (const claim of eachClaim(needs.store)) {
    try {
      count += await tellOf(needs, claim)
    } catch (error) {
      if (isUnavailable(error)) throw error
      failed.push(error)
    }
  }
  count += await tellSettled(needs)
  if (failed.length > 0) throw failed[0]
  return count
}

async function tellOf(needs: StoreAndClock, found: Claim): Promise<number> {
  const { store, clock } = needs
  const claim = await withReserve(needs, found)
  if (claim === undefined) return 0
  const { accountId } = claim
  const before = await rowOf(store.db, 'claim_notices', { account_id: accountId })
  const now = clock.now()
  if (before !== undefined && instantPlus(before.sent_at, AGAIN_MS) > now) return 0
  const type = before === undefined ? 'claim.opened' : 'claim.reminder'
  const writing = store.commit([
    before === undefined
      ? insert('claim_notices', { account_id: accountId, sent: 1, sent_at: now })
      : update('claim_notices', { sent: before.sent + 1, sent_at: now }, before),
    ...otherEvent(clock, type, accountId, presentClaim(claim, mexicoCityDay(now))),
  ])
  return (await conditionHeld(writing, conflictOn('claim_notices'))) ? 1 : 0
}

/** Takes the debt from the reserve, as far as that goes. Answers what is left of it. */
async function withReserve({ store, clock }: StoreAndClock, claim: Claim): Promise<Claim | undefined> {
  const { accountId } = claim
  const { owedCentavos, reserveCentavos } = await readStanding(store, accountId)
  const taken = Math.min(reserveCentavos, Math.max(0, -owedCentavos))
  if (taken <= 0) return owedCentavos < 0 ? claim : undefined
  try {
    await moveReserve({ store, clock }, { accountId, centavos: -taken }, () => [])
  } catch (error) {
    // A refund took it first.
    if (!(error instanceof Failure && error.reason === 'reserve-not-enough')) throw error
  }
  return readClaim(store, accountId)
}

/** Accounts that got an event and owe nothing more. */
async function tellSettled({ store, clock }: StoreAndClock): Promise<number> {
  let count = 0
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: ClaimNoticeRow[] = await store.db
      .selectFrom('claim_notices')
      .select(columns.claim_notices)
      .where('account_id', '>', after)
      .orderBy('account_id')
      .limit(BATCH_SIZE)
      .modifyEnd(across('due'))
      .execute()
    for (const { account_id: accountId, sent: times } of rows) {
      if ((await readClaim(store, accountId)) !== undefined) continue
      const deletion = store.db
        .deleteFrom('claim_notices')
        .where('account_id', '=', accountId)
        .where('sent', '=', times)
      const today = mexicoCityDay(clock.epochMs())
      const settled = presentClaim({ accountId, amountCentavos: 0, since: today }, today)
      const writing = store.commit([
        run(deletion.compile(), 1),
        ...otherEvent(clock, 'claim.settled', accountId, settled),
      ])
      if (await conditionHeld(writing)) count += 1
    }
    after = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.account_id
  }
  return count
}
