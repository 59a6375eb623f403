// The operator's calls about accounts: open one, rename it, invite its owner, set its fees.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeFee, feeReader } from '../../accounts/fees/schedules.ts'
import { readTerms } from '../../accounts/fees/terms.ts'
import { openAccount, renameAccount, SANDBOX_ACCOUNT } from '../../accounts/open-account.ts'
import { secondPersonAbove } from '../../accounts/second-person.ts'
import { type Actor, nameAndAddress } from '../../accounts/trail/record.ts'
import { languageOf } from '../../api/answer.ts'
import { amount, answer, bareAnswer, freeText, Id, requiredText, strictObject } from '../../api/fields.ts'
import { PagingQuery, pagingOf, queryText } from '../../api/paging.ts'
import type { RouteNeeds } from '../../api/room.ts'
import type { App } from '../../api/server.ts'
import { isDisputable, type Rail, railByCode, railNames, rails } from '../../core/rail.ts'
import { isEmail } from '../../core/text.ts'
import { Failure, invalidField } from '../../failures.ts'
import { Unmet } from '../../store/write.ts'
import type { ConsoleNeeds } from '../needs.ts'
import { invitationLetter } from '../people/invitation-letter.ts'
import { invite, refuseLessRole } from '../people/membership.ts'
import { AccountInFull, AccountListed, type AccountRow, accountById, listAccounts, readAccount } from './accounts.ts'
import { standingOf } from './standing.ts'

const Opened = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    app_key: Type.String(),
    app_secret: Type.Optional(Type.String({ description: 'Shown once' })),
  },
  { title: 'OpenedAccount' },
)
const Accounts = Type.Object({
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
  accounts: Type.Array(AccountListed),
})
const path = '/v1/console/accounts'
const config = { access: 'operator' } as const
const hide = { hide: true }
const params = Type.Object({ id: Id })
const name = freeText(100, { minLength: 1 })

export function accountRoutes(app: App, needs: RouteNeeds & Pick<ConsoleNeeds, 'mode' | 'letter' | 'baseUrl'>): void {
  const { store, once } = needs
  const fees = feeReader(needs)
  const known = async (id: string): Promise<AccountRow> => {
    const row = await accountById(store, id)
    if (row === undefined) throw new Failure('resource-unknown')
    return row
  }

  app.get(
    path,
    {
      config,
      schema: {
        ...hide,
        querystring: Type.Object({ q: queryText('A part of a name or an e-mail, or an id'), ...PagingQuery }),
        response: answer(Accounts),
      },
    },
    async (request) => {
      const page = pagingOf(request.query)
      const found = await listAccounts(store, request.query.q?.trim() ?? '', page)
      return { success: true, result: { ...page, ...found } }
    },
  )

  app.get(`${path}/:id`, { config, schema: { ...hide, params, response: answer(AccountInFull) } }, async (request) => ({
    success: true,
    result: {
      ...(await readAccount(store, fees, await known(request.params.id))),
      ...(await standingOf(needs, request.params.id)),
    },
  }))

  app.post(
    path,
    { config, schema: { ...hide, body: strictObject({ name, email: requiredText(254) }), response: answer(Opened) } },
    async (request, reply) => {
      const { email } = request.body
      const terms = { name: printed(request.body.name), email: checkedEmail(email), mode: needs.mode }
      let secret: string | undefined
      const opened = await once(request, reply, async (effect) => {
        const shown = ({ accountId, appKey }: { accountId: string; appKey: string }) => ({
          success: true,
          result: { id: accountId, name: terms.name, app_key: appKey },
        })
        // The stored answer for a repeat has no secret: it is shown once.
        const made = await openAccount(needs, terms, byOperator(request), (one) => effect.answered(shown(one)))
        secret = made.secret
        return shown(made)
      })
      return secret === undefined ? opened : { ...opened, result: { ...opened.result, app_secret: secret } }
    },
  )

  app.put(
    `${path}/:id`,
    { config, schema: { ...hide, params, body: strictObject({ name }), response: bareAnswer } },
    async (request) => {
      const { id, name: from } = await known(request.params.id)
      const to = printed(request.body.name)
      if (to !== from)
        await renameAccount(needs, { accountId: id, from, to }, byOperator(request)).catch(changedMeanwhile)
      return { success: true }
    },
  )

  app.put(
    `${path}/:id/fees`,
    {
      config,
      schema: {
        ...hide,
        params,
        body: strictObject({
          payment_method: Type.Union(railNames.map((rail) => Type.Literal(rails[rail].code))),
          percentage: Type.Union([Type.Number(), Type.String({ maxLength: 10 })]),
          fixed: amount(),
          dispute: Type.Optional(amount()),
        }),
        response: bareAnswer,
      },
    },
    async (request) => {
      const { payment_method, ...terms } = request.body
      const { id } = await known(request.params.id)
      const rail = railByCode(payment_method) as Rail
      if (terms.dispute !== undefined && !isDisputable(rail))
        throw invalidField('dispute', 'dispute es solo para tarjetas', 'dispute is for cards only')
      await changeFee(needs, byOperator(request), { accountId: id, rail, newTerms: readTerms(terms) })
      return { success: true }
    },
  )

  app.post(
    `${path}/:id/owner`,
    {
      config,
      schema: { ...hide, params, body: strictObject({ name, email: requiredText(254) }), response: bareAnswer },
    },
    async (request) => {
      const { caller, body } = request
      const { id: accountId } = await known(request.params.id)
      const email = checkedEmail(body.email)
      // The person that the sandbox signs in by itself never has a password.
      if (email.toLowerCase() === SANDBOX_ACCOUNT.email) throw new Failure('role-missing')
      await refuseLessRole(store, { accountId, email, role: 'owner' })
      const operator = nameAndAddress(caller.person?.name ?? '', caller.operator)
      const wanted = { accountId, email, name: printed(body.name), role: 'owner', invitedBy: operator } as const
      const letter = { accountId, to: email, language: languageOf(request), operator }
      const queued = invitationLetter(needs, letter)
      await invite(needs, wanted, byOperator(request), async (sent) => {
        // An operator alone could invite another address of the same operator, which would be the second person.
        if ((await secondPersonAbove(store, accountId)) !== null) throw new Failure('second-person-terminal')
        return queued(sent)
      })
      return { success: true }
    },
  )
}

/** A person who works for the operator of the service: merchants see that it was the operator, and not who. */
export function byOperator({ caller, address, id }: Pick<FastifyRequest, 'caller' | 'address' | 'id'>): Actor {
  const operator = nameAndAddress(caller.person?.name ?? '', caller.operator)
  return { actor_kind: 'operator', actor: caller.credentialId, operator, address, request_id: id }
}

/** A text for people, in one line. Fails with `parameters-invalid`. */
export function printed(text: string, field = 'name'): string {
  const trimmed = text.trim()
  if (trimmed === '' || /\p{Cc}/u.test(trimmed))
    throw invalidField(field, `${field} debe tener texto, en una línea`, `${field} must have a text, on one line`)
  return trimmed
}

function checkedEmail(email: string): string {
  if (isEmail(email)) return email
  throw invalidField('email', 'email debe ser un correo electrónico', 'email must be an e-mail address')
}

function changedMeanwhile(error: unknown): never {
  throw error instanceof Unmet ? new Failure('resource-unknown') : error
}
