// Batches of one shape are one: inserts and updates of several rows are one statement each, and counters are added up.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { batchText } from '../../../../src/store/postgres/batch-text.ts'
import { merge, mergeShape } from '../../../../src/store/postgres/merge-batches.ts'
import { ensure, update, valuesOf, type Write } from '../../../../src/store/write.ts'

const moved = (id: string, dueAt: string | null): Write[] => [
  update('operations', { status: 'paid', due_at: null, paid_at: dueAt }, { id, status: 'pending', payer_acts: 0 }),
]

test('updates of several rows are one statement, which counts them', () => {
  const merged = merge([moved('one', null), moved('two', 'then')], 0)
  assert.equal(
    batchText(merged),
    'with w0 as (update "operations" set "status" = given.s0, "due_at" = given.s1, "paid_at" = given.s2 from (values ' +
      '(cast($1 as text), cast($2 as timestamp(3)), cast($3 as timestamp(3)), cast($4 as uuid), cast($5 as text), cast($6 as integer)), ' +
      '(cast($7 as text), cast($8 as timestamp(3)), cast($9 as timestamp(3)), cast($10 as uuid), cast($11 as text), cast($12 as integer))) ' +
      'as given (s0, s1, s2, w0, w1, w2) where "operations"."id" = given.w0 and "operations"."status" = given.w1 ' +
      'and "operations"."payer_acts" = given.w2 returning 1) select 1 / ((select count(*) from w0) = 2)::int',
  )
  assert.deepEqual(merged.flatMap(valuesOf), [
    ...['paid', null, null, 'one', 'pending', 0],
    ...['paid', null, 'then', 'two', 'pending', 0],
  ])
})

test('one update stays as it is, and one for rows without a value has a shape of its own', () => {
  assert.deepEqual(merge([moved('one', null)], 0), moved('one', null))
  const without = [update('operations', { due_at: null }, { id: 'one', leased_until: 0, external_claim: null })]
  const withOne = [update('operations', { due_at: null }, { id: 'one', leased_until: 0, external_claim: 'a' })]
  assert.notEqual(mergeShape(without), mergeShape(withOne))
  assert.match(batchText(merge([without, without], 0)), /"operations"\."external_claim" is null/)
})

test('a merged batch has the values of all, each once', () => {
  const name = fc.string({ minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.option(name)), { minLength: 1, maxLength: 16 }), (rows) => {
      const batches = rows.map(([id, dueAt]) => moved(id, dueAt))
      const merged = merge(batches, 0)
      assert.equal(merged.length, 1)
      const values = merged.flatMap(valuesOf)
      assert.deepEqual(
        values,
        batches.flat().flatMap((one) => valuesOf(one)),
      )
      const places = batchText(merged).match(/\$\d+/g) ?? []
      assert.deepEqual(
        places,
        values.map((_, at) => `$${at + 1}`).filter((_, at) => at < places.length),
      )
      assert.equal(places.length, values.length)
    }),
  )
})

test('of rows that only have to be there, a merged batch has each once and refuses none', () => {
  const span = fc.constantFrom('evt_000001', 'evt_000002', 'evt_000003')
  const account = fc.constantFrom('acc_1', 'acc_2')
  fc.assert(
    fc.property(fc.array(fc.tuple(account, span), { minLength: 1, maxLength: 32 }), (rows) => {
      const batches = rows.map(([account_id, at]) => [
        ensure('event_spans', { account_id, type: 'plan.created', span: at }),
      ])
      const [write, ...others] = merge(batches, 3)
      assert.ok(write?.kind === 'ensure' && others.length === 0)
      const names = write.rows.map((row) => `${row.account_id} ${row.span}`)
      assert.deepEqual(names, [...new Set(rows.map((row) => row.join(' ')))].sort())
      assert.match(batchText([write]), /on conflict do nothing\) select 1$/)
    }),
  )
})
