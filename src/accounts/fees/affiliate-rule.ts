// An account's rule for affiliates' shares: read for every payment with a share, set by the account.
import type { AffiliateRule } from '../../core/affiliate-part.ts'
import { prepared } from '../../store/prepared.ts'
import { forgotten, remembered } from '../../store/remembered.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { update, type Write } from '../../store/write.ts'
import { type Actor, trailWrite } from '../trail/record.ts'

export type AffiliateRuleReader = (accountId: string) => Promise<AffiliateRule>

export function affiliateRuleReader({ store, clock }: StoreAndClock): AffiliateRuleReader {
  const byAccount = prepared((hole) =>
    store.db.selectFrom('accounts').select('affiliate_rule').where('id', '=', hole('accountId')).compile(),
  )
  const ruleOf = remembered(clock, (accountId) => store.rows(byAccount({ accountId })))
  return async (accountId) => (await ruleOf(accountId))[0]?.affiliate_rule ?? 'proportional'
}

/** The writes that set the rule, for later payments. `Unmet` when another writer has changed it. */
export function setAffiliateRule(
  { store, clock }: StoreAndClock,
  by: Actor,
  { accountId, before, after }: { accountId: string; before: AffiliateRule; after: AffiliateRule },
): Write[] {
  const recordOf = (rule: AffiliateRule) => ({ take_back: rule })
  return [
    update('accounts', { affiliate_rule: after }, { id: accountId, affiliate_rule: before }),
    trailWrite(clock, by, {
      accountId,
      action: 'affiliates.rule_changed',
      subject: accountId,
      before: recordOf(before),
      after: recordOf(after),
    }),
    forgotten(store),
  ]
}
