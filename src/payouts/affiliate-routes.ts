// The endpoints of affiliates: register them, read and change them, confirm or cancel a change of their account, and the rule about their shares.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { languageOf } from '../api/answer.ts'
import { answer, choice, describedAs, freeText, Id, strictObject } from '../api/fields.ts'
import type { AnswerOnce } from '../api/idempotency.ts'
import { PagingQuery, queryText, readPaging } from '../api/paging.ts'
import type { App } from '../api/server.ts'
import { type AffiliateRule, affiliateRules } from '../core/affiliate-part.ts'
import { bankNameOf, isValidClabe } from '../core/clabe.ts'
import type { Clock } from '../core/clock.ts'
import { type Bilingual, Failure } from '../core/failure.ts'
import { formatAmount } from '../core/money.ts'
import { isEmail, isPrintable } from '../core/text.ts'
import { mexicoCityTime } from '../core/time.ts'
import { setAffiliateRule } from '../fees/affiliate-rule.ts'
import { decide } from '../store/decide.ts'
import type { Store } from '../store/store.ts'
import type { PayoutAccountChangeRow } from '../store/tables.ts'
import type { Write } from '../store/write.ts'
import { requestActor } from '../trail/record.ts'
import {
  type Asking,
  type ChangeNeeds,
  cancelChange,
  confirmChange,
  type PayoutAccount,
  readPayoutAccount,
  requestChange,
} from './account-change.ts'
import { Change, presentChange } from './account-routes.ts'
import { type AffiliateInFull, changeWrites, knownAffiliate, listAffiliates, registerAffiliate } from './affiliates.ts'

export interface AffiliateRouteNeeds {
  store: Store
  clock: Clock
  once: AnswerOnce
  changes: ChangeNeeds
}

const NAME_LIMIT = 250

const tags = ['Affiliates']
const path = '/v1/affiliates'
const params = Type.Object({ affiliate: Id })

const name = freeText(1_000, { description: 'Whom the payouts name as beneficiary', examples: ['Luz Marina Paz'] })
const email = freeText(1_000, { examples: ['luz@ejemplo.mx'] })
const clabe = Type.String({ examples: ['002010077777777771'] })

const Affiliate = Type.Object(
  {
    id: Type.String({ examples: ['aff_06f8f2k3'] }),
    user: Type.String({ description: 'What charges call the affiliate: `payment.affiliated.user`' }),
    name: Type.String(),
    email: Type.String(),
    clabe: Type.String({ description: 'Where payouts go' }),
    bank_name: Type.String(),
    owed: Type.String({
      description: 'Shares that are not paid out yet; negative when more was taken back: the next shares are netted',
      examples: ['120.00'],
    }),
    currency: Type.String({ ...describedAs({ type: 'string', const: 'MXN' }) }),
    timestamp: Type.String({ description: 'When the affiliate was registered' }),
    change: Type.Optional(Change),
  },
  { title: 'Affiliate' },
)

const TakeBack = choice(affiliateRules, {
  title: 'AffiliateTakeBack',
  description:
    'When money goes back to a payer: `proportional`, the affiliate gives back the same part of the share; `merchant`, the affiliate keeps it and the merchant pays all',
})

const Rule = Type.Object(
  {
    take_back: Type.Union([Type.Literal('proportional'), Type.Literal('merchant')], { ...describedAs(TakeBack) }),
  },
  { title: 'AffiliateRules' },
)

type Body = { success: true; result: Static<typeof Affiliate> }

