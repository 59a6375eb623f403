// The endpoints of an account's risk rules: read and replace them.
import Type, { type Static } from 'typebox'
import { requestActor, trailWrite } from '../../accounts/trail/record.ts'
import { amount, answer, choice, strictObject } from '../../api/fields.ts'
import type { RouteNeeds } from '../../api/room.ts'
import type { App } from '../../api/server.ts'
import { formatAmount, parseAmount } from '../../core/money.ts'
import { invalidField } from '../../failures.ts'
import { finder } from '../../operations/find.ts'
import { blocked, limited, MAX_RULES, periods, type RiskRule, type RiskRules } from './rules.ts'

const Rule = strictObject(
  {
    kind: choice(['limit', 'block', 'country-mismatch'], {
      description:
        'What it does: limits payments, refuses a value, or refuses a card of another country than `metadata.country`',
    }),
    of: Type.Optional(
      Type.String({
        maxLength: 20,
        description: `Of a limit: ${limited.join(', ')}. Of a block: ${blocked.join(', ')}`,
      }),
    ),
    per: Type.Optional(Type.String({ maxLength: 20, description: `Of a limit: ${periods.join(' or ')}` })),
    payments: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'How many, at most' })),
    amount: Type.Optional(amount({ description: 'How much, at most' })),
    value: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 254,
        description:
          'The blocked value: a BIN, an e-mail, an IP, a country (MX); for a card, an operation paid with it',
      }),
    ),
  },
  { title: 'RiskRule' },
)

const Rules = Type.Object(
  { rules: Type.Array(Rule, { description: 'In the order in which you set them' }) },
  { title: 'RiskRules' },
)

export function riskRoutes(app: App, needs: RouteNeeds & { rules: RiskRules }): void {
  const { store, clock, once, rules } = needs
  const { byId } = finder(store)

  app.get(
    '/v1/risk/rules',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listRiskRules',
        tags: ['Risk'],
        summary: 'Read the risk rules',
        description: 'The rules that stop card payments of this account.',
        response: answer(Rules),
      },
    },
    async (request) => ({ success: true, result: { rules: (await rules.of(request.caller.accountId)).map(present) } }),
  )

  app.put(
    '/v1/risk/rules',
    {
      config: { access: 'admin', refusals: ['second-person-needed'] },
      schema: {
        operationId: 'replaceRiskRules',
        tags: ['Risk'],
        summary: 'Replace the risk rules',
        description:
          'All of them at once; an empty list stops nothing. `limit`: at most so many `payments` or such an `amount` per card, customer or IP in an hour or a day of Mexico City, whether the bank approved them or not. `block`: by card, BIN, e-mail, IP or country. `country-mismatch`: `metadata.country` is not the card’s country. E-mail, IP and country of the payer are read from `metadata.email`, `metadata.ip` and `metadata.country` of the charge, e-mail and country also from its `metadata.billing` (`billingEmailAddress`, `billingCountry-D`). A limit or a block answers PaymentFilterException, a country that does not match SuspectedFraudException, both 403, and the payment is kept as declined. In the sandbox `metadata.risk` of `filter` or `fraud` does the same without a rule.',
        body: strictObject({
          rules: Type.Array(Rule, {
            maxItems: MAX_RULES,
            description: 'All rules of the account: they replace those of before',
          }),
        }),
        response: answer(Rules),
      },
    },
    async (request, reply) => {
      const { accountId } = request.caller
      const fingerprintOf = async (id: string) => (await byId(accountId, id))?.card_fingerprint ?? undefined
      const wanted: RiskRule[] = []
      for (const [at, rule] of request.body.rules.entries()) wanted.push(await read(rule, `rules.${at}`, fingerprintOf))
      return once(request, reply, async (effect) => {
        const body = { success: true, result: { rules: wanted.map(present) } }
        await rules.replace(accountId, wanted, (before) => [
          trailWrite(clock, requestActor(request), {
            accountId,
            action: 'risk_rules.changed',
            subject: accountId,
            before: { rules: before.map(present) },
            after: body.result,
          }),
          ...effect.answered(body),
        ])
        return body
      })
    },
  )
}

/** A checked rule, or a refusal that names the field. */
async function read(
  rule: Static<typeof Rule>,
  path: string,
  fingerprintOf: (operationId: string) => Promise<string | undefined>,
): Promise<RiskRule> {
  const refuse = (field: string, es: string, en: string) =>
    invalidField(`${path}.${field}`, `${path}.${field} ${es}`, `${path}.${field} ${en}`)
  const choice = <T extends string>(field: 'of' | 'per', choices: readonly T[]): T => {
    const found = choices.find((one) => one === rule[field])
    if (found !== undefined) return found
    throw refuse(field, `debe ser ${choices.join(', ')}`, `must be one of ${choices.join(', ')}`)
  }

  if (rule.kind === 'country-mismatch') return { kind: 'country-mismatch' }
  if (rule.kind === 'limit') {
    const parsed = rule.amount === undefined ? undefined : parseAmount(rule.amount, { minCentavos: 1 })
    if (parsed && 'problem' in parsed) throw refuse('amount', ...parsed.problem)
    if (parsed === undefined && rule.payments === undefined)
      throw refuse('payments', 'o amount es obligatorio', 'or amount is required')
    return {
      kind: 'limit',
      of: choice('of', limited),
      per: choice('per', periods),
      maxPayments: rule.payments ?? null,
      maxCentavos: parsed?.centavos ?? null,
    }
  }
  const of = choice('of', blocked)
  const value = rule.value?.trim() ?? ''
  if (!forms[of].test(value)) throw refuse('value', 'no tiene la forma esperada', 'does not have the form expected')
  if (of !== 'card') return { kind: 'block', of, value, fingerprint: null }
  const fingerprint = await fingerprintOf(value)
  if (fingerprint === undefined) throw refuse('value', 'no es una operación con tarjeta', 'is no operation with a card')
  return { kind: 'block', of, value, fingerprint }
}

/** The form of a block's value. A card is never named by its number. */
const forms = {
  card: /^[0-9a-f-]{36}$/,
  bin: /^\d{6}$/,
  email: /^\S+@\S+$/,
  ip: /^[0-9A-Fa-f.:]{2,45}$/,
  country: /^[A-Za-z]{2}$/,
} as const satisfies Record<(typeof blocked)[number], RegExp>

function present(rule: RiskRule): Static<typeof Rule> {
  switch (rule.kind) {
    case 'country-mismatch':
      return { kind: rule.kind }
    case 'block':
      return { kind: rule.kind, of: rule.of, value: rule.value }
    case 'limit':
      return {
        kind: rule.kind,
        of: rule.of,
        per: rule.per,
        ...(rule.maxPayments !== null && { payments: rule.maxPayments }),
        ...(rule.maxCentavos !== null && { amount: formatAmount(rule.maxCentavos) }),
      }
  }
}
