// Distributes the tables over the machines of a Citus cluster, one after another. After an interruption, the next run continues.
import { tables } from '../../tables.ts'
import { NoDatabase } from '../no-database.ts'
import { referencesOf } from '../schema/create-tables.ts'
import { liesWithAccounts, type Plan, planOf, unfitFor } from './distribution-plan.ts'
import { EXTENSION, IS_DISTRIBUTED } from './on-cluster.ts'

type Run = (text: string) => Promise<unknown[]>

const NODES = `select count(*) filter (where groupid <> 0 and isactive and noderole = 'primary') as workers,
  citus_is_coordinator() as coordinator from pg_dist_node`
/** For each worker, the version of its extension, empty without the extension; or the reason why the worker did not answer. */
const WORKERS = `select nodename || ':' || nodeport as node, success, coalesce(result, '') as result
  from run_command_on_workers($$select coalesce((select extversion from pg_catalog.pg_extension where extname = 'citus'), '')$$)
  order by nodename, nodeport`
/** How each table is distributed: by which column, and in which co-location group. A table without a column is copied to every machine. */
const PLACES = `select relname as name, pg_dist_partition.colocationid as group,
    case when partmethod = 'h' then column_to_column_name(logicalrelid, partkey) end as by,
    partmethod = 'n' and repmodel = 't' as everywhere
  from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
  where relnamespace = cast(current_schema() as regnamespace) and (partmethod <> 'n' or repmodel = 't')`
const IS_OWNER = `select pg_has_role(tableowner, 'usage') as owner from pg_catalog.pg_tables where schemaname = current_schema() and tablename = 'accounts'`

const FOREIGN_KEYS = `select relname as name, conname as key, (select relname from pg_class as others where others.oid = confrelid) as other,
    (select string_agg(attname, ', ' order by place) from unnest(conkey) with ordinality as keyed (number, place)
      join pg_attribute on attrelid = conrelid and attnum = number) as columns
  from pg_constraint join pg_class on pg_class.oid = conrelid
  where contype = 'f' and relnamespace = cast(current_schema() as regnamespace)`

interface Place {
  name: string
  group: number
  by: string | null
  everywhere: 0 | 1
}

/** Whether the database is the coordinator of a cluster. Throws `NoDatabase` where its machines are not ready: nothing was changed. */
export async function isCluster(run: Run): Promise<boolean> {
  const [extension] = (await run(EXTENSION)) as { version: string }[]
  if (extension === undefined) return false
  const unfit = unfitFor(tables)
  if (unfit.length > 0)
    throw new NoDatabase([
      `La base de datos tiene la extensión citus, y esta versión no puede distribuir todas sus tablas (${unfit.slice(0, 3).join('; ')}): usa una base de datos sin la extensión. No se cambió nada.`,
      `The database has the extension citus, and this version cannot distribute all of its tables (${unfit.slice(0, 3).join('; ')}): use a database without the extension. Nothing was changed.`,
    ])
  const [nodes] = (await run(NODES)) as [{ workers: number; coordinator: 0 | 1 }]
  const workers = (await run(WORKERS)) as { node: string; success: 0 | 1; result: string }[]
  refuseUnready(extension.version, { isCoordinator: nodes.coordinator === 1, count: nodes.workers }, workers)
  return true
}

/** Whether the tables are distributed. */
export async function liesOnCluster(run: Run): Promise<boolean> {
  return (await run(EXTENSION)).length > 0 && (await run(IS_DISTRIBUTED)).length > 0
}

interface Worker {
  node: string
  success: 0 | 1
  /** The version of its extension. */
  result: string
}

/** Throws `NoDatabase` with the remedy. */
export function refuseUnready(
  version: string,
  { isCoordinator, count }: { isCoordinator: boolean; count: number },
  workers: readonly Worker[],
): void {
  // A database that never had a worker does not know itself as the coordinator; a worker knows the others.
  if (count === 0)
    throw new NoDatabase([
      "La base de datos tiene la extensión citus y ningún trabajador: agrega uno en el coordinador con select citus_add_node('host', 5432), o quita la extensión para una base de datos de una máquina. No se cambió nada.",
      `The database has the extension citus and no worker: add one on the coordinator with select citus_add_node('host', 5432), or drop the extension for a database of one machine. Nothing was changed.`,
    ])
  if (!isCoordinator)
    throw new NoDatabase([
      'DATABASE_URL es un trabajador de un clúster Citus: apúntala al coordinador. No se cambió nada.',
      'DATABASE_URL is a worker of a Citus cluster: point it to the coordinator. Nothing was changed.',
    ])
  for (const { node, success, result } of workers) {
    if (success === 0)
      throw new NoDatabase([
        `El trabajador ${node} no deja entrar al coordinador (${result}): debe estar corriendo, conocer el rol de DATABASE_URL y aceptarlo desde el coordinador. No se cambió nada.`,
        `The worker ${node} does not let the coordinator in (${result}): it must run, know the role in DATABASE_URL and accept it from the coordinator. Nothing was changed.`,
      ])
    if (result === '')
      throw new NoDatabase([
        `El trabajador ${node} no tiene la extensión: ejecuta create extension citus en su base de datos. No se cambió nada.`,
        `The worker ${node} lacks the extension: run create extension citus in its database. Nothing was changed.`,
      ])
    if (result !== version)
      throw new NoDatabase([
        `El trabajador ${node} tiene Citus ${result} y el coordinador ${version}: instala la misma versión en todas las máquinas, y ejecuta alter extension citus update. No se cambió nada.`,
        `The worker ${node} has Citus ${result} and the coordinator ${version}: install the same version on all machines, and run alter extension citus update. Nothing was changed.`,
      ])
  }
}

