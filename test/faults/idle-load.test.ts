// An idle service asks little of its database: a bounded number of transactions a second, alone and beside another process.
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { readConfig } from '../../src/config.ts'
import { createService } from '../../src/service.ts'
import { describeOnPostgres, newDatabaseUrl, stopPostgres } from '../support/harness/engines.ts'
import { networkPath } from '../support/harness/network-path.ts'

/** What a process may do, and what it does: a look for due work each second or half second, and now and then what metrics count. */
const MAX_A_SECOND = 5
const LEAST_A_SECOND = 0.8
/** Each process is counted for so long at once, until both rest: a start lasts longer on a busy machine, and each minute brings tasks of its own. */
const COUNTED_MS = 10_000
const MAX_TIMES = 9
const READY = 'Z'.charCodeAt(0)

after(stopPostgres)

/** Counts the transactions that end on a network path to the database: the server ends each with a message of its own. */
function counted(): { ended(): number; watch(connection: Socket): void } {
  let count = 0
  return {
    ended: () => count,
    watch: (connection) => {
      let rest = Buffer.alloc(0)
      connection.on('data', (bytes: Buffer) => {
        rest = Buffer.concat([rest, bytes])
        // A type, and the length of all behind it.
        while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
          if (rest[0] === READY) count += 1
          rest = rest.subarray(1 + rest.readUInt32BE(1))
        }
      })
    },
  }
}

describeOnPostgres('an idle service', () => {
  test(`of two processes makes at most ${MAX_A_SECOND} transactions a second in each`, async (t) => {
    const url = await newDatabaseUrl('postgres', { migrated: true })
    const start = async () => {
      const database = counted()
      const path = await networkPath(new URL(url), { watch: database.watch })
      const config = readConfig({
        DATABASE_URL: path.url,
        AT_REST_KEY: '44'.repeat(32),
        PORT: '0',
        LOG_LEVEL: 'silent',
      })
      const service = await createService(config, { log: pino({ level: 'silent' }) })
      await service.listen()
      return { database, path, service }
    }
    const processes = [await start(), await start()]
    t.after(async () => {
      for (const { service, path } of processes) {
        await service.close()
        path.close()
      }
    })
    const seconds = COUNTED_MS / 1_000
    const counts: number[][] = []
    const rests = () =>
      counts.at(-1)?.every((count) => count >= LEAST_A_SECOND * seconds && count <= MAX_A_SECOND * seconds) ?? false
    while (!rests() && counts.length < MAX_TIMES) {
      const before = processes.map(({ database }) => database.ended())
      await pause(COUNTED_MS)
      counts.push(processes.map(({ database }, nth) => database.ended() - (before[nth] ?? 0)))
    }
    assert.ok(rests(), `${counts.join('; ')} in ${seconds} s each`)
  })
})
