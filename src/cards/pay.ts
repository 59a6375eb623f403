// Charges a card: writes the pending operation, asks the acquirer outside any transaction, and records the answer.
import type { FastifyBaseLogger } from 'fastify'
import type { Admit } from '../accounts/standing.ts'
import type { AcquirerPort, AuthoriseOutcome } from '../connectors/acquirer.ts'
import { NOT_ASKED } from '../connectors/bounded.ts'
import { chargeIdentity } from '../connectors/charge-identity.ts'
import { isExpired, parseExpiration } from '../core/card.ts'
import { Failure } from '../core/failure.ts'
import { type Instant, mexicoCityDay } from '../core/time.ts'
import type { AffiliateRuleReader } from '../fees/affiliate-rule.ts'
import type { FeeReader } from '../fees/schedules.ts'
import { finder } from '../operations/find.ts'
import { advance, create, type RecordNeeds } from '../operations/record.ts'
import type { RiskDesk } from '../risk/assess.ts'
import type { Admission, Attempt, CardTestingDesk, Verdict } from '../risk/card-testing.ts'
import { conflictOn, decide } from '../store/decide.ts'
import type { CardOperation } from '../store/operation.ts'
import { isOutage } from '../store/outage.ts'
import type { Store } from '../store/store.ts'
import { Unmet, type Write } from '../store/write.ts'
import type { AtRest } from '../vault/at-rest.ts'
import type { CardSource, CardVault, ResolvedCard } from '../vault/cards.ts'
import { chargeAttempt, triedBy, verdictOf } from './attempts.ts'
import { firstPaymentReader } from './first-payment.ts'
import type { TakeLateAnswer } from './late-answer.ts'
import { DECLINED_UNKNOWN, declinedWith, isStopped, type Move, moveOf, NO_ANSWER, stopCode } from './outcome.ts'
import { type Payee, pendingOperation } from './pending-operation.ts'
import { type Charge, canonicalCharge } from './request.ts'
import { termsOf } from './terms.ts'
import { adviceWrite } from './undo.ts'

export interface PayNeeds extends RecordNeeds {
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
  cardVault: CardVault
  atRest: Pick<AtRest, 'fingerprint' | 'fingerprints'>
  fees: FeeReader
  affiliateRule: AffiliateRuleReader
  admit: Admit
  risk: RiskDesk
  cardTesting: CardTestingDesk
  acquirer: AcquirerPort
  /** How long the acquirer may take: its port keeps to it. */
  acquirerTimeoutMs: number
  takeLate: TakeLateAnswer
  /** More writes for the batch that begins a payment. */
  alongside?(operation: CardOperation): Write[]
}

/**
 * How a repeat of the request finds its answer: the writes of the answer, and the read of the payment that the request has
 * already made.
 */
export interface Repeats {
  /** The payment that an earlier try of this request has made. */
  made(): Promise<CardOperation | undefined>
  begun(operationId: string): Write[]
  finished(operation: CardOperation): Write[]
  /** The writes for a request whose payment exists already. */
  answered(operation: CardOperation): Write[]
  /** Throws when another request with the same key has begun. */
  throwIfBegun(): Promise<void>
}

/**
 * Charges the card and answers the operation: N paid, D declined (`refusalOf` has the reason), or P when the acquirer's
 * answer is not known; `recover` asks for it later. When an acquirer without inquiry does not answer, the payment is
 * declined with an advice. A repeated request, and the same charge under the same external transaction, answer the first
 * payment as it is now.
 *
 * Failures, before anything is written: `external-transaction-taken`, `token-used`, `card-unknown`, `card-invalid` (expired),
 * `acquirer-unreachable` while the circuit is open after repeated failures or when the connector cannot prepare the charge,
 * `card-attempts-exceeded` for a card that was refused too often, `parameters-invalid` for months or an affiliate's share that are not
 * allowed, and the refusals of `Admit` for a suspended account or an amount above its limits.
 */
export type Pay = (payee: Payee, charge: Charge, repeats?: Repeats) => Promise<CardOperation>

/** The bank's answer, and the writes that count it. */
interface Answered {
  judged?: Write[]
  answer?: AuthoriseOutcome
}

/** For a caller whose request is never repeated. */
const NO_REPEATS: Repeats = {
  made: async () => undefined,
  begun: () => [],
  finished: () => [],
  answered: () => [],
  throwIfBegun: async () => {},
}

/** How long after the acquirer's deadline `recover` takes up a payment whose answer was not recorded. */
export const RECOVER_AFTER_MS = 5_000

