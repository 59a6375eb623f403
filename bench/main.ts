// `npm run bench`: measures Cobro beside real peers in one run on one machine, and prints ratios.
// --against DIR measures against another checkout instead. --quick takes under two minutes; --write puts the figures and a chart into docs/; --only TEXT picks groups by title.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startPostgres } from '../test/support/harness/engines.ts'
import { benchAgainst } from './against.ts'
import { askCardPayment, askList, askOperation, askVoucher } from './asked.ts'
import { chart } from './chart.ts'
import { cobro } from './cobro.ts'
import type { Contestant, Starter } from './contestant.ts'
import { bareFastify, mockoon, pgbench, plainBaseline, prism, rsaCeiling } from './contestants.ts'
import { generator, type Measured } from './load.ts'
import { usageOf } from './processes.ts'
import { sayStart } from './starting.ts'

interface Group {
  title: string
  /** The others' ratios are relative to the first. */
  starters: Starter[]
  connections: number[]
  aims: [first: string, atLeast: number, second: string][]
}

interface Row extends Measured {
  contestant: string
  connections: number
  cpuSeconds: number | undefined
  memoryMiB: number | undefined
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    write: { type: 'boolean' },
    only: { type: 'string' },
    against: { type: 'string' },
  },
})
if (values.against !== undefined) {
  const { against, only = '', quick } = values
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  await benchAgainst({ against, only, say, seconds: quick ? 4 : 8, rounds: quick ? 1 : 3 })
  process.exit()
}
const seconds = values.quick ? 2 : 3
/** What a program needs to be compiled by its runtime; each contestant gets it. */
const WARM_S = 3
const rounds = values.quick ? 1 : 3
const connections = values.quick ? [64] : [1, 16, 64]

const server = await startPostgres()
const database = async (name: string) => {
  const admin = new pg.Client(`${server.url}/postgres`)
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return `${server.url}/${name}`
}

let description = ''
const describe: Starter = cobro('description', undefined, async (url) => {
  description = await (await fetch(`${url}/openapi.json`)).text()
  return askVoucher()
})
await (await describe.start()).stop()

const everything: Group[] = [
  {
    title: 'Voucher creation',
    starters: [
      cobro('Cobro, SQLite', undefined, askVoucher),
      cobro('Cobro, PostgreSQL', await database('cobro'), askVoucher),
      bareFastify('bare Fastify POST', 'POST'),
      pgbench('pgbench TPC-B', server.url, 'tpcb-like'),
      pgbench('pgbench simple update', server.url, 'simple-update'),
      plainBaseline(await database('plain')),
      prism(() => description),
      mockoon(() => description),
    ],
    connections,
    aims: [
      ['Cobro, SQLite', 3, 'pgbench TPC-B'],
      ['Cobro, SQLite', 5, 'Prism (stateless mock)'],
      ['Cobro, SQLite', 0.3, 'bare Fastify POST'],
      ['Cobro, PostgreSQL', 1.2, 'pgbench TPC-B'],
      ['Cobro, PostgreSQL', 2, 'plain baseline (Fastify + pg)'],
    ],
  },
  {
    title: 'Card payment, RSA-2048, sealed',
    starters: [cobro('Cobro, card, SQLite', undefined, askCardPayment), rsaCeiling],
    connections,
    aims: [['Cobro, card, SQLite', 0.6, rsaCeiling.name]],
  },
  {
    title: 'Reading',
    starters: [
      cobro('Cobro, GET operation', undefined, askOperation),
      cobro('Cobro, list of 50 with totals', undefined, askList),
      bareFastify('bare Fastify GET', 'GET'),
    ],
    connections,
    aims: [
      ['Cobro, GET operation', 0.5, 'bare Fastify GET'],
      ['Cobro, list of 50 with totals', 0.15, 'bare Fastify GET'],
    ],
  },
]
/** So little that PostgreSQL and the load find room on two processors beside three of them. */
const share = 0.2
const held = async (processes: number) =>
  cobro(`${processes} held`, await database(`reads_of_${processes}`), askOperation, { processes, share })
