// Finds the settlements that no bank's statement has, although it has the day on which the money should have arrived.
import { MAX_DAYS_APART } from '../core/movement.ts'
import { railNames, rails } from '../core/rail.ts'
import { addDays, businessDaysAfter, type Day, isBusinessDay } from '../core/time.ts'
import { UNMATCHED_ACCOUNT } from '../ledger/owner.ts'
import type { Store } from '../store/store.ts'
import { arrivals, type Settlement } from './arrivals.ts'
import { BATCH_SIZE, isAfter, type Missing, type Place } from './missing-portions.ts'
import type { StatementHeader } from './movement.ts'
import type { Scope } from './scope.ts'
import type { StatementLineRow } from './tables.ts'

/** The most days from a settlement to the next banking day, over long weekends. */
const DAYS_AHEAD = 10
/** Days whose settlements are looked at together: with the days around them, what is in memory at once. */
const SPAN_DAYS = 7
const bankRails = railNames.filter((rail) => rails[rail].port === 'spei-bank')
const payingRails = railNames.filter((rail) => !bankRails.includes(rail))

interface Wanted {
  header: StatementHeader
  /** The networks whose statements are of our account at a bank. */
  banks: readonly string[]
}

/**
 * A bank's statement is searched for the settlements of all networks that were due on its days; another network's statement for its own
 * settlements, which the bank's statements that were read before may have. A few days at a time, each read page by page.
 */
export async function* eachMissingSettlement(store: Store, scope: Scope, wanted: Wanted): AsyncGenerator<Missing> {
  const { header, banks } = wanted
  const isBank = banks.includes(header.network)
  const { lastDay } = header
  const due = (from: Day, until: Day) => {
    const query = settlements(store, scope)
      .where('rail', 'in', payingRails)
      .where('day', '>=', from)
      .where('day', '<=', until)
    return isBank ? query : query.where('network', '=', header.network)
  }
  let from: Day | undefined = isBank ? addDays(header.firstDay, -DAYS_AHEAD) : header.firstDay
  while (from !== undefined) {
    const next: { day: Day } | undefined = await due(from, lastDay).orderBy('day').limit(1).executeTakeFirst()
    if (next === undefined) return
    const first = next.day
    const last = [lastDay, addDays(first, SPAN_DAYS - 1)].sort()[0] as Day
    const covered = isBank ? [header] : await readCovered(store, scope, { banks, first, last })
    const isCovered = (day: Day) => covered.some(({ firstDay, lastDay }) => day >= firstDay && day <= lastDay)
    const arrived = await readArrived(store, scope, { first, last })
    for await (const rows of pagesOf(() => due(first, last))) {
      for (const row of rows) {
        if (!isCovered(dueDay(row.day)) || arrived.has(row.id)) continue
        const { rail, movement, id: causeId, day, amount_centavos: amountCentavos } = row
        yield { kind: 'settlement', rail, movement, causeId, day, amountCentavos }
      }
    }
    from = last < lastDay ? addDays(last, 1) : undefined
  }
}

/** The rows of a query by day and id, page by page: other work goes on between two pages. */
async function* pagesOf(query: () => ReturnType<typeof settlements>): AsyncGenerator<SettlementLine[]> {
  for (let after: Place | undefined = { at: '', id: '' }; after !== undefined; ) {
    const rows: SettlementLine[] = await query()
      .where(isAfter(after, 'day', 'id'))
      .orderBy('day')
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    yield rows
    const end: SettlementLine | undefined = rows.length < BATCH_SIZE ? undefined : rows.at(-1)
    after = end && { at: end.day, id: end.id }
  }
}

async function allOf(query: () => ReturnType<typeof settlements>): Promise<SettlementLine[]> {
  const all: SettlementLine[] = []
  for await (const rows of pagesOf(query)) for (const row of rows) all.push(row)
  return all
}

/** The banking day on which a bank has what was paid on a day. */
function dueDay(day: Day): Day {
  return isBusinessDay(day) ? day : businessDaysAfter(day, 1)
}

type SettlementLine = Pick<
  StatementLineRow,
  'id' | 'network' | 'rail' | 'movement' | 'reference' | 'day' | 'amount_centavos'
>

/** The partial index of settlements finds them by account and day. */
function settlements({ db }: Store, { accountId }: Scope) {
  return db
    .selectFrom('statement_lines')
    .select(['id', 'network', 'rail', 'movement', 'reference', 'day', 'amount_centavos'])
    .where('account_id', '=', accountId ?? UNMATCHED_ACCOUNT)
    .where('kind', '=', 'settlement')
    .where('superseded_at', 'is', null)
}

async function readCovered(
  { db }: Store,
  { accountId }: Scope,
  { banks, first, last }: { banks: readonly string[]; first: Day; last: Day },
): Promise<Pick<StatementHeader, 'firstDay' | 'lastDay'>[]> {
  if (banks.length === 0) return []
  const rows = await db
    .selectFrom('statements')
    .select(['first_day', 'last_day'])
    .distinct()
    .where('account_id', '=', accountId ?? UNMATCHED_ACCOUNT)
    .where('network', 'in', banks)
    .where('state', '=', 'done')
    .where('first_day', '<=', dueDay(last))
    .where('last_day', '>=', first)
    .execute()
  return rows.map((row) => ({ firstDay: row.first_day, lastDay: row.last_day }))
}

/** The settlements of some days that arrived. What is a few days older or later may have the same deposits. */
async function readArrived(store: Store, scope: Scope, { first, last }: { first: Day; last: Day }) {
  const from = addDays(first, -2 * MAX_DAYS_APART)
  const until = addDays(last, 2 * MAX_DAYS_APART)
  const near = await allOf(() => settlements(store, scope).where('day', '>=', from).where('day', '<=', until))
  const paid = near
    .filter(({ rail }) => payingRails.includes(rail))
    .map((row): Settlement => ({ ...row, amountCentavos: row.amount_centavos }))
  const names = [...new Set(paid.map(({ movement }) => movement))]
  // A deposit that names its settlement may be of any day.
  const named: SettlementLine[] = []
  for (let start = 0; start < names.length; start += BATCH_SIZE) {
    const some = names.slice(start, start + BATCH_SIZE)
    const found = await allOf(() =>
      settlements(store, scope)
        .where('rail', 'in', bankRails)
        .where((eb) => eb.or([eb('movement', 'in', some), eb('reference', 'in', some)])),
    )
    for (const row of found) named.push(row)
  }
  const deposits = new Map(
    [...near, ...named].filter(({ rail }) => bankRails.includes(rail)).map((row) => [row.id, row]),
  )
  return arrivals(
    paid,
    [...deposits.values()].map((row) => ({ ...row, amountCentavos: row.amount_centavos })),
  )
}
