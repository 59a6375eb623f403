// The entry point of the console: the signed-in person, the calls besides the public API, and the files of the page.
import type { FastifyRequest } from 'fastify'
import type { Recognised } from '../accounts/credentials.ts'
import { prefixOf } from '../api/addresses/under-path.ts'
import type { Ground, Room } from '../api/room.ts'
import { routeOf } from '../api/route.ts'
import { Failure } from '../failures.ts'
import { askChangeRoutes } from './approvals/ask-change-routes.ts'
import { askPeopleRoutes } from './approvals/ask-people-routes.ts'
import { askPlaceRoutes } from './approvals/ask-place-routes.ts'
import { askRoutes } from './approvals/ask-routes.ts'
import { guardPowerChanges } from './approvals/power-changes.ts'
import { approvalRoutes } from './approvals/routes.ts'
import { secondPersonRoutes } from './approvals/second-person-routes.ts'
import { mendRoutes } from './mending/routes.ts'
import type { ConsoleNeeds } from './needs.ts'
import { accountRoutes } from './operator/account-routes.ts'
import { claimRoutes } from './operator/claim-routes.ts'
import { operatorRoutes } from './operator/service-routes.ts'
import { standingRoutes } from './operator/standing-routes.ts'
import { pageRoutes } from './page-routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { recordActs } from './record-acts.ts'
import { liveViewRoute } from './requests/live-view.ts'
import { requestRecorder } from './requests/recorder.ts'
import { requestRoutes } from './requests/routes.ts'
import { factorRuleRoutes, refuseWithoutFactor } from './sign-in/factor-rule.ts'
import { hashSlots } from './sign-in/hash-slots.ts'
import { knownBrowsers } from './sign-in/known-browser.ts'
import { signInLimits } from './sign-in/limits.ts'
import { passkeyRoutes } from './sign-in/passkey-routes.ts'
import { createPasswords, type PasswordCost } from './sign-in/passwords.ts'
import { secondFactorRoutes } from './sign-in/second-factor.ts'
import { type CookiePlace, checkProof, cookieOf } from './sign-in/session-cookie.ts'
import { sessionRoutes } from './sign-in/session-routes.ts'
import { personReader } from './sign-in/sessions.ts'
import { payoutRoutes } from './views/payout-routes.ts'
import { moneyRoutes } from './views/preview-routes.ts'
import { viewRoutes } from './views/routes.ts'
import { savedViewRoutes } from './views/saved.ts'
import { subscriptionRoutes } from './views/subscriptions.ts'

type Needs = Omit<ConsoleNeeds, keyof Ground | 'mode' | 'reversalWindow' | 'terms'> & {
  /** Undefined: that of production. */
  passwordCost: PasswordCost | undefined
}

const SAFE = ['GET', 'HEAD', 'OPTIONS']

export function consoleRoom(ground: Ground, consoleNeeds: Needs) {
  const { config } = ground
  const { mode, requestsKept, reversalWindow, settlementDays } = config
  const needs = {
    ...ground,
    ...consoleNeeds,
    mode,
    requestsKept,
    terms: { settlementDays },
    reversalWindow,
    /** Whether the service is reached by HTTPS only. */
    secure: mode === 'production' || config.tls !== undefined,
    /** Whether a browser on this machine is signed in without a password. */
    local: ground.sandboxCredential,
  }
  const place = (): CookiePlace => ({ secure: needs.secure, prefix: prefixOf(needs.baseUrl()) })
  const recorder = requestRecorder(needs, needs.requestsKept)
  const readSession = personReader(needs)
  /** The signed-in person, for `authenticate`. Fails with `session-invalid`, `other-page-refused` and `page-outdated`. */
  const readPerson = async (request: FastifyRequest): Promise<Recognised | undefined> => {
    const token = cookieOf(request, place())
    if (token === undefined) return undefined
    const found = await readSession(token)
    if (found === undefined) throw new Failure('session-invalid')
    const needed = !SAFE.includes(request.method) || routeOf(request).config.changes === true
    checkProof(request, { token, accountId: found.caller.accountId, needed })
    if (found.caller.person?.lacksFactor) refuseWithoutFactor(request)
    return found
  }
  const room: Room = {
    addHooks: (app) => {
      recorder.addHooks(app)
      recordActs(app, needs)
      guardPowerChanges(app, needs.store)
    },
    addRoutes: (app, { once }) => {
      const routeNeeds = { ...needs, once }
      const slots = hashSlots(needs.clock)
      app.addHook('onClose', slots.close)
      const browsers = knownBrowsers({ key: needs.atRest.subkey('known-browsers'), place, wallMs: needs.clock.wallMs })
      const shared = {
        ...routeNeeds,
        passwords: createPasswords(slots, needs.passwordCost),
        browsers,
        place,
        limits: signInLimits(needs.store, needs.clock.wallMs),
        bodiesKept: needs.requestsKept === 'bodies',
      }
      pageRoutes(app, routeNeeds)
      sessionRoutes(app, shared)
      secondFactorRoutes(app, shared)
      factorRuleRoutes(app, routeNeeds)
      passkeyRoutes(app, shared)
      peopleRoutes(app, shared)
      viewRoutes(app, routeNeeds)
      savedViewRoutes(app, routeNeeds)
      moneyRoutes(app, routeNeeds)
      payoutRoutes(app, routeNeeds)
      subscriptionRoutes(app, routeNeeds)
      accountRoutes(app, routeNeeds)
      standingRoutes(app, routeNeeds)
      claimRoutes(app, routeNeeds)
      secondPersonRoutes(app, routeNeeds)
      askRoutes(app, routeNeeds)
      askPlaceRoutes(app, routeNeeds)
      askPeopleRoutes(app, routeNeeds)
      askChangeRoutes(app, routeNeeds)
      approvalRoutes(app, routeNeeds)
      operatorRoutes(app, routeNeeds)
      mendRoutes(app, needs)
      requestRoutes(app, routeNeeds)
      liveViewRoute(app, {
        store: needs.store,
        cookieOf: (request) => cookieOf(request, place()),
        accountSeen: async (cookie) => {
          const caller = cookie === undefined ? undefined : (await readSession(cookie))?.caller
          return caller?.scopes.includes('admin') && !caller.person?.lacksFactor ? caller.accountId : undefined
        },
      })
    },
    tasks: requestsKept === 'none' ? [] : [recorder.task],
  }
  return { room, readPerson }
}
