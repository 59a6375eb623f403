// The concepts of a month's fees: by way of paying, the surcharge for months without interest, lost disputes, and the rest.
import { railNames } from '../../core/rail.ts'
import type { Store } from '../../store/store.ts'
import type { FeeStatementLineRow } from './tables.ts'

export type Concept = Pick<FeeStatementLineRow, 'concept' | 'operations' | 'fee_centavos'>

const COUNTED = [...railNames, 'monthly_installments', 'disputes'] as const
const ORDER: Concept['concept'][] = [...COUNTED, 'other']

/** Concepts that were stored, in the order of a month’s. */
export function inOrder(concepts: Concept[]): Concept[] {
  return concepts.sort((one, other) => ORDER.indexOf(one.concept) - ORDER.indexOf(other.concept))
}

/** The concepts of a month, in the order of the ways of paying; their fees add up to `feeCentavos`. */
export async function conceptsOf(
  { db }: Store,
  { accountId, month, feeCentavos }: { accountId: string; month: string; feeCentavos: number },
): Promise<Concept[]> {
  const rows = await db
    .selectFrom('monthly_fees')
    .select((eb) => [
      'concept',
      eb.fn.sum<number>('operations').as('operations'),
      eb.fn.sum<number>('fee_centavos').as('fee_centavos'),
    ])
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .groupBy('concept')
    .execute()
  const known = COUNTED.flatMap((concept) => rows.filter((row) => row.concept === concept))
  const rest = feeCentavos - known.reduce((sum, one) => sum + one.fee_centavos, 0)
  const other: Concept = { concept: 'other', operations: 0, fee_centavos: rest }
  return [...known, other].filter((one) => one.operations > 0 || one.fee_centavos !== 0)
}
