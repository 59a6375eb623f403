// Which acquirers may get a card payment, in which order: by the operator's rules, then in the order of the setting. Pure.
import { createHash } from 'node:crypto'
import type { Brand } from '../../core/card.ts'

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
  /** Of a hundred payments that fit the rest of the rule, so many. */
  share?: number
  /** Nobody behind this acquirer gets a payment that the rule fits. */
  only?: true
}

export interface RoutedPayment {
  /** Decides on shares, so that the same payment is routed alike again. */
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

/** Each acquirer at most once, the first choice first. `configured`: in the order of the setting; a rule's acquirer that is not among them is passed, and with `only` there is none. */
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

/** Another draw for each rule, so that two rules of a half each leave a quarter. */
function isOfShare({ share }: RoutingRule, operationId: string, at: number): boolean {
  if (share === undefined) return true
  return createHash('sha256').update(`${operationId} ${at}`).digest().readUInt32BE() % 100 < share
}
