// The lines of an invoice whose concepts have both signs: what was given back is a discount on what was charged, because a CFDI has no
// negative amounts.
import type { Concept } from './concepts.ts'

export interface InvoiceLine {
  concept: Concept['concept']
  /** Positive. */
  amountCentavos: number
  /** Less than the amount: a tax needs a base above zero. */
  discountCentavos: number
}

interface InvoiceLines {
  lines: InvoiceLine[]
  /** The concepts whose negative amounts the discounts are. */
  discounted: Concept['concept'][]
}

/**
 * The lines of concepts with a positive sum, which is that of the amounts less the discounts, to the centavo. The largest concept takes the
 * discount as far as it goes, then the next. When the sum has fewer centavos than there are concepts, the smallest concepts are set off and
 * have no line.
 *
 * Sample: card -72.00 and spei 200.00 are one line, spei 200.00 with a discount of 72.00.
 */
export function invoiceLines(concepts: readonly Pick<Concept, 'concept' | 'fee_centavos'>[]): InvoiceLines {
  const sum = concepts.reduce((total, one) => total + one.fee_centavos, 0)
  if (sum <= 0) throw new RangeError('an invoice has a positive sum')
  const charged = concepts.filter((one) => one.fee_centavos > 0)
  const largest = [...charged].sort((one, other) => other.fee_centavos - one.fee_centavos).slice(0, sum)
  const kept = new Map<Concept['concept'], number>()
  let left = largest.reduce((total, one) => total + one.fee_centavos, 0) - sum
  for (const { concept, fee_centavos } of largest) {
    const discount = Math.min(left, fee_centavos - 1)
    kept.set(concept, discount)
    left -= discount
  }
  return {
    lines: charged.flatMap(({ concept, fee_centavos: amountCentavos }) => {
      const discountCentavos = kept.get(concept)
      return discountCentavos === undefined ? [] : [{ concept, amountCentavos, discountCentavos }]
    }),
    discounted: concepts.filter((one) => one.fee_centavos < 0).map(({ concept }) => concept),
  }
}
