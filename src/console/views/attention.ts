// What needs a person of the account, and of the whole service for its operator: each kind with its number, its amount and its first deadline. Each query reads a bounded range of an index.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { choice, orNull } from '../../api/fields.ts'
import { formatAmount } from '../../core/money.ts'
import { addDays, dayEndAt, HOUR_MS, instantPlus, mexicoCityDay, mexicoCityTime } from '../../core/time.ts'
import { endingVouchers } from '../../operations/ending.ts'
import type { OpenItem } from '../../reconciliation/open.ts'
import type { Store } from '../../store/store.ts'
import { maySee, type Power } from '../approvals/stored-request.ts'
import { prefixOf } from '../mending/read-items.ts'
import type { ConsoleNeeds } from '../needs.ts'
import { disputeReportsOf } from './dispute-reports.ts'

export const AttentionItem = Type.Object(
  {
    kind: choice(['service', 'disputes', 'suspense', 'payouts', 'refunds', 'approvals', 'webhooks', 'vouchers']),
    count: Type.Integer({ description: 'At most 100' }),
    more: Type.Boolean({ description: 'There are more than were counted' }),
    amount: orNull(Type.String({ description: 'The sum of those counted; null where no money is in question' })),
    at: orNull(Type.String({ description: 'The earliest deadline, or since when it is so; null: it has none' })),
    first: Type.String({ description: 'The id of the only one, or of the one with the earliest deadline' }),
  },
  { title: 'AttentionItem' },
)

type Attention = Static<typeof AttentionItem>

/** Counting stops at this number. */
const MAX = 100
/** The newest payouts that are looked at, back to the last one that arrived. */
const PAYOUTS = 30
const UNANSWERED_HOURS = 24

interface Asked {
  accountId: string
  /** The person who asks, whose own requests another person decides. */
  userId: string
  power: Power
}

/** Reads all kinds at once; a kind with nothing is left out. The most urgent kinds come first. */
export async function readAttention(
  { store, clock, eachOfOperator }: Pick<ConsoleNeeds, 'store' | 'clock' | 'eachOfOperator'>,
  asked: Asked,
): Promise<Attention[]> {
  const now = clock.now()
  const found = await Promise.all([
    ...(asked.power.isOperator
      ? [readService(store, eachOfOperator(store, instantPlus(now, -UNANSWERED_HOURS * HOUR_MS)))]
      : []),
    readDisputes(store, asked.accountId, now),
    readSuspense(store, asked.accountId),
    readPayouts(store, asked.accountId),
    readRefunds(store, asked.accountId),
    readApprovals(store, asked, now),
    readWebhooks(store, asked.accountId),
    readVouchers(store, asked.accountId, now),
  ])
  return found.filter(({ count }) => count > 0)
}

interface Found {
  id: string
  centavos?: number | null
  at?: string | null
}

function summed(kind: Attention['kind'], rows: readonly Found[]): Attention {
  const counted = rows.slice(0, MAX)
  const amounts = counted.flatMap(({ centavos }) => (centavos == null ? [] : [Number(centavos)]))
  const times = counted.flatMap(({ at }) => (at ? [at] : [])).toSorted()
  const first = counted.find(({ at }) => at === times[0]) ?? counted[0]
  return {
    kind,
    count: counted.length,
    more: rows.length > MAX,
    amount: amounts.length === 0 ? null : formatAmount(amounts.reduce((sum, one) => sum + one, 0)),
    at: times[0] === undefined ? null : mexicoCityTime(times[0]),
    first: first?.id ?? '',
  }
}

/**
 * What waits for the operator in the whole service. A network's missing answer is asked for again at least each hour: it needs a person when a day has
 * passed.
 */
async function readService(store: Store, waiting: AsyncGenerator<OpenItem>): Promise<Attention> {
  const items: OpenItem[] = []
  for await (const item of waiting) {
    items.push(item)
    if (items.length > MAX) break
  }
  const reports = items.filter(({ id }) => prefixOf(id) === 'unr').map(({ id }) => id)
  const disputed = await disputeReportsOf(store, reports)
  const rows = items.map(({ id, amountCentavos, since: at }) => {
    // A kept report has no amount of its own, but the report of a dispute demands one.
    const centavos = disputed.get(id)?.amountCentavos ?? Math.abs(amountCentavos)
    return { id, centavos: centavos || null, at }
  })
  return summed('service', rows)
}

