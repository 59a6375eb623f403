// What nobody reads is held up to a bound: beyond it lines are dropped and counted, none is written twice, and none is out of order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type BoundedLines, boundedLines } from '../../../src/core/bounded-lines.ts'
import { eventually } from '../../support/fixtures/receiver.ts'

const MAX = 100

function heldOutput() {
  const texts: string[] = []
  const done: ((error?: Error) => void)[] = []
  let atEnd = ''
  return {
    output: {
      write: (text: string, taken: (error?: Error | null) => void) => {
        texts.push(text)
        done.push(taken)
      },
      writeAtEnd: (text: string) => {
        atEnd = text
      },
    },
    texts,
    /** The reader takes the write under way. */
    take: (error?: Error) => done.shift()?.(error),
    underWay: () => done.length,
    atEnd: () => atEnd,
  }
}

const opened = (held: ReturnType<typeof heldOutput>): BoundedLines =>
  boundedLines(held.output, { delayMs: 0, most: MAX, droppedLine: (count) => `(${count})\n` })

test('whatever is written and read in whatever order: every line is read in order, or counted as dropped and the number read', () => {
  const step = fc.oneof(
    fc.record({ line: fc.integer({ min: 1, max: 60 }) }),
    fc.constantFrom('take' as const, 'fail' as const, 'flush' as const),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const held = heldOutput()
      const lines = opened(held)
      const read: string[] = []
      let written = 0
      const take = (error?: Error) => {
        if (held.underWay() === 0) return
        if (error === undefined) read.push(held.texts.at(-1) ?? '')
        held.take(error)
      }
      for (const one of steps) {
        if (one === 'take') take()
        else if (one === 'fail') take(new Error('EPIPE'))
        else if (one === 'flush') void lines.flushed(0)
        else {
          lines.write(`${'x'.repeat(one.line)}${written}\n`)
          written += 1
        }
        assert.ok(held.underWay() <= 1, 'one write at a time')
      }
      void lines.flushed(0)
      while (held.underWay() > 0) take()
      void lines.flushed(0)
      while (held.underWay() > 0) take()
      const all = read.join('').split('\n').slice(0, -1)
      const counts = all.flatMap((line) => (line.startsWith('(') ? [Number(line.slice(1, -1))] : []))
      const kept = all.filter((line) => !line.startsWith('(')).map((line) => Number(line.replace(/^x+/, '')))
      assert.deepEqual(
        kept,
        kept.toSorted((one, other) => one - other),
      )
      assert.equal(new Set(kept).size, kept.length)
      assert.equal(kept.length + lines.dropped(), written)
      assert.equal(
        counts.reduce((sum, count) => sum + count, 0),
        lines.dropped(),
      )
    }),
  )
})

test('a reader that reads nothing costs no more than the bound', () => {
  const held = heldOutput()
  const lines = opened(held)
  for (let nth = 0; nth < 10_000; nth += 1) lines.write('123456789\n')
  void lines.flushed(0)
  for (let nth = 0; nth < 10_000; nth += 1) lines.write('123456789\n')
  assert.equal(held.texts.join('').replace(/\(.*\n/, '').length, MAX)
  assert.equal(lines.dropped(), 20_000 - MAX / 10)
  lines.end()
  assert.equal(held.atEnd(), `(${10_000})\n`)
})

test('a line is written within milliseconds, and at the end at once', async () => {
  const held = heldOutput()
  const lines = opened(held)
  lines.write('one\n')
  lines.write('two\n')
  await eventually(() => held.texts.length > 0)
  assert.deepEqual(held.texts, ['one\ntwo\n'])
  held.take()
  lines.write('three\n')
  lines.end()
  assert.equal(held.atEnd(), 'three\n')
})
