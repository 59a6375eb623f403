// Pays merchants out on every payout day: one payout for each account and day, booked with its transfer in one batch.
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { PAYOUT_RAIL } from '../core/rail.ts'
import type { Task } from '../core/task.ts'
import { dayStartMs, instantOf, mexicoCityDay } from '../core/time.ts'
import { entryWrites, payoutLines } from '../ledger/postings.ts'
import { conditionHeld, conflictOn } from '../store/decide.ts'
import type { Store } from '../store/store.ts'
import type { PayoutLineRow, PayoutRow } from '../store/tables.ts'
import { insert, run, update, type Write } from '../store/write.ts'
import { newTransfer } from '../transfers/new-transfer.ts'
import { lastDayDue, lastPayoutDay, nextPayoutDay, type SettlementTerms } from './calendar.ts'
import { type MerchantEntry, merchantEntries } from './merchant-entries.ts'
import { type Covered, type Owed, readCovered, readUnsettled } from './owed.ts'

export interface PayOutNeeds {
  store: Store
  clock: Clock
  terms: SettlementTerms
  /** The bank that carries payouts. */
  bank: { name: string }
}

const PORTION = 50

/**
 * Settles every account for the last payout day that has come. What was not paid then - too little, no CLABE, days on which
 * nothing ran - is part of the next payout, because each pays the whole due balance. `accounts.settled_day` moves in the
 * batch of the payout, so that of many workers one pays, also when their clocks differ.
 */
export function payOutTask(needs: PayOutNeeds): Task {
  const { store, clock, terms } = needs
  return {
    name: 'payouts',
    unhurried: true,
    nextDueAt: async () => {
      const today = mexicoCityDay(clock.epochMs())
      const payoutDay = lastPayoutDay(terms, today)
      const openedBefore = dayStart(payoutDay)
      const waiting = await store.db
        .selectFrom('accounts')
        .select('id')
        .where('settled_day', '<', payoutDay)
        .where('created_at', '<', openedBefore)
        .limit(1)
        .executeTakeFirst()
      if (waiting) return openedBefore
      return (await isAnythingOwed(store)) ? dayStart(nextPayoutDay(terms, today)) : undefined
    },
    run: async () => {
      const at = clock.now()
      const payoutDay = lastPayoutDay(terms, mexicoCityDay(at))
      const toDay = lastDayDue(terms, payoutDay)
      const openedBefore = dayStart(payoutDay)
      const accounts = await readUnsettled(store, { payoutDay, toDay, openedBefore, limit: PORTION })
      const [paid, others] = [accounts.filter(isPaid), accounts.filter((account) => !isPaid(account))]
      await Promise.all([
        ...paid.map((account) => payOut(needs, account, { at, payoutDay, toDay })),
        others.length > 0 ? store.commit([settleWithout(store, others, payoutDay)]) : undefined,
      ])
      return accounts.length
    },
  }
}

/** Whether some merchant with a CLABE is owed anything, due or not. Where money moves, the first accounts say yes. */
async function isAnythingOwed(store: Store): Promise<boolean> {
  const owed = await store.db
    .selectFrom('accounts')
    .select('id')
    .where('payout_clabe', 'is not', null)
    .where(
      (eb) =>
        eb
          .selectFrom('balances')
          .select((sum) => sum.fn.sum<number>('amount_centavos').as('amount'))
          .whereRef('balances.account_id', '=', 'accounts.id')
          .where('ledger_account', '=', 'payable:merchant'),
      '<',
      0,
    )
    .limit(1)
    .executeTakeFirst()
  return owed !== undefined
}

function isPaid(account: Owed): boolean {
  return account.owedCentavos > 0 && account.payout_clabe !== null
}