export function cardPayments(needs: PayNeeds): Pay {
  const { store, log, atRest, acquirer, takeLate, cardTesting } = needs
  const firstPayment = firstPaymentReader(store, atRest)
  const { byId } = finder(store)

  /** The first payment of the charge if there is one, else a new operation. */
  const prepareOnce = async (payee: Payee, charge: Charge, repeats: Repeats) => {
    const first = (await repeats.made()) ?? (await firstPayment(payee.accountId, charge))
    if (first === undefined) return begin(needs, payee, charge, repeats)
    await commitSome(store, repeats.answered(first))
    return { operation: first, resolved: undefined, tried: undefined }
  }

  const prepare = (payee: Payee, charge: Charge, repeats: Repeats) =>
    decide(
      () =>
        prepareOnce(payee, charge, repeats).catch(async (error: unknown) => {
          // A concurrent request with the same key may have caused the failure, for example by using the token. Its answer counts then.
          await repeats.throwIfBegun()
          throw error
        }),
      { again: isConflict },
    )

  /** Records the answer. If `recover` was quicker, its record stays. */
  const record = async (operation: CardOperation, move: Move, repeats: Repeats, of: Answered = {}) => {
    const { to, change, advice } = move
    const { judged = [], answer } = of
    const undone = advice === undefined ? [] : [adviceWrite(needs.clock, operation, { reason: advice })]
    try {
      // The same batch stores the answer for a repeat, made from the payment's new state.
      return await advance(needs, operation, to, change, (made) => [...undone, ...repeats.finished(made), ...judged])
    } catch (error) {
      const recorded = error instanceof Unmet ? await byId(operation.account_id, operation.id) : undefined
      if (recorded?.rail !== 'card' || recorded.status === 'pending') throw error
      // If the payment was given up meanwhile, its approval is undone.
      if (answer !== undefined) await takeLate(operation, answer)
      return recorded
    }
  }

  return async (payee, charge, repeats = NO_REPEATS) => {
    const { operation, resolved, tried } = await prepare(payee, charge, repeats)
    if (resolved === undefined) return operation
    if (isStopped(operation)) return record(operation, declinedWith(operation.decline_code ?? ''), repeats)
    let verdict: Verdict = 'not-told'
    const judged = (): Write[] => (tried === undefined ? [] : cardTesting.judged(tried.attempt, verdict))
    const request = { ...chargeIdentity(operation), card: resolved.card, months: charge.months }
    const late = Promise.withResolvers<AuthoriseOutcome>()
    let answer: AuthoriseOutcome | undefined
    try {
      const outcome = await acquirer.authorise(request, late.resolve)
      // The acquirer was not asked, because its circuit breaker was open. The payment is declined with the code of an issuer
      // that does not answer; a retry is safe.
      if (outcome === NOT_ASKED) return await record(operation, declinedWith(NO_ANSWER), repeats, { judged: judged() })
      log.info({ operation: operation.id, outcome: outcome.kind }, 'card payment')
      verdict = verdictOf(outcome)
      if (outcome.kind !== 'unknown') {
        answer = outcome
        return await record(operation, moveOf(outcome), repeats, { judged: judged(), answer })
      }
      if (!acquirer.capabilities.inquiry)
        return await record(operation, DECLINED_UNKNOWN, repeats, { judged: judged() })
      await commitSome(store, repeats.finished(operation))
    } catch (error) {
      // The payment is on disk as pending: the answer is recorded when the database is back, or else `recover` asks for the outcome. An
      // error would make the client try again and pay twice.
      if (!isUnavailable(error)) throw error
      log.error({ operation: operation.id }, 'the answer of the acquirer could not be recorded; it will be later')
      if (answer !== undefined) late.resolve(answer)
    } finally {
      tried?.end(verdict === 'refused')
      // A late answer is recorded only after the answer of this request, so that the two do not conflict.
      void late.promise.then((answer) => takeLate(operation, answer))
    }
    return operation
  }
}

