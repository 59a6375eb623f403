// Begins a card payment: refuses what cannot be charged, counts the attempt, and writes the pending operation before the acquirer is asked.
import type { Admit } from '../accounts/standing.ts'
import type { AcquirerPort } from '../connectors/acquirer.ts'
import { chargeIdentity } from '../connectors/charge-identity.ts'
import { isExpired, parseExpiration } from '../core/card.ts'
import { Failure } from '../core/failure.ts'
import { type Instant, mexicoCityDay } from '../core/time.ts'
import type { AffiliateRuleReader } from '../fees/affiliate-rule.ts'
import type { FeeReader } from '../fees/schedules.ts'
import { create, type RecordNeeds } from '../operations/record.ts'
import type { RiskService } from '../risk/assess.ts'
import type { Admission, Attempt, CardTestingService } from '../risk/card-testing.ts'
import type { CardOperation } from '../store/operation.ts'
import type { Write } from '../store/write.ts'
import type { AtRest } from '../vault/at-rest.ts'
import type { CardSource, CardVault, ResolvedCard } from '../vault/cards.ts'
import { chargeAttempt, triedBy } from './attempts.ts'
import type { ExternalTransactionRuleReader } from './external-transactions.ts'
import { stopCode } from './outcome.ts'
import { type Payee, pendingOperation } from './pending-operation.ts'
import { type Charge, canonicalCharge } from './request.ts'
import { termsOf } from './terms.ts'

export interface BeginNeeds extends RecordNeeds {
  cardVault: CardVault
  atRest: Pick<AtRest, 'fingerprint' | 'fingerprints'>
  fees: FeeReader
  affiliateRule: AffiliateRuleReader
  externalTransactionRule: ExternalTransactionRuleReader
  admit: Admit
  risk: RiskService
  cardTesting: CardTestingService
  acquirer: AcquirerPort
  /** How long the acquirer may take: its port keeps to it. */
  acquirerTimeoutMs: number
  /** How long an authorisation is held that nobody captures. */
  authorizationDays: number
  /** More writes for the batch that begins a payment. */
  alongside?(operation: CardOperation): Write[]
}

/** Throws when another text of the request holds the card. */
export type RefuseCard = (card: { number: string }) => void

/** How long after the acquirer's deadline `recover` takes up a payment whose answer was not recorded. */
const RECOVER_AFTER_MS = 5_000

/** Creates the pending operation; `claim` is the text under which no other payment of the account may be made. Its batch also uses up the token, counts the attempt and claims the idempotency key. */
export async function begin(
  needs: BeginNeeds,
  payee: Payee,
  { charge, claim }: { charge: Charge; claim: string | undefined },
  { begun, refuseCard }: { begun: (operationId: string) => Write[]; refuseCard: RefuseCard },
): Promise<{ operation: CardOperation; resolved: ResolvedCard; tried: Tried | undefined }> {
  const { atRest, fees, risk, cardTesting, acquirer, acquirerTimeoutMs } = needs
  if (!charge.capture && acquirer.capabilities.capture === undefined) throw new Failure('capture-not-offered')
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
    network: acquirer.name,
    dueInMs: acquirerTimeoutMs + RECOVER_AFTER_MS,
    authorizationDays: needs.authorizationDays,
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
      ...begun(operation.id),
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

async function cardOf({ cardVault, clock }: BeginNeeds, payee: Payee, { paidWith }: Charge): Promise<ResolvedCard> {
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
  const prepared = await acquirer.prepare(charge, { account: pending.account_id })
  if (prepared.kind === 'unknown') throw new Failure('acquirer-unreachable', { retryAfterSeconds: 5 })
  return Object.keys(prepared.trace).length === 0 ? null : JSON.stringify(prepared.trace)
}
