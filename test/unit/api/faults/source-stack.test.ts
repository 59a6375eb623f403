// The places of a bundle are found in its source map as Node's own reader finds them.
import assert from 'node:assert/strict'
import { SourceMap } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import { finderIn } from '../../../../src/api/faults/source-stack.ts'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const sources = ['a.ts', 'b.ts', 'c.ts']

const place = fc.record({
  after: fc.integer({ min: 1, max: 90 }),
  source: fc.integer({ min: 0, max: sources.length - 1 }),
  line: fc.integer({ min: 0, max: 100_000 }),
  column: fc.integer({ min: 0, max: 3_000 }),
})
const lines = fc.array(fc.array(place, { maxLength: 8 }), { minLength: 1, maxLength: 8 })

/** After how many characters a search may begin. */
const stops = fc.constantFrom(1, 7, 40, undefined)

test('a place of a bundle comes from the same source and line as by the reader of Node', () => {
  fc.assert(
    fc.property(
      lines,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 800 }),
      stops,
      (lines, line, column, every) => {
        const mappings = written(lines)
        const found = finderIn({ sources, mappings }, every)(line, column)
        const theirs = new SourceMap({ version: 3, sources, mappings, names: [], file: '', sourceRoot: '' } as never)
        const expected = theirs.findOrigin(line, column)
        // Before the first place of a line, Node takes the last place of an earlier line.
        const isBefore = (lines[line - 1]?.[0]?.after ?? Number.POSITIVE_INFINITY) >= column
        if (isBefore || !('fileName' in expected)) assert.equal(found, undefined)
        else assert.deepEqual([found?.source, found?.line], [expected.fileName, expected.lineNumber])
      },
    ),
  )
})

test('a place far behind in a line of a minified bundle is found without reading the line', () => {
  const place = { after: 5, source: 1, line: 7, column: 3 }
  const text = written([Array.from({ length: 100_000 }, () => place)])
  let read = 0
  const counted = {
    length: text.length,
    charCodeAt: (at: number) => {
      read += 1
      return text.charCodeAt(at)
    },
  }
  const find = finderIn({ sources, mappings: counted })
  read = 0
  for (const column of [6, 250_003, 499_000]) assert.deepEqual(find(1, column), { source: 'b.ts', line: 8, column: 4 })
  assert.ok(read < 10_000, `${read} characters of ${text.length}`)
})

/** The places as a source map has them. */
function written(lines: { after: number; source: number; line: number; column: number }[][]): string {
  let last = [0, 0, 0]
  return lines
    .map((places) =>
      places
        .map(({ after, source, line, column }) => {
          const from = [source, line, column]
          const differences = from.map((one, at) => one - (last[at] ?? 0))
          last = from
          return [after, ...differences].map(digits).join('')
        })
        .join(','),
    )
    .join(';')
}

function digits(number: number): string {
  let rest = number < 0 ? -number * 2 + 1 : number * 2
  let text = ''
  do {
    text += DIGITS[(rest % 32) + (rest >= 32 ? 32 : 0)]
    rest = Math.floor(rest / 32)
  } while (rest > 0)
  return text
}
