// Checks the description of the API against the rules of OpenAPI and our own: names each fault of a call, and where to correct it.
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { CallExamples } from '../src/api/description/examples.ts'
import { describedService } from './described-service.ts'
import { GATEWAY_FILE, gatewayDescription } from './gateway-description.ts'

/** What is not a fault here: the service is described before it knows its address, and webhooks have no security. */
const RULES = {
  'no-server-example.com': 'off',
  'no-empty-servers': 'off',
  'operation-4xx-response': 'error',
  'operation-description': 'error',
  'tag-description': 'error',
  'no-unused-components': 'off',
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
  'no-invalid-schema-examples': 'error',
} as const

/**
 * The contract has words where ids stand in other paths: no operation is called `apply-reversal` or `reference`, so that routers, which try words
 * before parameters, tell these apart.
 */
const AMBIGUOUS =
  /`\/v1\/operations\/\{id\}\/\w+` and `\/v1\/operations\/(reference\/\{reference_number\}|apply-reversal\/\{id\})`/

/** Calls that cannot have an example: they answer text or a file, or nothing. */
const WITHOUT_EXAMPLE = /^(get \/(healthz|readyz|metrics)|get .*\.(pem|csv|xml|zip)|get .*\/files\/\{file\})$/

const VERB = /^(list|get|find|create|update|set|change|replace|delete|cancel|end|check|[a-z]+)[A-Z]/

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, read as it comes.
type Json = any

/** By the rules of OpenAPI. */
async function problemsOf(document: Json): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules: RULES })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  const left = problems.filter(({ ruleId, message }) => ruleId !== 'no-ambiguous-paths' || !AMBIGUOUS.test(message))
  return left.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ''})`)
}

/** Of the protocol between Cobro and an operator's own service. */
async function gatewayFaults(): Promise<string[]> {
  const document = gatewayDescription()
  const isNew = isDeepStrictEqual(JSON.parse(readFileSync(GATEWAY_FILE, 'utf8')), document)
  const found = (await problemsOf(document)).map((problem) => `docs/connectors/http.openapi.json: ${problem}`)
  return isNew ? found : [...found, 'docs/connectors/http.openapi.json: write it anew: npm run describe']
}

async function faultsOf(document: Json): Promise<string[]> {
  const found = await problemsOf(document)
  const calls = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, call]) => ({ name: `${method} ${path}`, call })),
  )
  const undescribed = calls.flatMap(({ name, call }) => {
    const answers = Object.values<Json>(call.responses).map((one) => one.content)
    const schemas = [call.requestBody?.content, ...answers].flatMap((one) => Object.values<Json>(one ?? {}))
    return [...new Set(schemas.flatMap(({ schema }) => undescribedIn(document, schema, name)))]
  })
  return [...found, ...calls.flatMap(({ name, call }) => lacks(name, call)), ...undescribed, ...ambiguous(document)]
}

/**
 * The members of a request or an answer that are nowhere described. One with members of its own, or of a named type, may be described by them, and
 * one that only narrows a refusal, by the refusal.
 */
function undescribedIn(document: Json, schema: Json, place: string, seen = new Set<Json>()): string[] {
  if (schema?.allOf?.[0]?.$ref === '#/components/schemas/Error')
    return undescribedIn(document, schema.allOf[0], place, seen)
  const read = (one: Json): Json =>
    one?.$ref === undefined ? one : document.components.schemas[one.$ref.split('/').at(-1)]
  const own = read(schema)
  if (own === undefined || seen.has(own)) return []
  seen.add(own)
  const within = [...['anyOf', 'oneOf', 'allOf'].flatMap((key) => own[key] ?? []), ...(own.items ? [own.items] : [])]
  const members = Object.entries<Json>(own.properties ?? {})
  return [
    ...members
      .filter(([, one]) => [one, ...(one.anyOf ?? [])].every((of) => !(of.description || of.$ref || of.properties)))
      .map(([name]) => `${place}: ${name} is not described: give it a description, in Spanish too`),
    ...[...members.map(([, one]) => one), ...within].flatMap((one) => undescribedIn(document, one, place, seen)),
  ]
}

function lacks(name: string, call: Json): string[] {
  const examples: CallExamples = {
    request: call.requestBody?.content['application/json']?.examples,
    answer: call.responses['200']?.content?.['application/json']?.examples,
  }
  const isDeclared = Object.values<Json>(call.responses).every(
    ({ description = '' }) => !description.endsWith(': not said yet'),
  )
  return [
    ...(isDeclared ? [] : [`${name}: say in config.refusals what only it is refused with; [] when nothing is`]),
    ...(VERB.test(call.operationId) && !/^(post|put)[A-Z]/.test(call.operationId)
      ? []
      : [`${name}: ${call.operationId} is no verb and noun: say operationId in the schema of its route`]),
    ...(examples.answer === undefined && !WITHOUT_EXAMPLE.test(name)
      ? [`${name}: no example: give it a body in test/support/harness/every-call.ts and run npm run describe`]
      : []),
  ]
}

/** Two shapes under one title: the second has no name in generated clients. */
function ambiguous(document: Json): string[] {
  const titles = JSON.stringify(document.paths).match(/"title":"[^"]+"/g) ?? []
  return [...new Set(titles)].map((title) => `${title}: two shapes have this title: give one another`)
}

const faults = await faultsOf(
  await describedService((app) => ({ ...app.swagger(), servers: [{ url: 'https://api.example.mx' }] })),
)
faults.push(...(await gatewayFaults()))
for (const fault of faults) process.stderr.write(`${fault}\n`)
if (faults.length > 0) process.stderr.write(`${faults.length} faults in the description of the API\n`)
process.exit(faults.length > 0 ? 1 : 0)
