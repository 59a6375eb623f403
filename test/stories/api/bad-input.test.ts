import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failures } from '../../../src/failures.ts'
import { publicKeyOf, tokenFor } from '../../support/fixtures/cards.ts'
import { chargeOf, operationsOf } from '../../support/fixtures/charges.ts'
import { sealEnvelope } from '../../support/fixtures/envelope-seal.ts'
import {
  type Belongings,
  belongingsOf,
  type Call,
  everyCall,
  goodBodies,
  neededQuery,
  parametersOf,
  pathOf,
  type Schema,
} from '../../support/harness/every-call.ts'
import { assertWritesNothing, holdRows } from '../../support/harness/rows.ts'
import { type Answer, type Merchant, onBothEngines, onOneEngine } from '../../support/harness/world.ts'

const CODES = new Set<string>(Object.values(failures).map(([code]) => code))

/** A refusal in the form of the specification, with a code of the table and a status that no client takes for a fault of ours. */
function assertRefused(answer: Answer, what: string): void {
  assert.ok(answer.status >= 400 && answer.status < 500, `${what}: ${answer.status} ${answer.text.slice(0, 300)}`)
  const { success, error, request_id, ...rest } = answer.body ?? {}
  assert.equal(success, false, what)
  assert.ok(CODES.has(error?.code), `${what}: ${answer.text.slice(0, 300)}`)
  for (const text of [error.message, error.description]) assert.ok(typeof text === 'string' && text !== '', what)
  assert.match(request_id, /^req_/, what)
  assert.deepEqual(rest, {}, what)
  const allowed = ['code', 'reason', 'message', 'description', 'messages', 'detail']
  assert.deepEqual(
    Object.keys(error).filter((key) => !allowed.includes(key)),
    [],
    what,
  )
  for (const texts of Object.values(error.messages ?? {})) assert.ok(Array.isArray(texts) && texts.length > 0, what)
  assert.ok(answer.text.length < 12_000, `${what}: a refusal of ${answer.text.length} characters`)
}

/** For input that may be taken: whatever is answered is an answer or a refusal, never a fault. */
function assertAnswered(answer: Answer, what: string): void {
  if (answer.status === 200) return
  assertRefused(answer, what)
}

const shown = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 80)

/** One value of each JSON type. */
const ofEachType = [null, true, 7, 'text', [], ['x', [{}]], {}, { a: { b: 1 } }]

/** How PHP writes an object without entries: taken for these. */
const MAY_BE_EMPTY_LISTS = new Set(['metadata', 'payment', 'payment.reference'])
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

const badAmounts: unknown[] = [
  -1, -0.01, 10.005, 1e21, 1e308, 99_999_999_999, 10.0001,
  'NaN', 'abc', '', ' 10', '10 ', '1e2', '10,50', '+10', '0x10', '010', '10.005', '-5', '99999999999', '١٠', '１０', '$10', '9'.repeat(20),
  true, [], [10], {}, { amount: 10 },
] // biome-ignore format: one line of numbers, one of texts, one of other types.

const strangeTexts = [
  'x'.repeat(5_000),
  '日本語のテキスト',
  'שלום \u202e مرحبا',
  '👩‍👩‍👧‍👦',
  "'; drop table operations; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '__proto__',
  '../../etc/passwd',
  ' ',
  '%00',
]

/** Written out, because no JSON.stringify makes them. */
const unreadableTexts = ['"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"']

