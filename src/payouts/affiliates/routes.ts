// The calls about affiliates: register, read and change them, confirm or cancel a change of their account.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { requireSecondPerson, singleActorOf } from '../../accounts/second-person.ts'
import { requestActor } from '../../accounts/trail/record.ts'
import { languageOf } from '../../api/answer.ts'
import { Limit, Offset, Total } from '../../api/description/answer-members.ts'
import { answer, Id, mailedCode, strictObject } from '../../api/fields.ts'
import { ListQuery, listPageOf, Next, queryText } from '../../api/paging.ts'
import type { RouteNeeds } from '../../api/room.ts'
import type { App } from '../../api/server.ts'
import { Failure } from '../../failures.ts'
import { decide } from '../../store/decide.ts'
import type { Write } from '../../store/write.ts'
import {
  type Asking,
  cancelChange,
  confirmChange,
  type PayoutAccount,
  readPayoutAccount,
  requestChange,
} from '../account/change.ts'
import type { ChangeNeeds } from '../needs.ts'
import { AffiliateBody, AffiliateChangeBody, checked } from './fields.ts'
import { Affiliate, type Body, bodyOf } from './present.ts'
import { type AffiliateInFull, changeWrites, knownAffiliate, listAffiliates, registerAffiliate } from './registry.ts'

const tags = ['Affiliates']
const path = '/v1/affiliates'
const params = Type.Object({ affiliate: Id })

export function affiliateRoutes(app: App, needs: RouteNeeds, changes: ChangeNeeds): void {
  const { store, once } = needs

  app.post(
    path,
    {
      config: {
        access: 'payouts',
        refusals: ['transfers-not-offered', 'affiliate-registered', 'second-person-needed'],
      },
      schema: {
        tags,
        summary: 'Register an affiliate',
        description:
          'A user who is named as `payment.affiliated.user` collects shares; once registered, the user is paid out like the merchant, including earlier shares. `user` cannot be changed later. In an account with the rule of second persons, another person approves the request of a person at the console; a key needs no approval.',
        body: AffiliateBody,
        response: answer(Affiliate, 'The affiliate, with what was collected before'),
      },
    },
    (request, reply) =>
      once(request, reply, async (effect) => {
        const { caller } = request
        if (!changes.paysOut) throw new Failure('transfers-not-offered')
        const { user, ...rest } = checked(request.body)
        await requireSecondPerson(store, caller.accountId, singleActorOf(request))
        const wanted = { account_id: caller.accountId, affiliate: user, ...rest }
        const by = requestActor(request)
        return bodyOf(await registerAffiliate(needs, by, wanted, (row) => effect.answered(bodyOf(row))))
      }),
  )

  app.get(
    path,
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List affiliates',
        description: 'Newest first. Unregistered users with shares are in `GET /v1/ledger/affiliates`.',
        querystring: Type.Object({ user: queryText('Only the one whom charges call so'), ...ListQuery }),
        response: answer(
          Type.Object({
            limit: Limit,
            offset: Offset,
            total: Total,
            affiliates: Type.Array(Affiliate, { description: 'Newest first' }),
            next: Next,
          }),
        ),
      },
    },
    async (request) => {
      const { after, ...paging } = listPageOf(request.query, /^aff_[a-z0-9]{1,90}$/)
      const of = { accountId: request.caller.accountId, user: request.query.user || undefined }
      const { total, affiliates, next } = await listAffiliates(store, of, { ...paging, after })
      const shown = affiliates.map((row) => bodyOf(row).result)
      return { success: true, result: { ...paging, total, affiliates: shown, next } }
    },
  )

  app.get(
    `${path}/:affiliate`,
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read an affiliate',
        description: 'With the amount owed, and the change of the account that is under way, if any.',
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
        refusals: [
          'affiliate-unchanged',
          'payout-account-changing',
          'payout-account-changes-too-many',
          'second-person-needed',
        ],
      },
      schema: {
        tags,
        summary: 'Change an affiliate',
        description:
          'Omitted fields stay. A change of `clabe` is protected like the merchant’s: it must be confirmed, with the code that is sent to the account’s e-mail or by another operator, and takes effect after a waiting period; until then payouts go on as before. The affiliate gets an e-mail when it is confirmed and when it takes effect. In an account with the rule of second persons, a person at the console needs another person’s approval to change the `clabe`, which also confirms it; a key needs no approval.',
        params,
        body: AffiliateChangeBody,
        response: answer(Affiliate),
      },
    },
    (request, reply) =>
      once(request, reply, async (effect) => {
        if (Object.keys(request.body).length === 0) throw new Failure('affiliate-unchanged')
        const wanted = checked(request.body)
        return decide(
          async () => {
            const { accountId } = request.caller
            const before = await knownAffiliate(store, accountId, request.params.affiliate)
            const asking = askingOf(request, before)
            const isElsewhere = wanted.clabe !== undefined && wanted.clabe !== before.clabe
            if (isElsewhere) await requireSecondPerson(store, accountId, singleActorOf(request))
            const { name: newName = before.name, email: newEmail = before.email } = wanted
            const row = { ...before, name: newName, email: newEmail }
            const renamed = changeWrites(needs, asking.by, before, row)
            const extra = (account: PayoutAccount) => [...renamed, ...effect.answered(bodyOf(row, account))]
            return bodyOf(row, await requestChange(changes, asking, wanted.clabe ?? before.clabe, extra))
          },
          { row: `affiliates ${request.caller.accountId}` },
        )
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
        operationId: 'confirmAffiliateAccountChange',
        tags,
        summary: 'Confirm the change of an affiliate’s account',
        description:
          'With the code of the e-mail; or without it, with the credential of another operator than the one who asked.',
        params,
        body: strictObject(
          {
            code: mailedCode(),
          },
          { title: 'AffiliateAccountConfirmation' },
        ),
        response: answer(Affiliate, 'The affiliate; the new account cools off in `change`'),
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
        operationId: 'cancelAffiliateAccountChange',
        tags,
        summary: 'Cancel the change of an affiliate’s account',
        description: 'Confirmed or not, as long as it does not hold yet. Payouts go on as before.',
        params,
        response: answer(Affiliate, 'The affiliate, with the account as before'),
      },
    },
    (request, reply) => changing(request, reply, (asking, extra) => cancelChange(changes, asking, extra)),
  )
}

function askingOf(request: FastifyRequest, { affiliate }: AffiliateInFull): Asking {
  return { caller: request.caller, affiliate, by: requestActor(request), language: languageOf(request) }
}
