// What stands open of a month: what has no final answer, what nobody has invoiced, and the statements that are missing.
import { sql } from 'kysely'
import { formatAmount } from '../core/money.ts'
import { lastDayOf } from '../core/month.ts'
import { isReported, type Rail, type ReportedRail, railNames, rails } from '../core/rail.ts'
import { NO_NETWORK } from '../core/rail-port.ts'
import { businessDaysAfter, type Day, dayEndAt, daySpan, mexicoCityTime } from '../core/time.ts'
import { causeOf } from '../ledger/entry-name.ts'
import { UNMATCHED_ACCOUNT } from '../ledger/owner.ts'
import { sameAccount } from '../store/same-account.ts'
import type { Store } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'
import type { OpenItem } from './present.ts'

/** Items that are listed; more than these stand open behind them. */
const MAX_ITEMS = 200

export interface OpenNeeds {
  store: Store
  /** The names of each rail's networks; of cards there may be several. */
  networks: Record<Rail, readonly string[]>
  /** Whether fees are invoiced. */
  isInvoicing: boolean
}

interface OfMonth {
  accountId: string
  month: string
}

/** At most `MAX_ITEMS` of them, kind by kind, oldest first. */
export async function readOpenItems(needs: OpenNeeds, of: OfMonth): Promise<OpenItem[]> {
  const found = await Promise.all([
    payouts(needs, of),
    refunds(needs, of),
    disputes(needs, of),
    payments(needs, of),
    transfers(needs, of),
    invoice(needs, of),
    statements(needs, of),
  ])
  return found.flat().slice(0, MAX_ITEMS)
}

const endOf = ({ month }: OfMonth) => dayEndAt(lastDayOf(month))

type Row = { id: string; amount_centavos: number; created_at: string }

const itemsOf = (kind: OpenItem['kind'], rows: Row[]): OpenItem[] =>
  rows.map(({ id, amount_centavos, created_at }) => ({
    kind,
    id,
    amount: formatAmount(amount_centavos),
    since: mexicoCityTime(created_at),
  }))

async function payouts({ store }: OpenNeeds, of: OfMonth) {
  const rows = await store.db
    .selectFrom('payouts')
    .select(['id', 'amount_centavos', 'created_at'])
    .where('account_id', '=', of.accountId)
    .where('created_at', '<=', endOf(of))
    .where('state', '=', 'pending')
    .orderBy('day')
    .limit(MAX_ITEMS)
    .execute()
  return itemsOf('payout', rows)
}

async function refunds({ store }: OpenNeeds, of: OfMonth) {
  const rows = await store.db
    .selectFrom('refunds')
    .select(['id', 'amount_centavos', 'created_at'])
    .where('account_id', '=', of.accountId)
    .where('state', 'in', ['pending', 'sent', 'failed', 'returned'])
    .where('created_at', '<=', endOf(of))
    .orderBy('id')
    .limit(MAX_ITEMS)
    .execute()
  return itemsOf('refund', rows)
}

async function disputes({ store }: OpenNeeds, of: OfMonth) {
  const rows = await store.db
    .selectFrom('disputes')
    .select(['id', 'amount_centavos', 'created_at'])
    .where('account_id', '=', of.accountId)
    .where('closed_because', '=', '')
    .where('created_at', '<=', endOf(of))
    .orderBy('id')
    .limit(MAX_ITEMS)
    .execute()
  return itemsOf('dispute', rows)
}

/** Payments in suspense: nobody has decided what they are. */
async function payments({ store }: OpenNeeds, of: OfMonth) {
  const rows = await store.db
    .selectFrom('payments_received')
    .leftJoin('releases', sameAccount('releases.payment_id', 'payments_received.id'))
    .select([
      'payments_received.id',
      'payments_received.amount_centavos',
      'payments_received.received_at as created_at',
    ])
    .where('payments_received.account_id', '=', of.accountId)
    .where('outcome', '=', 'suspended')
    .where('releases.payment_id', 'is', null)
    .where('payments_received.received_at', '<=', endOf(of))
    .orderBy('payments_received.id')
    .limit(MAX_ITEMS)
    .execute()
  return itemsOf('payment', rows)
}

/** Those of payouts and refunds are named by these. */
async function transfers({ store }: OpenNeeds, of: OfMonth) {
  const rows = await store.db
    .selectFrom('transfers')
    .select(['id', 'amount_centavos', 'created_at'])
    .where(unindexed('account_id'), '=', of.accountId)
    // The condition of the partial index, written out.
    .where(sql<boolean>`state in ('pending', 'accepted')`)
    .where('kind', 'not in', ['payout', 'refund'])
    .where('created_at', '<=', endOf(of))
    .orderBy('id')
    .limit(MAX_ITEMS)
    .execute()
  return itemsOf('transfer', rows)
}

async function invoice({ store, isInvoicing }: OpenNeeds, of: OfMonth): Promise<OpenItem[]> {
  if (!isInvoicing) return []
  const row = await store.db
    .selectFrom('fee_statements')
    .leftJoin('fee_stamps', sameAccount('fee_stamps.statement_id', 'fee_statements.id'))
    .select(['fee_statements.id', 'fee_centavos', 'fee_statements.created_at', 'fee_stamps.state'])
    .where('fee_statements.account_id', '=', of.accountId)
    .where('month', '=', of.month)
    .executeTakeFirst()
  if (row === undefined || row.fee_centavos === 0 || row.state === 'stamped') return []
  return itemsOf('invoice', [{ ...row, amount_centavos: row.fee_centavos }])
}

