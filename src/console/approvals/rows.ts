// The rows of requests that wait for a second person: one, those of an account, and the writes that end them.
import { sql } from 'kysely'
import { columns } from '../../store/columns.ts'
import type { MemberCount } from '../../store/limited-list.ts'
import { knownRow } from '../../store/rows.ts'
import type { Store, StoreAndClock } from '../../store/store.ts'
import { unindexed } from '../../store/unindexed.ts'
import { run, type Write } from '../../store/write.ts'
import type { ApprovalRow } from '../tables.ts'

const SHOWN = 100

/** Fails with `resource-unknown`. */
export async function approvalOf({ db }: Store, accountId: string, id: string): Promise<ApprovalRow> {
  return knownRow(db, 'approvals', { id, account_id: accountId })
}

/** All that wait, then those of the last hundred that are over; each newest first. */
export async function approvalsOf({ db }: Store, accountId: string, now: string): Promise<ApprovalRow[]> {
  const ofAccount = db.selectFrom('approvals').select(columns.approvals).where('account_id', '=', accountId)
  const [open, last] = await Promise.all([
    ofAccount
      .where(sql<boolean>`(state = 'asked' or state = 'approved')`)
      // An approved reversal or change waits until it is carried out.
      .where((eb) =>
        eb.or([
          eb('expires_at', '>', now),
          eb('state', '=', 'approved').and('kind', 'in', ['reversal', 'change'] as const),
        ]),
      )
      .orderBy(unindexed('id'), 'desc')
      .execute(),
    ofAccount.orderBy('id', 'desc').limit(SHOWN).execute(),
  ])
  const waiting = new Set(open.map(({ id }) => id))
  return [...open, ...last.filter(({ id }) => !waiting.has(id))]
}

/** The requests of one kind that wait in an account, oldest first. */
export async function waitingAsked(
  { db }: Store,
  { account_id: accountId, kind }: Pick<ApprovalRow, 'account_id' | 'kind'>,
  now: string,
): Promise<ApprovalRow[]> {
  return db
    .selectFrom('approvals')
    .select(columns.approvals)
    .where('account_id', '=', accountId)
    .where(sql<boolean>`(state = 'asked' or state = 'approved')`)
    .where('expires_at', '>', now)
    .where('kind', '=', kind)
    .orderBy(unindexed('id'))
    .execute()
}

/** Counts the requests that wait, and keys that wait to be fetched. */
export function countWaiting({ db }: Store, accountId: string, now: string): MemberCount {
  return db
    .selectFrom('approvals')
    .select((eb) => eb.fn.countAll().as('members'))
    .where('account_id', '=', accountId)
    .where(sql<boolean>`(state = 'asked' or state = 'approved')`)
    .where('expires_at', '>', now)
}

/** A person who loses or changes their role loses their open requests, including a key that waits to be fetched. */
export function withdrawnWith(
  { store: { db }, clock }: StoreAndClock,
  { accountId, userId }: { accountId: string; userId: string },
): Write {
  const query = db
    .updateTable('approvals')
    .set({ state: 'withdrawn', decided_at: clock.now() })
    .where('account_id', '=', accountId)
    .where('asked_by', '=', userId)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'asked'),
        eb('state', '=', 'approved').and('kind', 'in', ['credential', 'roll'] as const),
      ]),
    )
  return run(query.compile())
}
