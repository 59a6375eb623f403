// Plays a round of everything again and again, and kills the process at one step after another; a client goes on asking until it is answered.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from '../../src/service/audit.ts'
import { openDatabase } from '../../src/store/database.ts'
import type { Store } from '../../src/store/store.ts'
import { type Engine, newDatabaseUrl } from '../support/harness/engines.ts'
import { writeAtRestKey } from '../support/harness/first-key.ts'
import { SEED } from '../support/harness/same-seed.ts'
import { EVERY, everyNth } from '../support/harness/sampled.ts'
import { type Child, type ChildAnswer, startChild } from './child.ts'
import { type Line, linesOf } from './killing.ts'
import { pastLeases } from './past-leases.ts'

/** The steps at which a round is killed: each once, by its name or its number. */
export type Kills = readonly (string | number)[]

interface Rounds<Entry extends Line> {
  store: Store
  books(): Entry[]
  /** Asks until it is answered, as a client and a network do: a killed process is started again, past the leases of the one before. */
  ask(call: (child: Child) => Promise<ChildAnswer>): Promise<ChildAnswer>
  /** The result of a call that must succeed. `key`: its idempotency key. */
  // biome-ignore lint/suspicious/noExplicitAny: stories look into answers freely.
  ok(method: string, path: string, body?: unknown, key?: string): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: stories look into answers freely.
  post(path: string, body: unknown, key: string): Promise<any>
  arm(kills: Kills): void
  disarm(): void
  /**
   * Plays the round once for the steps that it has, which must be `steps`, and then again and again until each step was killed, so many of
   * them in one round; then the books must be right. A step that a kill makes impossible in the same round needs a round of its own.
   * `onEngines`: the engines that this runs on. They share the rounds, so that together they kill at each step; the seed says who begins.
   * Answers the number of rounds with kills.
   */
  killAtEach(
    steps: readonly string[],
    play: (round: number, kills: Kills) => Promise<void>,
    options?: { killsARound?: number; onEngines?: readonly Engine[] },
  ): Promise<number>
}

/** `program`: the file of the process, which has these settings too. `prepare`: writes before it starts. */
export async function openRounds<Entry extends Line>(
  t: TestContext,
  engine: Engine,
  program: string,
  { settings = {}, prepare }: { settings?: Record<string, string>; prepare?: (store: Store) => Promise<void> } = {},
): Promise<Rounds<Entry>> {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-killed-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [books, armed] = [join(folder, 'books.jsonl'), join(folder, 'armed')]
  writeFileSync(books, '')
  const url = await newDatabaseUrl(engine, { durable: true, migrated: true, keyed: true })
  writeAtRestKey(folder)
  const environment = {
    ...{ DATABASE_URL: url, DATA_DIR: folder, DATABASE_CONNECTIONS: '4', BOOKS: books, ARMED: armed },
    ...settings,
  }
  const store = await openDatabase(url, { connections: 1 })
  t.after(() => store.close())
  await prepare?.(store)
  let child = await startChild(environment, program)
  t.after(() => child.kill())
  const restart = async () => {
    await child.kill()
    await pastLeases(store)
    child = await startChild(environment, program)
  }
  const ask: Rounds<Entry>['ask'] = async (call) => {
    for (;;) {
      const answer = await call(child).catch(() => undefined)
      if (answer !== undefined && answer.status < 500) return answer
      if (answer === undefined) await restart()
      else await sleep(20)
    }
  }
  const ok: Rounds<Entry>['ok'] = async (method, path, body, key) => {
    const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
    const answer = await ask((one) => one.call(method, path, body, headers))
    assert.equal(answer.status, 200, JSON.stringify([path, answer.body]))
    return answer.body.result
  }
  const stepsOf = (what: 'step' | 'killed') =>
    linesOf<Line>(books).flatMap((line) => (line.what === what && line.step ? [line.step] : []))
  return {
    store,
    books: () => linesOf<Entry>(books),
    ask,
    ok,
    post: (path, body, key) => ok('POST', path, body, key),
    arm: (kills) => writeFileSync(armed, JSON.stringify(kills)),
    disarm: () => rmSync(armed, { force: true }),
    killAtEach: async (steps, play, { killsARound = 1, onEngines = [engine] } = {}) => {
      // Nobody is killed: the steps of a round, in their order.
      await play(0, [])
      const names = stepsOf('step')
      assert.deepEqual([...new Set(names)].sort(), [...steps].sort())
      // Of all steps, a process is killed at one of each round, because a start counts from the first again. Names need no count.
      const inRounds = EVERY
        ? names.map((_, index) => [index + 1])
        : everyNth(dealt(steps, Math.ceil(steps.length / killsARound)), onEngines.length, onEngines.indexOf(engine))
      if (EVERY) await restart()
      let all = 0
      for (const [index, kills] of inRounds.entries()) {
        await play(index + 1, kills)
        all += kills.length
        assert.equal(stepsOf('killed').length, all, `each came of ${kills}`)
      }
      const killed = stepsOf('killed')
      t.diagnostic(
        `${killed.length} kills at ${new Set(killed).size} different steps of ${names.length}; COBRO_TEST_SEED=${SEED}`,
      )
      assert.deepEqual([...new Set(killed)].sort(), EVERY ? [...steps].sort() : inRounds.flat().sort())
      const { clean, invariants } = await audit(store)
      assert.ok(clean, JSON.stringify(invariants.filter((one) => one.faults > 0)))
      return inRounds.length
    },
  }
}

/** Deals them out like cards: neighbours, such as before and after one write, come into different hands. */
function dealt(steps: readonly string[], hands: number): string[][] {
  return Array.from({ length: hands }, (_, hand) => steps.filter((_, index) => index % hands === hand))
}