const badBodies: [string, string][] = [
  ['a list', '[1]'],
  ['a list of objects', '[{"total":100}]'],
  ['a text', '"total"'],
  ['a number', '1'],
  ['null', 'null'],
  ['true', 'true'],
  ['half an object', '{"total":'],
  ['NaN', '{"total":NaN}'],
  ['a trailing comma', '{"total":1,}'],
  ['two objects', '{}{}'],
  ['XML', '<total>100</total>'],
  ['objects 10,000 deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['lists 100,000 deep', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['a NUL in a name', '{"a\\u0000":1}'],
  ['half a surrogate pair in a name', '{"\\ud800":1}'],
]

/** Ids that are none, as they come in a path. */
const badIds = [
  'a%2Fb',
  '%2e%2e%2f',
  '%00',
  'x%00y',
  '%ff',
  '%c3%28',
  '%',
  'a'.repeat(10_240),
  encodeURIComponent('日本'),
  '%20',
  "'%20or%201=1--",
  'a'.repeat(101),
  '%F0%9F%92%B3',
  '__proto__',
  'null',
  '-1',
]

onOneEngine('bad input gets a clear refusal and leaves nothing behind', (world) => {
  const setting = async (): Promise<{ merchant: Merchant; has: Belongings; calls: Call[] }> => {
    const merchant = await world().merchant()
    return { merchant, has: await belongingsOf(world(), merchant), calls: await everyCall(world()) }
  }
  const takesBody = ({ method, takesFile }: Call) => method !== 'GET' && !takesFile

  test('this file has a body that succeeds for every call that takes one', async () => {
    const { merchant, has, calls } = await setting()
    const unknown = calls.filter((call) => call.body !== undefined && !(nameOf(call) in goodBodies)).map(nameOf)
    assert.deepEqual(unknown, [], 'add a body that succeeds to test/support/harness/every-call.ts')
    for (const call of calls.filter((one) => one.body !== undefined)) {
      const body = await goodBodies[nameOf(call)]?.(world(), merchant, has)
      const answer = await merchant.call(call.method, pathOf(call.path, has), body)
      assert.equal(answer.status, 200, `${nameOf(call)}: ${answer.text}`)
    }
  })

  test('a missing body, a too large one and one of another type are refused', async (t) => {
    const { merchant, has, calls } = await setting()
    const rows = await holdRows(world())
    for (const call of calls.filter(takesBody)) {
      const url = pathOf(call.path, has)
      await t.test(nameOf(call), async () => {
        for (const [title, text] of badBodies) {
          assertRefused(await merchant.call(call.method, url, text), `${nameOf(call)} with ${title}`)
        }
        const large = await merchant.call(call.method, url, `{"a":"${'x'.repeat(256 * 1024)}"}`)
        assertRefused(large, `${nameOf(call)} too large`)
        assert.equal(large.status, 413)
        for (const type of [
          'text/plain',
          'text/xml',
          'multipart/form-data; boundary=x',
          'application/x-www-form-urlencoded',
          'application/octet-stream',
          'nonsense',
          'application/jsonp',
        ]) {
          const answer = await merchant.call(call.method, url, '{"total":100}', { 'content-type': type })
          assertRefused(answer, `${nameOf(call)} as ${type}`)
          assert.equal(answer.status, 415, `${nameOf(call)} as ${type}`)
        }
        await rows.stillSo(nameOf(call))
      })
    }
    await rows.stillSoAfterAll('a missing body')
  })

  /** Every call that takes a body, with one that succeeds. */
  const withBodies = async () => {
    const { merchant, has, calls } = await setting()
    const taking: { call: Call & { body: Schema }; good: object; send: (body: unknown) => Promise<Answer> }[] = []
    for (const call of calls) {
      const { body, method } = call
      if (body === undefined) continue
      const good = (await goodBodies[nameOf(call)]?.(world(), merchant, has)) as object
      const url = pathOf(call.path, has)
      taking.push({ call: { ...call, body }, good, send: (one) => merchant.call(method, url, one) })
    }
    return { merchant, has, taking }
  }

  test('every field of every body: missing, unknown, of another type, unreadable', async (t) => {
    const { taking } = await withBodies()
    const rows = await holdRows(world())
    for (const { call, good, send } of taking) {
      await t.test(nameOf(call), async () => {
        for (const name of call.body.required ?? []) {
          const { [name]: _, ...rest } = good as Record<string, unknown>
          const answer = await send(rest)
          assertRefused(answer, `${nameOf(call)} without ${name}`)
          assert.ok(name in answer.body.error.messages, `${nameOf(call)} without ${name}: ${answer.text}`)
        }
        if (call.body.additionalProperties === false) {
          for (const name of ['zzz', '__proto__', 'constructor', 'x'.repeat(2_000), 'a/b~c', '名']) {
            const answer = await send(
              `{${JSON.stringify(good).slice(1, -1)}${good && Object.keys(good).length > 0 ? ',' : ''}${JSON.stringify(name)}:1}`,
            )
            assertRefused(answer, `${nameOf(call)} with a field ${name.slice(0, 20)}`)
          }
        }
        for (const { path, schema } of fieldsOf(call.body)) {
          for (const value of ofEachType) {
            if (admits(schema, value) || (MAY_BE_EMPTY_LISTS.has(path.join('.')) && isEmptyList(value))) continue
            const answer = await send(put(good, path, value))
            assertRefused(answer, `${nameOf(call)} with ${path.join('.')} = ${shown(value)}`)
            assert.ok(
              Object.keys(answer.body.error.messages ?? {}).some((name) => name.startsWith(path.join('.'))),
              `${nameOf(call)} with ${path.join('.')} = ${shown(value)} names ${answer.text}`,
            )
          }
          for (const text of unreadableTexts) {
            const body = JSON.stringify(put(good, path, '#here#')).replace('"#here#"', text)
            assertRefused(await send(body), `${nameOf(call)} with ${path.join('.')} = ${text}`)
          }
        }
        await rows.stillSo(nameOf(call))
      })
    }
    await rows.stillSoAfterAll('a field')
  })

  /** Removes the webhooks that a call has made: each would be sent every event of what follows. */
  const withoutMade = async ({ merchant, has }: { merchant: Merchant; has: Belongings }) => {
    const { webhooks } = (await merchant.get('/v1/webhook')).body.result
    for (const { id } of webhooks) {
      if (id === has.webhook) continue
      assert.equal((await merchant.call('DELETE', `/v1/webhook/${id}`)).status, 200)
    }
  }

  test('every field of every body: of another type that it may have, strange', async (t) => {
    const { taking, ...own } = await withBodies()
    for (const { call, good, send } of taking) {
      await t.test(nameOf(call), async () => {
        for (const { path, schema } of fieldsOf(call.body)) {
          for (const value of [...ofEachType.filter((one) => admits(schema, one)), ...strangeTexts]) {
            assertAnswered(
              await send(put(good, path, value)),
              `${nameOf(call)} with ${path.join('.')} = ${shown(value)}`,
            )
          }
        }
        if (call.path === '/v1/webhook') await withoutMade(own)
      })
    }
  })

  test('the refusal of a field of another type is readable, in both languages', async () => {
    const merchant = await world().merchant()
    const body = { total: null, payment: 7, store: ['OXXO'] }
    const spanish = (await merchant.post('/v1/payment/convenience-store', body)).body.error.messages
    assert.deepEqual(spanish.total, ['total debe ser un número o un texto'])
    assert.deepEqual(spanish.payment, ['payment debe ser un objeto'])
    assert.deepEqual(spanish.store, ['store debe ser un texto'])
    const english = await merchant.post('/v1/payment/convenience-store', body, { 'accept-language': 'en' })
    assert.deepEqual(english.body.error.messages.total, ['total must be a number or a text'])
    const envelope = (await merchant.post('/v1/token', { key: '', data: 'x' })).body.error.messages
    assert.deepEqual(envelope, { key: ['key no debe estar vacío'] })
    for (const period of ['siglo', 7, null]) {
      const plan = await merchant.post('/v1/plan', { name: 'Oro', amount: 99, period })
      assert.deepEqual(plan.body.error.messages, { period: ['period debe ser uno de: day, week, month, year'] })
    }
    const customer = { name: 'Ana', email: 'ana@ejemplo.mx', metadata: { member: { id: '4242424242424242' } } }
    assert.deepEqual((await merchant.post('/v1/customer', customer)).body.error.messages, {
      'metadata.member.id': ['metadata.member.id parece un número de tarjeta: los datos de tarjeta solo van cifrados'],
    })
  })

  test('invalid amounts are refused', async (t) => {
    const { merchant, has } = await setting()
    for (const [name, field, alsoZero] of [
      ['POST /v1/payment/convenience-store', 'total', true],
      ['POST /v1/payment/spei', 'total', true],
      ['POST /v1/sandbox/pay/store', 'amount', true],
      ['POST /v1/sandbox/pay/spei', 'amount', true],
      ['POST /v1/plan', 'amount', true],
      ['PUT /v1/sandbox/fees', 'fixed', false],
      ['PUT /v1/sandbox/fees', 'percentage', false],
    ] as const) {
      await t.test(`${name} ${field}`, async () => {
        const [method = '', url = ''] = name.split(' ')
        const good = await goodBodies[name]?.(world(), merchant, has)
        await assertWritesNothing(world(), name, async () => {
          for (const amount of [...badAmounts, ...(alsoZero ? [0, '0', '0.00', -0] : [])]) {
            // Left out, empty means the voucher's own total; a percentage may have three decimals.
            if (amount === '' && name.includes('/pay/')) continue
            if (field === 'percentage' && ['10.005', 10.005].includes(amount as number)) continue
            const answer = await merchant.call(method, url, { ...good, [field]: amount })
            assertRefused(answer, `${name} with ${field} = ${shown(amount)}`)
            const said = answer.body.error.messages?.[field] ?? []
            assert.ok(said.length > 0, `${name} with ${shown(amount)}: ${answer.text}`)
            for (const text of said) assert.ok(text.includes(field), `${name} with ${shown(amount)} says: ${text}`)
          }
        })
      })
    }
  })

  test('every field of a sealed charge, of every type', async () => {
    const { merchant } = await setting()
    const before = (await operationsOf(world(), merchant)).map(({ id }) => id)
    const token = await tokenFor(world(), merchant, '4242424242424242')
    const publicKey = await publicKeyOf(world())
    const charge = async (change: Record<string, unknown>) =>
      merchant.post('/v1/payment/card', sealEnvelope(chargeOf(token, change), publicKey))
    const texts = [
      'recurrent',
      'payment.external.transaction',
      'payment.reference.number',
      'payment.reference.description',
      'payment.total.currency',
      'payment.external.application_key',
      'payment.affiliated.user',
    ]
    await assertWritesNothing(world(), 'a charge', async () => {
      for (const path of ['payment', 'payment.total', 'payment.reference', ...texts]) {
        for (const value of [true, [], ['x'], ...(texts.includes(path) ? [7, {}] : [])]) {
          assertRefused(await charge({ [path]: value }), `a charge with ${path} = ${shown(value)}`)
        }
      }
      for (const path of texts) assertRefused(await charge({ [path]: 'a\0b' }), `a charge with NUL in ${path}`)
      for (const path of ['payment.total.amount', 'payment.tip.amount', 'payment.affiliated.total_fee']) {
        const zero = path === 'payment.total.amount' ? [0, '0', '0.00', null] : []
        for (const amount of [...badAmounts, ...zero]) {
          if (amount === '' && zero.length === 0) continue
          assertRefused(await charge({ [path]: amount }), `a charge with ${path} = ${shown(amount)}`)
        }
      }
    })
    for (const path of [
      'payment.origin',
      'payment.origin.ip',
      'payment.origin.location',
      'payment.origin.location.latitude',
      'metadata',
      'months',
      'total',
      'payment.tip',
      'payment.affiliated',
      'payment.external',
    ]) {
      for (const value of [...ofEachType, ...strangeTexts, 1e308]) {
        const answer = await charge({ [path]: value, recurrent: 'tok_none' })
        assertRefused(answer, `a charge with ${path} = ${shown(value)}`)
      }
    }
    const after = (await operationsOf(world(), merchant)).map(({ id }) => id)
    assert.deepEqual(after, before)
  })

  test('malformed ids in paths, and ids of another account', async (t) => {
    const { merchant, has, calls } = await setting()
    const other = await world().merchant()
    const taking = []
    for (const call of calls) {
      const names = parametersOf(call.path)
      if (names.length === 0) continue
      taking.push({ call, names, good: await goodBodies[nameOf(call)]?.(world(), merchant, has) })
    }
    const rows = await holdRows(world())
    for (const { call, names, good } of taking) {
      await t.test(nameOf(call), async () => {
        for (const name of names) {
          for (const value of badIds) {
            // A webhook may be made under any id that has the form of one.
            if (nameOf(call) === 'PUT /v1/webhook/{id}' && /^[\w-]+$/.test(value) && value.length <= 100) continue
            const answer = await merchant.call(call.method, pathOf(call.path, has, { name, value }), good)
            // The entries of something that has none are none; a reference number may be any text.
            if (name === 'cause' && answer.status === 200) assert.deepEqual(answer.body.result.entries, [])
            else assertRefused(answer, `${nameOf(call)} with ${name} = ${value.slice(0, 30)}`)
          }
        }
        await rows.stillSo(nameOf(call))
        // Of a file against a dispute: `dispute-evidence`.
        if (call.path.includes('promotion') || call.takesFile) return
        const foreign = await other.call(call.method, `${pathOf(call.path, has)}?${neededQuery(call)}`, good)
        if (call.path.includes('/ledger/entries/')) assert.deepEqual(foreign.body.result.entries, [])
        else assert.equal(foreign.status, 404, `${nameOf(call)} of another account: ${foreign.text}`)
        await rows.stillSo(nameOf(call))
      })
    }
    await rows.stillSoAfterAll('an id')
  })

  test('invalid query parameters', async () => {
    const { merchant, has, calls } = await setting()
    await assertWritesNothing(world(), 'a query', async () => {
      for (const call of calls) {
        const url = pathOf(call.path, has)
        const asking = (name: string, value: string) =>
          merchant.call(call.method, `${url}?${neededQuery(call, name)}&${name}=${value}`)
        for (const { name } of call.query) {
          const values = [
            '-1',
            'x',
            '1.5',
            '99999999999999999999',
            'NaN',
            '2026-02-30',
            '2026-13-01',
            '%00',
            '%ff',
            '%F0%9F%92%B3',
            'a'.repeat(10_240),
            "'",
            '[]',
            '1&'.concat(name, '=2'),
          ]
          for (const value of values) {
            assertAnswered(await asking(name, value), `${nameOf(call)}?${name}=${value.slice(0, 30)}`)
          }
          const refused = name.endsWith('date')
            ? ['2026-02-30', 'x', '20260101', '-1', '2026-1-1', '%00', '9999-13-31']
            : name === 'limit' || name === 'offset'
              ? ['-1', 'x', '1.5', '1e3', '%00', '%D9%A3']
              : []
          for (const value of refused) {
            const answer = await asking(name, value)
            assertRefused(answer, `${nameOf(call)}?${name}=${value}`)
            assert.ok(name in answer.body.error.messages, `${nameOf(call)}?${name}=${value}: ${answer.text}`)
          }
        }
        for (const junk of ['?&&==&', '?%', '?=', `?${'a=1&'.repeat(2_000)}`, '?__proto__[x]=1', '?a[]=1&a[b]=2']) {
          if (call.method !== 'GET' || call.path.includes('apply-reversal')) continue
          assertAnswered(await merchant.get(url + junk), `${nameOf(call)} with ${junk.slice(0, 20)}`)
        }
      }
      const reversed = await merchant.get('/v1/operations?start_date=2026-11-20&end_date=2026-11-19')
      assertRefused(reversed, 'an end before the start')
    })
  })

  test('unsupported methods and unknown paths', async () => {
    const { merchant, has, calls } = await setting()
    await assertWritesNothing(world(), 'another method', async () => {
      for (const [path, ofPath] of Map.groupBy(calls, (call) => call.path)) {
        const known = ofPath.map((call) => call.method)
        for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          if (known.includes(method) || (method === 'HEAD' && ['/healthz', '/readyz'].includes(path))) continue
          const answer = await merchant.call(method, pathOf(path, has))
          assert.equal(answer.status, 405, `${method} ${path}`)
          for (const one of known) assert.match(String(answer.headers.allow), new RegExp(`\\b${one}\\b`))
          if (method !== 'HEAD') assertRefused(answer, `${method} ${path}`)
        }
      }
      for (const path of [
        '/',
        '/v1',
        '/v1/',
        '/v2/operations',
        '/v1/operation',
        '/v1/payment',
        '/V1/operations',
        '/v1/%00',
        '/%ff',
        '/v1/operations/a/b/c',
        `/${'x'.repeat(10_240)}`,
      ]) {
        for (const method of ['GET', 'POST']) {
          const answer = await merchant.call(method, path, method === 'POST' ? {} : undefined)
          if (answer.headers['content-type']?.toString().includes('html')) assert.equal(answer.status < 500, true, path)
          else assertRefused(answer, `${method} ${path.slice(0, 40)}`)
        }
      }
    })
  })

  test('a request without a known caller', async () => {
    const { has, calls } = await setting()
    await assertWritesNothing(world(), 'a call without a credential', async () => {
      for (const call of calls) {
        if (call.open) continue
        const answer = await world().send({ method: call.method as 'GET', url: pathOf(call.path, has) })
        assertRefused(answer, nameOf(call))
        assert.equal(answer.status, 401, nameOf(call))
      }
    })
  })

  test('an invalid idempotency key', async () => {
    const { merchant, has } = await setting()
    const bodies = [
      'POST /v1/payment/spei',
      'POST /v1/customer',
      'POST /v1/plan',
      'POST /v1/operations/send',
      'POST /v1/webhook',
    ]
    await assertWritesNothing(world(), 'a key', async () => {
      for (const name of bodies) {
        const [method = '', url = ''] = name.split(' ')
        const good = await goodBodies[name]?.(world(), merchant, has)
        for (const key of ['', 'k'.repeat(256), 'llavé', 'a\tb']) {
          const answer = await merchant.call(method, url, good, { 'idempotency-key': key })
          assertRefused(answer, `${name} under ${shown(key)}`)
          assert.ok('Idempotency-Key' in answer.body.error.messages)
        }
      }
    })
  })
})

