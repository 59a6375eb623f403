// The lines on record that movements of a statement mean: by the identity of a movement.
import { columns } from '../store/columns.ts'
import type { Store } from '../store/store.ts'
import type { StatementLineRow, StatementRow } from '../store/tables.ts'
import { run, type Write } from '../store/write.ts'
import type { Movement } from './movement.ts'

/** The identity of a movement, the same in every statement. A settlement is one payment, whatever institution or day is stated. */
export function identityOf({ rail, kind, id, institution, day }: Movement): string {
  return JSON.stringify([rail, kind, id, ...(kind === 'settlement' ? [] : [institution, day])])
}

/** Whether a line says something else than the one that is on record under its identity. One of two may lack the institution. */
export function contradicts(
  { amountCentavos, feeCentavos, day, institution }: Movement,
  row: StatementLineRow,
): boolean {
  const isOther = institution !== '' && row.institution !== '' && row.institution !== institution
  return row.amount_centavos !== amountCentavos || row.fee_centavos !== feeCentavos || row.day !== day || isOther
}

/** The lines on record under the identities of some movements; superseded ones are not among them. */
export async function readKnown(
  { db }: Store,
  { account_id, network }: Pick<StatementRow, 'account_id' | 'network'>,
  movements: readonly Movement[],
): Promise<Map<string, StatementLineRow>> {
  const wanted = new Set(movements.map(identityOf))
  const rows = await db
    .selectFrom('statement_lines')
    .select(columns.statement_lines)
    .where('account_id', '=', account_id)
    .where('network', '=', network)
    .where('superseded_at', 'is', null)
    .where('rail', 'in', [...new Set(movements.map(({ rail }) => rail))])
    .where('kind', 'in', [...new Set(movements.map(({ kind }) => kind))])
    .where('movement', 'in', [...new Set(movements.map(({ id }) => id))])
    .execute()
  const known = rows.map((row) => [identityOf({ ...row, id: row.movement } as unknown as Movement), row] as const)
  return new Map(known.filter(([identity]) => wanted.has(identity)))
}

/** Records that a statement says what lines of other statements say. Repeating it changes nothing. */
export function mentionWrites(
  { db }: Store,
  { id, account_id }: StatementRow,
  lines: StatementLineRow[],
  at: string,
): Write[] {
  const ids = [...new Set(lines.filter((row) => row.statement_id !== id).map((row) => row.id))]
  if (ids.length === 0) return []
  const rows = ids.map((line_id) => ({ statement_id: id, line_id, account_id, created_at: at }))
  const query = db
    .insertInto('statement_mentions')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['statement_id', 'line_id']).doNothing())
  return [run(query.compile())]
}
