// Charges a card: begins the payment on disk, asks the acquirer outside any transaction, and records the answer.
import type { AuthoriseAnswer, AuthoriseRequest, ChargeResult } from '../connectors/acquirer.ts'
import { NOT_ASKED } from '../connectors/bounded.ts'
import { chargeIdentity } from '../connectors/charge-identity.ts'
import { Failure } from '../failures.ts'
import { finder } from '../operations/find.ts'
import { advance } from '../operations/record.ts'
import { cancellationDueWrite } from '../operations/reversal/cancel-pending.ts'
import { conflictOn, decide } from '../store/decide.ts'
import type { CardOperation } from '../store/operation.ts'
import { isUnavailable } from '../store/outage.ts'
import type { Store } from '../store/store.ts'
import { Unmet, type Write } from '../store/write.ts'
import type { ResolvedCard } from '../vault/cards.ts'
import { isClaimConflict } from '../vault/envelope-claims.ts'
import { withAnswer } from '../vault/network-cards.ts'
import { verdictOf } from './attempts.ts'
import { type Begun, begin, type RefuseCard } from './begin.ts'
import { detailsOf } from './details.ts'
import { firstPaymentReader } from './first-payment.ts'
import type { CardNeeds, Late } from './needs.ts'
import { DECLINED_NEEDED, DECLINED_UNKNOWN, declinedWith, isStopped, type Move, moveOf, NO_ANSWER } from './outcome.ts'
import { awaitPayer } from './payer-action/begin.ts'
import type { Payee } from './pending-operation.ts'
import type { Verdict } from './risk/card-testing.ts'
import { askedOnce, type MayCall } from './routing/router.ts'
import type { Charge } from './sealed/request.ts'
import { BEGUN_WITHIN_MS } from './unanswered/recover.ts'
import { adviceWrite } from './unanswered/undo.ts'

/**
 * How a repeat of the request finds its answer: the writes of the answer, and the read of the payment that the request has
 * already made.
 */
export interface Repeats {
  /** The payment that an earlier try of this request has made. */
  made(): Promise<CardOperation | undefined>
  begun(operationId: string): Write[]
  /** The batch with the writes of `begun` is on disk. */
  onDisk(): void
  finished(operation: CardOperation): Write[]
  /** The writes for a request whose payment exists already; its answer is marked as a repeat. */
  answered(operation: CardOperation): Write[]
  /** Throws when another request with the same key has begun. */
  throwIfBegun(): Promise<void>
}

/**
 * Charges the card and answers the operation: N paid, A authorised where the charge is captured later, D declined (`refusalOf` has the reason), or P when the acquirer's
 * answer is not known, for which `recover` asks later, or when the payer must act first. When an acquirer without inquiry does not answer, the payment is
 * declined with an advice. A repeated request answers the first payment as it is now, and so does the same charge under the same external
 * transaction, unless the account's rule says that external transactions are free.
 *
 * Failures, before anything is written: `cards-not-offered`, `capture-not-offered`, `external-transaction-taken`, `token-used`, `card-unknown`, `card-invalid` (expired),
 * `acquirer-unreachable` while the circuit is open after repeated failures or when the connector cannot prepare the charge,
 * `card-attempts-exceeded` for a card that was refused too often, `parameters-invalid` for months or an affiliate's share that are not
 * allowed, and the refusals of `Admit` for a suspended account or an amount above its limits.
 */
export type Pay = (
  payee: Payee,
  charge: Charge,
  repeats?: Repeats,
  /** Refuses a request with the data of its card in another text: the number of a token or saved card is known only now. */
  refuseCard?: RefuseCard,
) => Promise<CardOperation>

/** The bank's answer, and the writes that count it and keep what it says of a saved card. */
interface Answered {
  judged?: Write[]
  answer?: ChargeResult
  /** When the bank was asked, in real milliseconds. */
  askedMs?: number
}

interface Asked {
  repeats: Repeats
  refuseCard: RefuseCard
  mayCall: MayCall
}

/** For a caller whose request is never repeated. */
export const NO_REPEATS: Repeats = {
  made: async () => undefined,
  begun: () => [],
  onDisk: () => {},
  finished: () => [],
  answered: () => [],
  throwIfBegun: async () => {},
}

/** A payment that waits for its bank for so long may have been asked to be cancelled. Quicker ones are spared the write. */
const CANCELLABLE_AFTER_MS = 1_000

