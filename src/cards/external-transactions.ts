// An account's rule for external transactions: read for every charge that has one, set by the account.
import { type Actor, trailWrite } from '../accounts/trail/record.ts'
import type { ExternalTransactionRule } from '../core/external-transactions.ts'
import { prepared } from '../store/prepared.ts'
import { forgotten, remembered } from '../store/remembered.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { update, type Write } from '../store/write.ts'

export type ExternalTransactionRuleReader = (accountId: string) => Promise<ExternalTransactionRule>

/** The rule for charges: a charge that arrives after an answered change follows the new rule, in every process. */
export function externalTransactionRuleReader({ store, clock }: StoreAndClock): ExternalTransactionRuleReader {
  const byAccount = prepared((hole) =>
    store.db.selectFrom('accounts').select('external_transactions').where('id', '=', hole('accountId')).compile(),
  )
  const ruleOf = remembered(clock, (accountId) => store.rows(byAccount({ accountId })))
  return async (accountId) => (await ruleOf(accountId))[0]?.external_transactions ?? 'unique'
}

/** The rule as it is stored now. */
export async function readExternalTransactionRule({ db }: Store, accountId: string): Promise<ExternalTransactionRule> {
  const { external_transactions: rule } = await db
    .selectFrom('accounts')
    .select('external_transactions')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return rule
}

/** The writes that set the rule, for later charges. `Unmet` when another writer has changed it. */
export function setExternalTransactionRule(
  { store, clock }: StoreAndClock,
  by: Actor,
  { accountId, before, after }: { accountId: string; before: ExternalTransactionRule; after: ExternalTransactionRule },
): Write[] {
  return [
    update('accounts', { external_transactions: after }, { id: accountId, external_transactions: before }),
    trailWrite(clock, by, {
      accountId,
      action: 'payment_rules.changed',
      subject: accountId,
      before: { external_transactions: before },
      after: { external_transactions: after },
    }),
    forgotten(store),
  ]
}
