// Closes the fees of each month once: the IVA that operations charged one by one becomes the IVA on the sum of their fees,
// by its own entry.
import type { AccountRow } from '../../accounts/tables.ts'
import { newId } from '../../core/ids.ts'
import { closableAt, lastClosable, monthOf, monthPlus } from '../../core/month.ts'
import type { Task } from '../../core/task.ts'
import { mexicoCityDay } from '../../core/time.ts'
import { otherEvent } from '../../events/append.ts'
import { entryWrites } from '../../ledger/postings.ts'
import { readStanding } from '../../ledger/standing.ts'
import { across } from '../../store/across.ts'
import { conditionHeld, conflictOn } from '../../store/decide.ts'
import { isUntroubledNow, troubled } from '../../store/queues/set-aside.ts'
import type { Store, StoreAndClock } from '../../store/store.ts'
import { insert, update } from '../../store/write.ts'
import { conceptsOf } from './concepts.ts'
import { borneOf, roundingLines } from './entries.ts'
import { feesOfMonth } from './fees-of-month.ts'
import { summaryOf } from './present.ts'
import type { FeeStatementRow } from './tables.ts'

const BATCH_SIZE = 50

const SOURCE = 'fees of months'

/**
 * Closes every month that is over, account by account. The batch of a statement moves `accounts.fees_month` on from the month that was read, so
 * that only one of several workers closes a month.
 */
export function closeMonthsTask(needs: StoreAndClock): Task {
  const { store, clock } = needs
  const waiting = (last: string) =>
    store.db
      .selectFrom('accounts')
      .select(['id', 'fees_month'])
      .where('fees_month', '<', last)
      .where(isUntroubledNow(needs, SOURCE, 'accounts.id'))
      .modifyEnd(across('due'))
  const work = troubled(needs, SOURCE, ({ id }: Pick<AccountRow, 'id' | 'fees_month'>) => ({
    id,
    accountId: id,
  }))
  return {
    name: SOURCE,
    leavesOut: true,
    nextDueAt: async (until) => {
      const last = lastClosable(clock.epochMs())
      if (await waiting(last).limit(1).executeTakeFirst()) return closableAt(last)
      const month = monthPlus(last, 1)
      const next = closableAt(month)
      if (until !== undefined && next > until) return undefined
      return (await isAnythingCharged(store, month)) ? next : undefined
    },
    run: async () => {
      const last = lastClosable(clock.epochMs())
      const accounts = await waiting(last).orderBy('fees_month').orderBy('id').limit(BATCH_SIZE).execute()
      return work.each(accounts, (account) => closeNext(needs, account, last))
    },
  }
}

/** Whether any account has fees of the month or later. In a busy service the first accounts answer it. */
async function isAnythingCharged({ db }: Store, month: string): Promise<boolean> {
  const charged = await db
    .selectFrom('accounts')
    .select('id')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('balances')
          .select('balances.day')
          .whereRef('balances.account_id', '=', 'accounts.id')
          .where('ledger_account', '=', 'income:fees')
          .where('day', '>=', `${month}-01`),
      ),
    )
    .limit(1)
    .modifyEnd(across('due'))
    .executeTakeFirst()
  return charged !== undefined
}

/** Closes the account's next month with fees. Without such a month up to `last`, only moves `fees_month` there. */
async function closeNext(
  { store, clock }: StoreAndClock,
  account: Pick<AccountRow, 'id' | 'fees_month'>,
  last: string,
): Promise<void> {
  const { id: accountId, fees_month: before } = account
  const month = await nextCharged(store, accountId, before)
  const guard = { id: accountId, fees_month: before }
  if (month === undefined || month > last) {
    await conditionHeld(store.commit([update('accounts', { fees_month: last }, guard)]))
    return
  }
  const [sums, standing] = await Promise.all([
    feesOfMonth(store.db, { accountId, month }),
    readStanding(store, accountId),
  ])
  const concepts = await conceptsOf(store, { accountId, month, feeCentavos: sums.fee_centavos })
  const at = clock.now()
  const day = mexicoCityDay(at)
  const statement: FeeStatementRow = {
    id: newId(clock, 'fst'),
    account_id: accountId,
    month,
    ...sums,
    borne_centavos: borneOf(sums.rounding_centavos, standing.owedCentavos),
    posted_day: day,
    created_at: at,
  }
  const { id } = statement
  const { version: owed_version } = standing
  const lines = concepts.map((concept) => ({ account_id: accountId, statement_id: id, ...concept }))
  const writing = store.commit([
    // The rounding may take from what the merchant is owed.
    update('accounts', { fees_month: month, owed_version: owed_version + 1 }, { ...guard, owed_version }),
    insert('fee_statements', statement),
    ...(lines.length > 0 ? [insert('fee_statement_lines', ...lines)] : []),
    ...entryWrites({ name: `${id}:rounded`, accountId, day, at, lines: roundingLines(statement) }),
    ...otherEvent(clock, 'fees.month_closed', accountId, summaryOf(statement)),
  ])
  // Otherwise another writer was first, and the next run closes the month.
  await conditionHeld(writing, conflictOn('fee_statements'))
}

/** The first month later than `after` with fees. The IVA of a month may also have the rounding of the month before. */
async function nextCharged({ db }: Store, accountId: string, after: string): Promise<string | undefined> {
  const first = await db
    .selectFrom('balances')
    .select((eb) => eb.fn.min('day').as('day'))
    .where('account_id', '=', accountId)
    .where('ledger_account', '=', 'income:fees')
    .where('day', '>=', after === '' ? '' : `${monthPlus(after, 1)}-01`)
    .executeTakeFirst()
  return first?.day?.slice(0, 7)
}

/** The fees so far of a month that is not closed. Undefined for a month that has not begun. */
export async function openMonth(
  store: Store,
  { accountId, month, at }: { accountId: string; month: string; at: number },
) {
  if (month > monthOf(at)) return undefined
  const sums = await feesOfMonth(store.db, { accountId, month })
  return { sums, concepts: await conceptsOf(store, { accountId, month, feeCentavos: sums.fee_centavos }) }
}
