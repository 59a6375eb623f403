// Whether the tables are distributed over a Citus cluster, and how a cluster says that one of its machines went away.

/** Returns a row when the database has the extension. */
export const EXTENSION = `select extversion as version from pg_catalog.pg_extension where extname = 'citus'`

/** Returns a row when the tables are distributed. The table that it reads exists only with the extension. */
export const IS_DISTRIBUTED = `select 1 as one from pg_catalog.pg_dist_partition where logicalrelid = to_regclass('accounts')`

/** The functions of Citus that say under the number of an internal fault that they lost a machine. */
const LOST_IN = new Set([
  'MarkRemoteTransactionFailed',
  'CheckRemoteTransactionsHealth',
  'ReportResultError',
  'fetch_intermediate_results',
])

/** The coordinator cannot reach a machine, or a machine that it has asked ends. */
const MACHINE_AWAY = /^(08\d{3}|57P0[1-3])$/

/** True for an error by which the coordinator says that a machine of the cluster went away. */
export function isOfLostMachine(error: { code?: string | undefined; routine?: string | undefined }): boolean {
  const { code = '', routine = '' } = error
  return MACHINE_AWAY.test(code) || (code === 'XX000' && LOST_IN.has(routine))
}
