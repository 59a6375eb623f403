// Double entry: what each change of an operation posts, as lines that sum to zero.
import type { Store } from '../store/store.ts'
import type { OperationRow } from '../store/tables.ts'
import { add, insert, type Write } from '../store/write.ts'

/**
 * Where money stands. Debits are positive: what others owe us grows with a debit, what we owe others with a credit.
 * `receivable:*` is owed to us by a network, `payable:*` is owed by us, `income:fees` is ours, `payouts` left the bank.
 */
export const ledgerAccounts = [
  'receivable:acquirer',
  'receivable:cash-network',
  'receivable:bank',
  'payable:merchant',
  'payable:affiliate',
  'payable:iva',
  'payable:returns',
  'income:fees',
] as const

export type LedgerAccount = (typeof ledgerAccounts)[number]

/** One line: debits positive, credits negative. */
export interface Line {
  account: LedgerAccount
  amountCentavos: number
}

/** An entry belongs to one cause and is posted once: its name is unique. */
export interface Entry {
  /** `<operation or payout id>:<what happened>` */
  name: string
  accountId: string
  /** The Mexico City day on which it happened. */
  day: string
  at: string
  lines: Line[]
}

const receivableOf = {
  POS: 'receivable:acquirer',
  OXX: 'receivable:cash-network',
  SPE: 'receivable:bank',
} as const satisfies Record<OperationRow['payment_method'], LedgerAccount>

type Priced = Pick<
  OperationRow,
  'payment_method' | 'total_centavos' | 'fee_centavos' | 'iva_centavos' | 'affiliate_centavos'
>

/** A payment: the network owes the total; the merchant, the affiliate and the treasury are owed their parts. */
export function paymentLines(operation: Priced): Line[] {
  const { total_centavos: total, fee_centavos: fee, iva_centavos: iva, affiliate_centavos: affiliate } = operation
  const lines: Line[] = [
    { account: receivableOf[operation.payment_method], amountCentavos: total },
    { account: 'payable:merchant', amountCentavos: -(total - fee - iva - affiliate) },
    { account: 'income:fees', amountCentavos: -fee },
    { account: 'payable:iva', amountCentavos: -iva },
    { account: 'payable:affiliate', amountCentavos: -affiliate },
  ]
  return lines.filter((line) => line.amountCentavos !== 0)
}

/** A reversal: the same lines the other way round, fees included. */
export function reversalLines(operation: Priced): Line[] {
  return paymentLines(operation).map((line) => ({ ...line, amountCentavos: -line.amountCentavos }))
}

/** The writes of an entry: its lines, and the balances of account and day. Throws when the lines do not sum to zero. */
export function entryWrites(store: Store, entry: Entry): Write[] {
  const sum = entry.lines.reduce((total, line) => total + line.amountCentavos, 0)
  if (sum !== 0) throw new Error(`the entry ${entry.name} does not balance: ${sum} centavos`)
  if (entry.lines.length === 0) return []
  const shard = store.shard()
  return [
    insert(
      'postings',
      ...entry.lines.map((line, index) => ({
        entry: entry.name,
        line: index,
        account_id: entry.accountId,
        ledger_account: line.account,
        day: entry.day,
        amount_centavos: line.amountCentavos,
        created_at: entry.at,
      })),
    ),
    add(
      'balances',
      ['account_id', 'ledger_account', 'day', 'shard'],
      ...[...sumsByAccount(entry.lines)].map(([account, amountCentavos]) => ({
        account_id: entry.accountId,
        ledger_account: account,
        day: entry.day,
        shard,
        amount_centavos: amountCentavos,
      })),
    ),
  ]
}

function sumsByAccount(lines: Line[]): Map<LedgerAccount, number> {
  const sums = new Map<LedgerAccount, number>()
  for (const { account, amountCentavos } of lines) sums.set(account, (sums.get(account) ?? 0) + amountCentavos)
  return sums
}
