// What a new account does on its first day: each step with whether it is done. Each query reads a row of an index, or the totals by month.
import Type, { type Static } from 'typebox'
import { choice } from '../../api/fields.ts'
import { rowsOf } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'

const STEPS = ['payment', 'profile', 'payouts', 'webhook', 'people'] as const

export const FirstDayStep = Type.Object({ step: choice(STEPS), done: Type.Boolean() }, { title: 'FirstDayStep' })

type FirstDayStep = Static<typeof FirstDayStep>

/** The steps in their order; an empty list once all are done. */
export async function readFirstDay({ db }: Store, accountId: string): Promise<FirstDayStep[]> {
  const [payment, profile, account, webhook, people] = await Promise.all([
    db
      .selectFrom('posted_totals')
      .select('period')
      .where('account_id', '=', accountId)
      .where('unit', '=', 'month')
      .where('status', '=', 'paid')
      .where('operations', '>', 0)
      .limit(1)
      .execute(),
    db
      .selectFrom('profiles')
      .select('account_id')
      .where('account_id', '=', accountId)
      .where('trade_name', '<>', '')
      .execute(),
    rowsOf(db, 'accounts', { id: accountId }, ['payout_clabe']),
    db.selectFrom('webhook_endpoints').select('id').where('account_id', '=', accountId).limit(1).execute(),
    db.selectFrom('user_roles').select('user_id').where('account_id', '=', accountId).limit(2).execute(),
  ])
  const done: Record<FirstDayStep['step'], boolean> = {
    payment: payment.length > 0,
    profile: profile.length > 0,
    payouts: account.some(({ payout_clabe: clabe }) => clabe !== null),
    webhook: webhook.length > 0,
    people: people.length > 1,
  }
  const steps = STEPS.map((step) => ({ step, done: done[step] }))
  return steps.every((one) => one.done) ? [] : steps
}
