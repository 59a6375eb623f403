// The descriptions and amounts that make a sandbox payer act by itself: one table, as docs/sandbox.md lists them.
import { unusualAmounts, unusualDestinations } from '../connectors/sandbox/spei-bank.ts'

/** What a payer does with a voucher. */
export type PayerBehaviour = 'exact' | 'short' | 'over' | 'twice' | 'late' | 'never'

interface Magic {
  /** Anywhere in the voucher's description, in any case of letters. */
  description: string
  /** Or the voucher's exact total. Null: only the description triggers it. */
  totalCentavos: number | null
  behaviour: PayerBehaviour
  /** For readers of the table. */
  meaning: string
}

/** The time from a voucher's expiry to the late payment, and from the first payment to the second. */
export const LATE_MS = 60_000
export const SECOND_PAYMENT_MS = 1_000
/** The difference of a payment that is too little or too much: 1.00. */
export const DIFFERENCE_CENTAVOS = 100

/** Payments are made at once, or after the seconds of the account's rule (`PUT /v1/sandbox/payer`). */
export const magics: readonly Magic[] = [
  { description: '[PAGAR]', totalCentavos: 111_111, behaviour: 'exact', meaning: 'paid at once' },
  {
    description: '[PAGAR MENOS]',
    totalCentavos: 222_222,
    behaviour: 'short',
    meaning: 'paid 1.00 short: a transfer goes back, cash is kept in suspense, the voucher stays pending',
  },
  {
    description: '[PAGAR MAS]',
    totalCentavos: 333_333,
    behaviour: 'over',
    meaning: 'paid 1.00 over: a transfer goes back, cash is kept in suspense, the voucher stays pending',
  },
  {
    description: '[PAGAR DOS VECES]',
    totalCentavos: 444_444,
    behaviour: 'twice',
    meaning: 'paid twice: the second transfer goes back, the second cash is kept in suspense',
  },
  {
    description: '[PAGAR TARDE]',
    totalCentavos: 555_555,
    behaviour: 'late',
    meaning: 'paid a minute after it has expired: a transfer goes back, cash is kept in suspense',
  },
  {
    description: '[NO PAGAR]',
    totalCentavos: null,
    behaviour: 'never',
    meaning: 'left alone, even when the account’s rule pays every voucher',
  },
]

/** The CLABEs to pay from so that a return fails or is tried again. */
export const magicPayerAccounts = unusualDestinations

/** The totals with the same effect: of a refund, a return or a payout. */
export const magicTransferAmounts = unusualAmounts

/** The behaviour that a voucher's description or total asks for; undefined for none. The description takes precedence. */
export function magicOf(voucher: { description: string; total_centavos: number }): PayerBehaviour | undefined {
  const description = voucher.description.toUpperCase()
  const magic =
    magics.find((one) => description.includes(one.description)) ??
    magics.find((one) => one.totalCentavos === voucher.total_centavos)
  return magic?.behaviour
}
