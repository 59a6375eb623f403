import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  businessDaysAfter,
  businessDaysFrom,
  dayEndAt,
  dayInRow,
  dayStartMs,
  daysBetween,
  dayWithin,
  easterOf,
  instantOf,
  instantPlus,
  isBusinessDay,
  isDay,
  mexicoCityDay,
  mexicoCityTime,
  readInstant,
  speiDay,
  speiDaySpan,
} from '../../../src/core/time.ts'
import { printedEaster } from '../../support/model/shop-model.ts'

const instants = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2090, 0, 1) })
const days = instants.map((ms) => new Date(ms).toISOString().slice(0, 10))

test('an instant of another system is read in every form of ISO 8601, and is compared as text', () => {
  for (const [text, instant] of [
    ['2026-11-23T12:00:00-06:00', '2026-11-23T18:00:00.000Z'],
    ['2026-11-23T18:00:00,5Z', '2026-11-23T18:00:00.500Z'],
    ['2026-11-23T12:00:00-06', '2026-11-23T18:00:00.000Z'],
    ['2026-11-23 12:00-0600', '2026-11-23T18:00:00.000Z'],
    ['2026-11-23T12:00:60-06:00[America/Mexico_City]', '2026-11-23T18:00:59.000Z'],
    ['9999-12-31T23:59:59-06:00', '9999-12-31T23:59:59.999Z'],
    ['0000-01-01T00:00:00+06:00', '1970-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['2026-11-23T18:00:00', undefined],
    ['2026-11-23', undefined],
    ['2026-02-30T18:00:00Z', undefined],
    ['+010000-01-01T00:00:00Z', undefined],
    ['', undefined],
  ] as const) {
    assert.equal(readInstant(text), instant, text)
  }
  fc.assert(
    fc.property(instants, instants, (one, other) => {
      assert.equal(readInstant(mexicoCityTime(one)), instantOf(Math.floor(one / 1_000) * 1_000))
      assert.equal(one < other, String(readInstant(instantOf(one))) < String(readInstant(instantOf(other))))
    }),
  )
})

test('an instant reads the same with the offset of Mexico City', () => {
  assert.equal(mexicoCityTime('2026-11-20T16:11:28.000Z'), '2026-11-20T10:11:28-06:00')
  fc.assert(
    fc.property(instants, (ms) => {
      assert.equal(Date.parse(mexicoCityTime(ms)), Math.floor(ms / 1_000) * 1_000)
    }),
  )
})

test('summer time applied until October 2022 and not after', () => {
  assert.equal(mexicoCityTime('2022-07-01T12:00:00.000Z'), '2022-07-01T07:00:00-05:00')
  assert.equal(mexicoCityTime('2023-07-01T12:00:00.000Z'), '2023-07-01T06:00:00-06:00')
})

test('every instant lies between the start and the end of its day', () => {
  fc.assert(
    fc.property(instants, (ms) => {
      const day = mexicoCityDay(ms)
      assert.ok(dayStartMs(day) <= ms && ms <= Date.parse(dayEndAt(day)), `${instantOf(ms)} on ${day}`)
    }),
  )
})

test('a day ends one millisecond before the next begins', () => {
  fc.assert(
    fc.property(days, (day) => {
      assert.equal(Date.parse(dayEndAt(day)) + 1, dayStartMs(addDays(day, 1)))
    }),
  )
})

test('adding and subtracting days are inverse', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 4_000 }), (day, count) => {
      assert.equal(addDays(addDays(day, count), -count), day)
      assert.equal(daysBetween(day, addDays(day, count)), count)
    }),
  )
})

test('only existing days are valid', () => {
  for (const text of [
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    '20261120',
    '2026-11-20T00:00',
    '',
    '2025-02-29',
    '9999-01-01',
  ]) {
    assert.equal(isDay(text), false, text)
  }
  fc.assert(fc.property(days, (day) => isDay(day)))
})

test('a day far off is brought to the range of data; one that does not exist stays invalid', () => {
  assert.equal(dayWithin('2026-11-20'), '2026-11-20')
  assert.equal(dayWithin('0001-01-01'), '1970-01-01')
  assert.equal(dayWithin('9999-12-31'), '2999-12-31')
  for (const text of ['9999-02-29', '1900-02-29', '0001-13-01', '99999-01-01', '']) {
    assert.equal(dayWithin(text), undefined, text)
  }
})

