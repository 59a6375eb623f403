// The calls about an account's rules of refunds and its reserve.
import Type, { type Static } from 'typebox'
import { requestActor } from '../accounts/trail/record.ts'
import { amount, answer, choice, describedAs, strictObject } from '../api/fields.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import { formatAmount, parseAmount } from '../core/money.ts'
import { type Rail, railByCode, railCodes, railCodesText, railNames, rails } from '../core/rail.ts'
import { Failure } from '../failures.ts'
import { readStanding, type Standing } from '../ledger/standing.ts'
import { moveReserve } from './reserve.ts'
import { changeRules, MAX_DAYS, type RefundRules, readRules, termsOf, withDays, withFeeBack } from './rules.ts'

const tags = ['Refunds']
const Code = choice(railCodes, { title: 'PaymentMethodCode', description: railCodesText })
const PaymentMethod = Type.Union(
  railNames.map((rail) => Type.Literal(rails[rail].code)),
  describedAs(Code),
)
const BeyondBalance = choice(['refuse', 'wait', 'reserve'], {
  title: 'RefundBeyondBalance',
  description:
    'What becomes of a refund of more than you are owed: `refuse`, `wait` (until you are owed enough), or `reserve` (the reserve pays what is lacking)',
})

const Rules = Type.Object(
  {
    beyond_balance: BeyondBalance,
    methods: Type.Array(
      Type.Object(
        {
          payment_method: Code,
          days: Type.Integer({ description: 'The number of days after the payment in which it can be refunded' }),
          fee_back: Type.Boolean({
            description: 'Whether the fee comes back, in proportion. The operator of the service sets it',
          }),
        },
        { title: 'RefundTerms' },
      ),
      { description: 'One entry for each way of paying' },
    ),
  },
  { title: 'RefundRules' },
)

const Reserve = Type.Object(
  {
    reserve: Type.String({ description: 'Set aside and not used', examples: ['500.00'] }),
    owed: Type.String({ description: 'What you are owed, due or not', examples: ['1250.00'] }),
    currency: Type.String(describedAs({ description: 'Always MXN', type: 'string', const: 'MXN' })),
  },
  { title: 'Reserve' },
)

