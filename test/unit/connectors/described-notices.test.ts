// The promise: what the description of the protocol allows in a report is taken, to its longest texts and largest amounts.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { PortName } from '../../../src/connectors/ports.ts'
import { noticeFault } from '../../../src/connectors/read-notice.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, read as it comes.
type Schema = any

const { components } = JSON.parse(readFileSync('docs/connectors/http.openapi.json', 'utf8'))
const ports: Record<string, PortName> = {
  Payment: 'speiBank',
  Transfer: 'speiBank',
  Charge: 'acquirer',
  Dispute: 'acquirer',
  DisputeOutcome: 'acquirer',
}
/** What fits a pattern, which says how long it is. */
const FITTING = [
  '2026-11-24',
  '012180001554321090',
  'https://www.banxico.org.mx/cep/go?i=90646',
  'x'.repeat(20),
  '51',
  'ABCDEFGHIJ',
]

function greatest(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum.at(-1)
  if (schema.anyOf !== undefined) return greatest(schema.anyOf[0])
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries<Schema>(schema.properties).map(([name, inner]) => [name, greatest(inner)]))
  if (schema.type === 'integer') return schema.maximum ?? assert.fail('an amount without a maximum')
  if (schema.format === 'date-time') return '2026-11-24T18:00:00.000-06:00'
  if (schema.pattern === undefined) return 'x'.repeat(schema.maxLength ?? assert.fail('a text without a length'))
  return FITTING.find((text) => new RegExp(schema.pattern).test(text)) ?? assert.fail(schema.pattern)
}

for (const [name, port] of Object.entries(ports)) {
  test(`the greatest ${name} of the description is taken`, () => {
    assert.equal(noticeFault(port, greatest(components.schemas[name])), undefined)
  })
}
