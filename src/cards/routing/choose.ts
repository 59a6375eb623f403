// Which acquirers may get a card payment, in which order: by the operator's rules, then in the order of the setting. Pure.
import { hash } from 'node:crypto'
import type { Brand } from '../../core/cards/number.ts'

/** All conditions that a rule has must hold. */
export interface RoutingRule {
  acquirer: string
  account?: string
  brand?: Brand
  /** The first digits of the card, one to six; one of them must fit. */
  bins?: readonly string[]
  /** The total, both included. */
  fromCentavos?: number
  toCentavos?: number
  /** The percentage of the payments that meet the other conditions. */
  share?: number
  /** No other acquirer is tried for a payment that meets the conditions. */
  only?: true
}

export interface RoutedPayment {
  /** Decides whether a payment belongs to a share, so that the same payment is always routed alike. */
  operationId: string
  accountId: string
  brand: string
  firstSix: string
  /** Undefined where nothing is charged: a rule with an amount does not fit. */
  amountCentavos: number | undefined
}

export interface Candidate {
  network: string
  /** `rule 2`, by its place in the rules, or `order`. */
  because: string
}

/**
 * Each acquirer at most once, the first choice first. `configured` is in the order of the setting. An acquirer that is not configured is left out; when
 * its rule says `only`, no candidate follows.
 */
export function candidatesOf(
  rules: readonly RoutingRule[],
  configured: readonly string[],
  payment: RoutedPayment,
): Candidate[] {
  const found: Candidate[] = []
  const add = (network: string, because: string) => {
    if (configured.includes(network) && !found.some((one) => one.network === network)) found.push({ network, because })
  }
  for (const [at, rule] of rules.entries()) {
    if (!fits(rule, payment) || !isOfShare(rule, payment.operationId, at)) continue
    add(rule.acquirer, `rule ${at + 1}`)
    if (rule.only) return found
  }
  for (const network of configured) add(network, 'order')
  return found
}

function fits(rule: RoutingRule, payment: RoutedPayment): boolean {
  const { account, brand, bins, fromCentavos, toCentavos } = rule
  const { amountCentavos: amount } = payment
  const isBound = fromCentavos !== undefined || toCentavos !== undefined
  return (
    (account === undefined || account === payment.accountId) &&
    (brand === undefined || brand === payment.brand) &&
    (bins === undefined || bins.some((bin) => payment.firstSix.startsWith(bin))) &&
    (!isBound || (amount !== undefined && amount >= (fromCentavos ?? 0) && amount <= (toCentavos ?? amount)))
  )
}

/** Each rule draws anew: behind two rules with a share of 50 a quarter of the payments is left. */
function isOfShare({ share }: RoutingRule, operationId: string, at: number): boolean {
  if (share === undefined) return true
  return hash('sha256', `${operationId} ${at}`, 'buffer').readUInt32BE() % 100 < share
}
