import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import type { Failure } from '../../../src/failures.ts'
import type { PayerContent } from '../../../src/pages/content.ts'
import { createPdfRenderer, type PdfLimits } from '../../../src/pages/pdf-renderer.ts'
import { withoutThreads } from '../../support/harness/without-threads.ts'

const log = pino({ level: 'silent' })

/** A renderer whose thread does what the test asks; closed when the test is over. */
function rough(t: { after(done: () => void): void }, limits: Partial<PdfLimits> = {}) {
  const threadFile = new URL('./rough-pdf-thread.ts', import.meta.url)
  const renderer = createPdfRenderer({ log, limits, threadFile })
  t.after(() => renderer.close())
  let made = 0
  const ask = async (request: { does: string; name?: string; bytes?: number }) => {
    made += 1
    const content = { name: `document ${made}`, ...request } as unknown as PayerContent
    const pdf = await renderer.render(content)
    const [thread, drawn] = (pdf.toString().split(';')[0] ?? '').split(':').map(Number)
    return { pdf, thread, drawn }
  }
  return { renderer, ask }
}

/** What a refusal says. */
async function refused(asked: Promise<unknown>): Promise<[status: number, retryAfterSeconds: number | undefined]> {
  const failure = await asked.then(
    () => assert.fail('it was drawn'),
    (error: Failure) => error,
  )
  return [failure.status, failure.options.retryAfterSeconds]
}

test('many requests for the same PDF, at once or later, get one drawing; another content is drawn anew', async (t) => {
  const { ask } = rough(t)
  const same = { does: 'wait', name: 'A' }
  const first = await Promise.all(Array.from({ length: 50 }, () => ask(same)))
  assert.deepEqual(new Set(first.map(({ drawn }) => drawn)), new Set([1]))
  assert.equal((await ask({ does: 'wait', name: 'B' })).drawn, 2)
  assert.equal((await ask(same)).drawn, 1)
  assert.equal((await ask({ does: 'answer', name: 'A' })).drawn, 3)
})

test('beyond the bound of waiting requests, others are asked at once to come back, and the waiting ones are drawn', async (t) => {
  const { ask, renderer } = rough(t, { waiting: 3 })
  const taken = Array.from({ length: 4 }, () => ask({ does: 'wait' }))
  assert.equal(renderer.waiting(), 3)
  for (let more = 0; more < 5; more++) assert.deepEqual(await refused(ask({ does: 'wait' })), [503, 3])
  assert.equal((await Promise.all(taken)).length, 4)
  assert.equal(renderer.waiting(), 0)
  await ask({ does: 'answer' })
})

test('a request for a PDF that others already wait for is not refused, however many wait', async (t) => {
  const { ask } = rough(t, { waiting: 1 })
  const taken = [ask({ does: 'wait' }), ask({ does: 'wait', name: 'A' })]
  assert.deepEqual(await refused(ask({ does: 'wait', name: 'B' })), [503, 3])
  await Promise.all([...taken, ask({ does: 'wait', name: 'A' })])
})

test('kept PDFs stay within their limit of bytes: the least recently requested one is drawn again', async (t) => {
  const { ask } = rough(t, { cacheBytes: 30_000 })
  const [a, b, c] = ['A', 'B', 'C'].map((name) => ({ does: 'answer', name, bytes: 10_000 }))
  assert.ok(a && b && c)
  await ask(a)
  await ask(b)
  await ask(a)
  await ask(c)
  assert.deepEqual([(await ask(a)).drawn, (await ask(c)).drawn], [1, 3])
  assert.equal((await ask(b)).drawn, 4)
})

for (const [does, what] of [
  ['hang', 'hangs'],
  ['exit', 'ends'],
  ['throw', 'crashes'],
  ['fill', 'fills its memory'],
] as const) {
  test(`a thread that ${what} refuses the PDF that it drew and is replaced for those that wait`, async (t) => {
    const { ask } = rough(t, { drawMs: 4_000 })
    const before = await ask({ does: 'answer' })
    const wrong = ask({ does })
    const behind = ask({ does: 'answer' })
    assert.deepEqual(await refused(wrong), [503, 3])
    const after = await behind
    assert.notEqual(after.thread, before.thread)
    assert.equal(after.drawn, 1)
  })
}

test('a picture is refused for what it does to the thread, and not because the machine is slow', async (t) => {
  const { renderer } = rough(t)
  for (const does of ['exit', 'throw', 'fail']) assert.equal(await renderer.draws({ content: does }), false, does)
  assert.equal(await renderer.draws({ content: 'answer' }), true)
  const { renderer: impatient } = rough(t, { drawMs: 500 })
  assert.deepEqual(await refused(impatient.draws({ content: 'hang' })), [503, 3])
})

test('a content that cannot be drawn fails alone: the thread continues', async (t) => {
  const { ask } = rough(t)
  const before = await ask({ does: 'answer' })
  assert.deepEqual(await refused(ask({ does: 'fail' })), [500, undefined])
  assert.deepEqual([(await ask({ does: 'answer' })).thread, before.drawn], [before.thread, 1])
})

test('a request that has waited too long for its turn is refused instead of being drawn', async (t) => {
  const { ask } = rough(t, { waitMs: 250 })
  const many = Array.from({ length: 10 }, () => ask({ does: 'wait' }))
  const became = await Promise.allSettled(many)
  assert.equal(became[0]?.status, 'fulfilled')
  assert.equal(became.at(-1)?.status, 'rejected')
  assert.deepEqual(await refused(many.at(-1) ?? Promise.resolve()), [503, 3])
})

test('an idle thread ends and keeps nothing; the next PDF starts another', async (t) => {
  const { ask } = rough(t, { idleMs: 50 })
  const same = { does: 'answer', name: 'A' }
  const first = await ask(same)
  await pause(300)
  const second = await ask(same)
  assert.notEqual(second.thread, first.thread)
  assert.equal(second.drawn, 1)
})

test('while no thread can be started, requests are refused at once; the next one afterwards is drawn', async (t) => {
  const { ask } = rough(t)
  const asked = await withoutThreads(() =>
    Promise.all(Array.from({ length: 3 }, () => refused(ask({ does: 'answer' })))),
  )
  assert.deepEqual(asked, Array(3).fill([503, 3]))
  assert.equal((await ask({ does: 'answer' })).drawn, 1)
})

test('a renderer that is stopped refuses waiting requests at once, and all later ones', async (t) => {
  const { ask, renderer } = rough(t)
  const hung = ask({ does: 'hang', name: 'A' })
  const behind = ask({ does: 'answer' })
  renderer.close()
  for (const asked of [hung, behind, ask({ does: 'answer' })]) assert.deepEqual(await refused(asked), [503, 3])
})
