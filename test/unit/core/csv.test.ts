import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvCells, csvRecord } from '../../../src/core/csv.ts'
import { withoutTurning } from '../../../src/core/turning.ts'

test('the samples of the documentation', () => {
  assert.equal(
    csvRecord(['=1+1', 'say "hi"', '-95.82', '-0.5760', -3, 'a,b', '']),
    `'=1+1,"say ""hi""",-95.82,-0.5760,-3,"a,b",\r\n`,
  )
  for (const formula of ['=A1', '+1', '-1+1', '@SUM(1)', '\t=1', ' =1', '|cmd', '%0A']) {
    assert.match(csvRecord([formula]), /^"?'/, formula)
  }
})

test('no formula stands behind a separator that a spreadsheet of another region splits at', () => {
  assert.equal(csvRecord(['Mesa 4;=1+1;x', 'a; b', '5;-95.82']), "Mesa 4;'=1+1;x,a; b,5;'-95.82\r\n")
  for (const formula of [
    'a;=A1',
    'a; +1',
    ';@SUM(1)',
    'a\t=1',
    'a\t\u00a0-1',
    'a;;|cmd',
    'a\n%0A',
    'a\r=1',
    'a;"=1"',
    'a;＝1',
  ]) {
    const cells = csvRecord([formula])
      .slice(0, -2)
      .split(/[;\t\r\n]/)
    for (const cell of cells) assert.ok(!/^["\s]*[=+\-@|%＝]/.test(cell), JSON.stringify([formula, cell]))
  }
})

test('any texts are read back from the record as written, except for apostrophes', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }), (cells) => {
      const record = csvRecord(cells)
      assert.ok(record.endsWith('\r\n'))
      const read = parse(record.slice(0, -2))
      assert.deepEqual(csvCells(record.slice(0, -2)), read)
      assert.equal(read.length, cells.length)
      // Marks that turn the text are left out.
      const written = cells.map(withoutTurning)
      for (const [index, cell] of read.entries()) {
        const text = written[index] ?? ''
        assert.equal(
          cell.replace(/^'/, '').replace(/(?<=[;\t\r\n])'/g, ''),
          text.replace(/^'/, '').replace(/(?<=[;\t\r\n])'/g, ''),
        )
        assert.ok(!/(?:^|[;\t\r\n])["\s]*[=+@]/.test(cell), cell)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('a line with a misplaced quote has no cells', () => {
  for (const line of ['"a', 'a"', 'a"b"', '"a"b', '"a""', 'x,"a" ,y', ',"'])
    assert.equal(csvCells(line), undefined, line)
})

/** One record as RFC 4180 reads it. */
function parse(record: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < record.length; at += 1) {
    const char = record[at]
    if (quoted && char === '"' && record[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (char === '"') quoted = !quoted
    else if (char === ',' && !quoted) {
      cells.push(cell)
      cell = ''
    } else cell += char
  }
  return [...cells, cell]
}
