// The part of an audit that looks whether the database is as the program has made it. It makes no triggers and no rules: what they change agrees with
// its record. And it relies on unique indexes, of which a missing one is not noticed by any row.
import { sql } from 'kysely'
import { type Bilingual, same } from '../core/language/bilingual.ts'
import { tables } from '../tables.ts'
import type { Invariant } from './invariant.ts'
import type { RoomAudit } from './room-audit.ts'
import type { Scan } from './scan.ts'

const schema: Invariant = {
  name: 'schema',
  meaning: [
    'Nada en la base de datos cambia lo que el programa escribe, ni deja escribirlo dos veces: las tablas no tienen disparadores ni reglas, y tienen sus índices únicos',
    'Nothing in the database changes what the program writes, or lets it be written twice: tables have no triggers and no rules, and have their unique indexes',
  ],
}

export const schemaAudit: RoomAudit = { invariants: [schema], scan: scanSchema }

const none: Bilingual = ['nada', 'none']

/** By their names, the tables of unique indexes. */
const unique: ReadonlyMap<string, string> = new Map(
  tables.flatMap(({ name, keys }) => Object.keys(keys.unique ?? {}).map((index) => [index, name] as const)),
)

interface Made {
  kind: 'trigger' | 'rule' | 'index'
  name: string
  on_table: string
}

async function scanSchema({ snapshot, accountId, found }: Scan): Promise<void> {
  if (accountId !== undefined) return
  const { rows } = await (snapshot.engine === 'sqlite' ? inSqlite : inPostgres()).execute(snapshot.db)
  const there = new Set(rows.filter(({ kind }) => kind === 'index').map(({ name }) => name))
  for (const { kind, name, on_table } of rows)
    if (kind !== 'index') found(schema, { id: on_table, expected: none, found: same(`${kind} ${name}`) })
  for (const [index, id] of unique)
    if (!there.has(index)) found(schema, { id, expected: same(`unique index ${index}`), found: none })
}

const inSqlite = sql<Made>`select type as kind, name, tbl_name as on_table from sqlite_master
  where type = 'trigger' or type = 'index' and sql like 'create unique index %' order by name`

/** The triggers of constraints are internal; one that sees only a whole table emptied is of a cluster. */
function inPostgres() {
  const ours = sql.join(tables.map(({ name }) => name))
  const here = sql`tab.relkind in ('r', 'p') and tab.relname in (${ours}) and tab.relnamespace = any (
    select oid from pg_catalog.pg_namespace where nspname = any (current_schemas(false)))`
  return sql<Made>`
    select 'trigger' as kind, tgname as name, tab.relname as on_table
      from pg_catalog.pg_trigger join pg_catalog.pg_class as tab on tab.oid = tgrelid
      where not tgisinternal and tgtype & 32 = 0 and ${here}
    union all
    select 'rule', rulename, tab.relname
      from pg_catalog.pg_rewrite join pg_catalog.pg_class as tab on tab.oid = ev_class where ${here}
    union all
    select 'index', made.relname, tab.relname
      from pg_catalog.pg_index join pg_catalog.pg_class as tab on tab.oid = indrelid
      join pg_catalog.pg_class as made on made.oid = indexrelid
      where indisunique and indisvalid and ${here}
    order by 2`
}
