// The lines of facts of a payer's content: what was bought, how it was paid and when, and what became of each refund.
import type { Language } from '../core/language/bilingual.ts'
import { own } from '../core/own.ts'
import { shopReference } from '../core/shop-reference.ts'
import type { RefundRow } from '../refunds/tables.ts'
import type { Operation } from '../store/operation.ts'
import { brandWords } from '../vault/code-words.ts'
import { momentText, pesosText } from './format.ts'
import { shown } from './html.ts'
import { chainName, type Fact, railPages, type Say } from './rail-pages.ts'
import { fill, type PayerState, type TextName, texts } from './texts.ts'

/** A refund, for its payer. */
export type PayerRefund = Pick<RefundRow, 'amount_centavos' | 'way' | 'state' | 'waits_for' | 'settled_at'>

/** What was received for a slip and does not pay it. */
export interface HeldMoney {
  centavos: number
  payments: number
}

/** The instant that the state is about, with its name, if it is not the instant of creation. */
const reached = {
  paid: ['paidAt', 'paid_at'],
  expired: ['expiredAt', 'expires_at'],
  cancelled: ['cancelledAt', 'status_at'],
  refunded: ['refundedAt', 'status_at'],
  goingBack: ['paidAt', 'paid_at'],
  givenBack: ['paidAt', 'paid_at'],
  notBack: ['paidAt', 'paid_at'],
  partlyBack: ['paidAt', 'paid_at'],
  declined: ['declinedAt', 'status_at'],
  preparing: undefined,
  pending: undefined,
  held: undefined,
  heldOver: ['expiredAt', 'expires_at'],
  heldCancelled: ['cancelledAt', 'status_at'],
  processing: undefined,
  authorized: ['authorizedAt', 'authorized_at'],
  released: ['expiredAt', 'status_at'],
} as const satisfies Record<
  PayerState,
  readonly [TextName, 'paid_at' | 'expires_at' | 'status_at' | 'authorized_at'] | undefined
>

/** A cancelled or expired slip must not show its references, so that nobody takes them to a till. */
const DEAD: readonly PayerState[] = ['expired', 'heldOver', 'cancelled', 'heldCancelled']

/** What happened, line by line: names and texts, without empty ones. */
export function factsOf(operation: Operation, merchant: string, state: PayerState, language: Language): Fact[] {
  const say: Say = (name, values) => fill(texts[name], language, values)
  const page = railPages[operation.rail]
  const dead = DEAD.includes(state)
  const ownClabe = operation.payment_id === operation.bank_account_number
  const [reachedName, column] = reached[state] ?? []
  const at = column && operation[column]
  const reachedText = at ? momentText(at, language) : ''
  const created = momentText(operation.created_at, language)
  const brand = own(brandWords, operation.card_brand)?.[0] ?? say('card')
  return [
    { label: say('merchant'), text: merchant },
    { label: say('concept'), text: shorten(shown(operation.description), 250) },
    { label: say('reference'), text: shorten(shown(shopReference(operation.reference_number)), 60) },
    { label: say('tip'), text: operation.tip_centavos > 0 ? pesosText(operation.tip_centavos) : '' },
    operation.card_last_four !== ''
      ? { label: say('method'), text: say('cardEnding', { brand, digits: operation.card_last_four }) }
      : { label: say('method'), text: say(page.method, { chain: chainName(operation) }) },
    { label: say('instalments'), text: operation.months ? say('instalmentsOf', { months: operation.months }) : '' },
    { label: say(page.authorization), text: shown(operation.authorization_code) },
    { label: say('shortId'), text: dead ? '' : shown(operation.short_id ?? '') },
    { label: say('paymentId'), text: dead || ownClabe ? '' : shown(operation.payment_id ?? '') },
    { label: say(page.slip === undefined ? 'createdAt' : 'issuedAt'), text: created === reachedText ? '' : created },
    { label: reachedName ? say(reachedName) : '', text: reachedText },
    { label: say('operation'), text: operation.id },
  ].filter(hasText)
}

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

/** What came besides what paid, for the payer who paid twice. */
export function heldFacts(held: HeldMoney | undefined, merchant: string, language: Language): Fact[] {
  if (held === undefined) return []
  return [
    {
      label: fill(texts.alsoReceived, language),
      text: fill(texts.notOfThis, language, { held: heldText(held, language), merchant }),
    },
  ]
}

/** Sample: `$99.00 en 2 pagos`. */
export function heldText({ centavos, payments }: HeldMoney, language: Language): string {
  const held = pesosText(centavos)
  return payments > 1 ? fill(texts.inPayments, language, { held, payments }) : held
}

export const hasText = ({ text }: Fact): boolean => text !== ''

export function shorten(text: string, length: number): string {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`
}
