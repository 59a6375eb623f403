// Lists the items that may need an operator: payments in suspense, withheld transfers, failed returns of money that belongs
// to no account, charges that may not be undone, cancellations that a network refused later, reports that could not be
// processed, and answers to disputes that the acquirer refused.
import { sql } from 'kysely'
import type { Clock } from '../core/clock.ts'
import type { Collector } from '../core/task.ts'
import { acrossDb } from '../store/across.ts'
import { NO_ACCOUNT } from '../store/no-account.ts'
import type { Store } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'
import { booksOf } from './owner.ts'

const BATCH_SIZE = 500

/** One such item. */
export interface Held {
  id: string
  accountId: string
  amountCentavos: number
  at: string
  because: string
}

interface HeldCounts {
  suspended: number
  withheld: number
  /** Reversal advices that are not acknowledged, and when the oldest was written. */
  advices: number
  oldestAdviceAt: string | undefined
  /** Cancellations that the network refused after they were answered as under way. */
  refusedLater: number
  /** Reports of networks that could not be processed. */
  unread: number
  /** Disputes under review whose answer the acquirer refused: an operator must submit it. */
  answers: number
}

/** The condition of the partial index on failed transfers, limited to those of no account. */
const isNobodysFailed = sql<boolean>`state in ('rejected', 'returned') and replaced_by is null and kind <> 'payout' and account_id = ${sql.lit(NO_ACCOUNT)}`

/** The values are those of the worker's last count, so that the metrics do not query the database. */
export function heldGauges({ store, clock }: { store: Store; clock: Clock }) {
  let seen: HeldCounts = {
    suspended: 0,
    withheld: 0,
    advices: 0,
    oldestAdviceAt: undefined,
    refusedLater: 0,
    unread: 0,
    answers: 0,
  }
  const collector: Collector = {
    name: 'count held money',
    collect: async () => {
      seen = await readHeld(store)
    },
  }
  const gauges = [
    {
      name: 'cobro_payments_suspended',
      help: 'Received payments in suspense, which wait for a person',
      read: () => seen.suspended,
    },
    {
      name: 'cobro_transfers_withheld',
      help: 'Transfers that are not sent because they differ from their cause or have none',
      read: () => seen.withheld,
    },
    {
      name: 'cobro_network_reports_unread',
      help: 'Reports of networks that nobody could act on, which wait for a person',
      read: () => seen.unread,
    },
    {
      name: 'cobro_reversals_refused_later',
      help: 'Cancellations that were answered as under way and that the network then refused, which wait for a person',
      read: () => seen.refusedLater,
    },
    {
      name: 'cobro_dispute_answers_refused',
      help: 'Disputes under review whose evidence the acquirer does not take: a person must hand it in',
      read: () => seen.answers,
    },
    {
      name: 'cobro_advices_open',
      help: 'Charges that may have happened, were given up, and are not acknowledged as undone',
      read: () => seen.advices,
    },
    {
      name: 'cobro_advices_oldest_seconds',
      help: 'Age of the oldest of them',
      read: () => {
        const { oldestAdviceAt } = seen
        return oldestAdviceAt === undefined ? 0 : Math.max(0, (clock.epochMs() - Date.parse(oldestAdviceAt)) / 1_000)
      },
    },
  ]
  return { collectors: [collector], gauges }
}

/** The number of items of each kind, over all accounts, in one statement. Each kind has few rows and its own index. */
async function readHeld({ db }: Store): Promise<HeldCounts> {
  const count = sql<number>`count(*)`.as('count')
  const advices = db
    .selectFrom('advices')
    .where('state', '<>', sql.lit('acknowledged'))
    .where('state', '<>', sql.lit('closed'))
  const { oldestAdviceAt, ...counts } = await acrossDb(db, 'operator')
    .selectNoFrom([
      db.selectFrom('payments_received').select(count).where('outcome', '=', sql.lit('suspended')).as('suspended'),
      db.selectFrom('transfers').select(count).where('state', '=', sql.lit('withheld')).as('withheld'),
      advices.select(count).as('advices'),
      advices.select(({ fn }) => fn.min('created_at').as('oldest')).as('oldestAdviceAt'),
      db.selectFrom('reversals').select(count).where('refused_later', '=', sql.lit(1)).as('refusedLater'),
      db.selectFrom('unread_reports').select(count).where('closed_at', 'is', null).as('unread'),
      refusedAnswers(db).select(count).as('answers'),
    ])
    .executeTakeFirstOrThrow()
  return {
    suspended: counts.suspended ?? 0,
    withheld: counts.withheld ?? 0,
    advices: counts.advices ?? 0,
    oldestAdviceAt: oldestAdviceAt ?? undefined,
    refusedLater: counts.refusedLater ?? 0,
    unread: counts.unread ?? 0,
    answers: counts.answers ?? 0,
  }
}

