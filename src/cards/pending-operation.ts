// The pending operation of a charge, before the acquirer is asked.
import type { AffiliateRule } from '../core/affiliate-part.ts'
import type { Clock } from '../core/clock.ts'
import { newUuid } from '../core/ids.ts'
import { DAY_MS, type Instant, instantPlus, mexicoCityDay } from '../core/time.ts'
import { BLANK_OPERATION } from '../operations/blank.ts'
import type { CardOperation } from '../store/operation.ts'
import type { CardSource } from '../vault/cards.ts'
import type { Charge } from './sealed/request.ts'
import type { Terms } from './terms.ts'

/** The account that is paid, and the e-mail of the operator who asked. */
export interface Payee {
  accountId: string
  operator: string
  /** Absent for a plan's charge, which no request makes: its few tries do not count as card testing. */
  credentialId?: string
}

/** `dueInMs`: after this time `recover` asks for the outcome, if no answer is recorded. */
export function pendingOperation(
  { clock }: { clock: Clock },
  payment: {
    createdAt: Instant
    payee: Payee
    charge: Charge
    claim: string | undefined
    chargeFingerprint: string
    source: CardSource
    terms: Terms
    affiliateRule: AffiliateRule
    dueInMs: number
    authorizationDays: number
  },
): CardOperation {
  const { createdAt, payee, charge, source, terms, affiliateRule } = payment
  return {
    ...BLANK_OPERATION,
    id: newUuid(clock),
    account_id: payee.accountId,
    operator: payee.operator,
    created_at: createdAt,
    day: mexicoCityDay(createdAt),
    rail: 'card',
    status: 'pending',
    status_at: createdAt,
    total_centavos: charge.totalCentavos,
    authorized_centavos: charge.capture ? null : charge.totalCentavos,
    expires_at: charge.capture ? null : instantPlus(createdAt, payment.authorizationDays * DAY_MS),
    tip_centavos: charge.tipCentavos,
    fee_centavos: terms.fees.feeCentavos,
    iva_centavos: terms.fees.ivaCentavos,
    surcharge_centavos: terms.surchargeCentavos,
    fee_percentage_millis: terms.percentageMillis,
    affiliate: charge.affiliate?.user ?? null,
    affiliate_centavos: terms.fees.affiliateCentavos,
    affiliate_rule: terms.fees.affiliateCentavos > 0 ? affiliateRule : null,
    description: charge.description,
    reference_number: charge.referenceNumber ?? null,
    external_transaction: charge.externalTransaction ?? null,
    external_claim: payment.claim ?? null,
    charge_fingerprint: payment.chargeFingerprint,
    application_key: charge.applicationKey ?? null,
    customer_id: source.customerId ?? charge.checkout?.customerId ?? null,
    checkout_id: charge.checkout?.id ?? null,
    card_id: source.cardId ?? null,
    card_brand: source.brand,
    card_holder: source.holderName,
    card_first_six: source.firstSix,
    card_last_four: source.lastFour,
    card_label: source.bankName,
    card_fingerprint: source.fingerprint,
    months: charge.months ?? null,
    return_url: charge.returnUrl ?? null,
    latitude: charge.latitude,
    longitude: charge.longitude,
    metadata: Object.keys(charge.metadata).length === 0 ? null : JSON.stringify(charge.metadata),
    // Chosen when the card is known.
    network: '',
    due_at: instantPlus(createdAt, payment.dueInMs),
  }
}
