// What a request writes to the log of PostgreSQL: bytes by table and index, without the images of whole pages.
// `node bench/log.ts --only voucher --seconds 3`, on the bundled program of this checkout, or with `--checkout DIR` of another. Bytes are counted,
// so the machine may be busy.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startPostgres } from '../test/support/harness/postgres-server.ts'
import { askCardPayment, askVoucher } from './asked.ts'
import { startCobro } from './cobro.ts'
import { load } from './load.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '3' },
    checkout: { type: 'string' },
  },
})
const work = { voucher: askVoucher, 'card payment': askCardPayment }
const WARM_S = 3
const CONNECTIONS = 64

for (const [name, ask] of Object.entries(work)) {
  if (!name.includes(values.only)) continue
  const folder = mkdtempSync(join(tmpdir(), 'cobro-bench-'))
  const server = await startPostgres()
  const client = new pg.Client(`${server.url}/postgres`)
  await client.connect()
  await client.query('create extension pg_walinspect')
  const running = await startCobro(folder, `${server.url}/postgres`, {}, values.checkout)
  const { path, ...shot } = await ask(running.url)
  const target = { ...shot, url: running.url + path }
  await load(target, CONNECTIONS, WARM_S)
  const placeNow = async () => (await client.query<{ at: string }>('select pg_current_wal_lsn() as at')).rows[0]?.at
  const madeNow = async () =>
    Number((await client.query<{ count: string }>('select count(*) as count from operations')).rows[0]?.count)
  const [from, before] = [await placeNow(), await madeNow()]
  await load(target, CONNECTIONS, Number(values.seconds))
  const [until, after] = [await placeNow(), await madeNow()]
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select coalesce(relname, 'no table') as name, sum(record_length - coalesce(fpi, 0)) as bytes
     from (select start_lsn, record_length, fpi_length as fpi from pg_get_wal_records_info($1, $2)) as records
     left join (select start_lsn, relfilenode from pg_get_wal_block_info($1, $2, false) where block_id = 0) as blocks using (start_lsn)
     left join pg_class on pg_class.relfilenode = blocks.relfilenode group by 1 order by 2 desc`,
    [from, until],
  )
  const requests = after - before
  const total = rows.reduce((sum, row) => sum + Number(row.bytes), 0)
  process.stdout.write(
    `\n## ${name}: ${(total / requests).toFixed(0)} bytes, of ${requests} requests\n\n| table or index | bytes |\n| --- | ---: |\n`,
  )
  for (const row of rows) {
    const each = Number(row.bytes) / requests
    if (each >= 0.5) process.stdout.write(`| ${row.name} | ${each.toFixed(0)} |\n`)
  }
  await running.stop()
  await client.end()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