export function affiliateRoutes(app: App, needs: AffiliateRouteNeeds): void {
  const { store, clock, once, changes } = needs

  app.get(
    `${path}/rules`,
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read who gives back an affiliate’s share',
        description: 'The rule for payments made from now on. Each payment keeps the rule under which it was made.',
        response: answer(Rule),
      },
    },
    async (request) => ruleBody(await readRule(store, request.caller.accountId)),
  )

  app.put(
    `${path}/rules`,
    {
      config: { access: 'payouts', refusals: [] },
      schema: {
        tags,
        summary: 'Set who gives back an affiliate’s share',
        description: 'For payments made from now on: what was agreed for earlier ones stays.',
        body: strictObject(Rule.properties),
        response: answer(Rule),
      },
    },
    (request, reply) =>
      once(request, reply, (effect) =>
        decide(async () => {
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
        }),
      ),
  )

  app.post(
    path,
    {
      config: { access: 'payouts', refusals: ['affiliate-registered'] },
      schema: {
        tags,
        summary: 'Register an affiliate',
        description:
          'Whoever is named as `payment.affiliated.user` collects shares; once registered, they are paid out as the merchant is, with what was collected before. `user` does not change later.',
        body: strictObject(
          { user: freeText(250, { minLength: 1, examples: ['luz'] }), name, email, clabe },
          { title: 'AffiliateRequest' },
        ),
        response: answer(Affiliate),
      },
    },
    (request, reply) =>
      once(request, reply, async (effect) => {
        const { user, ...rest } = checked(request.body)
        const wanted = { account_id: request.caller.accountId, affiliate: user ?? '', ...rest }
        const by = requestActor(request)
        return bodyOf(await registerAffiliate(needs, by, wanted as never, (row) => effect.answered(bodyOf(row))))
      }),
  )

  app.get(
    path,
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List affiliates',
        description: 'Newest first. Users who collect and are not registered are in `GET /v1/ledger/affiliates`.',
        querystring: Type.Object({ user: queryText('Only the one whom charges call so'), ...PagingQuery }),
        response: answer(
          Type.Object({
            limit: Type.Integer(),
            offset: Type.Integer(),
            total: Type.Integer(),
            affiliates: Type.Array(Affiliate),
          }),
        ),
      },
    },
    async (request) => {
      const fields: Record<string, Bilingual[]> = {}
      const page = readPaging(request.query, fields)
      if (Object.keys(fields).length > 0) throw new Failure('parameters-invalid', { fields })
      const of = { accountId: request.caller.accountId, user: request.query.user || undefined }
      const { total, affiliates } = await listAffiliates(store, of, page)
      return { success: true, result: { ...page, total, affiliates: affiliates.map((row) => bodyOf(row).result) } }
    },
  )

  app.get(
    `${path}/:affiliate`,
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read an affiliate',
        description: 'With what is owed, and the change of the account that is under way, if there is one.',
        params,
        response: answer(Affiliate),
      },
    },
    async (request) => {
      const { accountId } = request.caller
      const row = await knownAffiliate(store, accountId, request.params.affiliate)
      return bodyOf(row, await readPayoutAccount(changes, { accountId, affiliate: row.affiliate }))
    },
  )

  app.put(
    `${path}/:affiliate`,
    {
      config: {
        access: 'payouts',
        refusals: ['affiliate-unchanged', 'payout-account-changing', 'payout-account-changes-too-many'],
      },
      schema: {
        tags,
        summary: 'Change an affiliate',
        description:
          'What is left out stays. Another `clabe` is protected like that of the merchant: it must be confirmed, with the code that is sent to the e-mail of the account or by another operator, and then cools off; until it holds payouts go on as before. The affiliate is told by e-mail when it is confirmed and when it holds.',
        params,
        body: strictObject(
          { name: Type.Optional(name), email: Type.Optional(email), clabe: Type.Optional(clabe) },
          { title: 'AffiliateChange' },
        ),
        response: answer(Affiliate),
      },
    },
    (request, reply) =>
      once(request, reply, async (effect) => {
        if (Object.keys(request.body).length === 0) throw new Failure('affiliate-unchanged')
        const wanted = checked(request.body)
        return decide(async () => {
          const { accountId } = request.caller
          const before = await knownAffiliate(store, accountId, request.params.affiliate)
          const asking = askingOf(request, before)
          const { name: newName = before.name, email: newEmail = before.email } = wanted
          const row = { ...before, name: newName, email: newEmail }
          const renamed = changeWrites(needs, asking.by, before, row)
          const extra = (account: PayoutAccount) => [...renamed, ...effect.answered(bodyOf(row, account))]
          return bodyOf(row, await requestChange(changes, asking, wanted.clabe ?? before.clabe, extra))
        })
      }),
  )

  const changing = (
    request: FastifyRequest & { params: { affiliate: string } },
    reply: FastifyReply,
    work: (asking: Asking, extra: (account: PayoutAccount) => Write[]) => Promise<PayoutAccount>,
  ): Promise<Body> =>
    once(request, reply, async (effect) => {
      const row = await knownAffiliate(store, request.caller.accountId, request.params.affiliate)
      return bodyOf(row, await work(askingOf(request, row), (account) => effect.answered(bodyOf(row, account))))
    })

  app.post(
    `${path}/:affiliate/account/confirm`,
    {
      config: {
        access: 'payouts',
        refusals: ['confirmation-code-wrong', 'confirmation-needs-another', 'payout-account-unchanged'],
      },
      schema: {
        tags,
        summary: 'Confirm the change of an affiliate’s account',
        description:
          'With the code of the e-mail; or without it, with the credential of another operator than the one who asked.',
        params,
        body: strictObject(
          {
            code: Type.Optional(Type.String({ pattern: '^\\d{8}$', description: '8 digits', examples: ['04318857'] })),
          },
          { title: 'AffiliateAccountConfirmation' },
        ),
        response: answer(Affiliate),
      },
    },
    (request, reply) =>
      changing(request, reply, (asking, extra) => confirmChange(changes, asking, request.body.code, extra)),
  )

  app.delete(
    `${path}/:affiliate/account/change`,
    {
      config: { access: 'payouts', refusals: ['payout-account-unchanged'] },
      schema: {
        tags,
        summary: 'Cancel the change of an affiliate’s account',
        description: 'Confirmed or not, as long as it does not hold yet. Payouts go on as before.',
        params,
        response: answer(Affiliate),
      },
    },
    (request, reply) => changing(request, reply, (asking, extra) => cancelChange(changes, asking, extra)),
  )
}

