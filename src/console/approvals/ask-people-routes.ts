// Requests of a person that give somebody a role with power: by an invitation, or in the account already.
import Type from 'typebox'
import { languageOf } from '../../api/answer.ts'
import { Id } from '../../api/fields.ts'
import type { RouteNeeds } from '../../api/room.ts'
import type { App } from '../../api/server.ts'
import { Failure } from '../../failures.ts'
import type { ConsoleNeeds } from '../needs.ts'
import { peopleOf, refuseLessRole } from '../people/membership.ts'
import { refuseOthers } from '../people/roles.ts'
import { checkInvitation, InvitationBody, RoleBody } from '../people/routes.ts'
import { ASK_PATH, Kept, keeper } from './ask-routes.ts'
import { addsPower } from './second-person.ts'

const hide = { hide: true }
const params = Type.Object({ id: Id })
const config = { access: 'person' } as const

export function askPeopleRoutes(app: App, needs: ConsoleNeeds & RouteNeeds): void {
  const { store } = needs
  const keep = keeper(needs)

  app.post(
    `${ASK_PATH}/console/people`,
    { config, schema: { ...hide, body: InvitationBody, response: Kept } },
    async (request, reply) =>
      keep(request, reply, async () => {
        refuseOthers(request.caller.person?.role)
        checkInvitation(request.body)
        const { email, name, role } = request.body
        await refuseLessRole(store, { accountId: request.caller.accountId, email, role })
        if (!addsPower(role)) throw new Failure('approval-over')
        const language = languageOf(request)
        return {
          asked: { kind: 'person', member: undefined, email, name, role, language },
          subject: '',
          amountCentavos: null,
        }
      }),
  )

  app.post(
    `${ASK_PATH}/console/people/:id`,
    { config, schema: { ...hide, params, body: RoleBody, response: Kept } },
    async (request, reply) =>
      keep(request, reply, async () => {
        const { accountId, person } = request.caller
        refuseOthers(person?.role)
        const { role } = request.body
        const member = (await peopleOf(store, accountId)).find(({ id }) => id === request.params.id)
        if (member === undefined) throw new Failure('resource-unknown')
        if (role === 'operator' || member.role === 'operator') throw new Failure('role-missing')
        if (!addsPower(role, member.role)) throw new Failure('approval-over')
        const { id, email, name } = member
        const before = member.role
        const asked = { kind: 'person', member: id, email, name, role, before, language: languageOf(request) } as const
        return { asked, subject: id, amountCentavos: null }
      }),
  )
}
