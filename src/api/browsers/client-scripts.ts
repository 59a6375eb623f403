// Serves the card form to browsers: its modules of client/, with types removed.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { Failure } from '../../failures.ts'
import type { App } from '../server.ts'

/** `card-fields` and everything that it imports. */
const MODULES = [
  'card-fields',
  'card-field',
  'card-number',
  'card-style',
  'card-texts',
  'base64',
  'call',
  'charge',
  'errors',
  'hpke',
  'seal',
  'sealer',
]

interface Script {
  body: string
  tag: string
}

/** `GET /client/card-fields.js` and its parts, from any origin: `import { mountCardFields } from '…/client/card-fields.js'`. */
export function clientScriptRoutes(app: App): void {
  const made = new Map<string, Script>()
  app.get<{ Params: { file: string } }>(
    '/client/:file',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const name = /^([a-z0-9-]+)\.js$/.exec(request.params.file)?.[1] ?? ''
      if (!MODULES.includes(name)) throw new Failure('service-unknown')
      const script = made.get(name) ?? clientScript(name)
      made.set(name, script)
      reply.headers({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, max-age=300',
        etag: script.tag,
      })
      if (request.headers['if-none-match'] === script.tag) return reply.code(304).send()
      return reply.type('text/javascript; charset=utf-8').send(script.body)
    },
  )
}

function clientScript(name: string): Script {
  const body = scriptOf(readFileSync(new URL(`../../../client/src/${name}.ts`, import.meta.url), 'utf8'))
  return { body, tag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` }
}

/** A module of TypeScript as a browser runs it. */
export function scriptOf(source: string): string {
  return stripped(source).replace(/( from '\.\/[a-z0-9-]+)\.ts'/g, "$1.js'")
}

/** Suppresses Node's warning that its type stripper is experimental, which does not concern the operator. */
function stripped(source: string): string {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}
