// PostgreSQL runs a batch inside a function that answers why it was refused. As an error, each condition that does not hold and each row that
// exists already would be in the server's log, with the whole statement.
import { balanceTooLarge, isBeyondBalance } from '../balance-bound.ts'
import { duplicateIn } from '../cluster/distributed-batch.ts'
import { Duplicate, Unmet } from '../write.ts'
import { isRefusal } from './errors.ts'
import { NotAsked } from './pool.ts'
import type { Asked, Row } from './session.ts'

const UNIQUE_VIOLATION = '23505'
const DIVISION_BY_ZERO = '22012'
const INVALID_SETTING = '22023'
/** A deadlock or serialisation failure undid the whole batch, or the server refused its time limit before it ran: it is safe to try again. */
const RETRIABLE = new Set(['40001', '40P01', INVALID_SETTING])

/** The function, which is made with the tables. */
export const FUNCTION = 'batch_refusal'

/** The batch, with its values, is bound to the portal of this name. */
const PORTAL = 'batch'

/**
 * Null: the batch was written. Otherwise it was undone, and the answer says why. Every other error stays one. The error's own text is not
 * used: it shows the values, and is in the server's language.
 */
export const MAKE_FUNCTION = `create function ${FUNCTION}() returns text language plpgsql as $$
declare
  batch refcursor := '${PORTAL}';
  of_schema text;
  of_table text;
  of_index text;
begin
  move forward all from batch;
  return null;
exception
  when division_by_zero then
    return 'unmet';
  when unique_violation then
    get stacked diagnostics of_schema = schema_name, of_table = table_name, of_index = constraint_name;
    return (
      select of_table || ' ' || string_agg(pg_catalog.pg_get_indexdef(indexrelid, place, true), ',' order by place)
      from pg_catalog.pg_index cross join lateral generate_series(1, indnkeyatts) place
      where indexrelid = format('%I.%I', of_schema, of_index)::regclass
    );
end
$$`

/** Asks for the batch, which the answer of `refusalIn` concerns. */
export function askRefusal(batch: Asked): Asked[] {
  return [
    { ...batch, portal: PORTAL },
    { text: `select ${FUNCTION}() as refused`, values: [] },
  ]
}

/** Why the batch was undone; undefined when it was written. */
export function refusalIn([row]: Row[]): Unmet | Duplicate | undefined {
  const refused = row?.refused ?? null
  if (refused === null) return undefined
  // 'unmet', or 'operations account_id,external_claim'
  const [, table = '', columns] = /^(\S+) (.*)$/s.exec(String(refused)) ?? []
  if (columns === undefined) return new Unmet('a condition no longer holds')
  return new Duplicate(table, columns.split(','))
}

export function isRetriable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && RETRIABLE.has(String(error.code))
}

/** The same of a batch that an error undid; any other error as it is. */
export function refusalOf(error: unknown): unknown {
  if (!isRefusal(error)) return error
  const { code, table = '', detail = '' } = error
  if (code === DIVISION_BY_ZERO) return new Unmet('a condition no longer holds')
  if (code === INVALID_SETTING) return new NotAsked('the batch reached the database too late')
  if (isBeyondBalance(error.message)) return balanceTooLarge()
  if (code === UNIQUE_VIOLATION) {
    const duplicate = duplicateIn(error.message)
    if (duplicate !== undefined) return duplicate
    // Key (account_id, external_claim)=(...) already exists. Only the names are kept.
    const columns = /^Key \((.+?)\)=/.exec(detail)?.[1] ?? ''
    return new Duplicate(table, columns.split(', '))
  }
  // The detail shows the values of the row.
  error.detail = undefined
  return error
}
