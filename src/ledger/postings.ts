// Double entry: what each change of an operation posts, as lines that sum to zero.
import { affiliatePart, type Shared } from '../core/affiliate-part.ts'
import type { MovementKind } from '../core/movement.ts'
import { type Rail, type RailPort, rails } from '../core/rail.ts'
import type { ToldState, TransferMoney } from '../core/transfer.ts'
import type { DisputeRow, OperationRow, PayoutRow, RefundRow } from '../store/tables.ts'
import { add, insert, type Write } from '../store/write.ts'

/**
 * Where money stands. Debits are positive: what others owe us grows with a debit, what we owe others with a credit.
 * `receivable:*` is owed to us by a network, `payable:*` is owed by us, `income:fees` is ours, `payouts` is on its
 * way to merchants: booked, but not yet settled by the bank; `returns` is on its way to payers: taken by the bank, but not yet
 * settled. `payable:suspense` is owed to somebody until a person decides: a payment came in that contradicts another of the
 * same identity, or that a till does not give back.
 * `payable:reserve` is the merchant's and held back: it is not paid out while it is there.
 * `payable:disputes` is a reserve of its own: what is disputed, with the fee for it, until the bank has decided.
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
  'payable:reserve',
  'payable:disputes',
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
  dispute: ['opened', 'won', 'lost', 'recovered'],
  line: ['posted', 'found', 'closed'],
  'fee-statement': ['rounded'],
  refund: ['reserve', 'booked', 'sent', 'cancelled'],
  reserve: ['moved'],
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
  /** Whether a payout, or what became of one, posts it. */
  isPayout?: boolean
}

/** What the network of a rail owes us. */
function receivableOf(rail: Rail): LedgerAccount {
  return rails[rail].receivable
}

type Priced = Pick<OperationRow, 'rail' | 'total_centavos' | 'fee_centavos' | 'iva_centavos' | 'affiliate_centavos'>
type Reversed = Priced & Shared

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
 * A reversal: the same lines the other way round, fees included; an affiliate who keeps the share is paid by the merchant. A network that takes
 * the payment back does so at once; what is transferred to the payer is owed to them until the refund has left (`transferLines`).
 */
export function reversalLines(operation: Reversed): Line[] {
  const from = rails[operation.rail].reversal === 'transfer' ? 'payable:returns' : receivableOf(operation.rail)
  const affiliate = affiliatePart(operation, { amountCentavos: operation.total_centavos })
  return paymentLines({ ...operation, affiliate_centavos: affiliate }).map((line) => ({
    account: line.account === receivableOf(operation.rail) ? from : line.account,
    amountCentavos: -line.amountCentavos,
  }))
}

/** What a refund takes of whom: of its amount, the parts of fee, IVA and share that come back, and the rest of the merchant. */
export type RefundParts = Pick<RefundRow, 'amount_centavos' | 'fee_centavos' | 'iva_centavos' | 'affiliate_centavos'>

/** A refund is owed to the payer from here on, whatever way it goes. */
export function refundLines(refund: RefundParts): Line[] {
  const { amount_centavos: amount, fee_centavos: fee, iva_centavos: iva, affiliate_centavos: affiliate } = refund
  const lines: Line[] = [
    { account: 'payable:returns', amountCentavos: -amount },
    { account: 'payable:merchant', amountCentavos: amount - fee - iva - affiliate },
    { account: 'income:fees', amountCentavos: fee },
    { account: 'payable:iva', amountCentavos: iva },
    { account: 'payable:affiliate', amountCentavos: affiliate },
  ]
  return lines.filter((line) => line.amountCentavos !== 0)
}

/** A cancelled refund: the same lines the other way round. */
export function refundCancelledLines(refund: RefundParts): Line[] {
  return refundLines(refund).map((line) => ({ ...line, amountCentavos: -line.amountCentavos }))
}

/** The acquirer gave a refund back to the card, and owes us so much less. */
export function refundSentLines(rail: Rail, amountCentavos: number): Line[] {
  return move('payable:returns', receivableOf(rail), amountCentavos)
}

/** What the merchant is owed comes out of the reserve, to be refunded. */
export function reserveUsedLines(amountCentavos: number): Line[] {
  return move('payable:reserve', 'payable:merchant', amountCentavos)
}

