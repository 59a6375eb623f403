// Pays registered affiliates on every payout day, as merchants are paid: one payout for each affiliate and day. Until a user is registered, their shares add up.
import type { Task } from '../../core/task.ts'
import { dayStartAt, mexicoCityDay } from '../../core/time.ts'
import { across } from '../../store/across.ts'
import { conditionHeld } from '../../store/decide.ts'
import { troubled } from '../../store/queues/set-aside.ts'
import type { Store } from '../../store/store.ts'
import { run, update, type Write } from '../../store/write.ts'
import { bookPayout } from '../book.ts'
import { lastDayDue, lastPayoutDay } from '../calendar.ts'
import { readCovered } from '../covered.ts'
import { ofOpenAccount, payoutSources, payoutsDueAt } from '../due.ts'
import type { PayoutNeeds } from '../needs.ts'
import { type AffiliateOwed, affiliateEntries, firstAffiliateDay, readUnsettledAffiliates } from './owed.ts'

const BATCH_SIZE = 50

/**
 * Settles every registered affiliate for the last payout day that has come. A balance that is not positive is not paid: it
 * is netted with later shares. `affiliates.settled_day` moves in the batch of the payout, so that only one of several
 * workers pays. An account that was suspended since it was read is not paid for either.
 */
export function payAffiliatesTask(needs: PayoutNeeds): Task {
  const { store, clock, terms } = needs
  const work = troubled(needs, payoutSources.affiliates, ({ id, account_id: accountId }: AffiliateOwed) => ({
    id,
    accountId,
  }))
  /** One after another: each payout of an account takes from what its payees are owed, and changes its version. */
  const settleAll = async (affiliates: AffiliateOwed[], days: Days): Promise<void> => {
    let version = affiliates[0]?.owed_version ?? 0
    const next = async (affiliate: AffiliateOwed) => {
      await settle(needs, { ...affiliate, owed_version: version }, days)
      if (affiliate.owedCentavos > 0) version += 1
    }
    await work.each(affiliates, next, { oneByOne: true })
  }
  return {
    name: payoutSources.affiliates,
    leavesOut: true,
    nextDueAt: (until) => payoutsDueAt(needs, 'affiliates', until, () => isAnythingOwed(store)),
    run: async () => {
      const at = clock.now()
      const payoutDay = lastPayoutDay(terms, mexicoCityDay(at))
      const toDay = lastDayDue(terms, payoutDay)
      const wanted = { payoutDay, toDay, openedBefore: dayStartAt(payoutDay), limit: BATCH_SIZE }
      const affiliates = await readUnsettledAffiliates(needs, wanted)
      const byAccount = Map.groupBy(affiliates, ({ account_id }) => account_id)
      await Promise.all([...byAccount.values()].map((some) => settleAll(some, { at, payoutDay, toDay })))
      return affiliates.length
    },
  }
}

/** Whether any registered affiliate is owed an amount, due or not. */
async function isAnythingOwed(store: Store): Promise<boolean> {
  const owed = await store.db
    .selectFrom('affiliates')
    .select('id')
    .where(
      (eb) =>
        eb
          .selectFrom('affiliate_balances')
          .select((sum) => sum.fn.sum<number>('amount_centavos').as('amount'))
          .whereRef('affiliate_balances.account_id', '=', 'affiliates.account_id')
          .whereRef('affiliate_balances.affiliate', '=', 'affiliates.affiliate'),
      '>',
      0,
    )
    .where(ofOpenAccount('affiliates.account_id'))
    .limit(1)
    .modifyEnd(across('due'))
    .executeTakeFirst()
  return owed !== undefined
}

interface Days {
  at: string
  payoutDay: string
  toDay: string
}

/**
 * Takes from what the account owes, as `standingWrite` does, while the account is open: of the account's own row PostgreSQL looks at what was written last,
 * of a subquery at what there was when the statement began.
 */
function openWrite({ account_id, owed_version }: AffiliateOwed): Write {
  return update('accounts', { owed_version: owed_version + 1 }, { id: account_id, owed_version, suspended_at: null })
}

async function settle(needs: PayoutNeeds, affiliate: AffiliateOwed, days: Days): Promise<void> {
  const { store } = needs
  const { id, clabe, settled_day, owedCentavos } = affiliate
  const settled = run(
    store.db
      .updateTable('affiliates')
      .set({ settled_day: days.payoutDay })
      .where('account_id', '=', affiliate.account_id)
      .where('id', '=', id)
      .where('settled_day', '=', settled_day)
      .where('clabe', '=', clabe)
      .where(ofOpenAccount('affiliates.account_id'))
      .compile(),
    1,
  )
  if (owedCentavos <= 0) {
    await conditionHeld(store.commit([settled]))
    return
  }
  const payee = { account_id: affiliate.account_id, affiliate: affiliate.affiliate }
  const covered = await readCovered(store, payee, () => firstAffiliateDay(store, payee))
  await bookPayout(needs, {
    ...days,
    payee,
    payeeIs: [id, affiliate.created_at],
    covered,
    entries: affiliateEntries(store, {
      accountId: payee.account_id,
      affiliate: payee.affiliate,
      fromDay: covered.fromDay,
      toDay: days.toDay,
    }),
    amountCentavos: owedCentavos,
    clabe,
    beneficiary: affiliate.name,
    settled: [settled, openWrite(affiliate)],
  })
}
