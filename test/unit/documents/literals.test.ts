// JSON that is written as a literal of a language is the same value there.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { type Json, literal } from '../../../src/documents/samples/literals.ts'
import { programs } from '../../../src/documents/samples/request-programs.ts'
import { statementsOf, Unreadable } from '../../../src/documents/samples/shell.ts'

const NAME = fc.string({ maxLength: 12 }).filter((name) => name !== '__proto__')
const VALUE = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program.
    fc.constantFrom("it's", 'say "it"', 'a\\b', '$x {$y} ${z}', 'línea\notra', '\u2028'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(NAME, tie('value'), { maxKeys: 4 }),
  ) as fc.Arbitrary<Json>,
})).value

test('of JavaScript', () => {
  fc.assert(
    fc.property(VALUE, (value) => {
      const read = runInNewContext(`JSON.stringify(${literal('node', value)})`)
      assert.deepEqual(JSON.parse(read), JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('of Python', () => {
  const values = fc.sample(VALUE, 200)
  const lines = values.map((value) => `print(json.dumps(${literal('python', value)}))`)
  const printed = execFileSync('python3', ['-'], { input: `import json\n${lines.join('\n')}\n`, encoding: 'utf8' })
  assert.deepEqual(
    printed
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    values.map((value) => JSON.parse(JSON.stringify(value))),
  )
})

test('of PHP: quotes and backslashes are escaped, nothing is a variable', () => {
  assert.equal(literal('php', "it's $x \\ {$y}"), String.raw`'it\'s $x \\ {$y}'`)
  assert.equal(literal('php', { a: [1, true, null], 'b c': {} }), "['a' => [1, true, null], 'b c' => (object) []]")
})

test('a request is the same in Python as in Node: its address, method, headers and body', () => {
  const request = {
    method: 'POST',
    address: "http://127.0.0.1:8080/v1/x?q=it's",
    basic: { key: 'sk', secret: 'a"b' },
    headers: { 'content-type': 'application/json', 'Idempotency-Key': "o'1" },
    body: { text: '{"a": [1, "ñ\'"]}' },
  }
  const node = runInNewContext(
    `(async () => { const said = []; const fetch = async (...all) => (said.push(all), { status: 1, text: async () => '' }); const console = { log() {} }
${programs.node.of(request)}
return JSON.stringify(said[0]) })()`,
    { btoa },
  ) as Promise<string>
  const fake = `import urllib.request as _r, sys as _s, json as _j
def _open(request):
    _s.stdout.write(_j.dumps([request.full_url, request.method, {k.lower(): v for k, v in request.header_items()}, request.data.decode()]))
    raise SystemExit
_r.urlopen = _open
`
  const printed = execFileSync('python3', ['-'], { input: fake + programs.python.of(request), encoding: 'utf8' })
  const [address, method, headers, body] = JSON.parse(printed)
  return node.then((answer) => {
    const [itsAddress, init] = JSON.parse(answer)
    const itsHeaders = Object.fromEntries(
      Object.entries(init.headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    assert.deepEqual([address, method, headers], [itsAddress, init.method, itsHeaders])
    assert.deepEqual(JSON.parse(body), JSON.parse(init.body))
    assert.equal(address, request.address)
  })
})

test('any text is read as commands or is unreadable, and ends', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'cobro $()"\'|;\\#\nA_-{}='), maxLength: 60 }), (text) => {
      try {
        statementsOf(text)
      } catch (fault) {
        assert.ok(fault instanceof Unreadable, String(fault))
      }
    }),
    { numRuns: 2_000 },
  )
})
