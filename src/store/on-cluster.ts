// Queries that say whether the tables are distributed over a Citus cluster.

/** Returns a row when the database has the extension. */
export const EXTENSION = `select extversion as version from pg_catalog.pg_extension where extname = 'citus'`

/** Returns a row when the tables are distributed. The table that it reads exists only with the extension. */
export const IS_DISTRIBUTED = `select 1 as one from pg_catalog.pg_dist_partition where logicalrelid = to_regclass('accounts')`