async function payOut(
  needs: PayOutNeeds,
  account: Owed,
  { at, ...days }: { at: string; payoutDay: string; toDay: string },
): Promise<void> {
  const { store, clock, bank } = needs
  const covered = await readCovered(store, account.id)
  const id = newId(clock, 'po')
  const transfer = newTransfer(clock, {
    account_id: account.id,
    operation_id: null,
    kind: 'payout',
    rail: PAYOUT_RAIL,
    network: bank.name,
    destination: account.payout_clabe ?? '',
    beneficiary: account.name,
    amount_centavos: account.owedCentavos,
    concept: `Liquidacion ${days.payoutDay}`,
  })
  const payout: PayoutRow = {
    id,
    account_id: account.id,
    day: days.payoutDay,
    from_day: covered.fromDay,
    to_day: days.toDay,
    amount_centavos: account.owedCentavos,
    clabe: transfer.destination,
    beneficiary: transfer.beneficiary,
    tracking_key: transfer.tracking_key,
    transfer_id: transfer.id,
    state: 'pending',
    created_at: at,
    state_at: at,
  }
  const lines = await linesOf(store, payout, covered)
  const entry = { accountId: account.id, day: mexicoCityDay(at), at, lines: payoutLines(payout.amount_centavos) }
  const writing = store.commit([
    update(
      'accounts',
      { settled_day: days.payoutDay, owed_version: account.owed_version + 1 },
      {
        id: account.id,
        settled_day: account.settled_day,
        payout_clabe: account.payout_clabe,
        owed_version: account.owed_version,
      },
    ),
    insert('payouts', payout),
    insert('transfers', transfer),
    ...entryWrites({ ...entry, name: `${id}:booked` }),
    ...linesWrites(lines),
  ])
  // Another worker was first, or the merchant has just changed its CLABE or refunded something: what is left is seen at the next look.
  await conditionHeld(writing, conflictOn('payouts'))
}

/** PostgreSQL checks a reference to a row of the same batch at the end of the statement, so the lines may go with it. */
function linesWrites(lines: PayoutLineRow[]): Write[] {
  return lines.length > 0 ? [insert('payout_lines', ...lines)] : []
}

/** Nothing is due to them, or they have no CLABE yet: they are done for the day. */
function settleWithout(store: Store, accounts: Owed[], payoutDay: string): Write {
  const ids = accounts.map((account) => account.id)
  return run(
    store.db
      .updateTable('accounts')
      .set({ settled_day: payoutDay })
      .where('id', 'in', ids)
      .where('settled_day', '<', payoutDay)
      .compile(),
  )
}

/** What the payout is made of, by method, card brand and operator; the sum of the lines is its amount. */
async function linesOf(store: Store, payout: PayoutRow, covered: Covered): Promise<PayoutLineRow[]> {
  const lines = new Map<string, PayoutLineRow>()
  const range = { accountId: payout.account_id, fromDay: payout.from_day, toDay: payout.to_day }
  for await (const entries of merchantEntries(store, range)) {
    for (const entry of entries) {
      const { rail, card_brand, operator } = entry
      const key = JSON.stringify([rail, card_brand, operator])
      const line = lines.get(key) ?? {
        ...NOTHING,
        payout_id: payout.id,
        rail,
        card_brand,
        operator,
      }
      addEntry(line, entry)
      lines.set(key, line)
    }
  }
  const refused = covered.refused.map((line) => ({ ...line, payout_id: payout.id, carried_from: line.payout_id }))
  const all = [...lines.values(), ...refused]
  // Payments of earlier days whose batch was still being written when those days were paid out.
  const left = payout.amount_centavos - all.reduce((total, line) => total + line.amount_centavos, 0)
  const earlier = { payout_id: payout.id, rail: '' as const, card_brand: '', operator: '', carried_from: 'earlier' }
  return left === 0 ? all : [...all, { ...NOTHING, ...earlier, amount_centavos: left }]
}

const NOTHING = {
  carried_from: '',
  entries: 0,
  total_centavos: 0,
  fee_centavos: 0,
  iva_centavos: 0,
  affiliate_centavos: 0,
  amount_centavos: 0,
}

function addEntry(line: PayoutLineRow, entry: MerchantEntry): void {
  line.entries += 1
  line.total_centavos += entry.sign * entry.total_centavos
  line.fee_centavos += entry.sign * entry.fee_centavos
  line.iva_centavos += entry.sign * entry.iva_centavos
  line.affiliate_centavos += entry.sign * entry.affiliate_centavos
  line.amount_centavos += entry.netCentavos
}

function dayStart(day: string): string {
  return instantOf(dayStartMs(day))
}
