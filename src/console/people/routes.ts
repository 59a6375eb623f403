// The people of an account: the list, invitations, roles; and accepting or withdrawing an invitation.
import Type, { type Static } from 'typebox'
import { SANDBOX_ACCOUNT } from '../../accounts/open-account.ts'
import { nameAndAddress, requestActor } from '../../accounts/trail/record.ts'
import { languageOf } from '../../api/answer.ts'
import { answer, bareAnswer, freeText, Id, requiredText, strictObject } from '../../api/fields.ts'
import type { App } from '../../api/server.ts'
import { isEmail } from '../../core/text.ts'
import { mexicoCityTime } from '../../core/time.ts'
import { Failure, invalidField } from '../../failures.ts'
import { Unmet } from '../../store/write.ts'
import { requireSecondPersonForRole } from '../approvals/second-person.ts'
import type { SignInNeeds } from '../needs.ts'
import { refuseWeakPassword } from '../sign-in/passwords.ts'
import { invitationLetter } from './invitation-letter.ts'
import { waitingInvitations, withdrawInvitation } from './invitations.ts'
import { changeRole, invite, join, openInvitation, peopleOf, refuseLessRole, roleOf } from './membership.ts'
import { keepsPeople, type Role, refuseOthers, roleNames } from './roles.ts'

const Roles = Type.Unsafe<Role>(Type.Union(roleNames.map((name) => Type.Literal(name))))
export const RoleBody = strictObject({ role: Roles })
export const InvitationBody = strictObject({
  email: requiredText(254),
  name: freeText(100, { minLength: 1 }),
  role: Roles,
})
const Person = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    role: Type.String(),
    since: Type.String(),
    second_factor: Type.Boolean(),
  },
  { title: 'Person' },
)

const Waiting = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    role: Type.String(),
    invited_by: Type.String(),
    since: Type.String(),
    until: Type.String(),
  },
  { title: 'WaitingInvitation' },
)

