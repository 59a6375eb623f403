// What every search for missing records shares: portions, places, and whether a line that stands has the record.
import { sql } from 'kysely'
import type { MovementKind } from '../core/movement.ts'
import type { Rail } from '../core/rail.ts'
import type { Day } from '../core/time.ts'

export interface Missing {
  kind: MovementKind
  rail: Rail
  /** The network's id. */
  movement: string
  /** The operation, received payment, refund, dispute or transfer; of a settlement, its line. */
  causeId: string
  day: Day
  amountCentavos: number
}

export const BATCH_SIZE = 500
/** Where a portion ended: the instant of its last movement, and the record's id. */
export type Place = { at: string; id: string }

export interface Read<P> {
  place: P
  missing: Missing | undefined
}

export async function* portions<P>(start: P, read: (after: P) => Promise<Read<P>[]>): AsyncGenerator<Missing> {
  for (let after: P | undefined = start; after !== undefined; ) {
    const rows: Read<P>[] = await read(after)
    for (const { missing } of rows) if (missing) yield missing
    after = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.place
  }
}

/** True from the place on, in the order of an index of instants and ids. */
export function isAfter({ at, id }: Place, instant: string, key: string) {
  const [column, of] = [sql.ref(instant), sql.ref(key)]
  return sql<boolean>`(${column} >= ${at} and (${column} > ${at} or ${of} > ${id}))`
}

/** True where no line has the record. The partial index is found by the equality. */
export function inNoLine(id: string, kind: MovementKind) {
  return sql<boolean>`not exists (
    select 1 from statement_lines where statement_lines.cause_id = cast(${sql.ref(id)} as text) and statement_lines.kind = ${sql.lit(kind)}
      and statement_lines.superseded_at is null
  )`
}
