// Tables of long rows get a rowid on SQLite. A table without one is an index, and a row there that is longer than a quarter of a page (1 KiB), as an
// event and a kept answer are, takes a page of its own: four times the disk, and more work with each write.

const LONG = ['events', 'idempotency']

export const longRows = {
  name: '0121-long-rows',
  statements: [],
  onSqlite: async (run: (text: string) => Promise<unknown[]>) => {
    for (const table of LONG) {
      const parts = (await run(
        `select type, sql from sqlite_schema where tbl_name = '${table}' and sql is not null order by type desc`,
      )) as { type: string; sql: string }[]
      const [made, ...indexes] = parts.map(({ sql }) => sql)
      const columns = (await run(`select name from pragma_table_info('${table}')`)) as { name: string }[]
      const names = columns.map(({ name }) => name).join()
      await run(`create table ${table}_anew ${(made ?? '').replace(/^[^(]*|\s*without rowid\s*$/gi, '')}`)
      await run(`insert into ${table}_anew (${names}) select ${names} from ${table}`)
      await run(`drop table ${table}`)
      await run(`alter table ${table}_anew rename to ${table}`)
      for (const index of indexes) await run(index)
    }
  },
}
