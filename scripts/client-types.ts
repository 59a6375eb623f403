// Writes client/src/types.ts, and web/src/wire.ts of the calls that only the console makes, from the schemas with which the service checks
// its calls: client, console and service cannot disagree.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { nameSchemas } from '../src/api/description/components.ts'
import type { ConsoleCall } from '../src/api/description/openapi.ts'
import { describedService } from './described-service.ts'

export const TYPES_FILE = fileURLToPath(new URL('../client/src/types.ts', import.meta.url))

export const CONSOLE_TYPES_FILE = fileURLToPath(new URL('../web/src/wire.ts', import.meta.url))

interface Schema {
  $ref?: string
  oneOf?: Schema[]
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

interface Description {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

/** The texts of client/src/types.ts and web/src/wire.ts for the present service. */
export async function typesOfCalls(): Promise<{ client: string; console: string }> {
  return describedService((app) => {
    const described = app.swagger() as unknown as Description
    return { client: formatted(typesOf(described)), console: formatted(consoleTypesOf(described, app.consoleCalls())) }
  })
}

/** Types that the client has too are the client's. */
function consoleTypesOf({ components }: Description, calls: ConsoleCall[]): string {
  const paths: Description['paths'] = {}
  for (const { method, url, schema } of structuredClone(JSON.parse(JSON.stringify(calls))) as ConsoleCall[]) {
    const path = url.replaceAll(/:(\w+)/g, '{$1}')
    const jsonOf = (content: Schema) => ({ content: { 'application/json': { schema: content } } })
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        ...(schema.body && { requestBody: jsonOf(schema.body) }),
        responses: { 200: jsonOf(schema.response?.[200] ?? {}) },
      },
    }
  }
  const { schemas, ambiguous } = nameSchemas(paths, {}, {})
  if (ambiguous.length > 0) throw new Error(`two shapes have one title: ${ambiguous.join(', ')}`)
  const shared = Object.keys(schemas).filter((name) => name in components.schemas)
  const different = shared.filter((name) => textOf(name, schemas[name]) !== textOf(name, components.schemas[name]))
  if (different.length > 0) throw new Error(`the API has another shape of this title: ${different.join(', ')}`)
  const own = Object.fromEntries(Object.entries(schemas).filter(([name]) => !shared.includes(name)))
  const text = typesOf({ paths, components: { schemas: own } })
  const used = shared.filter((name) => new RegExp(`\\b${typeName(name)}\\b`).test(text))
  const imports = `import type { ${used.map(typeName).sort().join(', ')} } from '../../client/src/types.ts'\n`
  return text.replace('\n', `\n${used.length > 0 ? imports : ''}`)
}

function textOf(name: string, schema: Schema | undefined): string {
  return `${typeName(name)} ${typeText(schema ?? {})}`
}

function typesOf({ paths, components }: Description): string {
  const calls = Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, call]) => callText(method, path, call)))
  const named = Object.entries(components.schemas).map(([name, schema]) =>
    schema.properties
      ? `${note(schema.description)}export interface ${typeName(name)} ${typeText(schema)}\n`
      : `${note(schema.description)}export type ${typeName(name)} = ${typeText(schema)}\n`,
  )
  return [
    '// What travels on the wire, made from the schemas that the service checks it with: `npm run client:types` writes this file.\n',
    ...named,
    `/** Every call of the service by its method and path. */\nexport interface Calls {\n${calls.join('\n')}\n}\n`,
  ].join('\n')
}

function callText(method: string, path: string, call: Described): string {
  const query = (call.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const body = Object.values(call.requestBody?.content ?? {})[0]?.schema
  const answer = Object.values(call.responses?.['200']?.content ?? {})[0]?.schema
  const result = answer?.properties?.result ?? answer?.properties?.connection
  const parts = [
    ...(query.length > 0 ? [`query: ${queryText(query)}`] : []),
    ...(body && takesFields(body) ? [`body: ${typeText(body)}`] : []),
    `result: ${result ? typeText(result) : 'undefined'}`,
  ]
  return `${note(call.summary)}'${method.toUpperCase()} ${path}': {\n${parts.join('\n')}\n}`
}

/** A body that has no fields is not sent. */
function takesFields(body: Schema): boolean {
  return body.properties === undefined || Object.keys(body.properties).length > 0
}

/** Queries are text in a request; numbers and booleans become text. */
function queryText(query: NonNullable<Described['parameters']>): string {
  const lines = query.map(({ name, required, schema, description }) => {
    const type = typeText(schema)
    const wide = type === 'string' || type === 'number' ? 'string | number' : type
    return `${note(description ?? schema.description)}${JSON.stringify(name)}${required ? '' : '?'}: ${wide} ${required ? '' : '| undefined'}`
  })
  return `{\n${lines.join('\n')}\n}`
}

function typeText(schema: Schema): string {
  if (schema.format === 'binary') return 'Uint8Array'
  if (schema.$ref !== undefined) return typeName(schema.$ref.split('/').at(-1) ?? '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeText))].join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeText({ ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return `Array<${typeText(schema.items ?? {})}>`
    case 'object':
      return objectText(schema)
    default:
      return 'unknown'
  }
}

/** The language has an `Error` of its own. */
function typeName(component: string): string {
  return component === 'Error' ? 'ErrorAnswer' : component
}

function objectText(schema: Schema): string {
  const values = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties
  if (!schema.properties) return `Record<string, ${typeof values === 'object' ? typeText(values) : 'unknown'}>`
  // Fields that are accepted only from older clients are not offered to new ones.
  const offered = Object.entries(schema.properties).filter(([, inner]) => !inner.deprecated)
  const lines = offered.map(([name, inner]) => {
    const optional = !schema.required?.includes(name)
    return `${note(inner.description ?? inner.anyOf?.[0]?.description)}${JSON.stringify(name)}${optional ? '?' : ''}: ${typeText(inner)}${optional ? ' | undefined' : ''}`
  })
  return `{\n${lines.join('\n')}\n}`
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

if (import.meta.main) {
  const types = await typesOfCalls()
  writeFileSync(TYPES_FILE, types.client)
  writeFileSync(CONSOLE_TYPES_FILE, types.console)
}
