// Begins a card payment: refuses what cannot be charged, counts the attempt, and writes the pending operation before the acquirer is asked.
import { isExpired, parseExpiration } from '../core/cards/number.ts'
import { type Instant, mexicoCityDay } from '../core/time.ts'
import { Failure } from '../failures.ts'
import { create } from '../operations/record.ts'
import type { CardOperation } from '../store/operation.ts'
import type { Write } from '../store/write.ts'
import type { CardSource, ResolvedCard } from '../vault/cards.ts'
import { chargeAttempt, triedBy } from './attempts.ts'
import type { CardNeeds } from './needs.ts'
import { stopCode } from './outcome.ts'
import { type Payee, pendingOperation } from './pending-operation.ts'
import type { Admission, Attempt } from './risk/card-testing.ts'
import { type Chosen, type MayCall, RECOVER_AFTER_MS } from './routing/router.ts'
import { type Charge, canonicalCharge } from './sealed/request.ts'
import { termsOf } from './terms.ts'

/** Throws when another text of the request holds the card. */
export type RefuseCard = (card: { number: string }) => void

/** Creates the pending operation; `claim` is the text under which no other payment of the account may be made. Its batch also uses up the token, counts the attempt and claims the idempotency key. */
export async function begin(
  needs: CardNeeds,
  payee: Payee,
  { charge, claim }: { charge: Charge; claim: string | undefined },
  { begun, refuseCard, mayCall }: { begun: (operationId: string) => Write[]; refuseCard: RefuseCard; mayCall: MayCall },
): Promise<Begun> {
  const { atRest, fees, risk, cardTesting, router, acquirerTimeoutMs } = needs
  // Read once, so that the daily limit counts the payment on its own day.
  const createdAt = needs.clock.now()
  const admitted = await needs.admit({
    accountId: payee.accountId,
    amountCentavos: charge.totalCentavos,
    day: mexicoCityDay(createdAt),
  })
  const resolved = await cardOf(needs, payee, charge)
  refuseCard(resolved.card)
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
    createdAt,
    payee,
    charge,
    claim,
    chargeFingerprint: atRest.fingerprint(canonicalCharge(charge)),
    source,
    terms,
    affiliateRule: charge.affiliate === undefined ? 'proportional' : await needs.affiliateRule(payee.accountId),
    dueInMs: acquirerTimeoutMs + RECOVER_AFTER_MS,
    authorizationDays: needs.authorizationDays,
  })
  const stopped = assessment.stop !== undefined
  const chosen = await router.choose(pending, mayCall, stopped)
  const operation: CardOperation = {
    ...pending,
    network: chosen.port.name,
    network_trace: chosen.trace,
    ...(stopped && { decline_code: stopCode(assessment.stop) }),
  }
  const counts = stopped ? [] : assessment.counts
  const attempt = stopped ? undefined : attemptOf(payee, charge, source, operation.created_at)
  const tried = attempt === undefined ? undefined : { attempt, ...(await cardTesting.admit(attempt)) }
  if (tried !== undefined && tried.writes.length > 0) operation.tried_by = triedBy(tried.attempt)
  const batchFromMs = needs.clock.wallMs()
  try {
    const tries = tried?.writes ?? []
    const more = stopped ? [] : (needs.alongside?.(operation) ?? [])
    await create(needs, operation, [
      ...resolved.uses,
      ...admitted,
      ...counts,
      ...tries,
      ...more,
      ...router.choiceWrites(operation, chosen),
      ...begun(operation.id),
    ])
  } catch (error) {
    tried?.end(false)
    throw error
  }
  return { operation, resolved, tried, chosen, batchMs: needs.clock.wallMs() - batchFromMs }
}

/** A payment on disk, and the acquirer to be asked. */
export interface Begun {
  operation: CardOperation
  resolved: ResolvedCard
  tried: Tried | undefined
  chosen: Chosen
  /** How long its batch took, in real milliseconds. */
  batchMs: number
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

async function cardOf({ cardVault, clock }: CardNeeds, payee: Payee, { paidWith }: Charge): Promise<ResolvedCard> {
  if ('card' in paidWith) return cardVault.typed(paidWith.card)
  const resolved = await cardVault.resolve(payee.accountId, paidWith.recurrent)
  const expiration = parseExpiration(resolved.card.expiration)
  if (expiration !== undefined && isExpired(expiration, mexicoCityDay(clock.now())))
    throw new Failure('card-invalid', { fields: { recurrent: [['La tarjeta está vencida', 'The card has expired']] } })
  return resolved
}
