// Chooses the acquirer of a card payment, and another one where the first surely did nothing. What is chosen is on disk before it is asked.
import type { AcquirerPort, ClearCard, VerifyOutcome } from '../../connectors/acquirer.ts'
import type { Acquirers } from '../../connectors/acquirers.ts'
import { chargeIdentity } from '../../connectors/charge-identity.ts'
import { newUuid } from '../../core/ids.ts'
import { authorizedOf } from '../../core/operation.ts'
import { instantPlus } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import { rerouteWrite } from '../../operations/record.ts'
import { conditionHeld } from '../../store/decide.ts'
import type { CardOperation } from '../../store/operation.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { insert, type Write } from '../../store/write.ts'
import { type Candidate, candidatesOf, type RoutedPayment } from './choose.ts'
import { routingRuleReader } from './rules.ts'

/** Why an acquirer did not get a payment. Nothing was sent, or it says that it did nothing. */
type PassedOver =
  /** It cannot authorise now and capture later. */
  | 'cannot-capture'
  /** Its circuit is open after repeated failures. */
  | 'circuit-open'
  /** Its connector could not prepare the charge. */
  | 'not-prepared'
  /** It was asked, and surely did nothing. */
  | 'not-processed'

export interface Chosen {
  port: AcquirerPort
  /** The connector's identifiers of the charge. */
  trace: string | null
  turn: number
  because: string
  passed: readonly (readonly [network: string, why: PassedOver])[]
  /** Who may get it after this one. */
  rest: readonly Candidate[]
}

/** Whether an acquirer's circuit lets the request through: asked once for each, because the answer may be the probe of an open circuit. */
export type MayCall = (port: AcquirerPort) => boolean

/** A caller who was let in may hold the probe of the acquirer's circuit breaker. */
export function askedOnce(mayCall: MayCall): MayCall {
  const known = new Map<string, boolean>()
  return (port) => {
    const may = known.get(port.name) ?? mayCall(port)
    known.set(port.name, may)
    return may
  }
}

export interface Router {
  /** Refuses before anything is read: `cards-not-offered`, `capture-not-offered`. */
  refuseUnoffered(isCaptured: boolean): void
  /**
   * The acquirer of a new payment. `isStopped`: it is not asked, so its circuit does not matter. Throws `capture-not-offered` when no acquirer that
   * may get it can capture later, and `acquirer-unreachable` when none can be asked now.
   */
  choose(payment: CardOperation, mayCall: MayCall, isStopped: boolean): Promise<Chosen>
  /** For the batch that begins the payment or moves it on. Nothing where the service has one acquirer. */
  choiceWrites(payment: CardOperation, chosen: Chosen): Write[]
  /**
   * The payment with another acquirer, on disk; undefined when there is none, when its time is over, or when another writer has moved or leased the
   * payment. Only for a payment with which its acquirer surely did nothing. `begunMs`: when it began, in real milliseconds, also while a sandbox's clock moves.
   */
  next(
    payment: CardOperation,
    chosen: Chosen,
    move: { why: PassedOver; mayCall: MayCall; begunMs: number },
  ): Promise<{ operation: CardOperation; chosen: Chosen } | undefined>
  /**
   * Has a card checked, which charges nothing: by the next acquirer where one does not answer and there is time. Throws `acquirer-unreachable` when
   * none can be asked now.
   */
  verify(card: ClearCard, of: Omit<RoutedPayment, 'operationId' | 'amountCentavos'>): Promise<Verified>
}

/** The answer about a card, and the acquirer that gave it. */
interface Verified {
  outcome: VerifyOutcome
  network: string
}

interface RouterNeeds extends StoreAndClock {
  acquirers: Acquirers
  /** How long an acquirer may take. A payment is moved on within this time after its beginning. */
  acquirerTimeoutMs: number
}

/** How long after the acquirer's deadline the outcome of a payment is asked for whose answer was not recorded. */
export const RECOVER_AFTER_MS = 5_000