test('the business day after a Friday is Monday, and holidays are skipped', () => {
  assert.equal(businessDaysAfter('2026-11-20', 1), '2026-11-23')
  assert.equal(businessDaysFrom('2026-11-23', -1), '2026-11-20')
  assert.equal(businessDaysFrom('2026-11-17', -1), '2026-11-13')
  assert.equal(businessDaysFrom('2026-11-22', 0), '2026-11-22')
  assert.equal(businessDaysAfter('2026-11-13', 1), '2026-11-17', '16 November 2026 is the day of the Revolution')
  assert.equal(isBusinessDay('2026-12-25'), false)
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 10 }), (day, count) => {
      const after = businessDaysAfter(day, count)
      assert.ok(isBusinessDay(after))
      let between = 0
      for (let one = addDays(day, 1); one <= after; one = addDays(one, 1)) if (isBusinessDay(one)) between += 1
      assert.equal(between, count)
    }),
  )
})

test('banks rest on Maundy Thursday and Good Friday, and on the day the federal government changes', () => {
  for (const day of [
    '2024-03-28',
    '2024-03-29',
    '2025-04-17',
    '2025-04-18',
    '2026-04-02',
    '2026-04-03',
    '2027-03-25',
    '2027-03-26',
    '2024-10-01',
    '2030-10-01',
    '2036-10-01',
  ]) {
    assert.equal(isBusinessDay(day), false, day)
  }
  for (const day of ['2026-04-01', '2026-04-06', '2026-05-05', '2018-10-01', '2026-10-01', '2031-10-01']) {
    assert.equal(isBusinessDay(day), true, day)
  }
  assert.equal(businessDaysAfter('2026-04-01', 1), '2026-04-06', 'the Monday after Easter of 2026')
})

test('Easter is the Sunday after the paschal full moon of the printed table', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1970, max: 2199 }), (year) => {
      const easter = printedEaster(year)
      assert.equal(easterOf(year), easter)
      assert.equal(isBusinessDay(addDays(easter, -3)), false)
      assert.equal(isBusinessDay(addDays(easter, -2)), false)
    }),
    { numRuns: 230 },
  )
})

test('the banking day of SPEI turns at 18:00 in Mexico City and rests when banks rest', () => {
  for (const [instant, day] of [
    ['2026-11-20T23:59:59.999Z', '2026-11-20'],
    ['2026-11-21T00:00:00.000Z', '2026-11-23'],
    ['2026-11-21T18:00:00.000Z', '2026-11-23'],
    ['2026-11-23T23:59:59.999Z', '2026-11-23'],
    ['2026-11-24T00:00:00.000Z', '2026-11-24'],
    ['2026-04-02T00:00:00.000Z', '2026-04-06'],
    ['2026-12-11T23:00:00.000Z', '2026-12-11'],
    ['2020-09-05T20:00:00.000Z', '2020-09-07'],
    // Summer time, abolished in 2022, is told by the tz database: 18:00 was 23:00 UTC then.
    ['2021-07-07T22:59:00.000Z', '2021-07-07'],
    ['2021-07-07T23:00:00.000Z', '2021-07-08'],
  ] as const) {
    assert.equal(speiDay(instant), day, instant)
  }
  fc.assert(
    fc.property(fc.date({ min: new Date('2023-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }), (date) => {
      const day = speiDay(date.getTime())
      assert.ok(isBusinessDay(day))
      assert.ok(day >= mexicoCityDay(date.getTime()))
      assert.ok(day <= businessDaysAfter(mexicoCityDay(date.getTime()), 1))
    }),
  )
})

test('the span of a banking day holds exactly the instants that SPEI books under it', () => {
  assert.deepEqual(speiDaySpan('2026-11-23'), { from: '2026-11-21T00:00:00.000Z', to: '2026-11-23T23:59:59.999Z' })
  fc.assert(
    fc.property(instants, (ms) => {
      const day = speiDay(ms)
      const { from, to } = speiDaySpan(day)
      assert.ok(from <= instantOf(ms) && instantOf(ms) <= to)
      assert.deepEqual([speiDay(from), speiDay(to)], [day, day])
      assert.ok(speiDay(instantPlus(from, -1)) < day && speiDay(instantPlus(to, 1)) > day)
    }),
  )
})

test('a day is not taken for an instant, nor an instant for a day', () => {
  const day = addDays('2026-11-20', 1)
  const instant = instantOf(0)
  // @ts-expect-error A day has no time.
  assert.throws(() => instantPlus(day, Number.NaN))
  // @ts-expect-error An instant is not a day of anywhere.
  assert.throws(() => addDays(instant, 1))
})

test('the day of a damaged row is its text, and that of every other row its day', () => {
  assert.equal(dayInRow('otro, y más largo'), 'otro, y más largo')
  assert.equal(dayInRow('', speiDay), '')
  for (const dayOf of [mexicoCityDay, speiDay])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }).map(instantOf), (at) => {
        assert.equal(dayInRow(at, dayOf), dayOf(at))
      }),
    )
})
