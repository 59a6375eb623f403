// The sandbox's magic amounts: one table that says what a payment of exactly this total does on a card that would be approved.
import { type DeclineCode, declines } from '../../core/iso8583.ts'
import { type CardBehaviour, SLOW_CARD_MS } from './test-cards.ts'

export interface MagicAmount {
  /** What a payment of this total does. */
  payment: CardBehaviour
  /** What a reversal of it does. */
  reversal: 'reversed' | 'refused' | 'unknown'
  /** For whoever reads the list of magic amounts. */
  meaning: string
}

/**
 * By total, in centavos. 4000.CC is declined with the response code CC, whichever CC has a text (4000.51: insufficient funds);
 * 4001.01 to 4001.06 are about the line to the bank. Every other total does what the card does.
 */
export const magicAmounts: Readonly<Record<number, MagicAmount>> = {
  ...Object.fromEntries(
    Object.entries(declines).map(([code, [, english]]) => [
      400_000 + Number(code),
      pays({ kind: 'declined', code: code as DeclineCode }, `Declined with ${code}: ${english}`),
    ]),
  ),
  400101: pays({ kind: 'slow', delayMs: SLOW_CARD_MS }, 'Approved after 2 seconds'),
  400102: pays(
    { kind: 'unknown', later: 'approved' },
    'No answer comes; the payment stays pending and is later found approved',
  ),
  400103: pays(
    { kind: 'unknown', later: { declined: '05' } },
    'No answer comes; the payment stays pending and is later found declined',
  ),
  400104: pays(
    { kind: 'unknown', later: 'never-seen' },
    'No answer comes; the payment stays pending and the bank has never seen it',
  ),
  400105: {
    payment: { kind: 'approved' },
    reversal: 'refused',
    meaning: 'Approved; the bank refuses to reverse it',
  },
  400106: {
    payment: { kind: 'approved' },
    reversal: 'unknown',
    meaning: 'Approved; the answer to a reversal never comes',
  },
}

/** What is special about a total; undefined for an ordinary one. */
export function magicOf(amountCentavos: number): MagicAmount | undefined {
  return Object.hasOwn(magicAmounts, amountCentavos) ? magicAmounts[amountCentavos] : undefined
}

function pays(payment: CardBehaviour, meaning: string): MagicAmount {
  return { payment, reversal: 'reversed', meaning }
}
