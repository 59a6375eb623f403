// PostgreSQL runs a batch inside a function that answers why it was refused. As an error, each condition that does not hold and each row that
// exists already would be in the server's log, with the whole statement.
import type { Asked, Row } from './postgres-session.ts'
import { Duplicate, Unmet } from './write.ts'

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
