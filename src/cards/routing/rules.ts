// The operator's rules of routing: reading and replacement, with their record on the audit trail.
import { type Actor, trailWrite } from '../../accounts/trail/record.ts'
import { decide } from '../../store/decide.ts'
import { prepared } from '../../store/prepared.ts'
import { forgotten, remembered } from '../../store/remembered.ts'
import { rowOf } from '../../store/rows.ts'
import { setRow } from '../../store/set-row.ts'
import type { StoreAndClock } from '../../store/store.ts'
import type { RoutingRule } from './choose.ts'
import { presentRules } from './rule-forms.ts'

export const MAX_RULES = 100

type RoutingRuleReader = () => Promise<readonly RoutingRule[]>

/** Every process uses changed rules from the next request on. */
export function routingRuleReader({ store, clock }: StoreAndClock): RoutingRuleReader {
  const read = prepared((hole) =>
    store.db.selectFrom('routing_rules').select('rules').where('id', '=', hole('id')).compile(),
  )
  const kept = remembered(clock, async () => {
    const rows = await store.rows(read({ id: 'service' }))
    return JSON.parse(rows[0]?.rules ?? '[]') as RoutingRule[]
  })
  return () => kept('')
}

/** Replaces all rules. Of two changes at once the second starts from the rules of the first. */
export async function replaceRules(
  { store, clock }: StoreAndClock,
  rules: readonly RoutingRule[],
  by: Actor,
): Promise<void> {
  await decide(
    async () => {
      const row = await rowOf(store.db, 'routing_rules', { id: 'service' }, ['rules'])
      const written = setRow(store, 'routing_rules', {
        key: { id: 'service' },
        before: { rules: row?.rules ?? '' },
        set: { rules: JSON.stringify(rules), updated_at: clock.now() },
      })
      const before = JSON.parse(row?.rules ?? '[]') as RoutingRule[]
      const record = trailWrite(clock, by, {
        accountId: null,
        action: 'routing.changed',
        subject: 'routing',
        before: { rules: presentRules(before) },
        after: { rules: presentRules(rules) },
      })
      await store.commit([written, forgotten(store), record])
    },
    { row: 'routing rules' },
  )
}
