import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBody } from '../../../../src/api/body/read-json.ts'
import { repeatedName } from '../../../../src/api/body/repeated-names.ts'
import { Failure } from '../../../../src/failures.ts'

test('a name that an object has twice is named with its place', () => {
  for (const [json, name] of [
    ['{"total": 1, "total": 100}', 'total'],
    ['{"payment": {"reference": {"number": "1", "number": "2"}}}', 'payment.reference.number'],
    ['{"a": [{"b": 1}, {"b": 1, "b": 1}]}', 'a.b'],
    ['{"\\u0061mount": 1, "amount": 2}', 'amount'],
    ['{"x": "{\\"y\\": 1, \\"y\\": 2}", "x": 1}', 'x'],
    ['{"__proto__": 1, "__proto__": 2}', '__proto__'],
  ] as const) {
    assert.equal(repeatedName(json), name, json)
    assert.throws(
      () => parseBody(json),
      (error) => error instanceof Failure && Object.keys(error.options.fields ?? {})[0] === name,
      json,
    )
  }
})

test('equal names of different objects, and names in texts and lists, are no repetition', () => {
  for (const json of [
    '{}',
    '{"a": {"a": {"a": 1}}, "b": {"a": 1}}',
    '{"a": ["a", "a", {"a": "a"}, ["a", "a"]], "": 1}',
    '{"text": "\\"a\\": 1, \\"a\\": 2 {[", "other": "\\\\", "more": ":"}',
    `{"long": "${'\\\\'.repeat(100_000)}"}`,
    `{"list": [${'"x",'.repeat(50_000)}"x"]}`,
  ]) {
    assert.equal(repeatedName(json), '', json.slice(0, 60))
    assert.ok(parseBody(json), json.slice(0, 60))
  }
})
