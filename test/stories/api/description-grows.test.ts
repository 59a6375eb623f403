// What a client was generated from stays true: the description only grows from one release to the next.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { onOneEngine } from '../../support/harness/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, read as it comes.
type Json = any

const folder = fileURLToPath(new URL('../../released/', import.meta.url))
const releases = readdirSync(folder).filter((name) => name.startsWith('openapi-'))

/**
 * Members whose null meant all, and which are a number or a date that could not be computed when a client sends null: money went back, keys never
 * ended. They are refused now; test/stories/api/empty-never-means-all.test.ts has the list.
 */
const NULL_WAS_ALL = [
  'post /v1/operations/{id}/refunds body.amount',
  'post /v1/sandbox/pay/store body.amount',
  'post /v1/sandbox/pay/spei body.amount',
  'post /v1/credentials body.expires_at',
  'post /v1/plan/{plan}/customers body.start_date',
  'post /v1/webhook body.events',
  'put /v1/webhook/{id} body.events',
]

/** Numbers of a part that were called totals; they are null now when a search did not read all. */
const TOTALS_OF_A_PART = [
  'get /v1/operations answer.result.total',
  'get /v1/operations answer.result.sales',
  'get /v1/operations answer.result.commissions',
  'get /v1/operations answer.result.transferences',
  'get /v1/customer answer.result.total',
]

/** Parameters that were described as optional, without which these calls have refused every request since they exist. */
const NEVER_OPTIONAL = [
  'get /v1/sandbox/statement: the parameter rail is required now',
  'get /v1/settlement/report: the parameter date is required now',
  'get /v1/settlement/report.csv: the parameter date is required now',
  'get /v1/affiliates/{affiliate}/report: the parameter date is required now',
  'get /v1/affiliates/{affiliate}/report.csv: the parameter date is required now',
]

onOneEngine('the description of the last releases still holds', (world) => {
  for (const release of releases) {
    test(release.replace('.json.gz', ''), async () => {
      const before = JSON.parse(gunzipSync(readFileSync(folder + release)).toString('utf8'))
      const { body: now } = await world().send({ method: 'GET', url: '/openapi.json' })
      const narrowed = lost(before, now).filter(
        (fault) => ![...NULL_WAS_ALL, ...TOTALS_OF_A_PART].some((member) => fault.startsWith(`${member}:`)),
      )
      assert.deepEqual(
        narrowed.filter((fault) => !NEVER_OPTIONAL.includes(fault)),
        [],
      )
    })
  }

  test('a removal from the description is found', async () => {
    const { body: now } = await world().send({ method: 'GET', url: '/openapi.json' })
    const changed = structuredClone(now)
    delete changed.paths['/v1/plan'].get
    delete changed.components.schemas.StoreVoucher.properties.short_id
    changed.components.schemas.SpeiVoucherRequest.required.push('email')
    changed.components.schemas.Customer.properties.active = { type: 'string' }
    const found = lost(now, changed)
    for (const named of ['get /v1/plan', 'short_id', 'email', 'active']) {
      assert.ok(
        found.some((line) => line.includes(named)),
        `${named} is not named: ${found.join('\n')}`,
      )
    }
  })
})

/** Everything that a client of the document `before` would miss in `now`. */
function lost(before: Json, now: Json): string[] {
  const faults: string[] = []
  for (const [path, methods] of Object.entries<Json>(before.paths)) {
    for (const [method, call] of Object.entries<Json>(methods)) {
      const name = `${method} ${path}`
      const same = now.paths[path]?.[method]
      if (same === undefined) {
        faults.push(`${name} is not described any more`)
        continue
      }
      faults.push(...lostParameters(name, call.parameters ?? [], same.parameters ?? []))
      const [taken, takenNow] = [bodyOf(call.requestBody), bodyOf(same.requestBody)]
      if (taken) compare(`${name} body`, { before, now }, taken, takenNow, 'taken', faults)
      const [given, givenNow] = [bodyOf(call.responses['200']), bodyOf(same.responses['200'])]
      if (given) compare(`${name} answer`, { before, now }, given, givenNow, 'given', faults)
    }
  }
  return faults
}

function bodyOf(content: Json): Json {
  return Object.values<Json>(content?.content ?? {})[0]?.schema
}

function lostParameters(name: string, before: Json[], now: Json[]): string[] {
  const gone = before.filter((one) => !now.some((same) => same.name === one.name && same.in === one.in))
  const asked = now.filter((one) => one.required && !before.some((same) => same.name === one.name && same.required))
  return [
    ...gone.map((one) => `${name}: the parameter ${one.name} is gone`),
    ...asked.map((one) => `${name}: the parameter ${one.name} is required now`),
  ]
}

/** What is taken may become more; of what is given everything stays, and stays of its type. */
function compare(
  place: string,
  documents: { before: Json; now: Json },
  before: Json,
  now: Json,
  way: 'taken' | 'given',
  faults: string[],
): void {
  const [olds, news] = [alternatives(documents.before, before), alternatives(documents.now, now)]
  const [oldTypes, newTypes] = [typesOf(olds), typesOf(news)]
  const [wide, narrow] = way === 'taken' ? [newTypes, oldTypes] : [oldTypes, newTypes]
  const odd = [...narrow].filter((type) => !wide.has(type) && !(type === 'integer' && wide.has('number')))
  if (odd.length > 0 && !wide.has('any')) faults.push(`${place}: ${[...oldTypes]} became ${[...newTypes]}`)
  const oldObjects = olds.filter((one) => one.properties)
  const newObjects = news.filter((one) => one.properties)
  for (const name of new Set(oldObjects.flatMap((one) => Object.keys(one.properties)))) {
    const from = oldObjects.map((one) => one.properties[name]).filter((one) => one !== undefined)
    const missing = newObjects.some((one) => one.properties[name] === undefined)
    const to = newObjects.map((one) => one.properties[name]).filter((one) => one !== undefined)
    if (to.length === 0 || (missing && way === 'given')) faults.push(`${place}: ${name} is gone`)
    else compare(`${place}.${name}`, documents, { anyOf: from }, { anyOf: to }, way, faults)
    const wasRequired = oldObjects.every((one) => one.required?.includes(name))
    const isRequired = newObjects.every((one) => one.required?.includes(name))
    if (way === 'given' && wasRequired && !isRequired) faults.push(`${place}: ${name} may be absent now`)
  }
  if (way === 'taken' && oldObjects.length > 0) {
    const asked = newObjects.flatMap((one) => one.required ?? [])
    const were = oldObjects.flatMap((one) => one.required ?? [])
    for (const name of asked) if (!were.includes(name)) faults.push(`${place}: ${name} is required now`)
  }
  const [oldItems, newItems] = [olds, news].map((all) => all.map((one) => one.items).filter(Boolean)) as [
    Json[],
    Json[],
  ]
  if (oldItems.length > 0) compare(`${place}[]`, documents, { anyOf: oldItems }, { anyOf: newItems }, way, faults)
}

function alternatives(document: Json, schema: Json): Json[] {
  if (schema === undefined) return []
  if (schema.$ref) return alternatives(document, document.components.schemas[schema.$ref.split('/').at(-1)])
  const choices = schema.anyOf ?? schema.oneOf
  return choices ? choices.flatMap((choice: Json) => alternatives(document, choice)) : [schema]
}

function typesOf(schemas: Json[]): Set<string> {
  return new Set(
    schemas.flatMap((schema) => {
      const constant = schema.const ?? schema.enum?.[0]
      if (schema.type !== undefined) return schema.type
      return constant === undefined ? 'any' : typeof constant
    }),
  )
}
