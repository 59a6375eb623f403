// The look whether the tables of a PostgreSQL lie on the machines of a Citus cluster.

/** Answers a row where the database has the extension. */
export const EXTENSION = `select extversion as version from pg_catalog.pg_extension where extname = 'citus'`

/** Answers a row where the tables are distributed. Only a database with the extension has the table that is asked. */
export const IS_DISTRIBUTED = `select 1 as one from pg_catalog.pg_dist_partition where logicalrelid = to_regclass('accounts')`