/** The merchant sets money aside (positive), or takes it back (negative). */
export function reserveMovedLines(amountCentavos: number): Line[] {
  return move('payable:merchant', 'payable:reserve', amountCentavos)
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

/** A payment leaves suspense because it never happened: the network owes nothing for it. */
export function neverReceivedLines(rail: Rail, amountCentavos: number): Line[] {
  return move('payable:suspense', receivableOf(rail), amountCentavos)
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

type PaidOut = Pick<PayoutRow, 'affiliate' | 'amount_centavos'>

/** What a payout pays: what the merchant is owed, or what an affiliate is. */
function owedOn({ affiliate }: PaidOut): LedgerAccount {
  return affiliate === '' ? 'payable:merchant' : 'payable:affiliate'
}

/** A payout leaves what the merchant or affiliate is owed and is on its way. */
export function payoutLines(payout: PaidOut): Line[] {
  return move(owedOn(payout), 'payouts', payout.amount_centavos)
}

/** The bank settled the payout. */
export function payoutSentLines(amountCentavos: number): Line[] {
  return move('payouts', 'receivable:bank', amountCentavos)
}

/** The bank refused the payout: the amount is owed again. */
export function payoutFailedLines(payout: PaidOut): Line[] {
  return move('payouts', owedOn(payout), payout.amount_centavos)
}

/** The bank sent the payout back, settled or not: the amount is owed again. */
export function payoutReturnedLines(payout: PaidOut, wasPaid: boolean): Line[] {
  return move(wasPaid ? 'receivable:bank' : 'payouts', owedOn(payout), payout.amount_centavos)
}

/**
 * The IVA that operations charged one by one becomes the IVA on the sum of the month's fees: what was charged too much is given to the merchant,
 * what was charged too little is taken.
 */
export function roundingLines(roundingCentavos: number): Line[] {
  return roundingCentavos === 0 ? [] : move('payable:iva', 'payable:merchant', roundingCentavos)
}

/** What a dispute takes: the disputed amount, of which the affiliate bears a part, and the fee for the dispute with its IVA. */
export type Disputed = Pick<DisputeRow, 'amount_centavos' | 'fee_centavos' | 'iva_centavos' | 'affiliate_centavos'>

/** Amount and fee of a dispute leave what the merchant and the affiliate are owed, and are held back until it is decided. */
export function disputeOpenedLines(dispute: Disputed): Line[] {
  return combined([...ofPayees(dispute, 1), { account: 'payable:disputes', amountCentavos: -heldBack(dispute) }])
}

/** The merchant won: all of it is owed to them, and to the affiliate, again. */
export function disputeWonLines(dispute: Disputed): Line[] {
  return combined([{ account: 'payable:disputes', amountCentavos: heldBack(dispute) }, ...ofPayees(dispute, -1)])
}

/** The merchant lost: the network keeps the amount of what it owes us, and the fee is ours. */
export function disputeLostLines(rail: Rail, dispute: Disputed): Line[] {
  return combined([{ account: 'payable:disputes', amountCentavos: heldBack(dispute) }, ...kept(rail, dispute, 1)])
}

/** The bank gave up a dispute that was lost already: the network owes the amount again, and the fee goes back. */
export function disputeRecoveredLines(rail: Rail, dispute: Disputed): Line[] {
  return combined([...ofPayees(dispute, -1), ...kept(rail, dispute, -1)])
}

/** What of it the merchant and the affiliate bear. */
function ofPayees(dispute: Disputed, sign: 1 | -1): Line[] {
  const { affiliate_centavos: affiliate } = dispute
  return [
    { account: 'payable:merchant', amountCentavos: sign * (heldBack(dispute) - affiliate) },
    { account: 'payable:affiliate', amountCentavos: sign * affiliate },
  ]
}

/** Who has it once it is lost: the network and we. */
function kept(rail: Rail, dispute: Disputed, sign: 1 | -1): Line[] {
  return [
    { account: receivableOf(rail), amountCentavos: -sign * dispute.amount_centavos },
    { account: 'income:fees', amountCentavos: -sign * dispute.fee_centavos },
    { account: 'payable:iva', amountCentavos: -sign * dispute.iva_centavos },
  ]
}

function heldBack({ amount_centavos, fee_centavos, iva_centavos }: Disputed): number {
  return amount_centavos + fee_centavos + iva_centavos
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

function affiliateWrites({ name, accountId, affiliate, day, isPayout = false, lines }: Entry): Write[] {
  const owedCentavos = -(sumsByAccount(lines).get('payable:affiliate') ?? 0)
  if (owedCentavos === 0) return []
  const owed = { account_id: accountId, affiliate: affiliate ?? '', amount_centavos: owedCentavos }
  return [
    add('affiliate_balances', ['account_id', 'affiliate'], owed),
    insert('affiliate_entries', { entry: name, day, is_payout: isPayout ? 1 : 0, ...owed }),
  ]
}

function sumsByAccount(lines: Line[]): Map<LedgerAccount, number> {
  const sums = new Map<LedgerAccount, number>()
  for (const { account, amountCentavos } of lines) sums.set(account, (sums.get(account) ?? 0) + amountCentavos)
  return sums
}
