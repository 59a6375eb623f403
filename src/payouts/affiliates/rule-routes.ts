// The calls about the rule that says who bears an affiliate's share when money goes back to a payer.
import Type from 'typebox'
import { setAffiliateRule } from '../../accounts/fees/affiliate-rule.ts'
import { requestActor } from '../../accounts/trail/record.ts'
import { answer, choice, describedAs, strictObject } from '../../api/fields.ts'
import type { RouteNeeds } from '../../api/room.ts'
import type { App } from '../../api/server.ts'
import { type AffiliateRule, affiliateRules } from '../../core/affiliate-part.ts'
import { decide } from '../../store/decide.ts'
import type { Store } from '../../store/store.ts'

const TakeBack = choice(affiliateRules, {
  title: 'AffiliateTakeBack',
  description:
    'When money goes back to a payer: `proportional`, the affiliate gives back the same part of the share; `merchant`, the affiliate keeps it and the merchant pays all',
})

const Rule = Type.Object(
  {
    take_back: Type.Union([Type.Literal('proportional'), Type.Literal('merchant')], describedAs(TakeBack)),
  },
  { title: 'AffiliateRules' },
)

const tags = ['Affiliates']
const path = '/v1/affiliates/rules'

export function affiliateRuleRoutes(app: App, { store, clock, once }: RouteNeeds): void {
  app.get(
    path,
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getAffiliateRules',
        tags,
        summary: 'Read who gives back an affiliate’s share',
        description: 'The rule for payments made from now on. Each payment keeps the rule under which it was made.',
        response: answer(Rule, 'Who gives back the share'),
      },
    },
    async (request) => ruleBody(await readRule(store, request.caller.accountId)),
  )

  app.put(
    path,
    {
      config: { access: 'payouts', refusals: ['second-person-needed'] },
      schema: {
        operationId: 'updateAffiliateRules',
        tags,
        summary: 'Set who gives back an affiliate’s share',
        description: 'For payments made from now on: earlier payments keep their rule.',
        body: strictObject(Rule.properties),
        response: answer(Rule, 'The rule for payments made from now on'),
      },
    },
    (request, reply) =>
      once(request, reply, (effect) =>
        decide(
          async () => {
            const { accountId } = request.caller
            const after = request.body.take_back
            const before = await readRule(store, accountId)
            const change =
              before === after
                ? []
                : setAffiliateRule({ store, clock }, requestActor(request), { accountId, before, after })
            const body = ruleBody(after)
            const writes = [...change, ...effect.answered(body)]
            if (writes.length > 0) await store.commit(writes)
            return body
          },
          { row: `affiliate rule ${request.caller.accountId}` },
        ),
      ),
  )
}

async function readRule({ db }: Store, accountId: string): Promise<AffiliateRule> {
  const { affiliate_rule: rule } = await db
    .selectFrom('accounts')
    .select('affiliate_rule')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return rule
}

function ruleBody(rule: AffiliateRule) {
  return { success: true as const, result: { take_back: rule } }
}
