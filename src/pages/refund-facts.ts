// The refunds of a payment among its details for the payer.
import type { Language } from '../core/bilingual.ts'
import type { RefundRow } from '../refunds/tables.ts'
import { momentText, pesosText } from './format.ts'
import type { Fact, Say } from './rail-pages.ts'
import { fill, texts } from './texts.ts'

/** A refund, for its payer. */
export type PayerRefund = Pick<RefundRow, 'amount_centavos' | 'way' | 'state' | 'waits_for' | 'settled_at'>

/** One line for each refund, with what became of it; a cancelled one is not shown to the payer. */
export function refundFacts(refunds: readonly PayerRefund[], language: Language): Fact[] {
  const say: Say = (name, values) => fill(texts[name], language, values)
  return refunds
    .filter(({ state }) => state !== 'cancelled')
    .map((refund) => {
      const to = say(refund.way === 'acquirer' ? 'toCard' : 'toAccount')
      return {
        label: say('refund'),
        text: `${pesosText(refund.amount_centavos)} ${to} · ${becameOf(refund, language)}`,
      }
    })
}

function becameOf({ state, waits_for, settled_at }: PayerRefund, language: Language): string {
  if (state === 'failed' || state === 'returned') return fill(texts.didNotArrive, language)
  if (settled_at !== null) return momentText(settled_at, language)
  return fill(waits_for === 'details' ? texts.waitsForAccount : texts.onItsWay, language)
}
