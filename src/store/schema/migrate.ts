// Makes the schema of a new database, and brings that of an older one up to date, in one transaction.
import { tables, views } from '../../tables.ts'
import { mendLog } from '../log/mend.ts'
import { isOtherTable, NoDatabase } from '../no-database.ts'
import { FUNCTION, MAKE_FUNCTION } from '../postgres/batch-refusal.ts'
import { LAST_SETTINGS, type Mode, refuseOtherMode } from '../served-mode.ts'
import { type Engine, schemaOf } from './create-tables.ts'
import { BASELINE, changesSince, type Migration, migrations, refuseUnknown } from './migrations.ts'
import { refuseElsewhere } from './search-path.ts'

type Run = (text: string) => Promise<unknown[]>

interface Wanted {
  engine: Engine
  /** The mode in which the database will be served. Undefined: only the schema is brought up to date, in either mode. */
  mode: Mode | undefined
  /** The changes of the schema; a test brings its own. */
  changes?: readonly Migration[]
}

/** The tables and views of the database, and on PostgreSQL its functions. */
const THERE: Record<Engine, string> = {
  postgres: `select tablename as name from pg_catalog.pg_tables where schemaname = current_schema()
    union all select viewname from pg_catalog.pg_views where schemaname = current_schema()
    union all select proname from pg_catalog.pg_proc
      join pg_catalog.pg_namespace on pg_namespace.oid = pronamespace where nspname = current_schema() and pronargs = 0`,
  sqlite: `select name from sqlite_schema where type in ('table', 'view')`,
}

/** Throws `NoDatabase` with the remedy when the database is not ours, not whole, or of a version that this one does not serve. */
export async function migrate(run: Run, { engine, mode, changes = migrations }: Wanted): Promise<void> {
  const existing = await namesThere(run, engine)
  // PostgreSQL refuses even `if not exists` for a role that may not create tables, so a complete schema is only read.
  if (!existing.has('migrations')) {
    await make(run, { engine, existing, changes })
    return
  }
  const applied = await appliedBy(run)
  refuseUnknown(applied, changes)
  const lacking = changesSince(applied, changes)
  if (lacking.length === 0) refuseHalf(existing, engine)
  if (mode !== undefined) refuseOtherMode((await run(LAST_SETTINGS)) as never, mode)
  for (const migration of lacking) await apply(run, migration, changes.indexOf(migration) + 1)
  await mendLog(run, engine)
}

async function make(
  run: Run,
  { engine, existing, changes }: { engine: Engine; existing: Set<string>; changes: readonly Migration[] },
): Promise<void> {
  if (engine === 'postgres') await refuseElsewhere(run)
  const taken = namesOf(engine).filter((name) => existing.has(name))
  if (taken.length > 0)
    throw new NoDatabase([
      `La base de datos tiene tablas con los mismos nombres (${taken.slice(0, 3).join(', ')}) y no dice que sean de Cobro: apunta DATABASE_URL a una vacía. No se cambió nada.`,
      `The database has tables of the same names (${taken.slice(0, 3).join(', ')}) and no record of a schema of Cobro: point DATABASE_URL to an empty database. Nothing was changed.`,
    ])
  await run('create table migrations (name text primary key, position integer not null)')
  for (const text of schemaOf({ tables, views }, engine)) await run(text)
  if (engine === 'postgres') await run(MAKE_FUNCTION)
  // The definitions are those after all changes.
  const names = [BASELINE, ...changes.map(({ name }) => name)]
  for (const [position, name] of names.entries()) await record(run, name, position)
}

/** What the schema is made of. */
function namesOf(engine: Engine): string[] {
  return [...[...tables, ...views].map(({ name }) => name), ...(engine === 'postgres' ? [FUNCTION] : [])]
}

async function appliedBy(run: Run): Promise<string[]> {
  try {
    return namesIn(await run('select name from migrations order by position'))
  } catch (error) {
    if (!isOtherTable(error)) throw error
    throw new NoDatabase(
      [
        'La base de datos es de otro programa: mira DATABASE_URL y DATA_DIR.',
        'The database is that of another program: look at DATABASE_URL and DATA_DIR.',
      ],
      {
        cause: error,
      },
    )
  }
}

async function namesThere(run: Run, engine: Engine): Promise<Set<string>> {
  return new Set(namesIn(await run(THERE[engine])))
}

/** Throws `NoDatabase` when a part of the schema is not there, as after a restore of only some tables. */
export async function refusePart(run: Run, engine: Engine): Promise<void> {
  refuseHalf(await namesThere(run, engine), engine)
}

function refuseHalf(existing: Set<string>, engine: Engine): void {
  const lacking = namesOf(engine).filter((name) => !existing.has(name))
  if (lacking.length > 0)
    throw new NoDatabase([
      `El esquema no está completo, le falta ${lacking.join(', ')}: recupera la base de datos de un respaldo.`,
      `The schema is not whole, it lacks ${lacking.join(', ')}: restore the database from a backup.`,
    ])
}

async function apply(run: Run, migration: Migration, position: number): Promise<void> {
  for (const statement of migration.statements) {
    try {
      await run(statement)
    } catch (error) {
      throw isUnfit(error) ? new UnfitRow(migration, statement, error) : error
    }
  }
  await record(run, migration.name, position)
}

async function record(run: Run, name: string, position: number): Promise<void> {
  await run(`insert into migrations (name, position) values ('${name}', ${position})`)
}

function namesIn(rows: unknown[]): string[] {
  return (rows as { name: string }[]).map(({ name }) => name)
}

/** An existing row violates a constraint that a migration adds. The database is unchanged. */
class UnfitRow extends Error {
  constructor({ name }: Migration, statement: string, cause: unknown) {
    super(
      `A row does not fit what ${name} demands: ${statement}. Nothing was changed. Repair the row, then migrate again.`,
      { cause },
    )
  }
}

/** Whether the error is a failed constraint, by the codes of each engine. */
function isUnfit(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('errcode' in error && error.errcode === 19) || ('code' in error && error.code === '23514')
}
