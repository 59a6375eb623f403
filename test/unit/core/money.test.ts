// Money is read exactly, written back the same, and shared out with one rounding.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  amountNumber,
  formatAmount,
  MAX_AMOUNT_CENTAVOS,
  MAX_SUM_CENTAVOS,
  parseAmount,
  shareOf,
} from '../../../src/core/money.ts'

const anyCentavos = fc.integer({ min: 0, max: MAX_AMOUNT_CENTAVOS })

function centavosOf(value: unknown, limits?: { minCentavos?: number; maxCentavos?: number }): number | undefined {
  const parsed = parseAmount(value, limits)
  return 'centavos' in parsed ? parsed.centavos : undefined
}

function problemOf(value: unknown, limits?: { minCentavos?: number; maxCentavos?: number }): string | undefined {
  const parsed = parseAmount(value, limits)
  return 'problem' in parsed ? parsed.problem[1] : undefined
}

test('an amount may be a number or a text', () => {
  for (const value of [10.5, '10.5', '10.50']) assert.equal(centavosOf(value), 1050)
  assert.equal(centavosOf('0.0'), 0)
  assert.equal(centavosOf(-0), 0)
  assert.equal(centavosOf(100), 10_000)
  assert.equal(centavosOf(0.07), 7)
  assert.equal(centavosOf(1.1), 110)
  assert.equal(centavosOf(99_999_999.99), MAX_AMOUNT_CENTAVOS)
  assert.equal(centavosOf('99999999.99'), MAX_AMOUNT_CENTAVOS)
})

test('an invalid amount is refused with a reason', () => {
  const texts = [
    'abc',
    '',
    ' 10',
    '10 ',
    '10\n',
    '1e2',
    '1,000.00',
    '.5',
    '5.',
    '+5',
    '007',
    '0x10',
    '١٠',
    'NaN',
    '10.5.5',
    '--1',
  ]
  const others = [Number.NaN, Number.POSITIVE_INFINITY, null, undefined, true, [10], { amount: 10 }, 10n]
  for (const value of [...texts, ...others])
    assert.equal(problemOf(value), 'must be an amount such as 10.50', String(value))
})

test('an amount further than a millionth of a peso from a centavo is refused, never rounded', () => {
  for (const value of [10.005, 0.001, 1.1e-6, 10.000_001_1, 99.999_998_9, '10.005', '10.0000011', '0.0001', '1.2345']) {
    assert.equal(problemOf(value), 'must have at most 2 decimals', String(value))
  }
})

test('an amount that a client computed is the nearest centavo', () => {
  assert.equal(centavosOf(33.1 * 3), 9_930)
  assert.equal(centavosOf(String(33.1 * 3)), 9_930)
  assert.equal(centavosOf(0.1 + 0.2), 30)
  assert.equal(centavosOf(1.1 * 1.1 * 100), 12_100)
  assert.equal(centavosOf(4.35 * 100), 43_500)
  assert.equal(centavosOf(19.99 * 100 - 1_998), 100)
  assert.equal(centavosOf('10.500'), 1_050)
  assert.equal(centavosOf('9.999999999999998'), 1_000)
  assert.equal(centavosOf('99.30000000000001136868377216160297393798828125'), 9_930)
  assert.equal(centavosOf(10.000_001), 1_000)
  assert.equal(centavosOf('10.009999'), 1_001)
})

test('what is left of a subtraction is zero', () => {
  for (const value of [
    0.3 - (0.1 + 0.2),
    0.1 + 0.2 - 0.3,
    -0,
    1e-7,
    5e-324,
    -5e-324,
    '-0',
    '-0.0',
    `0.${'0'.repeat(400)}1`,
  ])
    assert.equal(centavosOf(value), 0, String(value))
  assert.equal(problemOf(0.1 + 0.2 - 0.3, { minCentavos: 1 }), 'must be at least 0.01')
})

test('the sum, the product and the quotient of a client are what whole centavos give', () => {
  const price = fc.integer({ min: 1, max: 1_000_000 })
  const count = fc.integer({ min: 1, max: 999 })
  fc.assert(
    fc.property(price, price, count, (one, other, times) => {
      for (const read of [(value: number) => value, String]) {
        assert.equal(centavosOf(read((one / 100) * times)), one * times)
        assert.equal(centavosOf(read(one / 100 + other / 100)), one + other)
        assert.equal(centavosOf(read((one * times) / 100 / times)), one)
      }
    }),
  )
})

test('an amount is read as the nearest centavo exactly when it is at most a millionth of a peso from it', () => {
  const places = fc.integer({ min: 0, max: 999_999_999 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999 }), places, (pesos, billionths) => {
      const text = `${pesos}.${String(billionths).padStart(9, '0')}`
      const nearest = Math.round(billionths / 10_000_000)
      const isNear = Math.abs(billionths - nearest * 10_000_000) <= 1_000
      assert.equal(centavosOf(text), isNear ? pesos * 100 + nearest : undefined)
    }),
  )
})

