// Writes client/src/types.ts from the service's own description of its calls, so that client and service cannot disagree.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { readConfig } from '../src/config.ts'
import { createService } from '../src/service.ts'

export const TYPES_FILE = fileURLToPath(new URL('../client/src/types.ts', import.meta.url))

interface Schema {
  title?: string
  description?: string
  deprecated?: boolean
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
}

interface Described {
  summary?: string
  parameters?: { name: string; in: string; required?: boolean; schema: Schema; description?: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses?: Record<string, { content?: Record<string, { schema: Schema }> }>
}

/** The text of client/src/types.ts as the service is now. */
export async function clientTypes(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cobro-types-'))
  const config = readConfig({ DATABASE_URL: ':memory:', DATA_DIR: dataDir, LOG_LEVEL: 'silent', RSA_THREADS: '1' })
  const service = await createService(config, { log: pino({ level: 'silent' }) })
  try {
    await service.app.ready()
    const { paths } = service.app.swagger() as unknown as { paths: Record<string, Record<string, Described>> }
    return formatted(typesOf(paths))
  } finally {
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function typesOf(paths: Record<string, Record<string, Described>>): string {
  const named = new Map<string, string>()
  const calls = Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, call]) => callText(named, method, path, call)))
  const interfaces = [...named].map(([name, body]) => `export interface ${name} ${body}\n`)
  return [
    '// What travels on the wire, made from the schemas that the service checks it with: `npm run client:types` writes this file.\n',
    ...interfaces,
    `/** Every call of the service by its method and path. */\nexport interface Calls {\n${calls.join('\n')}\n}\n`,
  ].join('\n')
}

function callText(named: Map<string, string>, method: string, path: string, call: Described): string {
  const query = (call.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const body = Object.values(call.requestBody?.content ?? {})[0]?.schema
  const answer = Object.values(call.responses?.['200']?.content ?? {})[0]?.schema
  const result = answer?.properties?.result ?? answer?.properties?.connection
  const parts = [
    ...(query.length > 0 ? [`query: ${queryText(named, query)}`] : []),
    ...(body && takesFields(body) ? [`body: ${typeText(named, body)}`] : []),
    `result: ${result ? typeText(named, result) : 'undefined'}`,
  ]
  return `${note(call.summary)}'${method.toUpperCase()} ${path}': {\n${parts.join('\n')}\n}`
}

/** A body that has no fields is not sent. */
function takesFields(body: Schema): boolean {
  return body.properties === undefined || Object.keys(body.properties).length > 0
}

/** Queries are text on the wire; numbers and booleans become it. */
function queryText(named: Map<string, string>, query: NonNullable<Described['parameters']>): string {
  const lines = query.map(({ name, required, schema, description }) => {
    const given = typeText(named, schema)
    const wide = given === 'string' ? 'string | number' : given
    return `${note(description ?? schema.description)}${JSON.stringify(name)}${required ? '' : '?'}: ${wide} ${required ? '' : '| undefined'}`
  })
  return `{\n${lines.join('\n')}\n}`
}

function typeText(named: Map<string, string>, schema: Schema): string {
  if (schema.format === 'binary') return 'Uint8Array'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map((choice) => typeText(named, choice)))].join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeText(named, { ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return `Array<${typeText(named, schema.items ?? {})}>`
    case 'object':
      return objectText(named, schema)
    default:
      return 'unknown'
  }
}

/** An object with a title gets a name of its own; two that differ under one title stay without. */
function objectText(named: Map<string, string>, schema: Schema): string {
  const values = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties
  if (!schema.properties) {
    return `Record<string, ${typeof values === 'object' ? typeText(named, values) : 'unknown'}>`
  }
  // What is taken from older clients only is not offered to new ones.
  const offered = Object.entries(schema.properties).filter(([, inner]) => !inner.deprecated)
  const lines = offered.map(([name, inner]) => {
    const optional = !schema.required?.includes(name)
    return `${note(inner.description ?? inner.anyOf?.[0]?.description)}${JSON.stringify(name)}${optional ? '?' : ''}: ${typeText(named, inner)}${optional ? ' | undefined' : ''}`
  })
  const body = `{\n${lines.join('\n')}\n}`
  const title = schema.title?.replace(/[^A-Za-z0-9]+(.)?/g, (_whole, next: string = '') => next.toUpperCase())
  if (!title) return body
  const first = named.get(title)
  if (first === undefined) named.set(title, body)
  return first === undefined || first === body ? title : body
}

function note(text: string | undefined): string {
  return text ? `/** ${text.replaceAll('*/', '* /').replace(/\s*\n\s*/g, ' ')} */\n` : ''
}

function formatted(source: string): string {
  const biome = fileURLToPath(new URL('../node_modules/@biomejs/biome/bin/biome', import.meta.url))
  const run = spawnSync(process.execPath, [biome, 'format', '--stdin-file-path=client/src/types.ts'], {
    input: source,
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(`the types could not be formatted: ${run.stderr}`)
  return run.stdout
}

if (import.meta.main) writeFileSync(TYPES_FILE, await clientTypes())
