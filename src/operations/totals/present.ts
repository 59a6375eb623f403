// The totals of a list of operations, as it answers them.
import Type, { type TSchema } from 'typebox'
import { choice } from '../../api/fields.ts'
import { amountNumber, formatAmount } from '../../core/money.ts'
import type { Totals } from './read.ts'

/** A total of the filter. A search that read only its newest results has none. */
function orNull<T extends TSchema>(schema: T, description: string) {
  return Type.Union([schema, Type.Null()], { description: `${description}; null of a search that has \`more\`` })
}

/** What a list answers besides its operations (spec 2.2). */
export const ListTotals = {
  total: orNull(Type.Integer(), 'The number of operations that match the filter, on all pages'),
  sales: orNull(Type.String({ examples: ['1250.00'] }), 'Sum of the paid ones (status N)'),
  transferences: Type.Union([Type.String({ examples: ['0.00'] }), Type.Null()], {
    description:
      'Paid out to the merchant on the days of the filter; with a method, card or operator, what came from it: what payouts leave on the balance, the reserve, the rounding of IVA and a debt written off are of none. null of a search',
  }),
  commissions: orNull(
    Type.Object(
      {
        amount: Type.Number({ description: 'Mexican pesos', examples: [52.2] }),
        currency: choice(['MXN'], { description: 'Always MXN' }),
      },
      { title: 'Commissions' },
    ),
    'The part of paid operations that the service and affiliated users keep',
  ),
}

/** Whether `sales` has what went back. */
export const SalesBasis = Type.Optional(
  choice(['gross', 'net'], {
    title: 'SalesBasis',
    description:
      'Only with `date=paid`, what `sales` shows: `net`, the payments less what was reversed, refunded or disputed on the days of the filter; `gross`, of a search, as of a list without `date=paid`: the payments in status N, whatever went back of them',
  }),
)

/** Of a list by day of posting, the fees of disputes that are not decided. */
export const HeldTotal = Type.Optional(
  Type.String({
    description:
      'Only with `date=paid`: the fees, with IVA, of disputes that were opened on the days of the filter, less those that were decided on them. A fee is held until then; of a lost dispute it is one of the `commissions` of that day',
    examples: ['0.00'],
  }),
)

/** What a list by day of posting answers besides, as JSON; a search adds up the payments that it found. */
export function postedText(totals: Totals | null, { isSearch }: { isSearch: boolean }): string {
  if (isSearch) return ',"sales_basis":"gross"'
  return `,"sales_basis":"net"${totals === null ? '' : `,"held":"${formatAmount(totals.heldCentavos)}"`}`
}

/** The totals of a list of operations (spec 2.2). */
export function presentTotals(
  totals: Totals | null,
  transferencesCentavos: number | null,
): {
  total: number | null
  sales: string | null
  transferences: string | null
  commissions: { amount: number; currency: string } | null
} {
  return {
    total: totals === null ? null : totals.operations,
    sales: totals && formatAmount(totals.salesCentavos),
    transferences: transferencesCentavos === null ? null : formatAmount(transferencesCentavos),
    commissions: totals && { amount: amountNumber(totals.commissionCentavos), currency: 'MXN' },
  }
}
