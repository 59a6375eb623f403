// Finds the settlements that no bank's statement has, although it has the day on which the money should have arrived.
import { MAX_DAYS_APART } from '../core/movement.ts'
import { railNames, rails } from '../core/rail.ts'
import { addDays, businessDaysAfter, type Day, isBusinessDay } from '../core/time.ts'
import { UNMATCHED_ACCOUNT } from '../ledger/transfer-causes.ts'
import type { Store } from '../store/store.ts'
import { arrivals, type Settlement } from './arrivals.ts'
import { BATCH_SIZE, isAfter, type Place, type Read } from './missing-portions.ts'
import type { StatementHeader } from './movement.ts'
import type { Scope } from './scope.ts'

/** The most days from a settlement to the next banking day, over long weekends. */
const DAYS_AHEAD = 10
const bankRails = railNames.filter((rail) => rails[rail].port === 'spei-bank')
const payingRails = railNames.filter((rail) => !bankRails.includes(rail))

/**
 * A bank's statement is searched for the settlements of all networks that were due on its days; another network's statement for its own
 * settlements, which the bank's statements that were read before may have.
 */
export async function missingSettlements(
  store: Store,
  scope: Scope,
  { header, banks }: { header: StatementHeader; banks: readonly string[] },
  after: Place,
): Promise<Read<Place>[]> {
  const isBank = banks.includes(header.network)
  let query = settlements(store, scope)
    .where('rail', 'in', payingRails)
    .where(isAfter(after, 'day', 'id'))
    .where('day', '<=', header.lastDay)
  if (!isBank) query = query.where('network', '=', header.network).where('day', '>=', header.firstDay)
  const rows = await query.orderBy('day').orderBy('id').limit(BATCH_SIZE).execute()
  const [first, last] = [rows.at(0)?.day, rows.at(-1)?.day]
  if (first === undefined || last === undefined) return []
  const covered = isBank ? [header] : await readCovered(store, scope, { banks, first, last })
  const isCovered = (day: Day) => covered.some(({ firstDay, lastDay }) => day >= firstDay && day <= lastDay)
  const arrived = await readArrived(store, scope, { first, last })
  return rows.map((row) => {
    const isMissing = isCovered(dueDay(row.day)) && !arrived.has(row.id)
    const missing = {
      kind: 'settlement' as const,
      rail: row.rail,
      movement: row.movement,
      causeId: row.id,
      day: row.day,
      amountCentavos: row.amount_centavos,
    }
    return { place: { at: row.day, id: row.id }, missing: isMissing ? missing : undefined }
  })
}

/** The place from which on a settlement may be due on a statement's days. */
export function firstSettlement({ firstDay }: StatementHeader): Place {
  return { at: addDays(firstDay, -DAYS_AHEAD), id: '' }
}

/** The banking day on which a bank has what was paid on a day. */
function dueDay(day: Day): Day {
  return isBusinessDay(day) ? day : businessDaysAfter(day, 1)
}

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
  const ofDays = () => settlements(store, scope).where('day', '>=', from).where('day', '<=', until)
  const near = await ofDays().execute()
  const paid = near
    .filter(({ rail }) => payingRails.includes(rail))
    .map((row): Settlement => ({ ...row, amountCentavos: row.amount_centavos }))
  const names = [...new Set(paid.map(({ movement }) => movement))]
  // A deposit that names its settlement may be of any day.
  const named =
    names.length === 0
      ? []
      : await settlements(store, scope)
          .where('rail', 'in', bankRails)
          .where((eb) => eb.or([eb('movement', 'in', names), eb('reference', 'in', names)]))
          .execute()
  const deposits = new Map(
    [...near, ...named].filter(({ rail }) => bankRails.includes(rail)).map((row) => [row.id, row]),
  )
  return arrivals(
    paid,
    [...deposits.values()].map((row) => ({ ...row, amountCentavos: row.amount_centavos })),
  )
}
