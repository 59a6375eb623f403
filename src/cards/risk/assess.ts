// Decides whether a payment may go to the bank, by the account's rules; in the sandbox also by its metadata.
import { isIP } from 'node:net'
import { plainAddress } from '../../core/address.ts'
import { whenUnknown } from '../../core/cards/unknown-issuer.ts'
import { type Metadata, metadataText } from '../../core/metadata.ts'
import { Failure } from '../../failures.ts'
import type { StoreAndClock } from '../../store/store.ts'
import type { Write } from '../../store/write.ts'
import { type Counted, countPayment, periodOf, withinLimits } from './counters.ts'
import type { RiskRule, RiskRules } from './rules.ts'

/** The facts for the rules. An undefined fact is unknown, and rules about it do not apply. */
interface AssessedPayment {
  accountId: string
  amountCentavos: number
  /** The card's fingerprint, then the same under earlier at-rest keys. */
  cardFingerprints: string[]
  cardFirstSix: string
  /** Empty: unknown. */
  cardCountry: string
  customerId: string | undefined
  ip: string | undefined
  /**
   * `email`, `ip`, `country` (ISO 3166 alpha-2) of the payer, and the e-mail and country of its `billing`; in the sandbox
   * `risk` sets the outcome. A value that is not a text counts as missing.
   */
  metadata: Metadata
}

/** Why a payment is stopped. */
export type Stop = 'filter' | 'fraud'

/**
 * The result of the risk rules: stopped, or passed with the writes that count the payment, for the batch that creates it.
 */
type Assessment = { stop: Stop } | { stop: undefined; counts: Write[] }

export interface RiskService {
  assess(payment: AssessedPayment): Promise<Assessment>
}

/**
 * `limit` and `block` filter a payment; a country that does not match is suspected fraud. An account without rules costs nothing. `triggers`:
 * whether `metadata.risk` of `filter` or `fraud` stops a payment, as in the sandbox.
 */
export function riskService({ store, clock }: StoreAndClock, rules: RiskRules, triggers: boolean): RiskService {
  return {
    async assess(payment) {
      const asked = metadataText(payment.metadata, 'risk')
      if (triggers && (asked === 'filter' || asked === 'fraud')) return { stop: asked }
      const ofAccount = await rules.of(payment.accountId)
      if (ofAccount.length === 0) return { stop: undefined, counts: [] }
      if (ofAccount.some((rule) => isBlocked(rule, payment))) return { stop: 'filter' }
      if (ofAccount.some((rule) => rule.kind === 'country-mismatch') && countryDiffers(payment))
        return { stop: 'fraud' }
      const limits = limitsOf(ofAccount, payment, clock.now())
      if (!(await withinLimits(store, limits, payment.amountCentavos))) return { stop: 'filter' }
      return { stop: undefined, counts: limits.map((limit) => countPayment(store, limit, payment.amountCentavos)) }
    },
  }
}

/** The refusal of a stopped payment. It does not name the rule, because that would help to avoid it. */
export function stopFailure(stop: Stop): Failure {
  return new Failure(stop === 'fraud' ? 'fraud-suspected' : 'payment-filtered')
}

function isBlocked(rule: RiskRule, payment: AssessedPayment): boolean {
  if (rule.kind !== 'block') return false
  const value = rule.value.toLowerCase()
  switch (rule.of) {
    case 'card':
      return rule.fingerprint !== null && payment.cardFingerprints.includes(rule.fingerprint)
    case 'bin':
      return payment.cardFirstSix === value
    case 'email':
      return emailsOf(payment).includes(value)
    case 'ip':
      return ipOf(payment) === plainAddress(value)
    case 'country':
      if (payment.cardCountry === '' && whenUnknown.countryBlocked) return true
      return [payment.cardCountry, ...countriesOf(payment)].some((country) => country.toLowerCase() === value)
  }
}

/** Compares the card's country with the first country that the payment gives. */
function countryDiffers(payment: AssessedPayment): boolean {
  const [country = ''] = countriesOf(payment)
  if (country === '') return false
  return payment.cardCountry === '' ? whenUnknown.countryDiffers : country !== payment.cardCountry
}

function emailsOf({ metadata }: AssessedPayment): string[] {
  const emails = [metadataText(metadata, 'email'), metadataText(metadata, 'billing', 'billingEmailAddress')]
  return emails.flatMap((email) => email?.trim().toLowerCase() || [])
}

/** A billing country that is not a two-letter code, such as a full name, is ignored. */
function countriesOf({ metadata }: AssessedPayment): string[] {
  const own = metadataText(metadata, 'country')?.trim().toUpperCase()
  const billing = metadataText(metadata, 'billing', 'billingCountry-D')?.trim().toUpperCase() ?? ''
  return [...(own ? [own] : []), ...(/^[A-Z]{2}$/.test(billing) ? [billing] : [])]
}

/** One counter for each subject and period, with the tightest of its rules. */
function limitsOf(rules: readonly RiskRule[], payment: AssessedPayment, now: string): Counted[] {
  const subjects = { card: payment.cardFingerprints[0], customer: payment.customerId, ip: ipOf(payment) }
  const limits = new Map<string, Counted>()
  for (const rule of rules) {
    if (rule.kind !== 'limit') continue
    const subject = subjects[rule.of]
    if (subject === undefined) continue
    const key = `${rule.of} ${rule.per}`
    const known = limits.get(key)
    limits.set(key, {
      accountId: payment.accountId,
      of: rule.of,
      subject,
      period: periodOf(rule.per, now),
      maxPayments: tighter(known?.maxPayments ?? null, rule.maxPayments),
      maxCentavos: tighter(known?.maxCentavos ?? null, rule.maxCentavos),
    })
  }
  return [...limits.values()]
}

function tighter(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}

/** A text that is not an address is ignored. */
function ipOf({ ip, metadata }: AssessedPayment): string | undefined {
  const address = plainAddress((ip ?? metadataText(metadata, 'ip') ?? '').trim().toLowerCase())
  return isIP(address) === 0 ? undefined : address
}
