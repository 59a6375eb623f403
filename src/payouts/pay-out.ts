// Pays merchants out on every payout day: one payout for each account and day, booked with its transfer in one batch.
import type { Task } from '../core/task.ts'
import { dayStartAt, mexicoCityDay } from '../core/time.ts'
import { across } from '../store/across.ts'
import { troubled } from '../store/queues/set-aside.ts'
import type { Store } from '../store/store.ts'
import { run, update, type Write } from '../store/write.ts'
import { bookPayout } from './book.ts'
import { lastDayDue, lastPayoutDay } from './calendar.ts'
import { readCovered } from './covered.ts'
import { payoutSources, payoutsDueAt } from './due.ts'
import type { PayoutNeeds } from './needs.ts'
import { firstMerchantDay, type Owed, readUnsettled } from './owed.ts'
import { merchantEntries } from './report/merchant-entries.ts'

const BATCH_SIZE = 50

/**
 * Settles every account for the last payout day that has come. An amount that could not be paid (too small, no CLABE, the
 * service did not run) is part of the next payout, because each payout pays the whole due balance. `accounts.settled_day`
 * moves in the batch of the payout, so that only one of several workers pays, also when their clocks differ. Suspended
 * accounts wait, and so do their affiliates.
 */
export function payOutTask(needs: PayoutNeeds): Task {
  const { store, clock, terms } = needs
  const work = troubled(needs, payoutSources.accounts, ({ id }: Owed) => ({ id, accountId: id }))
  return {
    name: payoutSources.accounts,
    leavesOut: true,
    nextDueAt: (until) => payoutsDueAt(needs, 'accounts', until, () => isAnythingOwed(store)),
    run: async () => {
      const at = clock.now()
      const payoutDay = lastPayoutDay(terms, mexicoCityDay(at))
      const toDay = lastDayDue(terms, payoutDay)
      const openedBefore = dayStartAt(payoutDay)
      const accounts = await readUnsettled(needs, { payoutDay, toDay, openedBefore, limit: BATCH_SIZE })
      const [paid, others] = [accounts.filter(isPaid), accounts.filter((account) => !isPaid(account))]
      await Promise.all([
        work.each(paid, (account) => payOut(needs, account, { at, payoutDay, toDay })),
        others.length > 0 ? store.commit([settleWithout(store, others, payoutDay)]) : undefined,
      ])
      return accounts.length
    },
  }
}

/** Whether any merchant with a CLABE is owed an amount, due or not. In a busy service the first accounts answer it. */
async function isAnythingOwed(store: Store): Promise<boolean> {
  const owed = await store.db
    .selectFrom('accounts')
    .select('id')
    .where('payout_clabe', 'is not', null)
    .where('suspended_at', 'is', null)
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
    .modifyEnd(across('due'))
    .executeTakeFirst()
  return owed !== undefined
}

function isPaid(account: Owed): boolean {
  return account.owedCentavos > 0 && account.payout_clabe !== null
}

async function payOut(
  needs: PayoutNeeds,
  account: Owed,
  { at, ...days }: { at: string; payoutDay: string; toDay: string },
): Promise<void> {
  const { store } = needs
  const payee = { account_id: account.id, affiliate: '' }
  const covered = await readCovered(store, payee, () => firstMerchantDay(store, account.id))
  const range = { accountId: account.id, fromDay: covered.fromDay, toDay: days.toDay }
  await bookPayout(needs, {
    ...days,
    at,
    payee,
    payeeIs: [account.id, account.created_at],
    covered,
    entries: merchantEntries(store, range),
    amountCentavos: account.owedCentavos,
    clabe: account.payout_clabe ?? '',
    beneficiary: account.name,
    settled: [
      update(
        'accounts',
        { settled_day: days.payoutDay, owed_version: account.owed_version + 1 },
        {
          id: account.id,
          settled_day: account.settled_day,
          payout_clabe: account.payout_clabe,
          owed_version: account.owed_version,
          suspended_at: null,
        },
      ),
    ],
  })
}

/** Marks accounts without a due amount, or without a CLABE, as settled for the day. */
function settleWithout(store: Store, accounts: Owed[], payoutDay: string): Write {
  const ids = accounts.map((account) => account.id)
  return run(
    store.db
      .updateTable('accounts')
      .set({ settled_day: payoutDay })
      .where('id', 'in', ids)
      .where('settled_day', '<', payoutDay)
      .modifyEnd(across('due'))
      .compile(),
  )
}
