// What the next payout covers: its own days, and corrections of earlier payouts whose lines are still owed or were paid twice.
import { addDays } from '../core/time.ts'
import { columnsOf } from '../store/columns.ts'
import type { Store } from '../store/store.ts'
import type { PayoutLineRow, PayoutRow } from './tables.ts'

/** The states in which the merchant is owed the amount again. */
export const failedPayouts = ['failed', 'returned'] as const satisfies PayoutRow['state'][]

export interface Covered {
  fromDay: string
  /** Lines of earlier payouts, negative where they were paid twice. `carried_from` is the earlier payout. */
  carried: PayoutLineRow[]
}

/** Whose payouts: a merchant's (`affiliate` is empty) or an affiliate's. */
export type PayeeOf = Pick<PayoutRow, 'account_id' | 'affiliate'>

/**
 * When a payout is refused before the next one is made, the days of the next one include its days. When it is refused later, or arrives after
 * it was refused, the next payout carries its lines. The first payout covers everything from `firstDay` on.
 */
export async function readCovered(store: Store, payee: PayeeOf, firstDay: () => Promise<string>): Promise<Covered> {
  const last = await lastCounted(store, payee)
  if (last === undefined) return { fromDay: await firstDay(), carried: [] }
  return { fromDay: addDays(last, 1), carried: await readCarried(store, payee, last) }
}

/** The last day of the newest payout that did not fail, or whose days include those of an earlier payout that arrived after it had failed. */
async function lastCounted(store: Store, payee: PayeeOf): Promise<string | undefined> {
  const last = await store.db
    .selectFrom('payouts as one')
    .select('one.to_day')
    .where('one.account_id', '=', payee.account_id)
    .where('one.affiliate', '=', payee.affiliate)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('one.state', 'not in', failedPayouts),
        exists(
          selectFrom('payouts as good')
            .select('good.id')
            .where('good.account_id', '=', payee.account_id)
            .where('good.affiliate', '=', payee.affiliate)
            .where('good.corrected_at', 'is not', null)
            .where('good.state', 'not in', failedPayouts)
            .whereRef('good.day', '<', 'one.day')
            .whereRef('good.to_day', '>=', 'one.from_day'),
        ),
      ]),
    )
    .orderBy('one.day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.to_day
}

/** Each line is paid exactly once: by its own payout, by a later one that covers the same days, or by one that carries the line. */
async function readCarried(store: Store, payee: PayeeOf, toDay: string): Promise<PayoutLineRow[]> {
  const odd = await store.db
    .selectFrom('payouts as one')
    .select(['one.id', 'one.state'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('payouts as later')
          .select('later.id')
          .where('later.account_id', '=', payee.account_id)
          .where('later.affiliate', '=', payee.affiliate)
          .whereRef('later.day', '>', 'one.day')
          .whereRef('later.from_day', '<=', 'one.to_day'),
      ).as('isCovered'),
    )
    .where('one.account_id', '=', payee.account_id)
    .where('one.affiliate', '=', payee.affiliate)
    .where('one.to_day', '<=', toDay)
    .where((eb) => eb.or([eb('one.state', 'in', failedPayouts), eb('one.corrected_at', 'is not', null)]))
    .execute()
  if (odd.length === 0) return []
  const ids = odd.map(({ id }) => id)
  const [own, carried] = await Promise.all([
    store.db
      .selectFrom('payout_lines')
      .select(columnsOf('payout_lines'))
      .where('account_id', '=', payee.account_id)
      .where('payout_id', 'in', ids)
      .where('carried_from', '=', '')
      .execute(),
    store.db
      .selectFrom('payout_lines')
      .innerJoin('payouts as carrier', (join) =>
        join
          .onRef('carrier.account_id', '=', 'payout_lines.account_id')
          .onRef('carrier.id', '=', 'payout_lines.payout_id'),
      )
      .select(columnsOf('payout_lines'))
      .where('carrier.account_id', '=', payee.account_id)
      .where('carrier.affiliate', '=', payee.affiliate)
      .where('carrier.state', 'not in', failedPayouts)
      .where('carried_from', 'in', ids)
      .execute(),
  ])
  const stands = new Map(odd.map((payout) => [payout.id, payout]))
  return own.flatMap((line) => {
    const payout = stands.get(line.payout_id)
    if (payout === undefined || (line.amount_centavos === 0 && line.total_centavos === 0)) return []
    const due = payout.isCovered ? 0 : 1
    const own = failedPayouts.some((state) => state === payout.state) ? 0 : 1
    const times = due - own - timesCarried(line, carried)
    return times === 0 ? [] : [{ ...multiplied(line, times), carried_from: line.payout_id }]
  })
}

/** How many payouts that did not fail have carried a line, less those that took it back. */
function timesCarried(line: PayoutLineRow, carried: readonly PayoutLineRow[]): number {
  const same = carried.filter(
    ({ carried_from, rail, card_brand, operator }) =>
      carried_from === line.payout_id &&
      rail === line.rail &&
      card_brand === line.card_brand &&
      operator === line.operator,
  )
  const column = line.amount_centavos === 0 ? 'total_centavos' : 'amount_centavos'
  return same.reduce((sum, one) => sum + one[column] / line[column], 0)
}

function multiplied(line: PayoutLineRow, times: number): PayoutLineRow {
  const multiple = (centavos: number) => centavos * times || 0
  return {
    ...line,
    entries: Math.max(0, line.entries * times),
    total_centavos: multiple(line.total_centavos),
    fee_centavos: multiple(line.fee_centavos),
    iva_centavos: multiple(line.iva_centavos),
    affiliate_centavos: multiple(line.affiliate_centavos),
    amount_centavos: multiple(line.amount_centavos),
  }
}