export function router(needs: RouterNeeds): Router {
  const { store, clock, acquirers, acquirerTimeoutMs } = needs
  const rules = routingRuleReader(needs)
  const configured = acquirers.all.map(({ name }) => name)

  /** One acquirer needs no rules. */
  const candidates = async (payment: RoutedPayment): Promise<Candidate[]> =>
    configured.length === 1
      ? configured.map((network) => ({ network, because: 'order' }))
      : candidatesOf(await rules(), configured, payment)

  /** The first of the candidates that can be asked; and the reasons of those before it. */
  const firstOf = async (
    payment: CardOperation,
    from: readonly Candidate[],
    {
      passed: before,
      turn,
      mayCall,
      isStopped,
    }: Pick<Chosen, 'passed' | 'turn'> & { mayCall: MayCall; isStopped: boolean },
  ): Promise<Chosen | Chosen['passed']> => {
    const passed = [...before]
    for (const [at, { network, because }] of from.entries()) {
      const port = acquirers.of(network)
      if (port === undefined) continue
      const needsCapture = payment.authorized_centavos !== null
      if (needsCapture && port.capabilities.capture === undefined) passed.push([network, 'cannot-capture'])
      else if (isStopped) return { port, trace: null, because, passed, turn, rest: [] }
      else if (!mayCall(port)) passed.push([network, 'circuit-open'])
      else {
        const trace = await traceOf(port, { ...payment, network })
        if (trace !== undefined) return { port, trace, because, passed, turn, rest: from.slice(at + 1) }
        passed.push([network, 'not-prepared'])
      }
    }
    return passed
  }

  const choiceWrites: Router['choiceWrites'] = ({ id, account_id }, chosen) => {
    if (configured.length === 1) return []
    const { port, trace, turn, because, passed } = chosen
    return [
      insert('acquirer_choices', {
        operation_id: id,
        turn,
        account_id,
        network: port.name,
        network_trace: trace,
        because,
        passed: JSON.stringify(passed),
        created_at: clock.now(),
      }),
    ]
  }

  return {
    refuseUnoffered: (isCaptured) => {
      if (!acquirers.offered) throw new Failure('cards-not-offered')
      if (!isCaptured && acquirers.all.every(({ capabilities }) => capabilities.capture === undefined))
        throw new Failure('capture-not-offered')
    },
    choose: async (payment, mayCall, isStopped) => {
      const chosen = await firstOf(payment, await candidates(routed(payment)), {
        passed: [],
        turn: 1,
        mayCall,
        isStopped,
      })
      if ('port' in chosen) return chosen
      if (chosen.length > 0 && chosen.every(([, why]) => why === 'cannot-capture'))
        throw new Failure('capture-not-offered')
      throw unreachable()
    },
    choiceWrites,
    next: async (payment, before, { why, mayCall, begunMs }) => {
      if (before.rest.length === 0 || clock.wallMs() >= begunMs + acquirerTimeoutMs) return undefined
      const passed = [...before.passed, [before.port.name, why] as const]
      const chosen = await firstOf(payment, before.rest, { passed, turn: before.turn + 1, mayCall, isStopped: false })
      if (!('port' in chosen)) return undefined
      const due_at = instantPlus(clock.now(), acquirerTimeoutMs + RECOVER_AFTER_MS)
      const route = { network: chosen.port.name, network_trace: chosen.trace, due_at }
      const moved = { ...payment, ...route, reroutes: payment.reroutes + 1 }
      const isOurs = await conditionHeld(store.commit([rerouteWrite(payment, route), ...choiceWrites(moved, chosen)]))
      return isOurs ? { operation: moved, chosen } : undefined
    },
    verify: async (card, of) => {
      const untilMs = clock.wallMs() + acquirerTimeoutMs
      for (const { network } of await candidates({ ...of, operationId: newUuid(clock), amountCentavos: undefined })) {
        const port = acquirers.of(network)
        if (!port?.mayCall('verify', of.accountId)) continue
        const outcome = await port.verify(card, { account: of.accountId })
        if (outcome.kind !== 'unknown' || clock.wallMs() >= untilMs) return { outcome, network }
      }
      throw unreachable()
    },
  }
}

function routed(payment: CardOperation): RoutedPayment {
  return {
    operationId: payment.id,
    accountId: payment.account_id,
    brand: payment.card_brand,
    firstSix: payment.card_first_six,
    amountCentavos: authorizedOf(payment),
  }
}

function unreachable(): Failure {
  return new Failure('acquirer-unreachable', { retryAfterSeconds: 5 })
}

/**
 * The connector's identifiers of the charge, such as its STAN; null for none, undefined when they cannot be made. They are on disk before the
 * charge is sent, so that an advice can name them.
 */
async function traceOf(port: AcquirerPort, pending: CardOperation): Promise<string | null | undefined> {
  if (!port.hasMethod('prepare')) return null
  const { trace: _, ...charge } = chargeIdentity({ ...pending, network_trace: null })
  const prepared = await port.prepare(charge, { account: pending.account_id })
  if (prepared.kind === 'unknown') return undefined
  return Object.keys(prepared.trace).length === 0 ? null : JSON.stringify(prepared.trace)
}