test('an amount near a centavo is read from numbers and texts alike', () => {
  const off = fc.integer({ min: -1_000, max: 1_000 }).map((billionths) => billionths / 1e9)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), off, (centavos, difference) => {
      const computed = centavos / 100 + difference * 0.99
      assert.equal(centavosOf(computed), centavos)
      assert.equal(centavosOf(computed.toFixed(12)), centavos)
    }),
  )
})

test('a negative amount is refused', () => {
  for (const value of [-1, -0.01, -1e21, -0.000_002, '-1', '-0.01', '-10.005', '-9.9999999', Number.MIN_SAFE_INTEGER])
    assert.equal(problemOf(value), 'must not be negative')
})

test('the overall bound holds under any limits', () => {
  for (const value of [100_000_000, 1e15, 1e21, 1.7e308, '100000000', '9'.repeat(5_000)]) {
    assert.equal(problemOf(value), 'must be at most 99999999.99')
  }
  for (const value of [1e12, 1e15, 1.7e308, '1000000000000', '9'.repeat(5_000)]) {
    assert.equal(problemOf(value, { maxCentavos: Number.MAX_SAFE_INTEGER }), 'must be at most 999999999999.99')
  }
})

test('a sum of many payments is read to the centavo, as a text and as a number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_SUM_CENTAVOS }), (centavos) => {
      for (const value of [formatAmount(centavos), amountNumber(centavos)])
        assert.deepEqual(parseAmount(value, { maxCentavos: MAX_SUM_CENTAVOS }), { centavos })
    }),
  )
})

test('limits are inclusive and named in both languages', () => {
  const limits = { minCentavos: 100, maxCentavos: 1_000_000 }
  assert.equal(centavosOf('1.00', limits), 100)
  assert.equal(centavosOf(10_000, limits), 1_000_000)
  assert.deepEqual(parseAmount(0.99, limits), { problem: ['debe ser al menos 1.00', 'must be at least 1.00'] })
  assert.deepEqual(parseAmount('10000.01', limits), {
    problem: ['debe ser a lo más 10000.00', 'must be at most 10000.00'],
  })
})

test('a written amount reads back the same, as text and as number', () => {
  assert.equal(formatAmount(1050), '10.50')
  assert.equal(formatAmount(-5), '-0.05')
  assert.equal(formatAmount(-12345), '-123.45')
  assert.equal(formatAmount(0), '0.00')
  assert.equal(amountNumber(418), 4.18)
  fc.assert(
    fc.property(anyCentavos, (centavos) => {
      const text = formatAmount(centavos)
      assert.match(text, /^\d+\.\d\d$/)
      assert.equal(centavosOf(text), centavos)
      assert.equal(centavosOf(amountNumber(centavos)), centavos)
      assert.equal(centavosOf(JSON.parse(text)), centavos)
      assert.equal(formatAmount(-centavos), centavos === 0 ? '0.00' : `-${text}`)
    }),
  )
})

test('a third decimal is never accepted', () => {
  fc.assert(
    fc.property(anyCentavos, fc.integer({ min: 1, max: 9 }), (centavos, extra) => {
      assert.equal(centavosOf(`${formatAmount(centavos)}${extra}`), undefined)
    }),
  )
})

test('any JSON number is read as the nearest centavo or refused', () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      const centavos = centavosOf(value)
      if (centavos !== undefined) assert.ok(Math.abs(amountNumber(centavos) - value) <= 1e-6)
    }),
  )
})

test('a fraction of a centavo is refused', () => {
  for (const centavos of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    assert.throws(() => formatAmount(centavos), RangeError)
  }
})

test('a share is rounded half up, once', () => {
  assert.equal(shareOf(10_000, { numerator: 3_600 * 116, denominator: 100_000 * 100 }), 418)
  assert.equal(shareOf(1, { numerator: 1, denominator: 2 }), 1)
  assert.equal(shareOf(1, { numerator: 49, denominator: 100 }), 0)
  assert.equal(shareOf(5, { numerator: 1, denominator: 10 }), 1)
  const anyRate = fc.record({ numerator: fc.nat(10_000_000), denominator: fc.integer({ min: 1, max: 10_000_000 }) })
  fc.assert(
    fc.property(fc.nat(100_000_000), anyRate, (amountCentavos, rate) => {
      const exactTimesDenominator = BigInt(amountCentavos) * BigInt(rate.numerator)
      const share = BigInt(shareOf(amountCentavos, rate))
      const denominator = BigInt(rate.denominator)
      const twiceOff = 2n * (share * denominator - exactTimesDenominator)
      assert.ok(twiceOff > -denominator && twiceOff <= denominator, 'at most half a centavo off, a half goes up')
    }),
  )
})

test('an invalid share is refused', () => {
  assert.throws(() => shareOf(-1, { numerator: 1, denominator: 2 }), RangeError)
  assert.throws(() => shareOf(1, { numerator: -1, denominator: 2 }), RangeError)
  assert.throws(() => shareOf(1, { numerator: 1, denominator: 0 }), RangeError)
  assert.throws(() => shareOf(1.5, { numerator: 1, denominator: 2 }), RangeError)
  assert.throws(() => shareOf(2 ** 52, { numerator: 4, denominator: 1 }), RangeError)
})
