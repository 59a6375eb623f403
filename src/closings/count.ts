// Counts a month by its entries while they are written into the package, and compares the counts with what the books keep.
import { formatAmount } from '../core/money.ts'
import { lastDayOf } from '../core/month.ts'
import { readBalances } from '../ledger/balances.ts'
import { causeKindOf } from '../ledger/entry-name.ts'
import type { JournalLine } from '../ledger/journal.ts'
import { type LedgerAccount, ledgerAccounts } from '../ledger/postings.ts'
import { totalsReader } from '../operations/totals/read.ts'
import { feesOfMonth } from '../payouts/invoices/fees-of-month.ts'
import type { EntryType, MerchantEntry } from '../payouts/report/merchant-entries.ts'
import { rowOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import type { CheckName } from './check-words.ts'
import type { Figures } from './present.ts'
import type { Mark } from './statement-marks.ts'

interface Movements {
  entries: number
  total: number
  fee: number
  iva: number
  affiliate: number
  net: number
}

const types = [
  'payment',
  'reversal',
  'refund',
  'refund_cancelled',
  'dispute',
  'dispute_won',
  'reserve',
  'iva_rounding',
  'claim_written_off',
] as const satisfies EntryType[]

/** The types whose totals are sales: those of the list of operations by day of posting. */
const ofSales: readonly EntryType[] = ['payment', 'reversal', 'refund', 'refund_cancelled', 'dispute', 'dispute_won']

export interface Count {
  /** Of the journal: each line once. */
  line(line: Pick<JournalLine, 'entry' | 'ledger_account' | 'amount_centavos'>): void
  /** Of the report of payouts: each entry once. */
  entry(entry: MerchantEntry): void
  /** Whether a line of a statement has an entry that one can have. */
  mark(entry: MerchantEntry, mark: Mark | undefined): void
  /** By way of paying, the pesos of these entries on statements, and on none. */
  stated(): { rail: string; stated: number; unstated: number }[]
  /** What was counted. Throws when it is not what the books keep: such a month is not closed. */
  figures(store: Store, of: { accountId: string; month: string }): Promise<Figures>
}

export function countOfMonth(): Count {
  const debits = new Map<string, number>()
  const credits = new Map<string, number>()
  const movements = new Map<EntryType, Movements>()
  const marks = new Map<string, { stated: number; unstated: number }>()
  const payouts = { booked: 0, givenBack: 0 }
  const addTo = (sums: Map<string, number>, name: string, centavos: number) =>
    sums.set(name, (sums.get(name) ?? 0) + centavos)

  return {
    line: ({ entry, ledger_account, amount_centavos }) => {
      if (amount_centavos > 0) addTo(debits, ledger_account, amount_centavos)
      else addTo(credits, ledger_account, -amount_centavos)
      if (ledger_account !== 'payable:merchant' || causeKindOf(entry) !== 'payout') return
      if (amount_centavos > 0) payouts.booked += amount_centavos
      else payouts.givenBack -= amount_centavos
    },
    entry: (entry) => {
      const sum = movements.get(entry.type) ?? { entries: 0, total: 0, fee: 0, iva: 0, affiliate: 0, net: 0 }
      sum.entries += 1
      sum.total += entry.sign * entry.total_centavos
      sum.fee += entry.sign * entry.fee_centavos
      sum.iva += entry.sign * entry.iva_centavos
      sum.affiliate += entry.sign * entry.affiliate_centavos
      sum.net += entry.netCentavos
      movements.set(entry.type, sum)
    },
    mark: ({ rail, sign, total_centavos }, mark) => {
      const sum = marks.get(rail) ?? { stated: 0, unstated: 0 }
      sum[mark === undefined ? 'unstated' : 'stated'] += sign * total_centavos
      marks.set(rail, sum)
    },
    stated: () =>
      [...marks].map(([rail, { stated, unstated }]) => ({ rail, stated: stated / 100, unstated: unstated / 100 })),
    figures: async (store, { accountId, month }) => {
      const [startDay, endDay] = [`${month}-01`, lastDayOf(month)]
      const [balances, kept, statement, buckets] = await Promise.all([
        readBalances(store, { accountId, startDay, endDay }),
        feesOfMonth(store.db, { accountId, month }),
        rowOf(store.db, 'fee_statements', { account_id: accountId, month }, [
          'fee_centavos',
          'charged_centavos',
          'due_centavos',
          'rounding_centavos',
        ]),
        totalsReader(store).buckets(accountId, { ...EVERYTHING, startDay, endDay }),
      ])
      const stated = statement ?? kept
      const sumOf = (part: keyof Movements, only: readonly EntryType[] = types) =>
        only.reduce((sum, type) => sum + (movements.get(type)?.[part] ?? 0), 0)
      const balanceOf = (name: LedgerAccount) => balances.find(({ account }) => account === name)
      const own = balanceOf('payable:merchant')
      const opening = -(own?.openingCentavos ?? 0)
      const checks: [check: CheckName, one: number, other: number][] = [
        ...balances.map(({ account, openingCentavos, closingCentavos }): [CheckName, number, number] => [
          `journal ${account}`,
          (debits.get(account) ?? 0) - (credits.get(account) ?? 0),
          closingCentavos - openingCentavos,
        ]),
        ['journal debits and credits', sumsOf(debits), sumsOf(credits)],
        [
          'movements less payouts',
          opening + sumOf('net') - payouts.booked + payouts.givenBack,
          -(own?.closingCentavos ?? 0),
        ],
        [
          'sales of the list of operations',
          sumOf('total', ofSales),
          buckets.reduce((sum, one) => sum + one.salesCentavos, 0),
        ],
        ['fees of the fee statement', stated.fee_centavos, kept.fee_centavos],
        ['IVA of the fee statement', stated.charged_centavos, kept.charged_centavos],
      ]
      const wrong = checks.find(([, one, other]) => one !== other)
      if (wrong !== undefined) throw new Error(`${month}: ${wrong[0]}: ${wrong[1]} is not ${wrong[2]} centavos`)
      return {
        balances: balances.map(({ account, openingCentavos, closingCentavos }) => ({
          account,
          opening: formatAmount(openingCentavos),
          debits: formatAmount(debits.get(account) ?? 0),
          credits: formatAmount(credits.get(account) ?? 0),
          closing: formatAmount(closingCentavos),
        })),
        movements: types.flatMap((type) => {
          const sum = movements.get(type)
          if (sum === undefined) return []
          const { entries, total, fee, iva, affiliate, net } = sum
          const text = formatAmount
          return {
            type,
            entries,
            total: text(total),
            fee: text(fee),
            iva: text(iva),
            affiliate: text(affiliate),
            net: text(net),
          }
        }),
        payouts: { booked: formatAmount(payouts.booked), given_back: formatAmount(payouts.givenBack) },
        fees: {
          base: formatAmount(stated.fee_centavos),
          iva_charged: formatAmount(stated.charged_centavos),
          iva: formatAmount(stated.due_centavos),
          rounding: formatAmount(statement?.rounding_centavos ?? 0),
        },
        checks: checks.map(([check, one, other]) => ({ check, one: formatAmount(one), other: formatAmount(other) })),
      }
    },
  }
}

/** The list of everything, by day of posting. */
const EVERYTHING = {
  byPosting: 'paid',
  brand: undefined,
  operator: undefined,
  rail: undefined,
  status: undefined,
  declinedToo: undefined,
} as const

function sumsOf(sums: Map<string, number>): number {
  return ledgerAccounts.reduce((all, account) => all + (sums.get(account) ?? 0), 0)
}
