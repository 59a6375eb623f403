// Whoever sends a text of another form reads in plain words what is expected: a regular expression is shown to no one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, onOneEngine } from '../../support/harness/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema, read as it comes.
type Json = any

/** A text that no pattern of ours takes. */
const WRONG = '¿? «no»'

onOneEngine('a text in another format', (world) => {
  test('is refused in words, whatever call it is in', async () => {
    const merchant = await world().merchant()
    const description = (await merchant.get('/openapi.json')).body
    const resolved = (schema: Json): Json =>
      schema?.$ref === undefined ? schema : description.components.schemas[schema.$ref.split('/').at(-1)]
    /** The paths to every member with a pattern, as bodies that have nothing else. */
    const wrongBodies = (given: Json, depth = 0): { path: string; pattern: string; body: unknown }[] => {
      const schema = resolved(given)
      if (typeof schema !== 'object' || schema === null || depth > 6) return []
      const here =
        typeof schema.pattern === 'string'
          ? [{ path: '', pattern: schema.pattern as string, body: WRONG as unknown }]
          : []
      const inside = Object.entries<Json>(schema.properties ?? {}).flatMap(([name, inner]) =>
        wrongBodies(inner, depth + 1).map((one) => ({
          ...one,
          path: `${name}.${one.path}`,
          body: { [name]: one.body },
        })),
      )
      const items = schema.items === undefined ? [] : wrongBodies(schema.items, depth + 1)
      const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
      return [
        ...here,
        ...inside,
        ...items.map((one) => ({ ...one, path: `0.${one.path}`, body: [one.body] })),
        ...branches.flatMap((one) => wrongBodies(one, depth + 1)),
      ]
    }
    const asked: string[] = []
    for (const [path, calls] of Object.entries<Json>(description.paths)) {
      const url = path.replace(/\{\w+\}/g, 'x')
      for (const [method, call] of Object.entries<Json>(calls)) {
        const refused = async (query: string, body: unknown, pattern: string, name: string) => {
          if (!path.startsWith('/v1')) return
          for (const language of ['es', 'en']) {
            const answer: Answer = await merchant.call(method.toUpperCase(), `${url}${query}`, body, {
              'Accept-Language': language,
            })
            if (answer.status !== 400) return
            const text: string = JSON.stringify(answer.body.error)
            assert.ok(!text.includes(JSON.stringify(pattern).slice(1, -1)), `${method} ${path} ${name}: ${text}`)
            assert.doesNotMatch(text, /pattern|\^\[|\\\\d|\]\$|patrón/, `${method} ${path} ${name}: ${text}`)
            if (language === 'en' && answer.body.error.messages?.[name] !== undefined)
              asked.push(`${method} ${path} ${name}`)
          }
        }
        for (const parameter of call.parameters ?? [])
          if (parameter.in === 'query')
            for (const { pattern } of wrongBodies(parameter.schema))
              await refused(`?${parameter.name}=${encodeURIComponent(WRONG)}`, undefined, pattern, parameter.name)
        const schema = call.requestBody?.content?.['application/json']?.schema
        for (const { path: member, pattern, body } of wrongBodies(schema))
          await refused('', body, pattern, member.replace(/\.+$/, ''))
      }
    }
    for (const one of [
      'post /v1/sandbox/reconcile corrects',
      'post /v1/sandbox/disputes transaction',
      'get /v1/events operation',
    ])
      assert.ok(asked.includes(one), `${one} is not among ${asked.join(', ')}`)
  })

  test('a statement is named by its id, or the refusal says what that looks like', async () => {
    const merchant = await world().merchant()
    const answer = await merchant.post('/v1/sandbox/reconcile', { content: 'x', corrects: 'STM 1' })
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.body.error.messages, {
      corrects: [
        'corrects debe ser el id de un estado de cuenta, como stm_06ehx5pav000t6r0k8k1v3q2m4: viene en la respuesta de su conciliación',
      ],
    })
  })

  test('a value of a closed set is refused with the set', async () => {
    const merchant = await world().merchant()
    const answer = await merchant.call(
      'PUT',
      '/v1/risk/rules',
      { rules: [{ kind: 'nothing' }] },
      { 'Accept-Language': 'en' },
    )
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.body.error.messages, {
      'rules.0.kind': ['rules.0.kind must be one of: limit, block, country-mismatch'],
    })
  })
})
