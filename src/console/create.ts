// The server's part of the console: the signed-in person, the calls besides the public API, and the files of the page.
import type { FastifyRequest } from 'fastify'
import type { Recognised } from '../accounts/credentials.ts'
import type { AnswerOnce } from '../api/idempotency.ts'
import { routeOf } from '../api/route.ts'
import type { App } from '../api/server.ts'
import { prefixOf } from '../api/under-path.ts'
import type { Clock } from '../core/clock.ts'
import { Failure } from '../core/failure.ts'
import type { Issuer } from '../core/issuers.ts'
import type { Task } from '../core/task.ts'
import type { AuditOptions } from '../ledger/audit.ts'
import type { Store } from '../store/store.ts'
import type { Write } from '../store/write.ts'
import type { AtRest } from '../vault/at-rest.ts'
import { accountRoutes } from './account-routes.ts'
import { approvalRoutes } from './approval-routes.ts'
import { askChangeRoutes } from './ask-change-routes.ts'
import { askPeopleRoutes } from './ask-people-routes.ts'
import { askPlaceRoutes } from './ask-place-routes.ts'
import { type AskNeeds, askRoutes } from './ask-routes.ts'
import { claimRoutes } from './claim-routes.ts'
import { type CookiePlace, checkProof, cookieOf } from './cookie.ts'
import { factorRuleRoutes, refuseWithoutFactor } from './factor-rule.ts'
import { hashSlots } from './hash-slots.ts'
import { knownBrowsers } from './known-browser.ts'
import { liveViewRoute } from './live-view.ts'
import { type MoneyRouteNeeds, moneyRoutes } from './money-routes.ts'
import { mendRoutes } from './mend-routes.ts'
import { type NetworkState, operatorRoutes } from './operator-routes.ts'
import { pageRoutes } from './page-routes.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { createPasswords } from './passwords.ts'
import type { InvitationLetter } from './people.ts'
import { peopleRoutes } from './people-routes.ts'
import { guardPowerChanges } from './power-changes.ts'
import { recordActs } from './record-acts.ts'
import { requestRoutes } from './request-routes.ts'
import { type RequestsKept, requestRecorder } from './requests.ts'
import { savedViewRoutes } from './saved-views.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { secondPersonRoutes } from './second-person-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { personReader } from './sessions.ts'
import { signInLimits } from './sign-in-limits.ts'
import { standingRoutes } from './standing-routes.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { viewRoutes } from './view-routes.ts'

interface ConsoleNeeds {
  store: Store
  clock: Clock
  atRest: AtRest
  once: AnswerOnce
  mode: 'sandbox' | 'production'
  version: string
  /** True when the service is reached by HTTPS only. */
  secure: boolean
  /** Whether a browser on this machine is signed in without a password. */
  local: boolean
  requestsKept: RequestsKept
  baseUrl(): string
  letter(letter: InvitationLetter): Write
  networks(): NetworkState[]
  lagSeconds(): number
  openSealed: NonNullable<AuditOptions['openSealed']>
  issuerOf(digits: string): Readonly<Issuer>
  acquirer: MoneyRouteNeeds['acquirer']
  speiBank: MoneyRouteNeeds['speiBank']
  reversalWindow: MoneyRouteNeeds['reversalWindow']
  reverser: AskNeeds['reverser']
  refunds: AskNeeds['refunds']
  releases: AskNeeds['releases']
  payoutAccounts: AskNeeds['payoutAccounts']
  approvalLetter: AskNeeds['approvalLetter']
}

export interface Console {
  tasks: Task[]
  /** The signed-in person, for `authenticate`. Fails with `session-invalid`, `other-page-refused` and `page-outdated`. */
  readPerson(request: FastifyRequest): Promise<Recognised | undefined>
  /** Call it before the first endpoint. */
  addHooks(app: App): void
  addRoutes(app: App): void
}

const SAFE = ['GET', 'HEAD', 'OPTIONS']

export function createConsole(needs: ConsoleNeeds): Console {
  const place = (): CookiePlace => ({ secure: needs.secure, prefix: prefixOf(needs.baseUrl()) })
  const recorder = requestRecorder(needs, needs.requestsKept)
  const readSession = personReader(needs)
  const readPerson = async (request: FastifyRequest) => {
    const token = cookieOf(request, place())
    if (token === undefined) return undefined
    const found = await readSession(token)
    if (found === undefined) throw new Failure('session-invalid')
    const needed = !SAFE.includes(request.method) || routeOf(request).config.changes === true
    checkProof(request, { token, accountId: found.caller.accountId, needed })
    if (found.caller.person?.lacksFactor) refuseWithoutFactor(request)
    return found
  }
  return {
    tasks: needs.requestsKept === 'none' ? [] : [recorder.task],
    readPerson,
    addHooks: (app) => {
      recorder.addHooks(app)
      recordActs(app, needs)
      guardPowerChanges(app, needs.store)
    },
    addRoutes: (app) => {
      const slots = hashSlots(needs.clock)
      app.addHook('onClose', slots.close)
      const browsers = knownBrowsers({ key: needs.atRest.subkey('known-browsers'), place, wallMs: needs.clock.wallMs })
      const shared = {
        ...needs,
        passwords: createPasswords(slots),
        browsers,
        place,
        limits: signInLimits(needs.store, needs.clock.wallMs),
        bodiesKept: needs.requestsKept === 'bodies',
      }
      pageRoutes(app)
      sessionRoutes(app, shared)
      secondFactorRoutes(app, shared)
      factorRuleRoutes(app, needs)
      passkeyRoutes(app, shared)
      peopleRoutes(app, shared)
      viewRoutes(app, needs)
      savedViewRoutes(app, needs)
      moneyRoutes(app, needs)
      subscriptionRoutes(app, needs)
      accountRoutes(app, needs)
      standingRoutes(app, needs)
      claimRoutes(app, needs)
      const asking = { ...needs, making: needs }
      secondPersonRoutes(app, needs)
      askRoutes(app, asking)
      askPlaceRoutes(app, asking)
      askPeopleRoutes(app, asking)
      askChangeRoutes(app, asking)
      approvalRoutes(app, asking)
      operatorRoutes(app, needs)
      mendRoutes(app, needs)
      requestRoutes(app, needs)
      liveViewRoute(app, {
        store: needs.store,
        cookieOf: (request) => cookieOf(request, place()),
        accountSeen: async (cookie) => {
          const caller = cookie === undefined ? undefined : (await readSession(cookie))?.caller
          return caller?.scopes.includes('admin') && !caller.person?.lacksFactor ? caller.accountId : undefined
        },
      })
    },
  }
}