/** The partial index `dispute_answers_open` needs its condition written out. */
function refusedAnswers(db: Store['db']) {
  return db
    .selectFrom('dispute_answers')
    .innerJoin('disputes', (join) =>
      join
        .onRef('disputes.account_id', '=', 'dispute_answers.account_id')
        .onRef('disputes.id', '=', 'dispute_answers.dispute_id'),
    )
    .where('dispute_answers.state', '<>', sql.lit('taken' as const))
    .where('dispute_answers.state', '=', 'refused')
    .where('disputes.state', '=', 'under_review')
}

/**
 * All items of all accounts: first the payments, then the transfers, withheld and failed, advices, refused cancellations,
 * reports and disputes, and rows of background work that were set aside, each by id. Of the operator's, those that an account decides about or that the
 * service repeats are left out.
 */
export async function* eachHeld(store: Store, whose: 'all' | 'operator' = 'all'): AsyncGenerator<Held> {
  const db = acrossDb(store.db, 'operator')
  const isAll = whose === 'all'
  const payments = (after: string) =>
    db
      .selectFrom('payments_received')
      .select(['id', 'account_id', 'amount_centavos', 'received_at as at', 'reason as because'])
      .where('outcome', '=', sql.lit('suspended' as const))
      .$if(!isAll, (query) => query.where('account_id', '=', NO_ACCOUNT))
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
  const transfers = (after: string) =>
    db
      .selectFrom('transfers')
      .select(['id', 'account_id', 'amount_centavos', 'created_at as at', 'withheld_because as because'])
      .where('state', '=', sql.lit('withheld' as const))
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
  const failed = (after: string) =>
    db
      .selectFrom('transfers')
      .select(['id', 'account_id', 'amount_centavos', 'state_at as at'])
      .select((eb) => sql<string>`${eb.ref('state')} || ': ' || ${eb.ref('reason')}`.as('because'))
      .where(isNobodysFailed)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
  const advices = (after: string) =>
    db
      .selectFrom('advices')
      .select(['id', 'account_id', 'amount_centavos', 'created_at as at'])
      .select((eb) =>
        sql<string>`'charge of ' || ${eb.ref('operation_id')} || ' not undone after ' || ${eb.ref('attempts')} || ' advices'
          || case when ${eb.ref('refusal')} = '' then '' else ': ' || ${eb.ref('refusal')} end`.as('because'),
      )
      .where('state', '<>', sql.lit('acknowledged' as const))
      .where('state', '<>', sql.lit('closed' as const))
      .$if(!isAll, (query) => query.where('state', '=', 'refused'))
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
  const refused = (after: string) =>
    db
      .selectFrom('reversals')
      .innerJoin('operations', (join) =>
        join
          .onRef('operations.account_id', '=', 'reversals.account_id')
          .onRef('operations.id', '=', 'reversals.operation_id'),
      )
      .select(['operation_id as id', 'reversals.account_id', 'total_centavos as amount_centavos'])
      .select(['reversals.created_at as at'])
      .select(sql<string>`'the network refused to reverse what was answered as under way'`.as('because'))
      .where('refused_later', '=', sql.lit(1))
      .where('operation_id', '>', after)
      .orderBy('operation_id')
      .limit(BATCH_SIZE)
      .execute()
  const unread = (after: string) =>
    db
      .selectFrom('unread_reports')
      .select(['id', 'received_at as at'])
      .select([sql<string | null>`null`.as('account_id'), sql<number>`0`.as('amount_centavos')])
      .select((eb) =>
        sql<string>`'report of ' || ${eb.ref('network')} || ' ' || ${eb.ref('call')} || ' (' || ${eb.ref('times')} || ' times): '
          || ${eb.ref('why')}`.as('because'),
      )
      .where('closed_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
  const answers = (after: string) =>
    refusedAnswers(db)
      .select(['disputes.id', 'disputes.account_id', 'disputes.amount_centavos', 'dispute_answers.state_at as at'])
      .select((eb) =>
        sql<string>`'evidence must be handed in by ' || ${eb.ref('disputes.respond_by')} || ': '
          || ${eb.ref('dispute_answers.reason')}`.as('because'),
      )
      .where(unindexed('disputes.id'), '>', after)
      .orderBy(unindexed('disputes.id'))
      .limit(BATCH_SIZE)
      .execute()
  const aside = (after: string) =>
    db
      .selectFrom('troubled_rows')
      .select(['id', 'account_id', 'last_at as at'])
      .select([sql<number>`0`.as('amount_centavos')])
      .select((eb) =>
        sql<string>`${eb.ref('source')} || ' ' || ${eb.ref('row_id')} || ' failed each time: ' || ${eb.ref('error')}`.as(
          'because',
        ),
      )
      .where('set_aside', '=', sql.lit(1))
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
  for (const read of [payments, transfers, failed, advices, refused, unread, answers, aside]) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: Awaited<ReturnType<typeof aside>> = await read(after)
      for (const { account_id, amount_centavos, ...row } of rows) {
        yield { ...row, accountId: booksOf(account_id), amountCentavos: amount_centavos }
      }
      after = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.id
    }
  }
}
