// The answer to a list of operations, as the service describes it.
import Type from 'typebox'
import { choice } from '../../api/fields.ts'
import { type Match, matchFields } from '../finding/matches.ts'
import { OperationRecord } from '../present.ts'
import { HeldTotal, ListTotals, SalesBasis } from '../totals/present.ts'
import { MAX_FOUND } from './found-page.ts'

export const OperationList = Type.Object(
  {
    ...ListTotals,
    sales_basis: SalesBasis,
    held: HeldTotal,
    more: Type.Optional(
      Type.Boolean({
        description: `Only of a search: true when there may be older ones that fit. \`total\`, \`sales\` and \`commissions\` are null then; go on with \`starting_after\``,
      }),
    ),
    counted: Type.Optional(
      Type.Integer({
        description: `Only of a search: how many of the newest were read, at most ${MAX_FOUND}; \`offset\` reaches no further`,
      }),
    ),
    operations: Type.Array(OperationRecord, { description: 'Newest first' }),
    matches: Type.Optional(
      Type.Array(
        Type.Object({
          transaction: Type.String({ description: 'Operation identifier' }),
          field: choice(matchFields, {
            description:
              '`paid_into` is the CLABE or the number of the slip, `received` the amount of a payment that came for it and does not pay it, `sent_to` an address that a receipt was sent to, `refunded_to` the beneficiary or address of a refund',
          }),
          text: Type.String({ description: 'The whole text of that field', examples: ['Íñigo Peñaloza'] }),
        }),
        {
          description:
            'Only of a search with `matches=true`: the fields that have a word of it, at most 10 of an operation',
        },
      ),
    ),
    next: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description:
          'Only with `starting_after` or of a search: what to pass as `starting_after` for the next page; null on the last',
      }),
    ),
  },
  { title: 'OperationList' },
)

/** In the order of the operations. */
export function matchesText(operations: readonly { id: string }[], matches: Map<string, Match[]>): string {
  return JSON.stringify(
    operations.flatMap(({ id }) => (matches.get(id) ?? []).map(([field, text]) => ({ transaction: id, field, text }))),
  )
}