export function peopleRoutes(app: App, needs: SignInNeeds): void {
  const { store, passwords, limits } = needs
  const hide = { hide: true }
  const config = { access: 'person' } as const
  const params = Type.Object({ id: Id })

  app.get(
    '/v1/console/people',
    {
      config,
      schema: {
        ...hide,
        response: answer(Type.Object({ people: Type.Array(Person), invitations: Type.Array(Waiting) })),
      },
    },
    async (request) => {
      const { accountId, person } = request.caller
      const [rows, waiting] = await Promise.all([
        peopleOf(store, accountId),
        // Whoever cannot invite sees nobody before they have come.
        keepsPeople(person?.role ?? '') ? waitingInvitations(needs, accountId) : [],
      ])
      const invitations = waiting.map(
        ({ created_at, expires_at, ...row }): Static<typeof Waiting> => ({
          ...row,
          since: mexicoCityTime(created_at),
          until: mexicoCityTime(expires_at),
        }),
      )
      const people = rows.map(
        ({ created_at, sealed_totp, passkeys, ...row }): Static<typeof Person> => ({
          ...row,
          since: mexicoCityTime(created_at),
          second_factor: sealed_totp !== null || Number(passkeys) > 0,
        }),
      )
      return { success: true, result: { people, invitations } }
    },
  )

  app.post(
    '/v1/console/people',
    {
      config,
      schema: {
        ...hide,
        body: InvitationBody,
        response: bareAnswer,
      },
    },
    async (request) => {
      const { caller, body } = request
      refuseOthers(caller.person?.role)
      checkInvitation(body)
      const invitedBy = nameAndAddress(caller.person?.name ?? '', caller.operator)
      const { accountId } = caller
      await refuseLessRole(store, { ...body, accountId })
      const letter = { accountId, to: body.email, language: languageOf(request), operator: invitedBy }
      const queued = invitationLetter(needs, letter)
      await invite(needs, { ...body, accountId, invitedBy }, requestActor(request), async (sent) => {
        await requireSecondPersonForRole(store, caller, body.role)
        // The inviting person may have been removed since the request arrived.
        if (!keepsPeople((await roleOf(store, accountId, caller.credentialId)) ?? '')) throw new Failure('role-missing')
        return queued(sent)
      })
      return { success: true }
    },
  )

  app.put(
    '/v1/console/people/:id',
    { config, schema: { ...hide, params, body: RoleBody, response: bareAnswer } },
    async (request) => {
      refuseOthers(request.caller.person?.role)
      const { accountId } = request.caller
      const { role } = request.body
      const userId = request.params.id
      await requireSecondPersonForRole(store, request.caller, role, await roleOf(store, accountId, userId))
      const wanted = { accountId, userId, role }
      await changeRole(needs, wanted, requestActor(request)).catch(changedMeanwhile)
      return { success: true }
    },
  )

  app.delete(
    '/v1/console/people/:id',
    { config, schema: { ...hide, params, response: bareAnswer } },
    async (request) => {
      refuseOthers(request.caller.person?.role)
      const { accountId } = request.caller
      const wanted = { accountId, userId: request.params.id, role: undefined }
      await changeRole(needs, wanted, requestActor(request)).catch(changedMeanwhile)
      return { success: true }
    },
  )

  app.delete(
    '/v1/console/invitations/:id',
    { config, schema: { ...hide, params, response: bareAnswer } },
    async (request) => {
      refuseOthers(request.caller.person?.role)
      const { accountId } = request.caller
      const wanted = { accountId, id: request.params.id }
      await withdrawInvitation(needs, wanted, requestActor(request)).catch(changedMeanwhile)
      return { success: true }
    },
  )

  // Any text: half a link is no invitation either, and is answered like one that is over.
  const token = requiredText(200)
  const open = { access: 'public', cost: 10 } as const

  app.post(
    '/v1/console/invitation',
    {
      config: open,
      schema: {
        ...hide,
        body: strictObject({ token }),
        response: answer(
          Type.Object({
            email: Type.String(),
            name: Type.String(),
            account: Type.String(),
            role: Type.String(),
            invited_by: Type.String(),
            has_password: Type.Boolean(),
          }),
        ),
      },
    },
    async (request) => {
      const { email, name, account_name, role, invited_by, password_hash } = await openInvitation(
        needs,
        request.body.token,
      )
      const result = { email, name, account: account_name, role, invited_by, has_password: password_hash !== null }
      return { success: true, result }
    },
  )

  app.post(
    '/v1/console/invitation/accept',
    {
      config: open,
      schema: {
        ...hide,
        body: strictObject({ token, password: requiredText(200), name: Type.Optional(freeText(100)) }),
        response: bareAnswer,
      },
    },
    async (request) => {
      const { password, name } = request.body
      const invitation = await openInvitation(needs, request.body.token)
      const right = await limits.arriveAs(request.ip, invitation.email, true)
      const sender = { address: request.ip, isKnown: true }
      const by = {
        actor_kind: 'person',
        actor: invitation.user_id,
        operator: nameAndAddress(name || invitation.name, invitation.email),
        address: request.address,
        request_id: request.id,
      } as const
      // A person with a password proves it: a reader of an invitation must not be able to set another one.
      if (invitation.password_hash !== null) {
        if (!(await passwords.matches(password, invitation.password_hash, sender))) {
          throw new Failure('sign-in-refused')
        }
        await right()
        await join(needs, request.body.token, undefined, by).catch(takenMeanwhile)
        return { success: true }
      }
      await right()
      const fullName = name || invitation.name
      refuseWeakPassword(password, { email: invitation.email, name: fullName, account: invitation.account_name })
      const passwordHash = await passwords.hash(password, sender)
      const fresh = { name: name || invitation.name, passwordHash }
      await join(needs, request.body.token, fresh, by).catch(takenMeanwhile)
      return { success: true }
    },
  )
}

/** Fails with `parameters-invalid`, and with `role-missing` for what only a terminal gives. */
export function checkInvitation({ email, role }: Static<typeof InvitationBody>): void {
  if (!isEmail(email))
    throw invalidField('email', 'email debe ser un correo electrónico', 'email must be an e-mail address')
  // The person that the sandbox signs in by itself never has a password.
  if (role === 'operator' || email.toLowerCase() === SANDBOX_ACCOUNT.email) throw new Failure('role-missing')
}

function takenMeanwhile(error: unknown): never {
  throw error instanceof Unmet ? new Failure('invitation-invalid') : error
}

function changedMeanwhile(error: unknown): never {
  throw error instanceof Unmet ? new Failure('resource-unknown') : error
}