/** Disputes that still take an answer, by their deadline. */
async function readDisputes({ db }: Store, accountId: string, now: string): Promise<Attention> {
  const rows = await db
    .selectFrom('disputes')
    .select(['id', 'amount_centavos as centavos', 'respond_by as at'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`state in ('retrieval', 'needs_response')`)
    .where('respond_by', '>', now)
    .orderBy('respond_by')
    .limit(MAX + 1)
    .execute()
  return summed('disputes', rows)
}

async function readSuspense({ db }: Store, accountId: string): Promise<Attention> {
  const rows = await db
    .selectFrom('payments_received')
    .select(['id', 'amount_centavos as centavos'])
    .where('account_id', '=', accountId)
    .where('outcome', '=', sql.lit('suspended' as const))
    .orderBy('id')
    .limit(MAX + 1)
    .execute()
  return summed('suspense', rows)
}

/** Payouts that were refused or sent back after the last one that arrived: their money waits for an account that takes it. */
async function readPayouts({ db }: Store, accountId: string): Promise<Attention> {
  const rows = await db
    .selectFrom('payouts')
    .select(['id', 'day', 'state', 'amount_centavos as centavos', 'state_at as at'])
    .where('account_id', '=', accountId)
    .where('affiliate', '=', '')
    .orderBy('day', 'desc')
    .limit(PAYOUTS)
    .execute()
  const arrived = rows.findIndex(({ state }) => state === 'paid')
  const since = arrived < 0 ? rows : rows.slice(0, arrived)
  const back = since.filter(({ state }) => state === 'failed' || state === 'returned')
  // A payout is known by its day.
  return summed(
    'payouts',
    back.map(({ day, centavos, at }) => ({ id: day, centavos, at })),
  )
}

/** Refunds that wait for balance or for an account, and those that failed or came back. */
async function readRefunds({ db }: Store, accountId: string): Promise<Attention> {
  const ofAccount = db
    .selectFrom('refunds')
    .select(['id', 'operation_id', 'amount_centavos as centavos'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .limit(MAX + 1)
  const [waiting, failed, returned] = await Promise.all([
    ofAccount.where('waits_for', '<>', sql.lit('' as const)).execute(),
    ofAccount.where('state', '=', 'failed').execute(),
    ofAccount.where('state', '=', 'returned').execute(),
  ])
  const all = new Map([...waiting, ...failed, ...returned].map((one) => [one.id, one]))
  // A person mends a refund at its payment.
  return summed(
    'refunds',
    [...all.values()].map(({ operation_id: id, centavos }) => ({ id, centavos })),
  )
}

/** Requests that the person may decide. */
async function readApprovals({ db }: Store, { accountId, userId, power }: Asked, now: string): Promise<Attention> {
  const rows = await db
    .selectFrom('approvals')
    .select(['id', 'needed_scopes', 'asked', 'amount_centavos as centavos', 'expires_at as at', 'asked_by', 'state'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`(state = 'asked' or state = 'approved')`)
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .limit(MAX + 1)
    .execute()
  const own = rows.filter((row) => row.state === 'asked' && row.asked_by !== userId && maySee(row, power))
  return summed('approvals', own)
}

/** Endpoints without a successful delivery, and those that were stopped for it. An account has few endpoints. */
async function readWebhooks({ db }: Store, accountId: string): Promise<Attention> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .select(['id', 'failing_since as at', 'state_reason', 'state'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .limit(MAX + 1)
    .execute()
  const failing = rows.filter(
    ({ at, state, state_reason: reason }) =>
      (at !== null && state === 'active') || reason === 'failing' || reason === 'gone',
  )
  return summed('webhooks', failing)
}

/** Vouchers that end today or tomorrow, at the end of a day of Mexico City. */
async function readVouchers(store: Store, accountId: string, now: string): Promise<Attention> {
  const until = dayEndAt(addDays(mexicoCityDay(now), 1))
  const rows = await endingVouchers(store, { accountId, after: now, until, limit: MAX + 1 })
  return summed(
    'vouchers',
    rows.map(({ id, total_centavos: centavos, expires_at: at }) => ({ id, centavos, at })),
  )
}

/** Rooms that an account sees once it uses them. */
export async function readRooms({ db }: Store, accountId: string): Promise<{ plans: boolean; affiliates: boolean }> {
  const [plan, affiliate] = await Promise.all([
    db.selectFrom('plans').select('id').where('account_id', '=', accountId).limit(1).execute(),
    db.selectFrom('affiliates').select('id').where('account_id', '=', accountId).limit(1).execute(),
  ])
  return { plans: plan.length > 0, affiliates: affiliate.length > 0 }
}
