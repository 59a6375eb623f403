// Double entry: the ledger's accounts, what an entry is and how it is written. The lines of each cause are
// in lines/.
import { type Rail, rails } from '../core/rail.ts'
import { add, insert, type Write } from '../store/write.ts'
import type { EntryName } from './entry-name.ts'

/** The ledger's accounts. Debits are positive: a debit increases a receivable, a credit increases a payable. */
export const ledgerAccounts = [
  // Owed to us by the network of a rail.
  'receivable:acquirer',
  'receivable:cash-network',
  'receivable:bank',
  // Owed by us: to the merchant, to affiliates, to the treasury, and to payers whose money goes back.
  'payable:merchant',
  'payable:affiliate',
  'payable:iva',
  'payable:returns',
  // Owed by us until a person decides to whom: a payment that contradicts another with the same identity, or cash that a
  // till does not give back.
  'payable:suspense',
  // The merchant's money that is set aside for refunds: it is not paid out.
  'payable:reserve',
  // The merchant's money that is held back until a dispute is decided: the disputed amount and the fee.
  'payable:disputes',
  'income:fees',
  // Networks' fees, and write-offs.
  'cost:acquirer-fees',
  'cost:cash-network-fees',
  'cost:bank-fees',
  'cost:differences',
  // The money on our bank account, by the bank's statements.
  'bank',
  // Differences between statements and our records.
  'suspense:statements',
  // On its way to merchants and affiliates: booked, but not yet settled by the bank.
  'payouts',
  // On its way to payers: taken by the bank, but not yet settled.
  'returns',
] as const

export type LedgerAccount = (typeof ledgerAccounts)[number]

/** Where a line is posted: a ledger account. What acquirers owe us is kept by acquirer. */
export interface Place {
  account: LedgerAccount
  /** The acquirer, on `receivable:acquirer`; absent elsewhere. */
  network?: string
}

/** One line: debits positive, credits negative. */
export interface Line extends Place {
  amountCentavos: number
}

/** An entry belongs to one cause and is posted once: its name is unique. */
interface Entry {
  name: EntryName
  accountId: string
  /** The Mexico City day on which it happened. */
  day: string
  at: string
  lines: Line[]
  /** The user of the lines on `payable:affiliate`. */
  affiliate?: string | null
  /** True for the entry of a payout, or of its failure or return. */
  isPayout?: boolean
}

/** The place of what a rail's network owes us. Only acquirers are several at once, so only theirs needs `network`. */
export function receivableOf(rail: Rail, network?: string): Place {
  const { receivable: account, port } = rails[rail]
  return port === 'acquirer' ? { account, network: network ?? '' } : { account }
}

/** The lines with one sum for each place, without sums of zero. */
export function combined(lines: Line[]): Line[] {
  return sumsByPlace(lines).filter((line) => line.amountCentavos !== 0)
}

/** An amount from one place to another. */
export function move(debit: LedgerAccount | Place, credit: LedgerAccount | Place, amountCentavos: number): Line[] {
  return [
    { ...placeOf(debit), amountCentavos },
    { ...placeOf(credit), amountCentavos: -amountCentavos },
  ]
}

export function placeOf(place: LedgerAccount | Place): Place {
  return typeof place === 'string' ? { account: place } : place
}

/**
 * The writes of an entry: its lines, the balances of account and day, and the change of what an affiliated user is owed.
 * Throws when the lines do not sum to zero.
 */
export function entryWrites(entry: Entry): Write[] {
  const sum = entry.lines.reduce((total, line) => total + line.amountCentavos, 0)
  if (sum !== 0) throw new Error(`the entry ${entry.name} does not balance: ${sum} centavos`)
  if (entry.lines.some(({ network }) => network === ''))
    throw new Error(`the entry ${entry.name} does not say whose receivable it is`)
  if (entry.lines.length === 0) return []
  return [
    insert('entries', {
      entry: entry.name,
      account_id: entry.accountId,
      day: entry.day,
      lines: textOfLines(entry.lines),
      created_at: entry.at,
    }),
    add(
      'balances',
      ['account_id', 'ledger_account', 'network', 'day'],
      ...sumsByPlace(entry.lines).map(({ account, network = '', amountCentavos }) => ({
        account_id: entry.accountId,
        ledger_account: account,
        network,
        day: entry.day,
        amount_centavos: amountCentavos,
      })),
    ),
    ...affiliateWrites(entry),
  ]
}

/** The lines as JSON, shorter than with names: there is one for each payment. */
export function textOfLines(lines: readonly Line[]): string {
  return JSON.stringify(
    lines.map(({ account, amountCentavos, network }) => [
      account,
      amountCentavos,
      ...(network === undefined ? [] : [network]),
    ]),
  )
}

function affiliateWrites({ name, accountId, affiliate, day, isPayout = false, lines }: Entry): Write[] {
  const owedCentavos = -(sumsByPlace(lines).find((sum) => sum.account === 'payable:affiliate')?.amountCentavos ?? 0)
  if (owedCentavos === 0) return []
  const owed = { account_id: accountId, affiliate: affiliate ?? '', amount_centavos: owedCentavos }
  return [
    add('affiliate_balances', ['account_id', 'affiliate'], owed),
    insert('affiliate_entries', { entry: name, day, is_payout: isPayout ? 1 : 0, ...owed }),
  ]
}

/** One line for each place, in the order in which the places come. */
function sumsByPlace(lines: readonly Line[]): Line[] {
  const sums: Line[] = []
  for (const line of lines) {
    const sum = sums.find(({ account, network }) => account === line.account && network === line.network)
    if (sum === undefined) sums.push({ ...line })
    else sum.amountCentavos += line.amountCentavos
  }
  return sums
}
