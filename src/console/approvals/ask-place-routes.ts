// Requests of a person that send money to a new account: out of suspense, to a new affiliate, to an affiliate's other account.
import Type from 'typebox'
import { languageOf } from '../../api/answer.ts'
import { Id } from '../../api/fields.ts'
import type { RouteNeeds } from '../../api/room.ts'
import type { App } from '../../api/server.ts'
import { optionalClabe } from '../../core/banks/clabe.ts'
import { Failure, invalidField } from '../../failures.ts'
import { AffiliateBody, AffiliateChangeBody, checked } from '../../payouts/affiliates/fields.ts'
import { knownAffiliate, listAffiliates } from '../../payouts/affiliates/registry.ts'
import { quoteReturn } from '../../vouchers/suspense/release.ts'
import { ReleaseBody } from '../../vouchers/suspense/routes.ts'
import type { ConsoleNeeds } from '../needs.ts'
import { ASK_PATH, Kept, keeper } from './ask-routes.ts'

const hide = { hide: true }
const params = Type.Object({ id: Id })

export function askPlaceRoutes(app: App, needs: ConsoleNeeds & RouteNeeds): void {
  const { store } = needs
  const keep = keeper(needs)

  app.post(
    `${ASK_PATH}/received-payments/:id/release`,
    { config: { access: 'refund' }, schema: { ...hide, params, body: ReleaseBody, response: Kept } },
    async (request, reply) =>
      keep(request, reply, async () => {
        const { action, clabe, beneficiary } = request.body
        if (action !== 'return') throw invalidField('action', 'action debe ser return', 'action must be return')
        const { accountId } = request.caller
        const wanted = { clabe: optionalClabe(clabe), beneficiary: beneficiary || undefined }
        const { received, ...to } = await quoteReturn(needs, accountId, request.params.id, wanted)
        const asked = {
          kind: 'release',
          payment: received.id,
          clabe: to.destination,
          beneficiary: to.beneficiary,
        } as const
        return { asked, subject: received.id, amountCentavos: received.amount_centavos }
      }),
  )

  app.post(
    `${ASK_PATH}/affiliates`,
    { config: { access: 'payouts' }, schema: { ...hide, body: AffiliateBody, response: Kept } },
    async (request, reply) =>
      keep(request, reply, async () => {
        const { user, name, email, clabe } = checked(request.body)
        const { accountId } = request.caller
        const { total } = await listAffiliates(store, { accountId, user }, { limit: 1, offset: 0, after: undefined })
        if (total > 0) throw new Failure('affiliate-registered')
        return { asked: { kind: 'affiliate', user, name, email, clabe }, subject: '', amountCentavos: null }
      }),
  )

  app.post(
    `${ASK_PATH}/affiliates/:id`,
    { config: { access: 'payouts' }, schema: { ...hide, params, body: AffiliateChangeBody, response: Kept } },
    async (request, reply) =>
      keep(request, reply, async () => {
        const { accountId, operator } = request.caller
        const { name, email, clabe } = checked(request.body)
        const { id, affiliate: user, clabe: previous } = await knownAffiliate(store, accountId, request.params.id)
        if (clabe === undefined || clabe === previous) throw new Failure('approval-over')
        const change = { affiliate: id, user, name, email, clabe, previous }
        const asked = { kind: 'affiliate_account', ...change, operator, language: languageOf(request) } as const
        return { asked, subject: id, amountCentavos: null }
      }),
  )
}
