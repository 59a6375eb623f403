// The calls about a merchant's rules of payouts.
import Type from 'typebox'
import { requestActor } from '../accounts/trail/record.ts'
import { amount, answer, strictObject } from '../api/fields.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import { parseAmount } from '../core/money.ts'
import { refuseInvalid } from '../failures.ts'
import { decide } from '../store/decide.ts'
import { type PayoutRules, payoutRulesWrites, presentPayoutRules, readPayoutRules } from './rules.ts'

/** The greatest amount of a rule: a payout is put off, not prevented. */
const MAX_CENTAVOS = 100_000_000

const about = {
  minimum: 'In pesos. A payout of less waits until there is more',
  keep: 'In pesos. What each payout leaves on the balance, so that refunds can be made before the next sales',
}

const Rules = Type.Object(
  {
    minimum: Type.String({ description: about.minimum, examples: ['500.00'] }),
    keep: Type.String({ description: about.keep, examples: ['2000.00'] }),
  },
  { title: 'PayoutRules' },
)

const tags = ['Settlement']
const path = '/v1/settlement/rules'

export function payoutRulesRoutes(app: App, { store, clock, once }: RouteNeeds): void {
  app.get(
    path,
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getSettlementRules',
        tags,
        summary: 'Read the account’s rules of payouts',
        description: 'The smallest payout, and what each payout leaves on the balance for refunds.',
        response: answer(Rules),
      },
    },
    async (request) => bodyOf(await readPayoutRules(store, request.caller.accountId)),
  )

  app.put(
    path,
    {
      config: { access: 'payouts', refusals: ['second-person-needed'] },
      schema: {
        operationId: 'updateSettlementRules',
        tags,
        summary: 'Change the account’s rules of payouts',
        description:
          'For payouts from now on; omitted fields stay. Each is at most 1,000,000.00. What is not paid stays owed and is part of the next payout.',
        body: strictObject(
          {
            minimum: Type.Optional(amount({ description: about.minimum, examples: ['500.00'] })),
            keep: Type.Optional(amount({ description: about.keep, examples: ['2000.00'] })),
          },
          { title: 'PayoutRulesChange' },
        ),
        response: answer(Rules),
      },
    },
    (request, reply) => {
      const fields: FieldProblems = {}
      const change = {
        ...read('minimum', request.body.minimum, fields),
        ...read('keep', request.body.keep, fields),
      }
      refuseInvalid(fields)
      return once(request, reply, (effect) =>
        decide(
          async () => {
            const { accountId } = request.caller
            const before = await readPayoutRules(store, accountId)
            const after = { ...before, ...change }
            const changing = payoutRulesWrites({ store, clock }, requestActor(request), { accountId, before, after })
            const body = bodyOf(after)
            const writes = [...changing, ...effect.answered(body)]
            if (writes.length > 0) await store.commit(writes)
            return body
          },
          { row: `payout rules ${request.caller.accountId}` },
        ),
      )
    },
  )
}

function read(
  name: 'minimum' | 'keep',
  amount: string | number | undefined,
  fields: FieldProblems,
): Partial<PayoutRules> {
  if (amount === undefined) return {}
  const parsed = parseAmount(amount, { minCentavos: 0, maxCentavos: MAX_CENTAVOS })
  if ('centavos' in parsed) return { [`${name}_centavos`]: parsed.centavos }
  const [es, en] = parsed.problem
  fields[name] = [[`${name} ${es}`, `${name} ${en}`]]
  return {}
}

function bodyOf(rules: PayoutRules) {
  return { success: true as const, result: presentPayoutRules(rules) }
}
