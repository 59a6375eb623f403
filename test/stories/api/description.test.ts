// The description of the API is whole: whoever generates a client from it, or reads it, finds everything there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothEngines } from '../../support/harness/world.ts'

interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: {
    name: string
    in: string
    schema: { description?: string; type?: string; format?: string; enum?: string[]; pattern?: string }
    description?: string
    required?: boolean
  }[]
  responses: Record<string, { description?: string; content?: object; headers?: object }>
  requestBody?: { required?: boolean; content: Record<string, { schema: { $ref?: string; required?: string[] } }> }
  security?: object[]
}

onBothEngines('the description of the API', (world) => {
  const described = async () => {
    const { body } = await world().send({ method: 'GET', url: '/openapi.json' })
    const paths = body.paths as Record<string, Record<string, Operation>>
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        path,
        method,
        operation,
      })),
    )
    return { body, calls }
  }

  test('every call has a name of its own, a sentence, an explanation, a known group and its refusals', async () => {
    const { body, calls } = await described()
    const tags = new Set(body.tags.map((tag: { name: string }) => tag.name))
    const names = new Map<string, string>()
    for (const { name, operation } of calls) {
      const { operationId = '', summary = '', description = '' } = operation
      assert.match(operationId, /^[a-z]+[A-Z][A-Za-z]*$/, name)
      assert.equal(names.get(operationId), undefined, `${name} is called like ${names.get(operationId)}`)
      names.set(operationId, name)
      assert.ok(summary.length > 5 && summary.length < 80, `${name}: ${summary}`)
      assert.ok(description.length > 15, `${name} says no more than its summary`)
      assert.ok(
        operation.tags?.every((tag) => tags.has(tag)),
        name,
      )
      for (const status of ['200', '400', '429', '500', '503'])
        assert.ok(operation.responses[status], `${name} without ${status}`)
    }
    assert.ok(calls.length >= 60)
  })

  test('every parameter says what it is; those of the path are the path’s', async () => {
    for (const { name, path, operation } of (await described()).calls) {
      const parameters = operation.parameters ?? []
      for (const { name: parameter, schema, description } of parameters) {
        const text =
          description ?? schema.description ?? JSON.stringify(schema).match(/"description":"(.+?)"/)?.[1] ?? ''
        assert.ok(text.length > 5, `${name}: ${parameter}`)
      }
      const inPath = parameters.filter((one) => one.in === 'path').map((one) => one.name)
      assert.deepEqual(inPath.toSorted(), [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).toSorted(), name)
    }
  })

  test('a body is required only where a field of it is required', async () => {
    const { body, calls } = await described()
    for (const { name, operation } of calls) {
      const [{ schema: given } = { schema: {} }] = Object.values(operation.requestBody?.content ?? {})
      const schema = given.$ref === undefined ? given : body.components.schemas[given.$ref.split('/').at(-1) ?? '']
      if (operation.requestBody === undefined) continue
      assert.equal(operation.requestBody.required, (schema.required ?? []).length > 0, name)
    }
  })

  test('calls that may be repeated safely say so', async () => {
    for (const { name, path, method, operation } of (await described()).calls) {
      const takesKey =
        operation.parameters?.some((one) => one.in === 'header' && one.name === 'Idempotency-Key') ?? false
      assert.equal(takesKey, method !== 'get' && !path.includes('/auth/'), name)
    }
  })

  test('what a call answers has a media type that its description names', async () => {
    const merchant = await world().merchant()
    const asked: string[] = []
    for (const { name, path, method, operation } of (await described()).calls) {
      if (method !== 'get' || path.includes('{')) continue
      const { status, headers } = await merchant.get(`${path}${path.includes('report') ? '?date=2026-01-15' : ''}`)
      if (status !== 200) continue
      const [mediaType = ''] = String(headers['content-type']).split(';')
      assert.ok(mediaType in (operation.responses[200]?.content ?? {}), `${name}: ${mediaType}`)
      asked.push(mediaType)
    }
    assert.ok(asked.length >= 40, String(asked.length))
    assert.deepEqual([...new Set(asked)].sort(), [
      'application/json',
      'application/x-pem-file',
      'text/csv',
      'text/plain',
    ])
  })

  test('a list is described as the files that it also is', async () => {
    const merchant = await world().merchant()
    let lists = 0
    for (const { name, path, method, operation } of (await described()).calls) {
      const isFile = operation.parameters?.some((one) => one.in === 'query' && one.name === 'format')
      if (method !== 'get' || path.includes('{') || !isFile) continue
      for (const format of ['csv', 'xlsx']) {
        const { status, headers } = await merchant.get(`${path}?format=${format}&date=2026-01-15`)
        const [mediaType = ''] = String(headers['content-type']).split(';')
        if (status === 200) assert.ok(mediaType in (operation.responses[200]?.content ?? {}), `${name}: ${mediaType}`)
      }
      lists += 1
    }
    assert.ok(lists >= 15, String(lists))
  })

  test('a parameter that is a number, a day or a choice is described as one, and a needed one as required', async () => {
    const merchant = await world().merchant()
    const wrong: string[] = []
    let tried = 0
    for (const { name, path, method, operation } of (await described()).calls) {
      if (method !== 'get' || path.includes('{')) continue
      const parameters = (operation.parameters ?? []).filter((one) => one.in === 'query')
      for (const { name: parameter, required = false, schema } of parameters) {
        const asked = async (query: string): Promise<string> =>
          (await merchant.get(`${path}?${query}`, { 'accept-language': 'en' })).body.error?.messages?.[
            parameter
          ]?.[0] ?? ''
        const refused = await asked(`${parameter}=zzz`)
        const isClosed = /must be (an integer|a day|[\w-]+, )/.test(refused)
        const saysSo = schema.type === 'integer' || schema.format === 'date' || 'enum' in schema
        if (isClosed !== saysSo && isClosed) wrong.push(`${name} ${parameter}: ${refused}`)
        const isNeeded = /is required|must be [\w-]+, /.test(await asked(''))
        if (isNeeded !== required) wrong.push(`${name} ${parameter} is ${isNeeded ? '' : 'not '}required`)
        tried += 1
      }
    }
    assert.ok(tried >= 100, String(tried))
    assert.deepEqual(wrong, [])
  })

  test('the headers that a client acts on are described', async () => {
    const { body, calls } = await described()
    const merchant = await world().merchant()
    const twice = async () =>
      merchant.post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx' }, { 'idempotency-key': 'ana' })
    await twice()
    const { headers } = await twice()
    const known = calls.find(({ name }) => name === 'POST /v1/customer')?.operation.responses[200]?.headers ?? {}
    for (const name of ['request-id', 'idempotent-replayed']) {
      assert.ok(name in headers, name)
      assert.ok(name in known, name)
    }
    for (const name of ['TooManyRequests', 'Busy'])
      assert.ok('retry-after' in body.components.responses[name].headers, name)
    assert.ok(!('retry-after' in body.components.responses.NotFound.headers))
  })

  test('a voucher takes what the description calls ignored, and refuses what it calls refused', async () => {
    const { body } = await described()
    const merchant = await world().merchant()
    const tried = { ignored: 0, refused: 0 }
    for (const [title, path] of [
      ['StoreVoucherRequest', '/v1/payment/convenience-store'],
      ['SpeiVoucherRequest', '/v1/payment/spei'],
    ] as const) {
      const { properties } = body.components.schemas[title]
      const inside = properties.payment.anyOf[0].properties
      for (const members of [properties, inside]) {
        for (const [name, { description = '' }] of Object.entries<{ description?: string }>(members)) {
          const isRefused = description.startsWith('Refused, unless')
          if (!isRefused && !description.endsWith('; ignored')) continue
          const member = { [name]: 5 }
          const { status } = await merchant.post(path, {
            total: 150,
            ...(members === inside ? { payment: member } : member),
          })
          assert.equal(status, isRefused ? 400 : 200, `${path}: ${name}, ${description}`)
          tried[isRefused ? 'refused' : 'ignored'] += 1
        }
      }
    }
    assert.ok(tried.ignored >= 20 && tried.refused >= 7, JSON.stringify(tried))
  })

  test('a list names the parameters that it ignores', async () => {
    const merchant = await world().merchant()
    const typo = await merchant.get('/v1/operations?estatus=N&limit=1&page=2&%0d%0aset-cookie=x')
    assert.equal(typo.status, 200)
    assert.equal(typo.headers['ignored-parameters'], 'estatus, page, %0D%0Aset-cookie')
    assert.equal((await merchant.get('/v1/operations?limit=1')).headers['ignored-parameters'], undefined)
    const card = await merchant.get('/v1/operations?4242424242424242=1&4242%204242%204242%204242=1')
    assert.equal(card.headers['ignored-parameters'], '****************, ****%20****%20****%20****')
  })

  test('an unknown path, a wrong method and a missing credential get an answer that says what to do', async () => {
    const asked = async (method: 'GET' | 'DELETE', url: string) =>
      (await world().send({ method, url, headers: { 'accept-language': 'en' } })).body.error
    const nowhere = await asked('GET', '/v1/operation?x=1')
    assert.equal(nowhere.code, 'UnknownServiceException')
    assert.match(nowhere.description, /^There is no service at GET \/v1\/operation\. .*\/docs/)
    assert.match((await asked('DELETE', '/v1/plan')).description, /Allow/)
    const missing = await asked('GET', '/v1/operations')
    assert.equal(missing.code, 'InvalidCredentialsException')
    assert.match(missing.description, /Authorization is missing: send "Basic "/)
  })
})