function askingOf(request: FastifyRequest, { affiliate }: AffiliateInFull): Asking {
  return { caller: request.caller, affiliate, by: requestActor(request), language: languageOf(request) }
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

function bodyOf(row: AffiliateInFull, account?: PayoutAccount): Body {
  const change: PayoutAccountChangeRow | undefined = account?.change
  const held = account?.clabe ?? row.clabe
  return {
    success: true,
    result: {
      id: row.id,
      user: row.affiliate,
      name: row.name,
      email: row.email,
      clabe: held,
      bank_name: bankNameOf(held) ?? '',
      owed: formatAmount(row.owedCentavos),
      currency: 'MXN',
      timestamp: mexicoCityTime(row.created_at),
      ...(change && { change: presentChange(change) }),
    },
  }
}

/** Checks what the schema cannot, by field name. */
function checked<T extends { user?: string; name?: string; email?: string; clabe?: string }>(body: T): T {
  const fields: Record<string, Bilingual[]> = {}
  for (const field of ['user', 'name'] as const) {
    const text = body[field]
    if (text !== undefined && (text.trim() === '' || !isPrintable(text, NAME_LIMIT))) {
      fields[field] = [
        [
          `${field} debe tener de 1 a ${NAME_LIMIT} caracteres sin caracteres de control`,
          `${field} must have 1 to ${NAME_LIMIT} characters without control characters`,
        ],
      ]
    }
  }
  if (body.email !== undefined && !isEmail(body.email))
    fields.email = [['email debe ser un correo electrónico', 'email must be an e-mail address']]
  if (body.clabe !== undefined && !isValidClabe(body.clabe))
    fields.clabe = [
      [
        'clabe debe ser una CLABE de 18 dígitos con su dígito de control',
        'clabe must be a CLABE of 18 digits with its control digit',
      ],
    ]
  if (Object.keys(fields).length > 0) throw new Failure('parameters-invalid', { fields })
  return body
}
