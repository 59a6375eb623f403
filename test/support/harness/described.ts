// Compares the answers of stories with the description of the API: every call, status, code and shape in them must be described.
import assert from 'node:assert/strict'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Schema from 'typebox/schema'
import type { App } from '../../../src/api/server.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, read as it comes.
type Json = any

interface Described {
  document: Json
  calls: { method: string; path: RegExp; name: string; responses: Json }[]
}

/** Answers that any request may get before it reaches a call, from the server or another method's route. */
const BEFORE_ANY_CALL = [400, 404, 405, 408, 413, 415, 431, 500, 503]

/** The folder in which the processes of a run share their descriptions: to make one takes longer than most stories. */
const SHARED = process.env.COBRO_TEST_DESCRIPTIONS

/** One for each kind of service: all of a kind have the same description. */
const described = new Map<string, Described>()
const checks = new Map<string, { asked: number; schema: never; compiled?: ReturnType<typeof Schema.Compile> }>()

/** Compiling a check costs as much as this number of unchecked answers. */
const WORTH_COMPILING = 20

/** Fails when the description of the API does not know this answer. */
export function mustBeDescribed(
  app: App,
  request: { method: string; url: string },
  answer: { status: number; body: unknown },
): void {
  const url = (request.url.split('?')[0] ?? '').replace(/\/{2,}/g, '/')
  if (!url.startsWith('/v1/') || answer.body === undefined) return
  const { document, calls } = descriptionOf(app)
  const call = calls.find(({ method, path }) => method === request.method.toUpperCase() && path.test(url))
  if (call === undefined) return
  const response = resolved(document, call.responses[answer.status])
  const code = (answer.body as { error?: { code?: string } }).error?.code
  if (response === undefined) {
    if (BEFORE_ANY_CALL.includes(answer.status) && answer.status !== 404) return
    assert.fail(`${call.name} answers ${answer.status} ${code}: name that refusal in its config.refusals`)
  }
  const schema = response.content?.['application/json']?.schema
  if (schema === undefined) return
  const key = `${call.name} ${answer.status}`
  const check = checks.get(key) ?? { asked: 0, schema: inlined(document, schema) as never }
  checks.set(key, check)
  check.asked += 1
  if (check.asked === WORTH_COMPILING) check.compiled = Schema.Compile(check.schema)
  if (check.compiled ? check.compiled.Check(answer.body) : Schema.Check(check.schema, answer.body)) return
  const faults = JSON.stringify(Schema.Errors(check.schema, answer.body)).slice(0, 2_000)
  assert.fail(
    `${call.name} answers ${answer.status} ${code ?? ''} in another way than it is described: name a refusal in config.refusals, a field in its schema: ${faults} in ${JSON.stringify(answer.body).slice(0, 1_000)}`,
  )
}

/** Reads the description, so that no story waits for it. */
export function learnDescription(app: App): void {
  descriptionOf(app)
}

function descriptionOf(app: App): Described {
  const kind = app.hasRoute({ method: 'GET', url: '/v1/sandbox/clock' }) ? 'sandbox' : 'production'
  const known = described.get(kind)
  if (known !== undefined) return known
  const document = documentOf(app, kind)
  const calls = Object.entries<Json>(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, { responses }]) => ({
        method: method.toUpperCase(),
        path: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
        name: `${method.toUpperCase()} ${path}`,
        responses,
      })),
    )
    // A path without parameters goes first.
    .sort((one, other) => one.name.split('{').length - other.name.split('{').length)
  const made = { document, calls }
  described.set(kind, made)
  return made
}

function documentOf(app: App, kind: string): Json {
  if (SHARED === undefined) return app.swagger()
  const path = join(SHARED, `${kind}.json`)
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    const document = app.swagger()
    // Whole or not at all, for a process that reads it at this moment.
    writeFileSync(`${path}.${process.pid}`, JSON.stringify(document))
    renameSync(`${path}.${process.pid}`, path)
    return document
  }
}

function resolved(document: Json, response: Json): Json {
  const name = response?.$ref?.split('/').at(-1)
  return name === undefined ? response : document.components.responses[name]
}

/** The schema with its components in place: to look each of them up in the document takes longer than the check itself. */
function inlined(document: Json, schema: Json): Json {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map((one) => inlined(document, one))
  const { $ref, ...rest } = schema
  const own = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, inlined(document, one)]))
  if (typeof $ref !== 'string') return own
  const component = inlined(document, document.components.schemas[$ref.split('/').at(-1) ?? ''])
  return { ...own, allOf: [component, ...(own.allOf ?? [])] }
}
