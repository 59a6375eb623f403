// What a payment link asks for, in words.
import type { Checkout } from '../../../client/src/types.ts'
import { money } from '../format.ts'
import type { Words } from '../language.tsx'

/** The largest amount of the service: no bound was asked for. */
const UNBOUNDED = '99999999.99'

export function amountOf(
  { amount, open_amount }: Pick<Checkout, 'amount' | 'open_amount'>,
  say: (words: Words, values?: Record<string, string>) => string,
): string {
  if (amount !== null) return money(amount.amount)
  const [least, most] = [open_amount?.minimum.amount ?? '0', open_amount?.maximum.amount ?? '0']
  if (most === UNBOUNDED) return say(['Desde {least}', 'From {least}'], { least: money(least) })
  return say(['{least} a {most}', '{least} to {most}'], { least: money(least), most: money(most) })
}