everything.push({
  title: `Reading on PostgreSQL, each process held to ${share} of a processor`,
  starters: [await held(3), await held(2), await held(1)],
  connections: [64],
  aims: [
    ['2 held', 1.8, '1 held'],
    ['3 held', 2.6, '1 held'],
  ],
})
const groups = everything.filter((group) => group.title.toLowerCase().includes((values.only ?? '').toLowerCase()))

const out: string[] = []
const say = (line = '') => {
  out.push(line)
  process.stdout.write(`${line}\n`)
}

say('# Figures of the benchmarks')
say()
say(
  `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, PostgreSQL 18`,
)
say(
  `Load by ${generator} on the same processors; ${rounds} round${rounds > 1 ? 's' : ''} of ${seconds} s, interleaved, medians.`,
)
const results: { group: Group; rows: Row[] }[] = []
for (const group of groups) results.push({ group, rows: await measure(group) })
await server.stop()
if ('start and memory'.includes((values.only ?? '').toLowerCase())) await sayStart(say)
if (values.write) {
  mkdirSync('docs', { recursive: true })
  writeFileSync('docs/performance.svg', chart(results.map(({ group, rows }) => ({ title: group.title, rows }))))
  writeFileSync('docs/performance-figures.md', `${out.join('\n')}\n`)
}

async function measure(group: Group): Promise<Row[]> {
  say()
  say(`## ${group.title}`)
  say()
  for (const { name, missing } of group.starters) if (missing) say(`MISSING ${name}: install it with \`${missing}\`\n`)
  const contestants: Contestant[] = []
  for (const starter of group.starters) if (!starter.missing) contestants.push(await starter.start())
  const samples = new Map<string, Row[]>()
  for (const contestant of contestants) await contestant.measure(64, WARM_S)
  for (let round = 0; round < rounds; round += 1) {
    for (const count of group.connections) {
      for (const contestant of contestants) {
        const before = usageOf(contestant.pids)
        const measured = await contestant.measure(count, seconds)
        const after = usageOf(contestant.pids)
        const key = `${contestant.name} ${count}`
        const row = {
          ...measured,
          contestant: contestant.name,
          connections: count,
          cpuSeconds: after && before && after.cpuSeconds - before.cpuSeconds,
          memoryMiB: after?.memoryMiB,
        }
        samples.set(key, [...(samples.get(key) ?? []), row])
      }
    }
  }
  for (const contestant of contestants) await contestant.stop()
  const rows = [...samples.values()].map(medianRow)
  say('| contestant | connections | per second | p50 ms | p99 ms | CPU s | MiB | failures |')
  say('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const row of rows) {
    const cells = [
      row.perSecond.toFixed(0),
      row.p50Ms.toFixed(2),
      row.p99Ms.toFixed(2),
      row.cpuSeconds?.toFixed(1) ?? '',
      row.memoryMiB?.toFixed(0) ?? '',
      row.failures,
    ]
    say(`| ${row.contestant} | ${row.connections} | ${cells.join(' | ')} |`)
  }
  const most = Math.max(...group.connections)
  say()
  say(`| at ${most} connections | ratio | aim | |`)
  say('| --- | ---: | ---: | --- |')
  for (const [first, atLeast, second] of group.aims) {
    const [a, b] = [first, second].map((name) =>
      rows.find((row) => row.contestant === name && row.connections === most),
    )
    if (!a || !b) say(`| ${first} / ${second} | not measured | ${atLeast} | missing |`)
    else {
      const ratio = a.perSecond / b.perSecond
      say(`| ${first} / ${second} | ${ratio.toFixed(2)} | ${atLeast} | ${ratio >= atLeast ? 'met' : 'NOT met'} |`)
    }
  }
  return rows
}

function medianRow(rows: Row[]): Row {
  const sorted = [...rows].sort((a, b) => a.perSecond - b.perSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return { ...middle, failures: rows.reduce((sum, row) => sum + row.failures, 0) }
}
