// An account's rule that people of some roles have a second factor: who has none sets one up before anything else (PCI DSS 8.4.2).
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { requestActor, trailWrite } from '../../accounts/trail/record.ts'
import { answer, strictObject } from '../../api/fields.ts'
import { routeOf } from '../../api/route.ts'
import type { App } from '../../api/server.ts'
import { Failure } from '../../failures.ts'
import { conflictOn, decide } from '../../store/decide.ts'
import type { Store, StoreAndClock } from '../../store/store.ts'
import { update } from '../../store/write.ts'
import { type Role, refuseOthers, roleNames } from '../people/roles.ts'
import { factorRolesIn, readFactorRoles } from './needs-factor.ts'

export const FACTOR_RULE_PATH = '/v1/console/second-factor/roles'

const RolesBody = strictObject({
  roles: Type.Array(Type.Unsafe<Role>(Type.Union(roleNames.map((name) => Type.Literal(name)))), {
    maxItems: roleNames.length,
  }),
})
const Shown = Type.Object({ roles: Type.Array(Type.String()) })
const config = { access: 'person' } as const
const hide = { hide: true }

export function factorRuleRoutes(app: App, { store, clock }: StoreAndClock): void {
  app.get(FACTOR_RULE_PATH, { config, schema: { ...hide, response: answer(Shown) } }, async (request) => {
    const roles = factorRolesIn(await readFactorRoles(store, request.caller.accountId))
    return { success: true, result: { roles } }
  })

  app.put(
    FACTOR_RULE_PATH,
    { config, schema: { ...hide, body: RolesBody, response: answer(Shown) } },
    async (request) => {
      const { accountId, person } = request.caller
      refuseOthers(person?.role)
      const roles = roleNames.filter((name) => request.body.roles.includes(name))
      return decide(
        async () => {
          const before = await readFactorRoles(store, accountId)
          const after = roles.join(' ')
          if (before === after) return { success: true, result: { roles } }
          await store.commit([
            update('accounts', { factor_roles: after }, { id: accountId, factor_roles: before }),
            trailWrite(clock, requestActor(request), {
              accountId,
              action: 'second_factor.roles_changed',
              subject: accountId,
              before: { roles: factorRolesIn(before) },
              after: { roles },
            }),
          ])
          return { success: true, result: { roles } }
        },
        { again: conflictOn('accounts') },
      )
    },
  )
}

/** Whether a change leaves out a role that needs a second factor today. */
export async function isLooserFactorRule(store: Store, request: FastifyRequest): Promise<boolean> {
  const { roles = [] } = (request.body ?? {}) as { roles?: string[] }
  return factorRolesIn(await readFactorRoles(store, request.caller.accountId)).some((role) => !roles.includes(role))
}

/** What such a person may call: the session, and the calls that set a factor up. */
const ALLOWED = [
  /^\/v1\/console\/session(\/account)?$/,
  /^\/v1\/console\/second-factor(\/confirm)?$/,
  /^\/v1\/console\/passkeys(\/options)?$/,
]

/** Fails with `second-factor-required`. */
export function refuseWithoutFactor(request: FastifyRequest): void {
  const { url = '' } = routeOf(request)
  if (!ALLOWED.some((form) => form.test(url))) throw new Failure('second-factor-required')
}
