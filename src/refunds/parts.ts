// Divides a refund: how much of the fee, of its IVA and of the affiliate's share comes back with it. The merchant bears the rest.
import { affiliatePart, type Shared } from '../core/affiliate-part.ts'
import { shareOf } from '../core/money.ts'
import { earlierOf, type RefundParts, type ReturnedPart } from '../operations/returned-parts.ts'

interface Divided extends Shared {
  fee_centavos: number
  iva_centavos: number
}

/**
 * The parts of the next refund of a payment, after the refunds `before`, oldest first: in proportion, so that several refunds together take what one
 * refund of their sum would. The affiliate's share comes back by the rule of the payment, after the parts that `disputed` took, as far as the
 * affiliate is owed it (`affiliateCentavos`): the merchant pays what was paid out to the affiliate. The fee and its IVA come back if the
 * account's terms say so now; what a refund of a few centavos has no room for comes back with the next one. No part is negative, and together
 * they are at most the amount.
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
  const share = affiliatePart(paid, { ...earlierOf([...before, ...disputed]), amountCentavos })
  const affiliate = Math.min(share, Math.max(0, affiliateCentavos))
  const room = amountCentavos - affiliate
  const parts = { amount_centavos: amountCentavos, affiliate_centavos: affiliate }
  if (!feeBack) return { ...parts, fee_centavos: 0, iva_centavos: 0 }
  const [fee, iva] = [returning(paid, before, 'fee_centavos'), returning(paid, before, 'iva_centavos')]
  const dueFee = Math.min(fee.dueOf(amountCentavos), room)
  const dueIva = Math.min(iva.dueOf(amountCentavos), room - dueFee)
  // Rounding may have left the merchant with more than its part of the whole: then the fee comes back a centavo early.
  const early = Math.max(0, sumOfNets(before) + room - dueFee - dueIva - mostOf(paid, share - affiliate))
  const earlyFee = fee.stays + iva.stays > 0 ? 0 : Math.min(early, fee.left - dueFee)
  const earlyIva = fee.stays + iva.stays > 0 ? 0 : Math.min(early - earlyFee, iva.left - dueIva)
  return { ...parts, fee_centavos: dueFee + earlyFee, iva_centavos: dueIva + earlyIva }
}

/** How much of the fee or its IVA comes back with the next refund, and how much of it stays with us, because the terms of earlier refunds said so. */
function returning(paid: Divided, before: readonly RefundParts[], name: 'fee_centavos' | 'iva_centavos') {
  const upTo = (centavos: number) => shareOf(paid[name], { numerator: centavos, denominator: paid.total_centavos })
  let refunded = 0
  let returned = 0
  let stays = 0
  for (const one of before) {
    refunded += one.amount_centavos
    returned += one[name]
    // A refund without room for its part leaves it to the next one.
    if (netOf(one) > 0) stays = Math.max(0, upTo(refunded) - returned)
  }
  return {
    stays,
    left: paid[name] - returned - stays,
    dueOf: (centavos: number) => Math.max(0, upTo(refunded + centavos) - returned - stays),
  }
}

/** What the merchant bears of the whole payment, with what the affiliate is not owed any more. */
function mostOf({ total_centavos, fee_centavos, iva_centavos, ...shared }: Divided, lacking: number): number {
  const share = shared.affiliate_rule === 'merchant' ? 0 : shared.affiliate_centavos
  return total_centavos - fee_centavos - iva_centavos - share + lacking
}

function sumOfNets(before: readonly RefundParts[]): number {
  return before.reduce((sum, one) => sum + netOf(one), 0)
}

/** The amount that a refund takes from what the merchant is owed. */
export function netOf(parts: RefundParts): number {
  return parts.amount_centavos - parts.fee_centavos - parts.iva_centavos - parts.affiliate_centavos
}
