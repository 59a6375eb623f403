// Closes the day of each merchant with the daily e-mail, which is queued in the batch that marks the day as closed.
import { sql } from 'kysely'
import { nextClosing } from '../accounts/profile/daily-closing-due.ts'
import type { ProfileRow } from '../accounts/profile/tables.ts'
import { railNames, voucherRails } from '../core/rail.ts'
import type { Task } from '../core/task.ts'
import { addDays } from '../core/time.ts'
import { across } from '../store/across.ts'
import { columns } from '../store/columns.ts'
import { conditionHeld } from '../store/decide.ts'
import { dueAt } from '../store/queues/next-due.ts'
import { isUntroubled, isUntroubledNow, troubled } from '../store/queues/set-aside.ts'
import { rowOf } from '../store/rows.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { insert, update } from '../store/write.ts'
import type { Closing } from './daily-closing-content.ts'
import { queuedLetter } from './queued-letter.ts'

const SOURCE = 'daily closings'
/** Merchants of one turn. */
const BATCH_SIZE = 20

interface ClosingNeeds extends StoreAndClock {
  /** The service's own address, without a slash at its end. */
  baseUrl(): string
}

export function closingTask(needs: ClosingNeeds): Task {
  const { store, clock } = needs
  const { db } = store
  const work = troubled(needs, SOURCE, ({ account_id: id }: ProfileRow) => ({ id, accountId: id }))
  return {
    name: SOURCE,
    nextDueAt: dueAt(
      needs,
      (hole) => sql`(select closing_due_at from profiles where closing_due_at is not null
        and ${isUntroubled(SOURCE, sql.ref('profiles.account_id'), hole)} order by closing_due_at limit 1)`,
    ),
    run: async () => {
      const due = await db
        .selectFrom('profiles')
        .select(columns.profiles)
        .where('closing_due_at', '<=', clock.now())
        .where(isUntroubledNow(needs, SOURCE, 'profiles.account_id'))
        .orderBy('closing_due_at')
        .limit(BATCH_SIZE)
        .modifyEnd(across('due'))
        .execute()
      return work.each(due, (profile) => close(needs, profile), { oneByOne: true })
    },
  }
}

/** Does nothing when the day is closed already, or the profile has changed. */
async function close({ store, clock, baseUrl }: ClosingNeeds, profile: ProfileRow): Promise<void> {
  const { account_id, closing, closed_day, closing_due_at, email } = profile
  if (closing === 'off') return
  const now = clock.now()
  const { day } = nextClosing(closed_day, now)
  const letter: Closing = {
    closing: day,
    page: `${baseUrl()}/console/profile`,
    merchant: profile.trade_name || (await nameOf(store, account_id)),
    ...(await totalsOf(store, account_id, day)),
  }
  await conditionHeld(
    store.commit([
      update(
        'profiles',
        { closed_day: day, closing_due_at: nextClosing(day, now).dueAt },
        { account_id, closed_day, closing_due_at, closing, email },
      ),
      insert('messages', queuedLetter(clock, { accountId: account_id, to: email, language: closing, letter, now })),
    ]),
  )
}

async function nameOf({ db }: Store, accountId: string): Promise<string> {
  return (await rowOf(db, 'accounts', { id: accountId }, ['name']))?.name ?? ''
}

/** The day's postings: payments with their fees, reversals, refunds and disputes; and the vouchers that are pending now. */
async function totalsOf(
  { db }: Store,
  accountId: string,
  day: string,
): Promise<Omit<Closing, 'closing' | 'merchant' | 'page'>> {
  const [posted, pending] = await Promise.all([
    db
      .selectFrom('posted_totals')
      .select((eb) => [
        'rail',
        'status',
        eb.fn.sum<number>('operations').as('operations'),
        eb.fn.sum<number>('total_centavos').as('total'),
        eb.fn.sum<number>('commission_centavos').as('commission'),
      ])
      .where('account_id', '=', accountId)
      .where('unit', '=', 'day')
      .where('period', '=', day)
      .groupBy(['rail', 'status'])
      .execute(),
    db
      .selectFrom('monthly_totals')
      .select((eb) => [eb.fn.sum<number>('operations').as('count'), eb.fn.sum<number>('total_centavos').as('total')])
      .where('account_id', '=', accountId)
      .where('month', '>=', addDays(day, -400).slice(0, 7))
      .where('rail', 'in', voucherRails)
      .where('status', '=', 'pending')
      .executeTakeFirst(),
  ])
  const sum = (rows: typeof posted, of: 'operations' | 'total' | 'commission') =>
    rows.reduce((total, row) => total + Number(row[of]), 0)
  const returned = posted.filter(({ status }) => status === 'reversed' || status === 'refunded')
  const disputed = posted.filter(({ status }) => status === 'disputed')
  const held = posted.filter(({ status }) => status === 'held')
  const sold = posted.filter((row) => !returned.includes(row) && !disputed.includes(row) && !held.includes(row))
  const fees = sum(sold, 'commission') - sum(returned, 'commission') - sum(disputed, 'commission')
  return {
    sales: { count: sum(sold, 'operations'), centavos: sum(sold, 'total') },
    rails: railNames.map((rail) => {
      const rows = sold.filter((row) => row.rail === rail)
      return { rail, count: sum(rows, 'operations'), centavos: sum(rows, 'total') }
    }),
    returns: { count: sum(returned, 'operations'), centavos: sum(returned, 'total') },
    disputes: { count: sum(disputed, 'operations'), centavos: sum(disputed, 'total') + sum(held, 'total') },
    fees,
    net: sum(sold, 'total') - sum(returned, 'total') - sum(disputed, 'total') - sum(held, 'total') - fees,
    open: { count: Number(pending?.count ?? 0), centavos: Number(pending?.total ?? 0) },
  }
}
