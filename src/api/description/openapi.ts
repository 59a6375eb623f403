// The description of the whole API, made from the schemas that check it.
import fastifySwagger from '@fastify/swagger'
import type { App } from '../server.ts'
import { type Call, describedCall, refusalsOf } from './call.ts'
import type { Json } from './components.ts'
import { finished } from './document.ts'
import { operationIdOf } from './operation-ids.ts'

const DESCRIPTION = `
One HTTP/JSON API for payments in Mexico: cards, cash at convenience stores and SPEI transfers.

* Amounts are Mexican pesos. Times carry the offset of Mexico City.
* Every success is HTTP 200 with \`success: true\`. Every refusal has a \`code\` to branch on, a \`message\` in Spanish (English
  with \`Accept-Language: en\`) and, where fields are at fault, \`messages\` by field.
* \`Idempotency-Key\` on any POST, PUT or DELETE, except logging in, makes repeating it safe for 24 hours.
* Card payments and card tokens travel sealed: a fresh AES-256 key encrypts the message and the service's RSA key
  (\`GET /v1/public-key\`) encrypts that key.
`

/** The groups of calls, in the order in which a newcomer needs them. */
const TAGS = [
  ['Payments', 'Card payments, vouchers paid at stores, SPEI transfers'],
  ['Checkouts', 'Pages where a payer chooses a way and pays; payment links'],
  ['Operations', 'What was paid: list, find, reverse, send'],
  ['Refunds', 'Payments that are given back, wholly or in part; the rules and the reserve'],
  ['Disputes', 'Payments that a cardholder’s bank asks about or takes back, and the evidence against it'],
  ['Customers', 'Customers, their saved cards and SPEI sources'],
  ['Cards', 'Card tokens and the public key'],
  ['Plans', 'Payments that repeat'],
  ['Webhooks', 'Events sent to your server'],
  ['Events', 'What happened'],
  ['Settlement', 'Payouts and what each is made of'],
  ['Affiliates', 'Who gets a share of payments, and is paid out'],
  ['Fees', 'The fees of a month, their IVA and their invoice'],
  ['Exports', 'Lists as files'],
  ['Profile', 'What payers are shown of the merchant'],
  ['Ledger', 'What was booked, balances, fees'],
  ['Credentials', 'What may be done with which, and who changed what'],
  ['Sessions', 'Bearer tokens'],
  ['Risk', 'Rules against fraud'],
  ['Sandbox', 'Play the payer, the banks and the clock; absent in production'],
  ['Service', 'Health and metrics of the service itself'],
] as const

/** A call that only the console makes: its schemas, which the types of the console are made from. */
export interface ConsoleCall {
  method: string
  url: string
  schema: Json
}

declare module 'fastify' {
  interface FastifyInstance {
    consoleCalls(): ConsoleCall[]
  }
}

interface DescribedApi {
  baseUrl: () => string
  version: string
  /** The body of each event. */
  events: Readonly<Record<string, object>>
}

/** Call it before the first endpoint: routes are read as they are added. The document is made at the first request. */
export async function describeApi(app: App, api: DescribedApi): Promise<void> {
  const refusals = new Map<string, Record<string, object>>()
  const files = new Map<string, readonly string[]>()
  const ofConsole = new Map<string, ConsoleCall>()
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Cobro',
        version: api.version,
        description: DESCRIPTION.trim(),
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      tags: TAGS.map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          basic: { type: 'http', scheme: 'basic', description: 'app_key as user, app_secret as password' },
          bearer: { type: 'http', scheme: 'bearer', description: 'A token from POST /v1/auth/login/application' },
        },
      },
      security: [{ basic: [] }, { bearer: [] }],
    },
    hideUntagged: true,
    transform: ({ schema, url, route }) => {
      const method = [route.method].flat()[0] ?? ''
      if (schema?.hide && url.startsWith('/v1/console/') && method !== 'HEAD')
        ofConsole.set(`${method} ${url}`, { method, url, schema })
      if (schema?.tags === undefined || schema.hide) return { schema, url }
      const { access = 'any', refusals: own, takes, files: mediaTypes = [] } = route.config ?? {}
      const call: Call = { method, url, schema: schema as Record<string, unknown>, access, refusals: own, takes }
      refusals.set(operationIdOf(call), refusalsOf(call))
      files.set(operationIdOf(call), mediaTypes)
      return { schema: describedCall(call) as typeof schema, url }
    },
    transformObject: (document) =>
      finished(('openapiObject' in document ? document.openapiObject : {}) as Json, {
        events: api.events,
        refusals,
        files,
      }),
  })
  app.decorate('consoleCalls', () => {
    app.swagger()
    return [...ofConsole.values()]
  })
  let text: string | undefined
  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify({ ...app.swagger(), ...placed(api.baseUrl()) })
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

/** Tools want whole addresses, also where the standard takes a relative one. */
function placed(baseUrl: string) {
  const guides = { url: `${baseUrl}/docs/pages`, description: 'Guides and every other document' }
  return { servers: [{ url: baseUrl }], externalDocs: guides }
}
