// Double entry: what each change of an operation posts, as lines that sum to zero.
import type { MovementKind } from '../core/movement.ts'
import { type Rail, type RailPort, rails } from '../core/rail.ts'
import type { ToldState, TransferMoney } from '../core/transfer.ts'
import type { OperationRow } from '../store/tables.ts'
import { add, insert, type Write } from '../store/write.ts'

/**
 * Where money stands. Debits are positive: what others owe us grows with a debit, what we owe others with a credit.
 * `receivable:*` is owed to us by a network, `payable:*` is owed by us, `income:fees` is ours, `payouts` is on its
 * way to merchants: booked, but not yet settled by the bank; `returns` is on its way to payers: taken by the bank, but not yet
 * settled. `payable:suspense` is owed to somebody until a person decides: a payment came in that contradicts another of the
 * same identity, or that a till does not give back.
 * `bank` is the money on our bank account as the bank's statements prove it, `cost:*` is what networks keep
 * (and what differences cost), and `suspense:statements`
 * is what statements show and our records do not, or not so.
 */
export const ledgerAccounts = [
  'receivable:acquirer',
  'receivable:cash-network',
  'receivable:bank',
  'payable:merchant',
  'payable:affiliate',
  'payable:iva',
  'payable:returns',
  'payable:suspense',
  'income:fees',
  'cost:acquirer-fees',
  'cost:cash-network-fees',
  'cost:bank-fees',
  'cost:differences',
  'bank',
  'suspense:statements',
  'payouts',
  'returns',
] as const

export type LedgerAccount = (typeof ledgerAccounts)[number]

/** What each cause may post: a closed set, so that an entry under any other name is a fault. */
export const entryNames = {
  operation: ['paid', 'reversed'],
  payment: ['returned', 'suspended', 'released'],
  transfer: ['accepted', 'sent', 'rejected', 'returned', 'written-off'],
  payout: ['booked', 'sent', 'failed', 'returned'],
  line: ['posted', 'found', 'closed'],
} as const

export type CauseKind = keyof typeof entryNames

/** `<id of the cause>:<what happened>` */
export type EntryName = `${string}:${(typeof entryNames)[CauseKind][number]}`

/** One line: debits positive, credits negative. */
export interface Line {
  account: LedgerAccount
  amountCentavos: number
}

/** An entry belongs to one cause and is posted once: its name is unique. */
export interface Entry {
  name: EntryName
  accountId: string
  /** The Mexico City day on which it happened. */
  day: string
  at: string
  lines: Line[]
  /** The user whose share the lines on `payable:affiliate` are. */
  affiliate?: string | null
}

/** What the network of a rail owes us. */
function receivableOf(rail: Rail): LedgerAccount {
  return rails[rail].receivable
}

type Priced = Pick<OperationRow, 'rail' | 'total_centavos' | 'fee_centavos' | 'iva_centavos' | 'affiliate_centavos'>

/** A payment: the network owes the total; the merchant, the affiliate and the treasury are owed their parts. */
export function paymentLines(operation: Priced): Line[] {
  const { total_centavos: total, fee_centavos: fee, iva_centavos: iva, affiliate_centavos: affiliate } = operation
  const lines: Line[] = [
    { account: receivableOf(operation.rail), amountCentavos: total },
    { account: 'payable:merchant', amountCentavos: -(total - fee - iva - affiliate) },
    { account: 'income:fees', amountCentavos: -fee },
    { account: 'payable:iva', amountCentavos: -iva },
    { account: 'payable:affiliate', amountCentavos: -affiliate },
  ]
  return lines.filter((line) => line.amountCentavos !== 0)
}

/**
 * A reversal: the same lines the other way round, fees included. A network that takes the payment back does so at once; what is
 * transferred to the payer is owed to them until the refund has left (`transferLines`).
 */
export function reversalLines(operation: Priced): Line[] {
  const from = rails[operation.rail].reversal === 'transfer' ? 'payable:returns' : receivableOf(operation.rail)
  return paymentLines(operation).map((line) => ({
    account: line.account === receivableOf(operation.rail) ? from : line.account,
    amountCentavos: -line.amountCentavos,
  }))
}

