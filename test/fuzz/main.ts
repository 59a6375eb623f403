// `npm run fuzz`: 100,000 requests that nobody should send, and with `--attack oracle` the attacks on envelopes, on one engine.
import { parseArgs } from 'node:util'
import { type Engine, stopPostgres } from '../support/harness/engines.ts'
import { attackOracles } from './attack.ts'
import { fuzz } from './run.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'sqlite' },
    attack: { type: 'string' },
  },
})
const engine = values.engine as Engine
const requests = Number(values.requests)
const seed = Number(values.seed)
if (
  !['sqlite', 'postgres'].includes(engine) ||
  !(requests >= 1) ||
  !Number.isInteger(seed) ||
  !['oracle', undefined].includes(values.attack)
) {
  process.stderr.write('npm run fuzz -- [--requests N] [--seed S] [--engine sqlite|postgres] [--attack oracle]\n')
  process.exit(2)
}

/** Requests of one round. */
const ROUND = 10_000

const began = performance.now()
const isRight = values.attack === undefined ? await runFuzz() : await runAttack()
process.stdout.write(`${Math.round((performance.now() - began) / 1000)} s\n`)
await stopPostgres()
process.exit(isRight ? 0 : 1)

/** In rounds, each on a database of its own: what one has left behind must not slow the next down. */
async function runFuzz(): Promise<boolean> {
  const succeeded = new Set<string>()
  const every = new Set<string>()
  let faulty = 0
  for (let round = 0; round * ROUND < requests; round += 1) {
    const size = Math.min(ROUND, requests - round * ROUND)
    const { faults, never, all, ...counts } = await fuzz({ engine, requests: size, seed: seed + round })
    for (const name of all) {
      every.add(name)
      if (!never.includes(name)) succeeded.add(name)
    }
    faulty += faults.length
    process.stdout.write(`${engine}, seed ${seed + round}: ${JSON.stringify(counts)}\n`)
    for (const { index, what } of faults) process.stdout.write(`FAULT at request ${index}: ${what}\n`)
  }
  const none = [...every].filter((name) => !succeeded.has(name))
  process.stdout.write(`${succeeded.size} of ${every.size} calls have succeeded; not: ${none.join(', ')}\n`)
  return faulty === 0
}

async function runAttack(): Promise<boolean> {
  const report = await attackOracles({ engine, requests, seed })
  process.stdout.write(`${engine}, seed ${seed}: ${JSON.stringify(report)}\n`)
  return report.told === 0 && report.learned === 0 && report.refusals === 1
}
