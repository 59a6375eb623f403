// Amounts owed to affiliates: the due part of each balance, and its shares.
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AccountRow } from '../../accounts/tables.ts'
import { causeIn, operationIn } from '../../ledger/entry-name.ts'
import type { OperationRow } from '../../operations/tables.ts'
import { across } from '../../store/across.ts'
import { columnsOf } from '../../store/columns.ts'
import { isUntroubledNow } from '../../store/queues/set-aside.ts'
import type { Store, StoreAndClock } from '../../store/store.ts'
import type { Paid } from '../book.ts'
import { ofOpenAccount, payoutSources } from '../due.ts'
import type { AffiliateRow } from '../tables.ts'

/** Entries of one read. */
const BATCH_SIZE = 500

/** An affiliate who has not been settled for a payout day, and the amount due. Negative: it is netted with later shares. */
export type AffiliateOwed = AffiliateRow & Pick<AccountRow, 'owed_version'> & { owedCentavos: number }

/**
 * The registered affiliates that are not settled for `payoutDay`, with what is due of the days up to `toDay`: what they are owed now without the
 * shares of later days, and at most what they are owed now, because later days may have taken shares back. One statement: one instant.
 */
export async function readUnsettledAffiliates(
  { store, clock }: StoreAndClock,
  wanted: { payoutDay: string; toDay: string; openedBefore: string; limit: number },
): Promise<AffiliateOwed[]> {
  const rows = await store.db
    .selectFrom('affiliates')
    .innerJoin('accounts', 'accounts.id', 'affiliates.account_id')
    .select(columnsOf('affiliates'))
    .select((eb) => [
      'accounts.owed_version',
      eb
        .selectFrom('affiliate_balances as all')
        .select((sum) => sum.fn.sum<number | null>('all.amount_centavos').as('amount'))
        .whereRef('all.account_id', '=', 'affiliates.account_id')
        .whereRef('all.affiliate', '=', 'affiliates.affiliate')
        .as('owed'),
      eb
        .selectFrom('affiliate_entries as later')
        .select((sum) => sum.fn.sum<number | null>('later.amount_centavos').as('amount'))
        .whereRef('later.account_id', '=', 'affiliates.account_id')
        .whereRef('later.affiliate', '=', 'affiliates.affiliate')
        .where('later.day', '>', wanted.toDay)
        .where('later.is_payout', '=', 0)
        .as('notDue'),
    ])
    .where('affiliates.settled_day', '<', wanted.payoutDay)
    .where('affiliates.created_at', '<', wanted.openedBefore)
    .where(ofOpenAccount('affiliates.account_id'))
    .where(isUntroubledNow({ clock }, payoutSources.affiliates, 'affiliates.id'))
    .orderBy('affiliates.settled_day')
    .orderBy('affiliates.id')
    .limit(wanted.limit)
    .modifyEnd(across('due'))
    .execute()
  return rows.map(({ owed, notDue, ...affiliate }) => ({
    ...affiliate,
    owedCentavos: Math.min((owed ?? 0) - (notDue ?? 0), owed ?? 0),
  }))
}

/** The first day on which the affiliate was owed anything. */
export async function firstAffiliateDay(store: Store, of: Pick<AffiliateRow, 'account_id' | 'affiliate'>) {
  const first = await store.db
    .selectFrom('affiliate_entries')
    .select((eb) => eb.fn.min('day').as('day'))
    .where('account_id', '=', of.account_id)
    .where('affiliate', '=', of.affiliate)
    .executeTakeFirst()
  return first?.day ?? '1970-01-01'
}

/** A share, or a part of one that was taken back. */
export interface AffiliateEntry extends Paid {
  entry: string
  day: string
  /** The operation, also for a refund or a dispute; null for an entry without one. */
  operation: Pick<OperationRow, 'id' | 'created_at' | 'reference_number' | 'paid_at'> | null
}

/** Every share of an affiliate posted on the days of a range, by day and entry, in portions; those that follow `after`, if it is given. */
export async function* affiliateEntries(
  store: Store,
  wanted: {
    accountId: string
    affiliate: string
    fromDay: string
    toDay: string
    after?: { day: string; entry: string } | undefined
  },
  portion = BATCH_SIZE,
): AsyncGenerator<AffiliateEntry[]> {
  for (let after = wanted.after; ; ) {
    const rows = await readPortion(store, { ...wanted, after }, portion)
    if (rows.length > 0) yield rows.map(entryOf)
    if (rows.length < portion) return
    after = rows.at(-1)
    // Waiting requests go first.
    await setImmediate()
  }
}

async function readPortion(
  store: Store,
  from: {
    accountId: string
    affiliate: string
    fromDay: string
    toDay: string
    after: { day: string; entry: string } | undefined
  },
  limit: number,
) {
  const { after } = from
  let query = store.db
    .selectFrom('affiliate_entries as shares')
    .leftJoin('refunds', (join) =>
      join
        .onRef('refunds.account_id', '=', 'shares.account_id')
        .on('refunds.id', '=', causeIn('shares.entry', 'refund')),
    )
    .leftJoin('disputes', (join) =>
      join
        .onRef('disputes.account_id', '=', 'shares.account_id')
        .on('disputes.id', '=', causeIn('shares.entry', 'dispute')),
    )
    .leftJoin('operations', (join) =>
      join
        .onRef('operations.account_id', '=', 'shares.account_id')
        .on(
          'operations.id',
          '=',
          sql<string>`coalesce(refunds.operation_id, disputes.operation_id, ${operationIn(store, 'shares.entry')})`,
        ),
    )
    .select((eb) => eb.fn.coalesce('refunds.amount_centavos', 'disputes.amount_centavos').as('backCentavos'))
    .select([
      'shares.entry',
      'shares.day',
      'shares.amount_centavos',
      'operations.id',
      'operations.created_at',
      'operations.reference_number',
      'operations.paid_at',
      'operations.rail',
      'operations.card_brand',
      'operations.operator',
      'operations.total_centavos',
    ])
    .where('shares.account_id', '=', from.accountId)
    .where('shares.affiliate', '=', from.affiliate)
    .where('shares.is_payout', '=', 0)
    .where('shares.day', '>=', from.fromDay)
    .where('shares.day', '<=', from.toDay)
  if (after !== undefined)
    query = query
      .where('shares.day', '>=', after.day)
      .where((eb) => eb.or([eb('shares.day', '>', after.day), eb('shares.entry', '>', after.entry)]))
  return query.orderBy('shares.day').orderBy('shares.entry').limit(limit).execute()
}

function entryOf(row: Awaited<ReturnType<typeof readPortion>>[number]): AffiliateEntry {
  const { entry, day, id, amount_centavos: netCentavos } = row
  const sign = netCentavos < 0 ? -1 : 1
  return {
    entry,
    day,
    sign,
    rail: row.rail ?? '',
    card_brand: row.card_brand ?? '',
    operator: row.operator ?? '',
    total_centavos: row.backCentavos ?? row.total_centavos ?? 0,
    fee_centavos: 0,
    iva_centavos: 0,
    affiliate_centavos: Math.abs(netCentavos),
    netCentavos,
    operation:
      id === null
        ? null
        : { id, created_at: row.created_at ?? '', reference_number: row.reference_number, paid_at: row.paid_at },
  }
}
