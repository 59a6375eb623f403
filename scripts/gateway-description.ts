// Writes docs/connectors/http.openapi.json: the protocol between Cobro and an operator's own service, for generators and mocks.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TSchema } from 'typebox'
import { type GatewayCall, type GatewayReport, gatewayCalls, gatewayReports } from './gateway-schemas.ts'

export const GATEWAY_FILE = fileURLToPath(new URL('../docs/connectors/http.openapi.json', import.meta.url))

const json = (schema: TSchema) => ({ 'application/json': { schema } })
const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })
const capital = (name: string) => name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
/** `find-transfer` of `spei-bank` is `findTransferAtSpeiBank`. */
const idOf = (port: string, call: string) => {
  const name = capital(call)
  return `${name[0]?.toLowerCase()}${name.slice(1)}At${capital(port)}`
}
const SIGNED = ['Time', 'Nonce', 'Signature'].map(parameter)
const answerHeaders = {
  'cobro-time': { $ref: '#/components/headers/Time' },
  'cobro-signature': { $ref: '#/components/headers/Signature' },
}
const refused = { $ref: '#/components/responses/Refused' }

function callOf(port: string, call: string, { summary, request, outcomes }: GatewayCall) {
  const schema = outcomes.length === 1 ? (outcomes[0] as TSchema) : ({ anyOf: outcomes } as unknown as TSchema)
  return {
    operationId: idOf(port, call),
    tags: [port],
    summary,
    description: `${summary}. Any answer that is not status 200, signed for this request and of these kinds is \`unknown\` to Cobro.`,
    parameters: SIGNED,
    requestBody: { required: true, content: json(request) },
    responses: {
      200: { description: 'the outcome', headers: answerHeaders, content: json(schema) },
      '4XX': refused,
    },
  }
}

function reportOf(path: string, { summary, request, answer }: GatewayReport) {
  const [, , , name = '', last = ''] = path.split('/')
  return {
    operationId: idOf(name, last).replace('At', 'Of'),
    summary,
    description: `${summary}: your service sends it to \`POST ${path}\` of Cobro, signed anew each time, until the answer is signed and of status 200.`,
    parameters: SIGNED,
    requestBody: { required: true, content: json(request) },
    responses: {
      200: { description: 'on record', headers: answerHeaders, content: json(answer) },
      '4XX': refused,
      503: { description: 'not now: repeat it, signed anew' },
    },
  }
}

const header = (name: string, description: string, pattern: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', pattern },
})
const TIME = 'seconds since 1970, at most 300 from the receiver’s time'
const HEX = '^[0-9a-f]{64}$'

/** The document, an OpenAPI 3.1 one. */
export function gatewayDescription() {
  const calls = Object.entries(gatewayCalls).flatMap(([port, all]) =>
    Object.entries(all).map(([call, about]) => [`/v1/${port}/${call}`, { post: callOf(port, call, about) }]),
  )
  const reports = Object.entries(gatewayReports).map(([path, about]) => [
    path.replace('/v1/networks/', '').replace('/', '-'),
    { post: reportOf(path, about) },
  ])
  return withShared({
    openapi: '3.1.0',
    info: {
      title: 'The protocol between Cobro and your own service',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Cobro makes the calls of `paths` to your service, and your service sends the reports of `webhooks` to Cobro. Both sides sign: docs/connectors/http.md.',
    },
    servers: [{ url: 'https://gateway.example.mx/cobro', description: 'your service: HTTP_…_URL' }],
    security: [{ signature: [] }],
    tags: [
      { name: 'acquirer', description: 'ACQUIRER=http' },
      { name: 'cash-network', description: 'CASH_NETWORK=http' },
      { name: 'spei-bank', description: 'SPEI_BANK=http' },
    ],
    paths: Object.fromEntries(calls),
    webhooks: Object.fromEntries(reports),
    components: {
      securitySchemes: {
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'cobro-signature',
          description: 'HMAC-SHA256 in hexadecimal digits over the kind, method, path, time, nonce and body',
        },
      },
      parameters: {
        Time: header('cobro-time', TIME, '^\\d{10}$'),
        Nonce: header('cobro-nonce', 'new for every request: one that came before is refused', '^[0-9a-f]{32}$'),
        Signature: header('cobro-signature', 'of the request', HEX),
      },
      headers: {
        Time: { description: TIME, required: true, schema: { type: 'string', pattern: '^\\d{10}$' } },
        Signature: {
          description: 'of the answer to this request',
          required: true,
          schema: { type: 'string', pattern: HEX },
        },
      },
      responses: {
        Refused: {
          description: 'not genuine, not new, or not understood: nothing was done',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
      },
    },
  })
}

/** Shapes that occur in several places are defined once, by their titles in capitals. */
function withShared<D extends { components: object }>(document: D) {
  const schemas: Record<string, unknown> = {}
  const shaped = JSON.parse(JSON.stringify(document), (_key, value) => {
    const { title, type } = (value ?? {}) as { title?: unknown; type?: unknown }
    if (type !== 'object' || typeof title !== 'string' || !/^[A-Z]/.test(title)) return value
    schemas[title] = value
    return { $ref: `#/components/schemas/${title}` }
  }) as D
  return { ...shaped, components: { ...shaped.components, schemas } }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(GATEWAY_FILE, JSON.stringify(gatewayDescription()))
  const biome = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url))
  spawnSync(biome, ['format', '--write', GATEWAY_FILE], { stdio: 'inherit' })
}
