// The service as a process of its own, with a bank that approves every charge and never says so, whose books are a file. It kills
// itself at the step that it is told: before or after a write or a call about a payment.
import { appendFileSync, readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { readConfig } from '../../src/config.ts'
import type { Acquirer } from '../../src/connectors/acquirer.ts'
import { createService, type Service } from '../../src/service.ts'
import { sequence } from '../../src/store/sequence.ts'
import type { Store } from '../../src/store/store.ts'
import type { Write } from '../../src/store/write.ts'

/** A line of the bank's books. */
export interface Entry {
  what: 'charged' | 'undone' | 'killed'
  operation?: string
  stan?: string
  amount?: number
  beganAt?: string
  step?: string
}

const books = process.env.BANK_BOOKS ?? ''
const killAt = Number(process.env.KILL_AT ?? 0)
const write = (entry: Entry) => appendFileSync(books, `${JSON.stringify(entry)}\n`)

/** Steps are counted from the write that begins a payment on. */
let steps: number | undefined
const step = (name: string) => {
  if (name === 'before payment') steps ??= 0
  if (steps === undefined) return
  steps += 1
  if (steps !== killAt) return
  write({ what: 'killed', step: name })
  process.kill(process.pid, 'SIGKILL')
}

let service: Service | undefined
let nextStan: (() => Promise<number>) | undefined

const acquirer: Acquirer = {
  name: 'story',
  simulated: true,
  capabilities: { inquiry: false, advice: true, void: false, refund: false, partialRefund: false },
  prepare: async () => {
    if (service === undefined) return { kind: 'unknown' }
    nextStan ??= sequence(service.store, 'stan')
    return { kind: 'prepared', trace: { stan: String(await nextStan()).padStart(6, '0') } }
  },
  authorise: async ({ operationId, amountCentavos, beganAt, trace }, signal) => {
    step('before the charge')
    write({ what: 'charged', operation: operationId, amount: amountCentavos, beganAt, stan: trace.stan ?? '' })
    step('after the charge')
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return { kind: 'unknown' }
  },
  // The first advice of each charge arrives, and its answer is lost.
  advise: async ({ operationId, amountCentavos, beganAt, trace }) => {
    const isFirst = !readFileSync(books, 'utf8').includes(`"undone","operation":"${operationId}"`)
    step('before the advice')
    write({ what: 'undone', operation: operationId, amount: amountCentavos, beganAt, stan: trace.stan ?? '' })
    step('after the advice')
    return { kind: isFirst ? 'unknown' : 'acknowledged' }
  },
  verify: async () => ({ kind: 'valid' }),
}

/** The table of a payment that a batch writes; undefined for a batch about something else. */
function subjectOf(writes: Write[]): string | undefined {
  const tables = writes.map((one) => ('table' in one ? `${one.kind} ${one.table}` : ''))
  if (tables.includes('insert operations')) return 'payment'
  if (tables.includes('insert advices')) return 'giving up'
  return tables.includes('update advices') ? 'record of an advice' : undefined
}

function killing(store: Store): void {
  const { commit } = store
  store.commit = async (writes) => {
    const subject = subjectOf(writes)
    if (subject !== undefined) step(`before ${subject}`)
    await commit(writes)
    if (subject !== undefined) step(`after ${subject}`)
  }
}

service = await createService(readConfig(process.env as Record<string, string>), { connectors: { acquirer } })
killing(service.store)
process.stdout.write(`${await service.listen()}\n`)
flushCompileCache()