/** Money came in that pays nothing: it is owed to whoever sent it. */
export function returnLines(rail: Rail, amountCentavos: number): Line[] {
  return move(receivableOf(rail), 'payable:returns', amountCentavos)
}

/** Money came in that pays nothing and is not sent back by itself: it is owed to somebody, and stays. */
export function suspenseLines(rail: Rail, amountCentavos: number): Line[] {
  return move(receivableOf(rail), 'payable:suspense', amountCentavos)
}

/** A payment leaves suspense to be sent back: it is owed to the account that it goes to. */
export function givenBackLines(amountCentavos: number): Line[] {
  return move('payable:suspense', 'payable:returns', amountCentavos)
}

/** A payment leaves suspense for an operation, whose own entry books it. */
export function acceptedLines(rail: Rail, amountCentavos: number): Line[] {
  return move('payable:suspense', receivableOf(rail), amountCentavos)
}

/** The entry of a return or refund whose network says this of it. */
export const transferEntries = {
  accepted: 'accepted',
  settled: 'sent',
  rejected: 'rejected',
  returned: 'returned',
} as const satisfies Record<ToldState, (typeof entryNames)['transfer'][number]>

/**
 * A return or refund moves its money on, or back to what is owed; it leaves by the network through which it had come. No lines when the
 * money stays where it is.
 */
export function transferLines(rail: Rail, from: TransferMoney, to: TransferMoney, amountCentavos: number): Line[] {
  const places = { owed: 'payable:returns', 'on-its-way': 'returns', gone: receivableOf(rail) } as const
  return from === to ? [] : move(places[from], places[to], amountCentavos)
}

/** What is owed to a payer is given up by a person: it lessens what differences cost. */
export function writtenOffLines(amountCentavos: number): Line[] {
  return move('payable:returns', 'cost:differences', amountCentavos)
}

/** A payout leaves what the merchant is owed and is on its way. */
export function payoutLines(amountCentavos: number): Line[] {
  return move('payable:merchant', 'payouts', amountCentavos)
}

/** The bank settled the payout. */
export function payoutSentLines(amountCentavos: number): Line[] {
  return move('payouts', 'receivable:bank', amountCentavos)
}

/** The bank refused the payout: the merchant is owed the amount again. */
export function payoutFailedLines(amountCentavos: number): Line[] {
  return move('payouts', 'payable:merchant', amountCentavos)
}

/** The bank sent the payout back, settled or not: the merchant is owed the amount again. */
export function payoutReturnedLines(amountCentavos: number, wasPaid: boolean): Line[] {
  return move(wasPaid ? 'receivable:bank' : 'payouts', 'payable:merchant', amountCentavos)
}

/** What the line of a statement says. */
export interface Stated {
  rail: Rail
  kind: MovementKind
  amountCentavos: number
  feeCentavos: number
}

const costOf = {
  acquirer: 'cost:acquirer-fees',
  'cash-network': 'cost:cash-network-fees',
  'spei-bank': 'cost:bank-fees',
} as const satisfies Record<RailPort, LedgerAccount>

/** Where the money is of which a network's line tells: on our account at a bank, or still owed by the network. */
const placeOf = {
  acquirer: 'receivable',
  'cash-network': 'receivable',
  'spei-bank': 'bank',
} as const satisfies Record<RailPort, 'receivable' | 'bank'>

/**
 * What the line of a statement posts. `recordedCentavos` is what its record has on the receivable (positive: the network owes us), zero
 * without a record. A bank's line moves that to our bank account; a line of any other network only confirms it. What is said and not
 * recorded, or otherwise, stands on `suspense:statements`.
 *
 * Sample: a bank says that 100.00 came in, where 90.00 are recorded: `bank` +100.00, `receivable:bank` -90.00, `suspense:statements` -10.00.
 */
export function statedLines(stated: Stated, recordedCentavos: number): Line[] {
  const { rail, kind, amountCentavos: amount, feeCentavos: fee } = stated
  const receivable = receivableOf(rail)
  const place: LedgerAccount = placeOf[rails[rail].port] === 'bank' ? 'bank' : receivable
  const cost = costOf[rails[rail].port]
  const kept = kind === 'fee' ? amount : fee
  return combined([
    ...saidLines(stated, { place, receivable, recordedCentavos }),
    { account: cost, amountCentavos: kept },
    { account: place, amountCentavos: -kept },
  ])
}

