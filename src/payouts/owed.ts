// What merchants are owed: the due part of `payable:merchant`, and which payments and reversals it is made of.

import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { affiliatePart } from '../core/affiliate-part.ts'
import type { Rail } from '../core/rail.ts'
import { addDays, dayEndAt } from '../core/time.ts'
import { columnsOf } from '../store/columns.ts'
import type { Store } from '../store/store.ts'
import type { AccountRow, OperationRow, PayoutLineRow, PayoutRow } from '../store/tables.ts'

/** What the bank refused or sent back: the merchant is owed it again. */
export const failedPayouts = ['failed', 'returned'] as const satisfies PayoutRow['state'][]

/** Entries of one read. */
const PORTION = 2_000

/** An account that has not been settled for a payout day, and what is due to it then. Negative: it owes us. */
export type Owed = Pick<AccountRow, 'id' | 'name' | 'payout_clabe' | 'settled_day'> & { owedCentavos: number }

/**
 * The accounts that are not settled for `payoutDay`, with what is due of the days up to `toDay`: their balance at the end of
 * that day, less the payouts booked since, plus those which the bank refused since. One statement: one instant.
 */
export async function readUnsettled(
  store: Store,
  wanted: { payoutDay: string; toDay: string; openedBefore: string; limit: number },
): Promise<Owed[]> {
  // A payout's entries are of the days of `created_at` and `state_at`, so no payout is both in the balance and counted here.
  const endOfToDay = dayEndAt(wanted.toDay)
  const rows = await store.db
    .selectFrom('accounts')
    .select((eb) => [
      'id',
      'name',
      'payout_clabe',
      'settled_day',
      eb
        .selectFrom('balances')
        .select((sum) => sum.fn.sum<number | null>('amount_centavos').as('amount'))
        .whereRef('balances.account_id', '=', 'accounts.id')
        .where('ledger_account', '=', 'payable:merchant')
        .where('day', '<=', wanted.toDay)
        .as('balance'),
      eb
        .selectFrom('payouts')
        .select((sum) => sum.fn.sum<number | null>('amount_centavos').as('amount'))
        .whereRef('payouts.account_id', '=', 'accounts.id')
        .where('payouts.affiliate', '=', '')
        .where('payouts.created_at', '>', endOfToDay)
        .where('state', 'not in', failedPayouts)
        .as('booked'),
      eb
        .selectFrom('payouts')
        .select((sum) => sum.fn.sum<number | null>('amount_centavos').as('amount'))
        .whereRef('payouts.account_id', '=', 'accounts.id')
        .where('payouts.affiliate', '=', '')
        .where('payouts.created_at', '<=', endOfToDay)
        .where('state', 'in', failedPayouts)
        .where('state_at', '>', endOfToDay)
        .as('refused'),
    ])
    .where('settled_day', '<', wanted.payoutDay)
    .where('accounts.created_at', '<', wanted.openedBefore)
    .orderBy('settled_day')
    .orderBy('id')
    .limit(wanted.limit)
    .execute()
  return rows.map(({ balance, booked, refused, ...account }) => ({
    ...account,
    owedCentavos: -(balance ?? 0) - (booked ?? 0) + (refused ?? 0),
  }))
}

/** The days that a payout covers, and the lines of payouts which the bank refused and no other payout has made good. */
export interface Covered {
  fromDay: string
  refused: PayoutLineRow[]
}

/** Whose payouts: a merchant's (`affiliate` is empty) or an affiliate's. */
export type PayeeOf = Pick<PayoutRow, 'account_id' | 'affiliate'>

/** A payout covers everything since the last one that the bank did not refuse; the first one, everything from `firstDay` on. */
export async function readCovered(store: Store, payee: PayeeOf, firstDay: () => Promise<string>): Promise<Covered> {
  const last = await store.db
    .selectFrom('payouts')
    .select('to_day')
    .where('account_id', '=', payee.account_id)
    .where('affiliate', '=', payee.affiliate)
    .where('state', 'not in', failedPayouts)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last === undefined) return { fromDay: await firstDay(), refused: [] }
  return { fromDay: addDays(last.to_day, 1), refused: await readRefused(store, payee, last.to_day) }
}

/** The first day on which the merchant was owed anything. */
export async function firstMerchantDay(store: Store, accountId: string): Promise<string> {
  const first = await store.db
    .selectFrom('balances')
    .select((eb) => eb.fn.min('day').as('day'))
    .where('account_id', '=', accountId)
    .where('ledger_account', '=', 'payable:merchant')
    .executeTakeFirst()
  return first?.day ?? '1970-01-01'
}

/**
 * A payout that was refused at once lies in the days of the next one. One that was refused only after the next was made does
 * not: its own lines are carried, once.
 */
async function readRefused(store: Store, payee: PayeeOf, toDay: string): Promise<PayoutLineRow[]> {
  return store.db
    .selectFrom('payouts as refused')
    .innerJoin('payout_lines as line', 'line.payout_id', 'refused.id')
    .select(columnsOf('payout_lines', 'line'))
    .where('refused.account_id', '=', payee.account_id)
    .where('refused.affiliate', '=', payee.affiliate)
    .where('refused.state', 'in', failedPayouts)
    .where('refused.to_day', '<=', toDay)
    .where('line.carried_from', '=', '')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payouts as good')
            .select('good.id')
            .whereRef('good.account_id', '=', 'refused.account_id')
            .whereRef('good.affiliate', '=', 'refused.affiliate')
            .where('good.state', 'not in', failedPayouts)
            .whereRef('good.from_day', '<=', 'refused.from_day')
            .whereRef('good.to_day', '>=', 'refused.to_day'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payouts as carrier')
            .innerJoin('payout_lines as carried', 'carried.payout_id', 'carrier.id')
            .select('carrier.id')
            .whereRef('carrier.account_id', '=', 'refused.account_id')
            .whereRef('carrier.affiliate', '=', 'refused.affiliate')
            .where('carrier.state', 'not in', failedPayouts)
            .whereRef('carried.carried_from', '=', 'refused.id'),
        ),
      ),
    )
    .execute()
}