/** The networks that owed or paid money on days that no statement of theirs covers. */
async function statements({ store, networks }: OpenNeeds, { accountId, month }: OfMonth): Promise<OpenItem[]> {
  const [from, until] = [`${month}-01`, lastDayOf(month)]
  const [moved, read] = await Promise.all([
    store.db
      .selectFrom('balances')
      .select(['ledger_account', 'network', 'day'])
      .distinct()
      .where('account_id', '=', accountId)
      .where('ledger_account', 'in', [...new Set(railNames.map((rail) => rails[rail].receivable))])
      .where('day', '>=', from)
      .where('day', '<=', until)
      .orderBy('day')
      .execute(),
    store.db
      .selectFrom('statements')
      .select(['network', 'first_day', 'last_day', 'finished_at'])
      .where('account_id', 'in', [accountId, UNMATCHED_ACCOUNT])
      .where('state', '=', 'done')
      .where('first_day', '<=', businessDaysAfter(until, 1))
      .where('last_day', '>=', from)
      .execute(),
  ])
  // An acquirer that is not configured any more owes its statements too.
  const named = (rail: Rail) =>
    rails[rail].port === 'acquirer'
      ? [...new Set(moved.map(({ network }) => network).filter((network) => network !== ''))].sort()
      : [networks[rail][0] ?? NO_NETWORK]
  const all = railNames.flatMap((rail) => named(rail).map((name) => ({ rail, name })))
  const items = all.map(async ({ rail, name }): Promise<OpenItem[]> => {
    const own = read
      .filter(({ network }) => network === name)
      .map(({ first_day, last_day, finished_at }) => ({
        ...{ first_day, last_day },
        read_on: finished_at === null ? first_day : presentDay(rail, finished_at),
      }))
    // A day that was not over when its statement was read is not whole in it.
    const isMissing = (day: Day) => !own.some((one) => day >= one.first_day && day <= one.last_day && day < one.read_on)
    const movedOn = moved.flatMap(({ ledger_account, network, day }) =>
      ledger_account === rails[rail].receivable && ['', name].includes(network) ? [day] : [],
    )
    const days = new Set(movedOn.map((day) => statedOn(rail, day)).filter(isMissing))
    for (const day of movedOn) {
      const next = rails[rail].dayOf(daySpan(day).to)
      if (!isReported(rail) || next === statedOn(rail, day) || days.has(next) || !isMissing(next)) continue
      if (await hasEvening(store, { rail, accountId, day })) days.add(next)
    }
    if (days.size === 0) return []
    return [{ kind: 'statement', id: name, amount: null, since: [...days].sort().join(' ') }]
  })
  return (await Promise.all(items)).flat()
}

/** Entries that are read at once. */
const BATCH_SIZE = 200

/** Whether some movement that was posted on a day is of its network's next day, because the banking day turns in the evening. */
async function hasEvening(
  { db }: Store,
  { rail, accountId, day }: { rail: ReportedRail; accountId: string; day: Day },
): Promise<boolean> {
  const turnsAt = rails[rail].spanOf(day).to
  for (let before: string | undefined; ; ) {
    let query = db
      .selectFrom('entries')
      .select('entry')
      .where('account_id', '=', accountId)
      .where('day', '=', day)
      .where('created_at', '>', turnsAt)
    if (before !== undefined) query = query.where('entry', '<', before)
    const rows: { entry: string }[] = await query.orderBy('entry', 'desc').limit(BATCH_SIZE).execute()
    const ids = [NO_ID, ...new Set(rows.map(({ entry }) => causeOf(entry)))]
    const [received, sent] = await Promise.all([
      db
        .selectFrom('payments_received')
        .select('id')
        .where('account_id', '=', accountId)
        .where('rail', '=', rail)
        .where('operation_day', '>', day)
        .where((eb) => eb.or([eb('operation_id', 'in', ids), eb('id', 'in', ids)]))
        .limit(1)
        .execute(),
      db
        .selectFrom('transfers')
        .select('id')
        .where(unindexed('account_id'), '=', accountId)
        .where('rail', '=', rail)
        .where('settled_at', '>', turnsAt)
        .where((eb) =>
          eb.or([
            eb('id', 'in', ids),
            eb('refund_id', 'in', ids),
            eb(
              'id',
              'in',
              eb
                .selectFrom('payouts')
                .select('transfer_id')
                .where('payouts.account_id', '=', accountId)
                .where('payouts.id', 'in', ids),
            ),
          ]),
        )
        .limit(1)
        .execute(),
    ])
    if (received.length + sent.length > 0) return true
    if (rows.length < BATCH_SIZE) return false
    before = rows.at(-1)?.entry
  }
}

/** A list of ids is never empty. */
const NO_ID = ''

/** The day of a network's statement that has what was posted on a day. Sample: of a Saturday, at SPEI, it is the Monday. */
function statedOn(rail: Rail, day: Day): Day {
  return rails[rail].dayOf(daySpan(day).from)
}

/** The day of a network's statements at an instant. */
function presentDay(rail: Rail, at: string): Day {
  return rails[rail].dayOf(at)
}