export function refundRulesRoutes(app: App, { store, clock, once }: RouteNeeds): void {
  app.get(
    '/v1/refund-rules',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getRefundRules',
        tags,
        summary: 'Read the account’s rules of refunds',
        description: 'The number of days, whether fees come back, and the rule for a refund of more than you are owed.',
        response: answer(Rules, 'The rules, by way of paying'),
      },
    },
    async (request) => ({ success: true, result: presentRules(await readRules(store, request.caller.accountId)) }),
  )

  app.put(
    '/v1/refund-rules',
    {
      config: { access: 'admin', refusals: ['second-person-needed'] },
      schema: {
        operationId: 'updateRefundRules',
        tags,
        summary: 'Change the account’s rules of refunds',
        description: 'For refunds made from now on; omitted fields stay.',
        body: strictObject(
          {
            beyond_balance: Type.Optional(
              Type.Union([Type.Literal('refuse'), Type.Literal('wait'), Type.Literal('reserve')], {
                ...describedAs(BeyondBalance),
              }),
            ),
            methods: Type.Optional(
              Type.Array(
                strictObject({
                  payment_method: PaymentMethod,
                  days: Type.Integer({
                    minimum: 1,
                    maximum: MAX_DAYS,
                    description: 'For so many days after it is paid, a payment can be refunded',
                    examples: [180],
                  }),
                }),
                { maxItems: railNames.length, description: 'How long payments can be refunded, by the way of paying' },
              ),
            ),
          },
          { title: 'RefundRulesChange' },
        ),
        response: answer(Rules, 'The rules for refunds made from now on'),
      },
    },
    async (request, reply) =>
      once(request, reply, async (effect) => {
        const { accountId } = request.caller
        const { beyond_balance, methods = [] } = request.body
        const after = await changeRules({ store, clock }, requestActor(request), accountId, {
          change: (before) =>
            methods.reduce(
              (rules, { payment_method, days }) => withDays(rules, railByCode(payment_method) as Rail, days),
              { ...before, ...(beyond_balance && { beyond_balance }) },
            ),
          extra: (after) => effect.answered(answered(after)),
        })
        return answered(after)
      }),
  )

  app.get(
    '/v1/reserve',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read the reserve for refunds',
        description: 'The money that you have set aside for refunds above what you are owed. It is not paid out.',
        response: answer(Reserve, 'What is in the reserve, and what you are owed besides'),
      },
    },
    async (request) => ({
      success: true,
      result: presentReserve(await readStanding(store, request.caller.accountId)),
    }),
  )

  app.post(
    '/v1/reserve',
    {
      config: { access: 'refund', refusals: ['reserve-not-enough'] },
      schema: {
        operationId: 'moveReserve',
        tags,
        summary: 'Set money aside for refunds, or take it back',
        description:
          '`in` takes of what you are owed, `out` gives it back to that. What is in the reserve is not paid out.',
        body: strictObject(
          {
            amount: amount({ examples: ['500.00'] }),
            direction: Type.Union([Type.Literal('in'), Type.Literal('out')], {
              description: 'Into the reserve, or out of it',
            }),
          },
          { title: 'ReserveMove' },
        ),
        response: answer(Reserve, 'The reserve after the move'),
      },
    },
    async (request, reply) =>
      once(request, reply, async (effect) => {
        const { amount: text, direction } = request.body
        const parsed = parseAmount(text, { minCentavos: 1 })
        if ('problem' in parsed) {
          const [es, en] = parsed.problem
          throw new Failure('parameters-invalid', { fields: { amount: [[`amount ${es}`, `amount ${en}`]] } })
        }
        const centavos = direction === 'in' ? parsed.centavos : -parsed.centavos
        const bodyOf = (standing: Standing) => ({ success: true, result: presentReserve(standing) })
        const wanted = { accountId: request.caller.accountId, centavos }
        return bodyOf(await moveReserve({ store, clock }, wanted, (moved) => effect.answered(bodyOf(moved))))
      }),
  )
}

/** Absent in production, where the operator of the service sets it with `cobro accounts`. */
export function sandboxRefundFeeRoutes(app: App, { store, clock, once }: RouteNeeds): void {
  app.put(
    '/v1/sandbox/refund-fees',
    {
      config: { access: 'admin', refusals: [] },
      schema: {
        operationId: 'setSandboxRefundFees',
        tags: ['Sandbox'],
        summary: 'Set whether fees come back with refunds',
        description: 'For refunds made from now on. In production the operator of the service sets it.',
        body: strictObject(
          {
            payment_method: PaymentMethod,
            fee_back: Type.Boolean({ description: 'Whether the fee comes back with a refund' }),
          },
          { title: 'SandboxRefundFees' },
        ),
        response: answer(Rules, 'The rules for refunds made from now on'),
      },
    },
    async (request, reply) =>
      once(request, reply, async (effect) => {
        const { accountId } = request.caller
        const { payment_method, fee_back } = request.body
        const rail = railByCode(payment_method) as Rail
        const after = await changeRules({ store, clock }, requestActor(request), accountId, {
          change: (before) => withFeeBack(before, rail, fee_back),
          extra: (after) => effect.answered(answered(after)),
        })
        return answered(after)
      }),
  )
}

function answered(rules: RefundRules) {
  return { success: true as const, result: presentRules(rules) }
}

function presentRules(rules: RefundRules): Static<typeof Rules> {
  return {
    beyond_balance: rules.beyond_balance,
    methods: railNames.map((rail) => {
      const { days, feeBack } = termsOf(rules, rail)
      return { payment_method: rails[rail].code, days, fee_back: feeBack }
    }),
  }
}

function presentReserve({ reserveCentavos, owedCentavos }: Standing): Static<typeof Reserve> {
  return { reserve: formatAmount(reserveCentavos), owed: formatAmount(owedCentavos), currency: 'MXN' }
}
