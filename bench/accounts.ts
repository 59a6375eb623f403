// Vouchers of 1, 16 and 1,000 accounts, in turns on one service: whether the cost of a payment grows with the number of merchants.
// `node bench/accounts.ts --rounds 3 --seconds 6`, on the bundled program.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { openAccount } from '../src/accounts/open-account.ts'
import { readConfig } from '../src/config.ts'
import { createService } from '../src/service.ts'
import { startPostgres } from '../test/support/harness/postgres-server.ts'
import { askVoucher } from './asked.ts'
import { startCobro } from './cobro.ts'
import { load } from './load.ts'
import { postgresTicks, serviceTicks } from './processes.ts'

const COUNTS = [1, 16, 1_000]
const CONNECTIONS = 64
const WARM_S = 4
/** `/proc` counts processor time in hundredths of a second. */
const TICK_US = 10_000

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '6' } },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]

for (const engine of ['sqlite', 'postgres'] as const) {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-bench-'))
  const server = engine === 'postgres' ? await startPostgres() : undefined
  const url = server ? `${server.url}/postgres` : `file:${join(folder, 'cobro.db')}`
  const callers = await openAccounts(url, folder, Math.max(...COUNTS))
  const running = await startCobro(folder, url)
  const { path, ...shot } = await askVoucher()
  const of = (count: number) => ({ ...shot, url: running.url + path, callers: callers.slice(0, count) })
  for (const count of COUNTS) await load(of(count), CONNECTIONS, WARM_S)
  const found = new Map(COUNTS.map((count) => [count, [] as { perSecond: number; us: number }[]]))
  for (let round = 0; round < rounds; round += 1) {
    for (const count of round % 2 === 0 ? COUNTS : COUNTS.toReversed()) {
      const ticks = () => serviceTicks(running.pid) + postgresTicks(server?.pid)
      const before = ticks()
      const { perSecond, failures } = await load(of(count), CONNECTIONS, seconds)
      if (failures > 0) throw new Error(`${failures} requests of ${count} accounts failed`)
      found.get(count)?.push({ perSecond, us: ((ticks() - before) * TICK_US) / (perSecond * seconds) })
    }
  }
  const middle = (count: number, what: 'perSecond' | 'us') =>
    (found.get(count) ?? []).map((one) => one[what]).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
  process.stdout.write(`\n## ${engine}: vouchers, medians of ${rounds} rounds of ${seconds} s in turns\n\n`)
  process.stdout.write('| accounts | a second | / 1 account | processor, µs | / 1 account |\n')
  process.stdout.write('| ---: | ---: | ---: | ---: | ---: |\n')
  for (const count of COUNTS) {
    const [perSecond, us] = [middle(count, 'perSecond'), middle(count, 'us')]
    const ratios = [perSecond / middle(1, 'perSecond'), us / middle(1, 'us')].map((ratio) => ratio.toFixed(2))
    process.stdout.write(`| ${count} | ${perSecond.toFixed(0)} | ${ratios[0]} | ${us.toFixed(0)} | ${ratios[1]} |\n`)
  }
  await running.stop()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Opens accounts on a new database; answers how each of them signs in. */
async function openAccounts(url: string, folder: string, count: number): Promise<string[]> {
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' })
  const service = await createService(config, { log: pino({ level: 'silent' }) })
  const callers: string[] = []
  for (let at = 0; at < count; at += 1) {
    const account = { name: `Shop ${at}`, email: `shop-${at}@cobro.local`, mode: 'sandbox' } as const
    const { appKey, secret } = await openAccount(service, account)
    callers.push(`Basic ${Buffer.from(`${appKey}:${secret}`).toString('base64')}`)
  }
  await service.close()
  return callers
}
