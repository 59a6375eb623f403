// Instants are text in statements and rows, and 8 bytes in PostgreSQL: what a text becomes there, and what is read again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { instantOf } from '../../../src/core/time.ts'
import { asTimestamp, instantIn } from '../../../src/store/instant.ts'

const ms = fc.integer({ min: Date.parse('0001-01-01T00:00:00.000Z'), max: Date.parse('9999-12-31T23:59:59.999Z') })
const whole = ms.map((one) => Math.floor(one / 1_000) * 1_000)
const instant = fc.oneof(ms, whole).map(instantOf)
const anyText = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...'-/0123456789:.TZ ~'), maxLength: 30 }),
)

/** As PostgreSQL writes it: without the zeros at the end of its milliseconds. */
function written(one: string): string {
  const [seconds = '', fraction = ''] = one.slice(0, -1).replace('T', ' ').split('.')
  const digits = fraction.replace(/0+$/, '')
  return digits === '' ? seconds : `${seconds}.${digits}`
}

test('an instant is a timestamp as it is, and what PostgreSQL writes of it is the instant again', () => {
  fc.assert(
    fc.property(instant, (one) => {
      assert.equal(asTimestamp(one), one)
      assert.equal(instantIn(written(one)), one)
    }),
    { numRuns: 2_000 },
  )
})

test('another text becomes the first instant behind it', () => {
  const near = fc.tuple(instant, fc.nat({ max: 24 }), anyText).map(([one, length, rest]) => ({
    one,
    text: one.slice(0, length) + rest,
  }))
  fc.assert(
    fc.property(near, instant, ({ one, text }, other) => {
      const stamp = asTimestamp(text)
      if (stamp !== 'infinity') assert.equal(stamp, instantOf(Date.parse(stamp)))
      // The letters of `infinity` stand behind the digits of every year.
      for (const each of [one, other]) assert.equal(stamp <= each, text <= each, `${text} is ${stamp}`)
    }),
    { numRuns: 5_000 },
  )
})

test('a day that no month has, and a text that is no time, are no error', () => {
  assert.equal(asTimestamp('2026-02-30T10:00:00.000Z'), '2026-03-01T00:00:00.000Z')
  assert.equal(asTimestamp('2026-11-2'), '2026-11-20T00:00:00.000Z')
  assert.equal(asTimestamp(''), '0001-01-01T00:00:00.000Z')
  assert.equal(asTimestamp('otro'), 'infinity')
})

test('what is no instant is read as it is', () => {
  for (const text of ['infinity', '-infinity', '0044-03-15 00:00:00 BC', '12026-11-20 16:11:28.12'])
    assert.equal(instantIn(text), text)
})
