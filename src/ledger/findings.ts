// The invariants of an audit, and its findings: the number of faults against each invariant, and the first fault.

/** Each invariant and its meaning. */
export const invariants = {
  'entries-balance': 'The lines of every entry sum to zero',
  'operation-parts': 'Fee, IVA, affiliate share and net are not negative and add up to the total',
  'payment-entries': 'A paid operation has its entry of payment, to the line; one that never was paid has none',
  'reversal-entries': 'An operation cancelled after payment has the entry that takes it back; no other has one',
  'entry-causes': 'Every entry belongs to something that exists, and to the same account',
  'entry-names': 'Every entry has one of the names that its cause may post',
  balances: 'Balances of account and day equal a recount of the postings',
  'affiliate-balances': 'What affiliated users are owed equals a recount of their shares and payouts',
  'affiliate-entries':
    'Every entry about the share of an affiliate says whose it is: the one of its operation or payout, and the same amount',
  'kept-totals': 'Daily and monthly totals equal a recount of the operations: number, total, commission',
  'posted-totals': 'Totals by day of posting equal a recount of what was paid and reversed on each day',
  'monthly-fees': 'The fees of each month by concept equal a recount of what was charged and given back: number, fee',
  'paid-times': 'What was paid says when, and is posted on the day of its entry; nothing else says so',
  events: 'Every state that an operation reached has its event, once, and no other has one',
  'payments-received': 'Every paid voucher is matched by one recorded payment of its rail and amount: number, amount',
  'received-entries': 'Every received payment has the entry of its outcome, to the line, and no other',
  releases: 'Every payment that left suspense has its release, of its account, and every release its payment',
  returns:
    'Every payment that is returned or refunded has its transfer, and each step of its money its entry, to the line',
  refunds:
    'What operations say of their refunds equals a recount of these: refunded, settled, failed; only what was paid is refunded',
  'refund-entries':
    'Every refund has the entries of its state, to the line, and the transfer that carries it; every move of the reserve its entry',
  transfers: 'Every transfer has its cause, which says the same account, amount, destination and tracking key',
  'fee-schedules': 'What an account pays is what its newest change of fees says',
  'payout-accounts':
    'The account that payouts go to is the one that its newest change has set; an affiliate’s, until then, the registered one',
  shown: 'What an operation shows beside its amounts is what its end allows',
  log: 'The outcome of an operation is what the event of its newest move has kept of it',
  authority:
    'Who may do, receive or be charged something is what its newest record says, and nobody is there or gone without one',
  directory:
    'Every CLABE, link and key that is found across accounts leads to the row that has it, and every row that is to be found is led to',
  sealed: 'What is sealed opens in the row for which it was sealed, and nowhere else',
  'given-alone': 'What each person gave back alone on their last day equals a recount of the trail',
  'fee-statements':
    'The IVA of every closed month is that of its fees: its sums equal a recount, and what rounding had made of it is posted, to the line',
  claims: 'Every debt that was written off has its entry, to the line, and was asked for and approved by two people',
  'closed-months':
    'The figures of every month that an account has closed are what the books say of it, and its package is the one that was closed',
  payouts: 'Every payout has its entries, its lines and its transfer, all of one amount',
  'statement-lines': 'Every line of a statement has posted what it says beside its record, to the line',
  disputes:
    'Every dispute has the entries of its state, to the line, is of a card payment of the same account, and was answered at most once',
  'disputed-amounts': 'What is disputed of every payment equals a recount of its disputes',
  captures:
    'Every payment that was authorised first is one capture of it, with its amounts and at most what was authorised, and no other payment has one',
  advices:
    'Every card payment that was given up before its answer was known has its reversal advice, and no other, paid or not there, has one',
  acquirers: 'Every card payment that was given to another acquirer stands with the one that was chosen last',
  checkouts: 'What every checkout says of its uses and its state equals a recount of its payments',
} as const

export type Invariant = keyof typeof invariants

export interface Fault {
  /** The operation, entry, payout, or the key of a count. */
  id: string
  expected: string
  found: string
}

export interface Verdict {
  clean: boolean
  invariants: { name: Invariant; meaning: string; faults: number; first: Fault | null }[]
}

export interface Findings {
  add(invariant: Invariant, fault: Fault): void
  verdict(): Verdict
}

export function findings(): Findings {
  const faults = new Map<Invariant, { count: number; first: Fault }>()
  return {
    add: (invariant, fault) => {
      const known = faults.get(invariant)
      if (known) known.count += 1
      else faults.set(invariant, { count: 1, first: fault })
    },
    verdict: () => ({
      clean: faults.size === 0,
      invariants: (Object.keys(invariants) as Invariant[]).map((name) => {
        const known = faults.get(name)
        return { name, meaning: invariants[name], faults: known?.count ?? 0, first: known?.first ?? null }
      }),
    }),
  }
}
