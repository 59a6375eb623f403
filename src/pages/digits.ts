// The digits that a payer pays into: how each kind is drawn, grouped, copied and named, on the page, in the PDF and in messages.
import { code128, type Shape } from './barcode.ts'
import type { TextName } from './texts.ts'

interface DigitsRow {
  /** The barcode that a till reads; undefined: none. */
  barcode(digits: string): Shape | undefined
  /** In groups, for reading. */
  groups(digits: string): string[]
  /** The button that copies them. */
  copy: TextName
  /** What a text message calls them. */
  brief: string
}

const kinds = {
  reference: { barcode: code128, groups: byFour, copy: 'copyReference', brief: 'ref' },
  clabe: { barcode: () => undefined, groups: ofClabe, copy: 'copyClabe', brief: 'CLABE' },
} as const satisfies Record<string, DigitsRow>

export type DigitsKind = keyof typeof kinds

/** Everything about a kind. */
export function kindOf(kind: DigitsKind): DigitsRow {
  return kinds[kind]
}

/** `646 180 11801234567 3` */
function ofClabe(digits: string): string[] {
  return /^(\d{3})(\d{3})(\d{11})(\d)$/.exec(digits)?.slice(1) ?? byFour(digits)
}

function byFour(digits: string): string[] {
  return digits.match(/.{1,4}/gu) ?? [digits]
}