/** A payment, a reversal, or what evens out the IVA of a month, as the merchant's account sees it. */
export interface MerchantEntry
  extends Pick<
    OperationRow,
    | 'id'
    | 'card_brand'
    | 'operator'
    | 'reference_number'
    | 'description'
    | 'total_centavos'
    | 'fee_centavos'
    | 'iva_centavos'
    | 'surcharge_centavos'
    | 'months'
    | 'affiliate_centavos'
    | 'paid_at'
  > {
  /** Empty: what evens out the IVA of a month. */
  rail: Rail | ''
  entry: string
  /** The Mexico City day on which it was posted, and when. */
  day: string
  created_at: string
  /** 1 for a payment, -1 for a reversal: the sign of its total, fee, IVA and share. */
  sign: 1 | -1
  /** With its sign. */
  netCentavos: number
}

/** Every payment and reversal of an account posted on the days of a range, by day and id, in portions. */
export async function* merchantEntries(
  store: Store,
  wanted: { accountId: string; fromDay: string; toDay: string; after?: { day: string; entry: string } | undefined },
  portion = PORTION,
): AsyncGenerator<MerchantEntry[]> {
  let after = wanted.after
  for (let day = after?.day ?? wanted.fromDay; day <= wanted.toDay; day = addDays(day, 1)) {
    for (let entry = after?.day === day ? after.entry : ''; ; ) {
      const rows = await readPortion(store, { accountId: wanted.accountId, day, entry }, portion)
      if (rows.length > 0) yield rows.map(entryOf)
      if (rows.length < portion) break
      entry = rows.at(-1)?.entry ?? entry
      // The requests that wait go first.
      await setImmediate()
    }
    after = undefined
  }
}

/** The partial index `postings_of_merchant` needs its condition written out. */
async function readPortion(store: Store, from: { accountId: string; day: string; entry: string }, limit: number) {
  return store.db
    .selectFrom('postings')
    .leftJoin('operations', (join) => join.on('operations.id', '=', sql<string>`substr(postings.entry, 1, 36)`))
    .leftJoin('fee_statements', (join) =>
      join.on('fee_statements.id', '=', sql<string>`substr(postings.entry, 1, ${sql.lit(STATEMENT_ID)})`),
    )
    .select([
      'entry',
      'postings.day',
      'postings.created_at',
      'amount_centavos',
      'operations.id',
      'fee_statements.id as statementId',
      'rail',
      'card_brand',
      'operator',
      'reference_number',
      'description',
      'total_centavos',
      'operations.fee_centavos',
      'iva_centavos',
      'surcharge_centavos',
      'months',
      'affiliate_centavos',
      'affiliate_rule',
      'paid_at',
    ])
    .where('postings.account_id', '=', from.accountId)
    .where('ledger_account', '=', sql.lit('payable:merchant'))
    .where('postings.day', '=', from.day)
    .where('entry', '>', from.entry)
    .where((eb) => eb.or([eb('operations.id', 'is not', null), eb('fee_statements.id', 'is not', null)]))
    .orderBy('entry')
    .limit(limit)
    .execute()
}

function entryOf(row: Awaited<ReturnType<typeof readPortion>>[number]): MerchantEntry {
  const { entry, day, amount_centavos, affiliate_rule } = row
  const netCentavos = -amount_centavos
  const posted = { entry, day, created_at: row.created_at, netCentavos }
  if (row.id === null) return { ...BLANK, ...posted, id: row.statementId ?? '', sign: -1, iva_centavos: netCentavos }
  const { rail, card_brand, operator, reference_number, description, months, paid_at } = row
  const of: Omit<MerchantEntry, 'sign'> = {
    ...posted,
    id: row.id,
    rail: rail ?? '',
    card_brand: card_brand ?? '',
    operator: operator ?? '',
    reference_number,
    description: description ?? '',
    months,
    paid_at,
    total_centavos: row.total_centavos ?? 0,
    fee_centavos: row.fee_centavos ?? 0,
    iva_centavos: row.iva_centavos ?? 0,
    surcharge_centavos: row.surcharge_centavos ?? 0,
    affiliate_centavos: row.affiliate_centavos ?? 0,
  }
  if (!entry.endsWith(':reversed')) return { ...of, sign: 1 }
  const affiliate = affiliatePart({ ...of, affiliate_rule }, { amountCentavos: of.total_centavos })
  return { ...of, affiliate_centavos: affiliate, sign: -1 }
}

/** What evens out the IVA of a month is of no operation: it is IVA alone. */
const BLANK = {
  rail: '',
  card_brand: '',
  operator: '',
  reference_number: null,
  description: '',
  months: null,
  paid_at: null,
  total_centavos: 0,
  fee_centavos: 0,
  surcharge_centavos: 0,
  affiliate_centavos: 0,
} as const

/** `fst_` and 26 characters. */
const STATEMENT_ID = 30