/** Creates the pending operation. Its batch also uses up the token, counts the attempt and claims the idempotency key. */
async function begin(
  needs: PayNeeds,
  payee: Payee,
  charge: Charge,
  repeats: Repeats,
): Promise<{ operation: CardOperation; resolved: ResolvedCard; tried: Tried | undefined }> {
  const { atRest, fees, risk, cardTesting, acquirer, acquirerTimeoutMs } = needs
  if (!acquirer.mayCall('authorise')) throw new Failure('acquirer-unreachable', { retryAfterSeconds: 5 })
  const admitted = await needs.admit({
    accountId: payee.accountId,
    amountCentavos: charge.totalCentavos,
    day: mexicoCityDay(needs.clock.now()),
  })
  const resolved = await cardOf(needs, payee, charge)
  const { source } = resolved
  const terms = termsOf(charge, source.funding, await fees(payee.accountId, 'card'))
  const assessment = await risk.assess({
    accountId: payee.accountId,
    amountCentavos: charge.totalCentavos,
    cardFingerprints: source.fingerprints,
    cardFirstSix: source.firstSix,
    cardCountry: source.countryCode,
    customerId: source.customerId,
    ip: charge.ip,
    metadata: charge.metadata,
  })
  const pending = pendingOperation(needs, {
    payee,
    charge,
    chargeFingerprint: atRest.fingerprint(canonicalCharge(charge)),
    source,
    terms,
    affiliateRule: charge.affiliate === undefined ? 'proportional' : await needs.affiliateRule(payee.accountId),
    network: acquirer.name,
    dueInMs: acquirerTimeoutMs + RECOVER_AFTER_MS,
  })
  const stopped = assessment.stop !== undefined
  const operation = stopped
    ? { ...pending, decline_code: stopCode(assessment.stop) }
    : { ...pending, network_trace: await traceOf(acquirer, pending) }
  const counts = stopped ? [] : assessment.counts
  const attempt = stopped ? undefined : attemptOf(payee, charge, source, operation.created_at)
  const tried = attempt === undefined ? undefined : { attempt, ...(await cardTesting.admit(attempt)) }
  if (tried !== undefined && tried.writes.length > 0) operation.tried_by = triedBy(tried.attempt)
  try {
    const tries = tried?.writes ?? []
    const more = stopped ? [] : (needs.alongside?.(operation) ?? [])
    await create(needs, operation, [
      ...resolved.uses,
      ...admitted,
      ...counts,
      ...tries,
      ...more,
      ...repeats.begun(operation.id),
    ])
  } catch (error) {
    tried?.end(false)
    throw error
  }
  return { operation, resolved, tried }
}

/** An attempt whose bank is asked. */
type Tried = Admission & { attempt: Attempt }

/** How the payment is counted against card testing; undefined for charges of plans, which no request asks for. */
function attemptOf(
  { accountId, credentialId }: Payee,
  { paidWith }: Charge,
  source: CardSource,
  at: Instant,
): Attempt | undefined {
  return credentialId === undefined
    ? undefined
    : chargeAttempt({ at, accountId, credentialId, code: 'card' in paidWith }, source)
}

/** Whether the write failed because the database was not available, rather than because of this payment. */
function isUnavailable(error: unknown): boolean {
  return isOutage(error) || (error instanceof Failure && error.reason === 'service-busy')
}

const isTaken = conflictOn('operations', 'external_claim')

/** `token-used` is a conflict at the first try: a concurrent equal request may have used the token a moment ago. */
function isConflict(error: unknown, attempt: number): boolean {
  if (error instanceof Failure) return error.reason === 'token-used' && attempt === 1
  return isTaken(error)
}

async function cardOf({ cardVault, clock }: PayNeeds, payee: Payee, { paidWith }: Charge): Promise<ResolvedCard> {
  if ('card' in paidWith) return cardVault.typed(paidWith.card)
  const resolved = await cardVault.resolve(payee.accountId, paidWith.recurrent)
  const expiration = parseExpiration(resolved.card.expiration)
  if (expiration !== undefined && isExpired(expiration, mexicoCityDay(clock.now())))
    throw new Failure('card-invalid', { fields: { recurrent: [['La tarjeta está vencida', 'The card has expired']] } })
  return resolved
}

/**
 * The connector's identifiers of the charge, such as its STAN. They are on disk before the charge is sent, so that an
 * advice can name them.
 */
async function traceOf(acquirer: AcquirerPort, pending: CardOperation): Promise<string | null> {
  if (!acquirer.hasMethod('prepare')) return null
  const { trace: _, ...charge } = chargeIdentity(pending)
  const prepared = await acquirer.prepare(charge)
  if (prepared.kind === 'unknown') throw new Failure('acquirer-unreachable', { retryAfterSeconds: 5 })
  return Object.keys(prepared.trace).length === 0 ? null : JSON.stringify(prepared.trace)
}

async function commitSome(store: Store, writes: Write[]): Promise<void> {
  if (writes.length > 0) await store.commit(writes)
}