export function cardPayments(needs: CardNeeds & Late): Pay {
  const { store, clock, log, atRest, router, takeLate, cardTesting } = needs
  const firstPayment = firstPaymentReader(store, atRest)
  const { byId } = finder(store)

  /**
   * The external transaction, where it identifies the payment: that of a plan's charge always does, that of a request by the account's rule.
   */
  const claimOf = async ({ accountId, credentialId }: Payee, { externalTransaction }: Charge) => {
    if (externalTransaction === undefined || credentialId === undefined) return externalTransaction
    return (await needs.externalTransactionRule(accountId)) === 'unique' ? externalTransaction : undefined
  }

  /** The first payment of the charge if there is one, else a new operation. */
  const prepareOnce = async (payee: Payee, charge: Charge, { repeats, refuseCard, mayCall }: Asked) => {
    const claim = await claimOf(payee, charge)
    const first = (await repeats.made()) ?? (await firstPayment(payee.accountId, charge, claim))
    if (first === undefined) {
      router.refuseUnoffered(charge.capture)
      return begin(needs, payee, { charge, claim }, { begun: repeats.begun, refuseCard, mayCall })
    }
    await commitSome(store, repeats.answered(first))
    return { operation: first, resolved: undefined }
  }

  const prepare = (payee: Payee, charge: Charge, asked: Asked) =>
    decide(
      () =>
        prepareOnce(payee, charge, asked).catch(async (error: unknown) => {
          // A concurrent request with the same key may have caused the failure, for example by using the token. Its answer counts then.
          await asked.repeats.throwIfBegun()
          throw error
        }),
      { again: isConflict },
    )

  /** Records the answer. If `recover` was quicker, its record stays. */
  const record = async (operation: CardOperation, move: Move, repeats: Repeats, of: Answered = {}) => {
    const { to, change, advice } = move
    const { judged = [], answer, askedMs = clock.wallMs() } = of
    const undone = advice === undefined ? [] : [adviceWrite(clock, operation, { reason: advice })]
    const cancelled = clock.wallMs() - askedMs < CANCELLABLE_AFTER_MS ? [] : [cancellationDueWrite(needs, operation)]
    try {
      // The same batch stores the answer for a repeat, made from the payment's new state.
      return await advance(needs, operation, to, change, (made) => [
        ...undone,
        ...cancelled,
        ...repeats.finished(made),
        ...judged,
      ])
    } catch (error) {
      const recorded = error instanceof Unmet ? await byId(operation.account_id, operation.id) : undefined
      if (recorded?.rail !== 'card' || recorded.status === 'pending') throw error
      // If the payment was given up meanwhile, its approval is undone.
      if (answer !== undefined) await takeLate(operation, answer)
      return recorded
    }
  }

  /** Declines a payment that no acquirer has processed. */
  const declineUnasked = async ({ operation, tried }: Begun, repeats: Repeats) => {
    tried?.end(false)
    const judged = tried === undefined ? [] : cardTesting.judged(tried.attempt, 'not-judged')
    return record(operation, declinedWith(NO_ANSWER), repeats, { judged })
  }

  /** If another writer was quicker, its record stays. */
  const sendPayer = async (operation: CardOperation, payerUrl: string, repeats: Repeats) => {
    const waiting = await awaitPayer(needs, operation, payerUrl, repeats.finished)
    if (waiting !== undefined) return waiting
    const recorded = await byId(operation.account_id, operation.id)
    return recorded?.rail === 'card' ? recorded : operation
  }

  /** Asks the acquirer that has the payment, and records what it answers. A reason: it surely did nothing. */
  const ask = async (
    payee: Payee,
    { charge, repeats }: { charge: Charge; repeats: Repeats },
    { operation, resolved, tried, chosen: { port } }: Begun,
  ): Promise<CardOperation | 'circuit-open' | 'not-processed'> => {
    let verdict: Verdict = 'not-judged'
    const judged = (): Write[] => (tried === undefined ? [] : cardTesting.judged(tried.attempt, verdict))
    const initiator: AuthoriseRequest['initiator'] = payee.credentialId === undefined ? 'merchant' : 'customer'
    const request: AuthoriseRequest = {
      ...chargeIdentity(operation),
      ...detailsOf(payee.accountId, charge, resolved, { initiator, network: port.name }),
      card: resolved.card,
      months: charge.months,
      initiator,
      // Signed when a connector asks for it: most charges need no payer.
      get returnUrl() {
        return needs.links.returnUrl(operation.id)
      },
      ...(operation.authorized_centavos !== null && { capture: false as const }),
    }
    const late = Promise.withResolvers<AuthoriseAnswer>()
    let answer: ChargeResult | undefined
    let didNothing = false
    const askedMs = clock.wallMs()
    try {
      const outcome = await port.authorise(request, { late: late.resolve, account: payee.accountId })
      if (outcome === NOT_ASKED || outcome.kind === 'not-processed') {
        didNothing = true
        return outcome.kind === 'not-processed' ? outcome.kind : 'circuit-open'
      }
      log.info({ operation: operation.id, acquirer: port.name, outcome: outcome.kind }, 'card payment')
      verdict = verdictOf(outcome)
      if (outcome.kind === 'payer-must-act') {
        if (initiator === 'merchant') return await record(operation, DECLINED_NEEDED, repeats, { judged: judged() })
        return await sendPayer(operation, outcome.payerUrl, repeats)
      }
      if (outcome.kind !== 'unknown') {
        answer = outcome
        const kept = keptOf(needs, payee.accountId, resolved, { answer, network: port.name })
        return await record(operation, moveOf(operation, outcome), repeats, {
          judged: [...judged(), ...kept],
          answer,
          askedMs,
        })
      }
      if (!port.capabilities.inquiry)
        return await record(operation, DECLINED_UNKNOWN, repeats, { judged: judged(), askedMs })
      await commitSome(store, repeats.finished(operation))
    } catch (error) {
      // The payment is on disk as pending: the answer is recorded when the database is back, or else `recover` asks for the outcome. An
      // error would make the client try again and pay twice.
      if (!isUnavailable(error)) throw error
      log.error({ operation: operation.id }, 'the answer of the acquirer could not be recorded; it will be later')
      if (answer !== undefined) late.resolve(answer)
    } finally {
      if (!didNothing) tried?.end(verdict === 'refused')
      // A late answer is recorded only after the answer of this request, so that the two do not conflict.
      void late.promise.then((answer) => takeLate(operation, answer))
    }
    return operation
  }

  return async (payee, charge, repeats = NO_REPEATS, refuseCard = () => {}) => {
    const mayCall = askedOnce((port) => port.mayCall('authorise', payee.accountId))
    const prepared = await prepare(payee, charge, { repeats, refuseCard, mayCall })
    if (!('chosen' in prepared)) return prepared.operation
    repeats.onDisk()
    const begunMs = clock.wallMs()
    if (isStopped(prepared.operation))
      return record(prepared.operation, declinedWith(prepared.operation.decline_code ?? ''), repeats)
    let begun: Begun = prepared
    try {
      if (begun.batchMs > BEGUN_WITHIN_MS) return await declineUnasked(begun, repeats)
      for (;;) {
        const answered = await ask(payee, { charge, repeats }, begun)
        if (typeof answered !== 'string') return answered
        const { operation, chosen } = begun
        const next = await router
          .next(operation, chosen, { why: answered, mayCall, begunMs })
          .catch((error: unknown) => {
            begun.tried?.end(false)
            throw error
          })
        log.info(
          { operation: operation.id, acquirer: chosen.port.name, why: answered, next: next?.chosen.port.name },
          'a charge was not processed',
        )
        // The payment is declined with the code of an issuer that does not answer; a retry is safe.
        if (next === undefined) return await declineUnasked(begun, repeats)
        begun = { ...begun, ...next }
      }
    } catch (error) {
      if (!isUnavailable(error)) throw error
      // Whichever acquirer has it on disk is asked for it later.
      log.error({ operation: begun.operation.id }, 'a charge that was not processed could not be moved on')
      return begun.operation
    }
  }
}

/** What the acquirer's answer to a charge of a saved card says for its next charges. */
function keptOf(
  { cardVault }: CardNeeds,
  accountId: string,
  { source, networks }: ResolvedCard,
  { answer, network }: { answer: ChargeResult; network: string },
): Write[] {
  const news = answer.kind === 'approved' ? withAnswer(networks, network, answer) : undefined
  return news === undefined ? [] : cardVault.keep(accountId, source, news)
}

const isTaken = conflictOn('operations', 'external_claim')

/** `token-used` is a conflict at the first try: a concurrent equal request may have used the token a moment ago. */
function isConflict(error: unknown, attempt: number): boolean {
  if (error instanceof Failure) return error.reason === 'token-used' && attempt === 1
  return isTaken(error) || isClaimConflict(error)
}

async function commitSome(store: Store, writes: Write[]): Promise<void> {
  if (writes.length > 0) await store.commit(writes)
}
