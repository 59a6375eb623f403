// `cobro status` beside books that are closed beyond now: a clock was ahead, or has gone back.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { HOUR_MS, instantOf } from '../../src/core/time.ts'
import { run } from '../../src/store/write.ts'
import { ENGINES, stopPostgres } from '../support/harness/engines.ts'
import { runCobro } from '../support/harness/programs.ts'
import { openWorld } from '../support/harness/world.ts'

after(stopPostgres)

for (const engine of ENGINES) {
  test(`a clock that is behind the closed books is named, in both languages (${engine})`, async (context) => {
    const world = await openWorld(engine)
    context.after(() => world.close())
    const { store, clock } = world.service
    const closeUntil = async (ms: number) => {
      const until_at = instantOf(Math.floor(ms / HOUR_MS) * HOUR_MS)
      await store.commit([run(store.db.updateTable('book_progress').set({ until_at }).compile())])
      return until_at
    }
    await closeUntil(clock.epochMs() - HOUR_MS)
    const before = await runCobro(['status'], world.environment)
    assert.equal(before.code, 0, before.error)
    assert.doesNotMatch(before.out, /^clock/m)
    const until = await closeUntil(clock.epochMs() + 5 * HOUR_MS)
    const { code, out, error } = await runCobro(['status'], world.environment)
    assert.equal(code, 1, error)
    assert.match(
      out,
      /^clock\tthe books are closed beyond now .*: a clock was ahead, or this one has gone back\. Mend it/m,
    )
    assert.ok(out.includes(`what is written until ${until} falls into hours that are closed`), out)
    assert.match(error, /Look at: the clock, which is behind the books/)
    const spanish = await runCobro(['status', '--lang', 'es'], world.environment)
    assert.match(spanish.out, /^reloj\tlos libros están cerrados hasta después de ahora/m)
  })
}
