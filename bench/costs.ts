// The cost of a request on SQLite: microseconds of processor in each thread, and the delay of the event loop meanwhile.
// `node bench/costs.ts --seconds 5 --rounds 3 --connections 64`, on Linux. Figures are medians of the rounds.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { askCardPayment, askList, askOperation, askVoucher } from './asked.ts'
import { type Prepare, startCobro } from './cobro.ts'
import { load } from './load.ts'

const WARM_S = 4
/** `/proc` counts processor time in hundredths of a second. */
const TICK_US = 10_000

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    only: { type: 'string', default: '' },
  },
})
const [seconds, rounds, connections] = [values.seconds, values.rounds, values.connections].map(Number) as [
  number,
  number,
  number,
]
const work = { voucher: askVoucher, 'card payment': askCardPayment, operation: askOperation, 'list of 50': askList }
const roles = ['event loop', 'other threads', 'V8 helpers'] as const

interface Cost {
  perSecond: number
  microseconds: Record<(typeof roles)[number], number>
  /** Longest, 99th percentile and median, in ms. */
  delays: number[]
}

const say = (line: string) => process.stdout.write(`${line}\n`)
say(
  `| ${connections} connections | per second | ${roles.map((role) => `${role}, µs`).join(' | ')} | longest stall, ms | p99 | p50 |`,
)
say('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
for (const [name, ask] of Object.entries(work)) {
  if (!name.includes(values.only)) continue
  const costs = await measure(ask)
  const middle = (of: (cost: Cost) => number) => costs.map(of).sort((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0
  const cells = [
    middle((cost) => cost.perSecond).toFixed(0),
    ...roles.map((role) => middle((cost) => cost.microseconds[role]).toFixed(0)),
    ...[0, 1, 2].map((which) => middle((cost) => cost.delays[which] ?? 0).toFixed(1)),
  ]
  say(`| ${name} | ${cells.join(' | ')} |`)
}

async function measure(ask: Prepare): Promise<Cost[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-bench-'))
  const delays = join(folder, 'delays.json')
  const running = await startCobro(folder, undefined, {
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('loop-delay.ts', import.meta.url))}`,
    LOOP_DELAY_FILE: delays,
  })
  const { path, ...shot } = await ask(running.url)
  const target = { ...shot, url: running.url + path }
  await load(target, connections, WARM_S)
  const costs: Cost[] = []
  for (let round = 0; round < rounds; round += 1) {
    process.kill(running.pid, 'SIGUSR2')
    const before = ticksOf(running.pid)
    const { perSecond } = await load(target, connections, seconds)
    const after = ticksOf(running.pid)
    process.kill(running.pid, 'SIGUSR2')
    await sleep(500)
    const perRequest = (role: (typeof roles)[number]) =>
      ((after[role] - before[role]) * TICK_US) / (perSecond * seconds)
    const microseconds = Object.fromEntries(roles.map((role) => [role, perRequest(role)])) as Cost['microseconds']
    costs.push({ perSecond, microseconds, delays: JSON.parse(readFileSync(delays, 'utf8')) })
  }
  await running.stop()
  rmSync(folder, { recursive: true, force: true })
  return costs
}

/** Processor time that the threads of a process have used, in hundredths of a second. */
function ticksOf(pid: number): Record<(typeof roles)[number], number> {
  const ticks = { 'event loop': 0, 'other threads': 0, 'V8 helpers': 0 }
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [, name = '', rest = ''] =
      /\((.*)\) (.*)/.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')) ?? []
    const fields = rest.split(' ')
    const role = Number(thread) === pid ? 'event loop' : name.includes('V8') ? 'V8 helpers' : 'other threads'
    ticks[role] += Number(fields[11]) + Number(fields[12])
  }
  return ticks
}