/**
 * Distributes the tables that are not distributed yet, and returns their names. A foreign key cannot link a distributed table with one that is not
 * distributed, so foreign keys are dropped first and created again at the end.
 */
export async function distribute(run: Run): Promise<string[]> {
  const plan = planOf(tables)
  const lacking = await refusedOrLacking(run, plan)
  try {
    await distributeEach(run, plan, lacking)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new NoDatabase(
      [
        `Las tablas están distribuidas en parte, porque una máquina se negó o se fue (${why}): cuida que corran todas las máquinas del clúster, y ejecuta cobro migrate otra vez, que sigue donde se detuvo.`,
        `The tables are distributed in part, because a machine refused or went away (${why}): see that all machines of the cluster run, and run cobro migrate again, which goes on where it stopped.`,
      ],
      { cause },
    )
  }
  return lacking
}

async function distributeEach(run: Run, plan: Plan, lacking: readonly string[]): Promise<void> {
  const keys = await foreignKeys(run)
  for (const { name, key } of keys) if (lacking.includes(name)) await run(`alter table ${name} drop constraint ${key}`)
  for (const name of lacking) await run(statementOf(name, plan.get(name)))
  // A table is emptied after the tables that refer to it.
  for (const name of [...lacking].reverse()) await run(`select truncate_local_data_after_distributing_table('${name}')`)
  for (const { name, text } of lackingReferences(await foreignKeys(run))) await run(`alter table ${name} add ${text}`)
}

async function refusedOrLacking(run: Run, plan: Plan): Promise<string[]> {
  const lacking = lackingOf(plan, (await run(PLACES)) as Place[])
  if (lacking.length === 0) return lacking
  const [{ owner }] = (await run(IS_OWNER)) as [{ owner: 0 | 1 }]
  if (owner === 1) return lacking
  throw new NoDatabase([
    'Las tablas no están distribuidas, y el rol de DATABASE_URL no puede distribuirlas: ejecuta cobro migrate con el rol dueño de las tablas.',
    'The tables are not distributed, and the role in DATABASE_URL may not do so: run cobro migrate with the role that owns them.',
  ])
}

interface ForeignKey {
  name: string
  key: string
  columns: string
  other: string
}

async function foreignKeys(run: Run): Promise<ForeignKey[]> {
  return (await run(FOREIGN_KEYS)) as ForeignKey[]
}

function lackingReferences(existing: readonly ForeignKey[]): { name: string; text: string }[] {
  return tables.flatMap((table) =>
    referencesOf(table)
      .filter(
        ({ columns, other }) =>
          !existing.some((one) => one.name === table.name && one.columns === columns && one.other === other),
      )
      .map(({ text }) => ({ name: table.name, text })),
  )
}

/** The tables that are not distributed, in order. Throws `NoDatabase` when a table is distributed in another way than the plan says. */
export function lackingOf(plan: Plan, places: readonly Place[]): string[] {
  const byName = new Map(places.map((place) => [place.name, place]))
  const group = byName.get('accounts')?.group
  for (const [name, by] of plan) {
    const place = byName.get(name)
    if (place === undefined) continue
    const isRight =
      by === undefined
        ? place.everywhere === 1
        : place.by === by && (!liesWithAccounts(name, by) || place.group === group)
    const beside = liesWithAccounts(name, by) ? [', junto con accounts', ', together with accounts'] : ['', '']
    if (!isRight)
      throw new NoDatabase([
        `La tabla ${name} se distribuyó por ${place.by ?? 'otra cosa'}, y este programa la tiene ${by === undefined ? 'en cada máquina' : `por ${by}${beside[0]}`}: deshazlo con select undistribute_table('${name}', cascade_via_foreign_keys => true), y migra otra vez.`,
        `The table ${name} was distributed by ${place.by ?? 'another way'}, and this program keeps it ${by === undefined ? 'on every machine' : `by ${by}${beside[1]}`}: undo it with select undistribute_table('${name}', cascade_via_foreign_keys => true), and migrate again.`,
      ])
  }
  return [...plan.keys()].filter((name) => !byName.has(name))
}

function statementOf(name: string, by: string | undefined): string {
  if (by === undefined) return `select create_reference_table('${name}')`
  const group = name !== 'accounts' && liesWithAccounts(name, by) ? 'accounts' : 'none'
  return `select create_distributed_table('${name}', '${by}', colocate_with => '${group}')`
}

/** Throws `NoDatabase` while only some of the tables are distributed. */
export async function refuseHalfDistributed(run: Run): Promise<void> {
  const [extension] = await run(EXTENSION)
  if (extension === undefined) return
  const places = (await run(PLACES)) as Place[]
  if (places.length === 0) return
  const lacking = [
    ...lackingOf(planOf(tables), places),
    ...lackingReferences(await foreignKeys(run)).map(({ name, text }) => `${name} ${text}`),
  ]
  if (lacking.length > 0)
    throw new NoDatabase([
      `Las tablas están distribuidas en parte (${lacking.slice(0, 3).join(', ')} y más no lo están): ejecuta cobro migrate, que sigue donde se detuvo.`,
      `The tables are distributed in part (${lacking.slice(0, 3).join(', ')} and so on are not): run cobro migrate, which goes on where it stopped.`,
    ])
}