onBothEngines('two requests at once under one idempotency key have one effect', (world) => {
  test('for every call', async (t) => {
    const merchant = await world().merchant()
    const has = await belongingsOf(world(), merchant)
    for (const call of await everyCall(world())) {
      if (call.body === undefined || call.path.includes('/auth/')) continue
      await t.test(nameOf(call), async () => {
        const good = await goodBodies[nameOf(call)]?.(world(), merchant, has)
        const headers = { 'idempotency-key': `at-once ${nameOf(call)}` }
        const ask = () => merchant.call(call.method, pathOf(call.path, has), good, headers)
        const answers = [...(await Promise.all([ask(), ask()])), await ask()]
        const done = answers.filter((answer) => answer.status === 200)
        // While the first runs, the second may be told so.
        for (const answer of answers) {
          if (answer.status !== 200) assert.equal(answer.body.error.code, 'IdempotencyException', answer.text)
        }
        assert.ok(done.length >= 2, answers.map((answer) => answer.text).join('\n'))
        // The secret of a credential is shown once, to whoever made it.
        const secrets = done.filter((answer) => answer.body.result?.app_secret !== undefined)
        assert.ok(secrets.length <= 1)
        for (const { body } of secrets) delete body.result.app_secret
        for (const answer of done) assert.deepEqual(answer.body, done[0]?.body)
        assert.equal(done.filter((answer) => answer.headers['idempotent-replayed'] === undefined).length, 1)
        // A sealed message is what counts, not what lies beside it.
        if (call.body.properties.data !== undefined) return
        const other = await merchant.call(call.method, pathOf(call.path, has), { ...good, zzz: 1 }, headers)
        assert.ok([400, 422].includes(other.status), other.text)
      })
    }
  })
})

function nameOf(call: Call): string {
  return `${call.method} ${call.path}`
}

/** Every field of a body's schema, those inside objects too. */
function fieldsOf(schema: Schema, path: string[] = []): { path: string[]; schema: Schema }[] {
  return Object.entries<Schema>(schema.properties ?? {}).flatMap(([name, inner]) => {
    const at = [...path, name]
    const objects = [inner, ...(inner.anyOf ?? [])].filter((one) => one.properties !== undefined)
    return [{ path: at, schema: inner }, ...objects.flatMap((one) => fieldsOf(one, at))]
  })
}

/** Whether a value is of a type that the schema names. */
function admits(schema: Schema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((one: Schema) => admits(one, value))
  if ('const' in schema) return schema.const === value
  if (schema.enum) return schema.enum.includes(value)
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return typeof value === schema.type
    case 'number':
    case 'integer':
      return typeof value === 'number'
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    default:
      return true
  }
}

/** A copy of the body with a value at a path. */
function put(body: object | undefined, [name = '', ...inner]: string[], value: unknown): object {
  const copy: Record<string, unknown> = { ...body }
  const below = copy[name]
  copy[name] = inner.length === 0 ? value : put(typeof below === 'object' && below !== null ? below : {}, inner, value)
  return copy
}
