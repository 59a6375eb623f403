// Reads the months of an account: from the first that its ledger has, to the one that is running.
import { formatAmount } from '../core/money.ts'
import { lastDayOf, monthOf, monthPlus, readMonth } from '../core/month.ts'
import { mexicoCityTime } from '../core/time.ts'
import { rowOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { type OpenNeeds, readOpenItems } from './open-items.ts'
import { type Figures, figuresIn, type Month, type monthStates, openItemsIn } from './present.ts'
import type { MonthClosingRow, MonthPackageRow } from './tables.ts'

type Summary = Pick<Month, 'month' | 'status' | 'opening' | 'closing' | 'closed_at'>

interface Asked {
  accountId: string
  /** Now, in epoch milliseconds. */
  at: number
}

/** The first month with postings, or the running one, and the running one. */
async function boundsOf({ db }: Store, { accountId, at }: Asked): Promise<{ first: string; running: string }> {
  const running = monthOf(at)
  const row = await db
    .selectFrom('balances')
    .select((eb) => eb.fn.min('day').as('day'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return { first: row?.day?.slice(0, 7) ?? running, running }
}

/** Newest first: those before the month `after`. */
export async function listMonths(
  store: Store,
  asked: Asked,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<{ total: number; months: Summary[]; next: string | null }> {
  const { first, running } = await boundsOf(store, asked)
  const total = distance(first, running) + 1
  const newest = after === undefined || after > running ? running : monthPlus(after, -1)
  const count = Math.max(0, Math.min(limit, distance(first, newest) + 1))
  const names = Array.from({ length: count }, (_, at) => monthPlus(newest, -at))
  const last = names.at(-1)
  if (last === undefined) return { total, months: [], next: null }
  return { total, months: await summariesOf(store, asked, names), next: last > first ? last : null }
}

function distance(from: string, to: string): number {
  const of = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))
  return of(to) - of(from)
}

async function summariesOf(store: Store, { accountId, at }: Asked, names: string[]): Promise<Summary[]> {
  const [closings, packages, balances] = await Promise.all([
    store.db
      .selectFrom('month_closings')
      .select(['month', 'figures', 'created_at'])
      .where('account_id', '=', accountId)
      .where('month', 'in', names)
      .execute(),
    store.db
      .selectFrom('month_packages')
      .select(['month'])
      .where('account_id', '=', accountId)
      .where('month', 'in', names)
      .execute(),
    balancesUntil(store, accountId, names),
  ])
  const ownNow = (month: string): Pick<Summary, 'opening' | 'closing'> => ({
    opening: formatAmount(balances.get(monthPlus(month, -1)) ?? 0),
    closing: formatAmount(balances.get(month) ?? 0),
  })
  return names.map((month): Summary => {
    const closed = closings.find((one) => one.month === month)
    if (closed !== undefined) {
      const figures = figuresIn(closed.figures)
      const own = figures === undefined ? ownNow(month) : ownBalance(figures)
      return { month, status: 'closed', ...own, closed_at: mexicoCityTime(closed.created_at) }
    }
    const isClosing = packages.some((one) => one.month === month)
    const status: (typeof monthStates)[number] = isClosing ? 'closing' : month === monthOf(at) ? 'running' : 'open'
    return { month, status, ...ownNow(month), closed_at: null }
  })
}

/** What the merchant is owed at the end of each month of a run, and before the first. */
async function balancesUntil({ db }: Store, accountId: string, names: string[]): Promise<Map<string, number>> {
  const oldest = names.at(-1) ?? ''
  const rows = await db
    .selectFrom('balances')
    .select((eb) => ['day', eb.fn.sum<number>('amount_centavos').as('amount')])
    .where('account_id', '=', accountId)
    .where('ledger_account', '=', 'payable:merchant')
    .where('day', '<=', lastDayOf(names[0] ?? ''))
    .groupBy('day')
    .execute()
  const sums = new Map<string, number>()
  for (const month of [monthPlus(oldest, -1), ...names]) {
    const end = lastDayOf(month)
    sums.set(month, 0 - rows.reduce((sum, { day, amount }) => (day <= end ? sum + amount : sum), 0))
  }
  return sums
}

/** What the merchant is owed, as the wire says it: the other side of the ledger. */
function ownBalance({ balances }: Figures): Pick<Summary, 'opening' | 'closing'> {
  const own = balances.find(({ account }) => account === 'payable:merchant')
  const other = (text = '0.00') => formatAmount(0 - Math.round(Number(text) * 100))
  return { opening: other(own?.opening), closing: other(own?.closing) }
}

export interface FoundMonth {
  shown: Month
  closing: MonthClosingRow | undefined
  making: MonthPackageRow | undefined
}

/** Undefined for a text that is no month, for one that has not begun, and one before the first. */
export async function findMonthOfBooks(
  needs: OpenNeeds,
  { month: text, ...asked }: Asked & { month: string },
): Promise<FoundMonth | undefined> {
  const { store } = needs
  const { accountId } = asked
  const month = readMonth(text)
  const { first, running } = await boundsOf(store, asked)
  if (month === undefined || month < first || month > running) return undefined
  const [[summary], closing, making] = await Promise.all([
    summariesOf(store, asked, [month]),
    readClosing(store, { accountId, month }),
    rowOf(store.db, 'month_packages', { account_id: accountId, month }),
  ])
  const kept = closing?.open_items ?? making?.open_items
  const open_items = kept === undefined ? await readOpenItems(needs, { accountId, month }) : openItemsIn(kept)
  const shown: Month = {
    ...(summary as Summary),
    open_items,
    figures: closing === undefined ? null : (figuresIn(closing.figures) ?? null),
    head: closing?.head ?? null,
    package: closing === undefined ? null : { bytes: closing.package_bytes, sha256: closing.package_hash },
  }
  return { shown, closing, making }
}

export function readClosing(
  { db }: Store,
  { accountId, month }: { accountId: string; month: string },
): Promise<MonthClosingRow | undefined> {
  return rowOf(db, 'month_closings', { account_id: accountId, month })
}