function saidLines(
  { kind, amountCentavos: amount }: Stated,
  to: { place: LedgerAccount; receivable: LedgerAccount; recordedCentavos: number },
): Line[] {
  const { place, receivable, recordedCentavos: recorded } = to
  switch (kind) {
    case 'fee':
      return []
    // What another network pays is on its way to our bank, whose own statement says when it is there.
    case 'settlement':
      return place === 'bank' ? move('bank', 'receivable:bank', amount) : move('receivable:bank', receivable, amount)
    case 'payment':
    case 'return':
    case 'reversal':
    case 'transfer-out': {
      const said = signedOf(kind, amount)
      return [
        { account: place, amountCentavos: said },
        // Where nothing moves to another place, what is recorded stays.
        { account: place === 'bank' ? receivable : place, amountCentavos: -recorded },
        { account: 'suspense:statements', amountCentavos: recorded - said },
      ]
    }
  }
}

/** The record of a line is found after the line was posted without one: what it says leaves suspense. */
export function foundLines(rail: Rail, recordedCentavos: number): Line[] {
  return combined(move('suspense:statements', receivableOf(rail), recordedCentavos))
}

/** The record of a line that was written off is found: it lessens what was written off; what differs stays so. */
export function foundLaterLines(rail: Rail, recordedCentavos: number): Line[] {
  return combined(move('cost:differences', receivableOf(rail), recordedCentavos))
}

/** A person writes off what the line says and its record does not: it is a cost, or less of one. */
export function closedLines({ kind, amountCentavos }: Stated, recordedCentavos: number): Line[] {
  return combined(move('suspense:statements', 'cost:differences', signedOf(kind, amountCentavos) - recordedCentavos))
}

function signedOf(kind: MovementKind, amountCentavos: number): number {
  return kind === 'payment' || kind === 'return' ? amountCentavos : -amountCentavos
}

/** One line for each account, none of nothing. */
function combined(lines: Line[]): Line[] {
  const sums = [...sumsByAccount(lines)].map(([account, amountCentavos]) => ({ account, amountCentavos }))
  return sums.filter((line) => line.amountCentavos !== 0)
}

function move(debit: LedgerAccount, credit: LedgerAccount, amountCentavos: number): Line[] {
  return [
    { account: debit, amountCentavos },
    { account: credit, amountCentavos: -amountCentavos },
  ]
}

/**
 * The writes of an entry: its lines, the balances of account and day, and what an affiliated user is owed by it. Throws
 * when the lines do not sum to zero.
 */
export function entryWrites(entry: Entry): Write[] {
  const sum = entry.lines.reduce((total, line) => total + line.amountCentavos, 0)
  if (sum !== 0) throw new Error(`the entry ${entry.name} does not balance: ${sum} centavos`)
  if (entry.lines.length === 0) return []
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
      ['account_id', 'ledger_account', 'day'],
      ...[...sumsByAccount(entry.lines)].map(([account, amountCentavos]) => ({
        account_id: entry.accountId,
        ledger_account: account,
        day: entry.day,
        amount_centavos: amountCentavos,
      })),
    ),
    ...affiliateWrites(entry),
  ]
}

function affiliateWrites({ accountId, affiliate, lines }: Entry): Write[] {
  const owedCentavos = -(sumsByAccount(lines).get('payable:affiliate') ?? 0)
  if (owedCentavos === 0) return []
  return [
    add('affiliate_balances', ['account_id', 'affiliate'], {
      account_id: accountId,
      affiliate: affiliate ?? '',
      amount_centavos: owedCentavos,
    }),
  ]
}

function sumsByAccount(lines: Line[]): Map<LedgerAccount, number> {
  const sums = new Map<LedgerAccount, number>()
  for (const { account, amountCentavos } of lines) sums.set(account, (sums.get(account) ?? 0) + amountCentavos)
  return sums
}
