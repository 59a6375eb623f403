// Where the log stands: the places that PostgreSQL gives to its rows, and how far they can be read. Places go on upwards, also on another server, and
// only transactions that write events hold readers up.
import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../store.ts'

/**
 * What is added to the number of a transaction to make the place of its events. A database that was copied row by row to another server, by
 * `pg_dump` or logical replication, goes on with lower numbers: `mendLog` then raises it. It stands in the default of the column.
 */
export const BASE = `(select coalesce(cast(substring(pg_get_expr(adbin, adrelid) from '\\+ ''?([0-9]+)') as bigint), 0)
  from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
  where adrelid = cast('events' as regclass) and attname = 'position')`

/** The oldest transaction that has not ended, of any program and in any database of the server. */
export const OLDEST = 'cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint)'

/** No transaction whose rows are seen has a higher number. */
export const NEXT = 'cast(cast(pg_snapshot_xmax(pg_current_snapshot()) as text) as bigint)'

/**
 * The transactions that may be writing events now, by the locks that they hold. A writer has its lock before its number, because a batch is
 * one statement. A lock tells 32 bits of a number; a transaction that has begun since the statement is left out. All locks are read at once.
 */
export const WRITING = `(with held as materialized (select locktype, mode, relation, database, transactionid, virtualtransaction, pid from pg_locks where granted)
  select pid, virtualtransaction, next - behind as number
  from (select pid, virtualtransaction, ${NEXT} as next, (${NEXT} - cast(cast(transactionid as text) as bigint)) & 4294967295 as behind
    from held where locktype = 'transactionid' and mode = 'ExclusiveLock'
      and virtualtransaction in (select virtualtransaction from held
        where locktype = 'relation' and relation = cast('events' as regclass)
          and database = (select oid from pg_database where datname = current_database())
          and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'))) as numbers
  where behind < 2147483648)`

/**
 * On a cluster, the place before which the transactions of all events have ended on every machine, and 0 while a machine does not answer. The coordinator ends a
 * transaction before the machines that prepared it do: each of these is asked for what it has prepared, behind the snapshot of the statement.
 */
export const ENDED_EVERYWHERE = `with kept as materialized (select success, string_to_array(result, ' ') as gids from run_command_on_workers(
    $$select coalesce(string_agg(gid, ' '), '') from pg_prepared_xacts where database = current_database() and gid like 'citus%'$$))
  select case when (select bool_and(success) from kept) then least(${OLDEST}, (select min(cast(cast(outer_xid as text) as bigint))
      from pg_dist_transaction where exists (select 1 from kept where gid = any (gids)))) + ${BASE} else 0 end as number`

/**
 * Rows whose transactions have ended: those of every transaction before `ended`, or before the oldest that has not ended.
 * Rows of a transaction appear when it ends, which may be after those of later ones, so a cursor that reads only these passes none.
 */
export function isEnded({ engine }: Pick<Store, 'engine'>, ended: RawBuilder<unknown>): RawBuilder<boolean> {
  return engine === 'postgres'
    ? sql`events.position < greatest(${sql.raw(OLDEST)}, cast(${ended} as bigint)) + ${sql.raw(BASE)}`
    : sql`1 = 1`
}
