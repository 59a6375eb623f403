// Divides a refund: how much of the fee, of its IVA and of the affiliate's share comes back with it. The merchant bears the rest.
import { affiliatePart, type Shared } from '../core/affiliate-part.ts'
import { shareOf } from '../core/money.ts'
import type { RefundParts } from '../operations/returned-parts.ts'
import { earlierOf, type ReturnedPart } from '../operations/returned-parts.ts'

interface Divided extends Shared {
  fee_centavos: number
  iva_centavos: number
}

/**
 * The parts of the next refund of a payment, after the refunds `before`: in proportion, so that several refunds together take what one refund
 * of their sum would. The affiliate's share comes back by the rule of the payment, after the parts that `disputed` took, as far as the
 * affiliate is owed it (`affiliateCentavos`): the merchant pays what was paid out to the affiliate. The fee and its IVA come back if the
 * account's terms say so now. No part is negative, and together they are at most the amount.
 */
export function partsOf(
  paid: Divided,
  before: readonly RefundParts[],
  {
    amountCentavos,
    feeBack,
    affiliateCentavos,
    disputed = [],
  }: { amountCentavos: number; feeBack: boolean; affiliateCentavos: number; disputed?: readonly ReturnedPart[] },
): RefundParts {
  const refunded = before.reduce((sum, one) => sum + one.amount_centavos, 0)
  const upTo = (part: number, centavos: number) =>
    shareOf(part, { numerator: centavos, denominator: paid.total_centavos })
  const share = affiliatePart(paid, { ...earlierOf([...before, ...disputed]), amountCentavos })
  const affiliate = Math.min(share, Math.max(0, affiliateCentavos))
  let left = amountCentavos - affiliate
  const next = (name: 'fee_centavos' | 'iva_centavos') => {
    const taken = before.reduce((sum, one) => sum + one[name], 0)
    // The fee of refunds without it stays with us, also when later ones give theirs back.
    const over = Math.max(taken, upTo(paid[name], refunded))
    const part = feeBack ? Math.min(Math.max(0, upTo(paid[name], refunded + amountCentavos) - over), left) : 0
    left -= part
    return part
  }
  return {
    amount_centavos: amountCentavos,
    affiliate_centavos: affiliate,
    fee_centavos: next('fee_centavos'),
    iva_centavos: next('iva_centavos'),
  }
}

/** The amount that a refund takes from what the merchant is owed. */
export function netOf(parts: RefundParts): number {
  return parts.amount_centavos - parts.fee_centavos - parts.iva_centavos - parts.affiliate_centavos
}
