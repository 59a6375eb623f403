import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type BinRange, binRangeReader, readBinCsv } from '../../../../src/core/cards/bin-ranges.ts'
import { unknownIssuer } from '../../../../src/core/cards/issuers.ts'
import { spentMs } from '../../../support/harness/spent-ms.ts'

const HEADER = 'from,to,country,bank,funding\n'

function rangesOf(text: string) {
  const read = readBinCsv(text)
  assert.ok('ranges' in read, JSON.stringify(read))
  return read.ranges
}

function faultsOf(text: string) {
  const read = readBinCsv(text)
  assert.ok('faults' in read)
  return read.faults.map(({ at, why }) => `${at}: ${why}`)
}

test('a number has the issuer of its range, in any order of the lines; outside all ranges it is unknown', () => {
  const ranges = rangesOf(
    `\ufeffbank,funding,from,to,country\r\nBanco "Dos",credit,45000050,45000099,mx\r\n"Uno, S.A.",DEBIT,450000,45000049,US\r\n,,512345,512345,\r\n`,
  )
  assert.deepEqual(ranges.issuerOf('45000012345'), { countryCode: 'US', bankName: 'Uno, S.A.', funding: 'DEBIT' })
  assert.deepEqual(ranges.issuerOf('45000077'), { countryCode: 'MX', bankName: 'Banco "Dos"', funding: 'CREDIT' })
  assert.deepEqual(ranges.issuerOf('512345999999'), { countryCode: '', bankName: '', funding: 'UNKNOWN' })
  // Six digits that two issuers share say nothing.
  for (const digits of ['450000', '449999', '450001', '512346', '51234', 'x', '']) {
    assert.equal(ranges.issuerOf(digits), unknownIssuer, digits)
  }
})

test('a lookup finds the same as a search of all ranges', () => {
  const bounds = fc.uniqueArray(fc.integer({ min: 40_000_000, max: 40_002_000 }), { minLength: 2, maxLength: 40 })
  fc.assert(
    fc.property(
      bounds,
      fc.array(fc.integer({ min: 39_999_990, max: 40_002_010 }), { maxLength: 50 }),
      (cuts, asked) => {
        const sorted = [...cuts].sort((one, other) => one - other)
        const all: BinRange[] = []
        for (let index = 0; index + 1 < sorted.length; index += 2) {
          all.push({
            from: String(sorted[index]),
            to: String(sorted[index + 1]),
            country: 'MX',
            bank: `B${index}`,
            funding: 'CREDIT',
          })
        }
        const reader = binRangeReader()
        for (const [line, range] of [...all].reverse().entries()) reader.add(range, line + 1)
        const read = reader.done()
        assert.ok('ranges' in read)
        for (const number of asked) {
          const wanted = all.find(({ from, to }) => Number(from) <= number && number <= Number(to))?.bank ?? ''
          assert.equal(read.ranges.issuerOf(`${number}000`).bankName, wanted)
        }
      },
    ),
  )
})

test('an invalid range is named by its line', () => {
  assert.deepEqual(faultsOf(''), ['1: the header must have the columns from, to, country, bank, funding'])
  assert.deepEqual(faultsOf('from,to\n1,2\n'), ['1: the header must have the columns from, to, country, bank, funding'])
  const lines = [
    '45,46,MX,B,DEBIT',
    '450000,449999,MX,B,DEBIT',
    '460000,460000,MEX,B,DEBIT',
    '470000,470000,MX,B,DEVIT',
  ]
  assert.deepEqual(faultsOf(HEADER + lines.join('\n')), [
    '2: from must have 6 to 11 digits',
    '3: to is less than from',
    '4: country must be two letters, or empty when it is not known',
    '5: funding must be one of DEBIT, CREDIT, PREPAID, UNKNOWN, or empty when it is not known',
  ])
  assert.deepEqual(faultsOf(`${HEADER}450000,459999,MX,B,DEBIT\n\n400000,450000,MX,C,CREDIT\n`), [
    '4: overlaps the range of 2',
  ])
  assert.equal(faultsOf(HEADER + 'x\n'.repeat(100)).length, 20)
})

test('half a million ranges cost each as much to read as a few, and one of them is found nearly as fast', () => {
  const few = costOf(5_000)
  const many = costOf(500_000)
  // A search for each range, or a walk through all of them, would cost a hundred times as much.
  assert.ok(many.readMs < 10 * few.readMs, `${many.readMs / few.readMs} times for each range`)
  assert.ok(many.findMs < 10 * few.findMs, `${many.findMs / few.findMs} times for each look-up`)
})

/** What a range costs to read, and to find, in milliseconds of this thread's processor time: others may keep the machine busy. The least of three. */
function costOf(count: number): { readMs: number; findMs: number } {
  const width = 10_000_000_000 / count
  const lines = Array.from({ length: count }, (_, index) => {
    const from = 40_000_000_000 + index * width
    return `${from},${from + width - 1},MX,Banco ${index % 300},${index % 2 ? 'CREDIT' : 'DEBIT'}`
  })
  const text = HEADER + lines.join('\n')
  const lookups = 50_000
  const numbers = Array.from({ length: lookups }, (_, index) =>
    String(40_000_000_000 + ((index * 7_919_173) % 10_000_000_000)),
  )
  const times = Array.from({ length: 3 }, () => {
    const startMs = spentMs()
    const ranges = rangesOf(text)
    const readMs = spentMs() - startMs
    assert.equal(ranges.size, count)
    const foundMs = spentMs()
    const credit = numbers.filter((number) => ranges.issuerOf(number).funding === 'CREDIT').length
    const findMs = spentMs() - foundMs
    assert.ok(credit > lookups / 3 && credit < (2 * lookups) / 3)
    return { readMs: readMs / count, findMs: findMs / lookups }
  })
  return {
    readMs: Math.min(...times.map((one) => one.readMs)),
    findMs: Math.min(...times.map((one) => one.findMs)),
  }
}
