// How much lines of statements may add to a balance. A line may state the sum of many payments: a few such lines would bring a balance to its bound, and then
// payments of the account would be refused too.
import { formatAmount, MAX_AMOUNT_CENTAVOS, MAX_BALANCE_CENTAVOS } from '../core/money.ts'
import { mexicoCityDay } from '../core/time.ts'
import { Failure } from '../failures.ts'
import { rowOf } from '../store/rows.ts'
import type { StoreAndClock } from '../store/store.ts'
import { insert, update, type Write } from '../store/write.ts'
import { lineEntries } from './line-entries.ts'
import type { StatementLineRow } from './tables.ts'

/** The most that a balance of a day may be after lines are posted: the other half is left for payments. */
const MAX_OF_DAY = Math.floor(MAX_BALANCE_CENTAVOS / 2)
/** The most that the balance of all days may be: twice as much can still be added up exactly. */
const MAX_OF_ALL = 10 * MAX_BALANCE_CENTAVOS

/**
 * The writes that new lines need beside their own, so that no others of their account are posted since the balances were read: `Unmet` or `Duplicate` when another
 * process was first. Throws `balance-too-large` when the lines would bring a balance beyond what statements may. Lines whose sum is no larger than one payment
 * may be are not held against the balances.
 */
export async function roomWrites({ store, clock }: StoreAndClock, rows: readonly StatementLineRow[]): Promise<Write[]> {
  const [first] = rows
  if (first === undefined || !isLarge(rows)) return []
  const name = `large-lines:${first.account_id}`
  const turn = await rowOf(store.db, 'sequences', { name })
  const added = new Map<string, number>()
  for (const { account, network = '', amountCentavos } of rows.flatMap((row) => lineEntries(row).posted)) {
    const place = `${account} ${network}`
    added.set(place, (added.get(place) ?? 0) + amountCentavos)
  }
  const balances = await store.db
    .selectFrom('balances')
    .select((eb) => ['ledger_account', 'network', 'day', eb.fn.sum<number>('amount_centavos').as('amount')])
    .where('account_id', '=', first.account_id)
    .where('ledger_account', 'in', [...new Set([...added.keys()].map((place) => place.split(' ')[0] ?? ''))])
    .groupBy(['ledger_account', 'network', 'day'])
    .execute()
  const today = mexicoCityDay(clock.now())
  for (const [place, amount] of added) {
    const own = balances.filter(({ ledger_account, network }) => `${ledger_account} ${network}` === place)
    const sumOf = (some: typeof own) => some.reduce((sum, one) => sum + Number(one.amount), amount)
    refuseBeyond(sumOf(own.filter(({ day }) => day === today)), MAX_OF_DAY)
    refuseBeyond(sumOf(own), MAX_OF_ALL)
  }
  return [
    turn === undefined
      ? insert('sequences', { name, next: 1 })
      : update('sequences', { next: turn.next + 1 }, { name, next: turn.next }),
  ]
}

/** Whether lines together state more than one payment may be. */
export function isLarge(lines: readonly Pick<StatementLineRow, 'amount_centavos' | 'fee_centavos'>[]): boolean {
  return lines.reduce((sum, one) => sum + one.amount_centavos + one.fee_centavos, 0) > MAX_AMOUNT_CENTAVOS
}

function refuseBeyond(centavos: number, most: number): void {
  if (Math.abs(centavos) > most) throw new Failure('balance-too-large', { values: { most: formatAmount(most) } })
}
