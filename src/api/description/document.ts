// The finished document: names for schemas, references for refusals, the webhooks, the examples.
import { ErrorAnswer } from '../fields.ts'
import { FILE } from './call.ts'
import { callsOf, componentName, type Json, nameSchemas } from './components.ts'
import { examplesOf } from './examples.ts'
import { headersOf, sharedHeaders } from './headers.ts'
import { sharedResponses } from './refusals.ts'

interface Parts {
  /** By the name of the event. */
  events: Readonly<Record<string, object>>
  /** The refusals of each call by its operation id. */
  refusals: ReadonlyMap<string, Record<string, object>>
  /** The media types of the files that a call answers instead of JSON, by its operation id. */
  files: ReadonlyMap<string, readonly string[]>
}

/** Finishes the document that was read from the routes. */
export function finished(document: Json, { events, refusals, files }: Parts): Json {
  const { paths } = document
  const webhooks = webhooksOf(events)
  for (const call of callsOf(paths)) {
    withoutNeedlessBody(call)
    withExamples(call)
    withFiles(call, files.get(call.operationId) ?? [])
    withHeaders(call)
    Object.assign(call.responses, refusals.get(call.operationId) ?? {})
  }
  const { schemas } = nameSchemas(paths, webhooks, { Error: ErrorAnswer })
  const responses = sharedResponses()
  const components = { ...document.components, schemas: sorted(schemas), responses, headers: sharedHeaders() }
  return { ...document, paths, webhooks, components }
}

/** A body without required fields may be omitted, but would be described as required. */
function withoutNeedlessBody({ requestBody }: Json): void {
  if (requestBody === undefined) return
  requestBody.required = Object.values<Json>(requestBody.content).some(({ schema }) => schema.required?.length > 0)
}

/** Adds the recorded requests and answers of the running service as examples. */
function withExamples(call: Json): void {
  const known = examplesOf(call.operationId)
  const put = (content: Json, examples: object | undefined) => {
    const media = content?.['application/json']
    if (media !== undefined && examples !== undefined) media.examples = examples
  }
  put(call.requestBody?.content, known.request)
  put(call.responses['200']?.content, known.answer)
}

/** A list is a file too: `format`, or `Accept`, chooses. */
function withFiles({ responses }: Json, mediaTypes: readonly string[]): void {
  for (const mediaType of mediaTypes) responses['200'].content[mediaType] = { schema: FILE }
}

/** Of the success; those of a refusal come with it. */
function withHeaders({ parameters = [], responses }: Json): void {
  const isRepeated = parameters.some(({ name }: Json) => name === 'Idempotency-Key')
  for (const [status, response] of Object.entries<Json>(responses))
    response.headers = headersOf(Number(status), isRepeated)
}

function webhooksOf(events: Parts['events']): Json {
  return Object.fromEntries(
    Object.entries(events).map(([name, schema]) => [
      name,
      {
        post: {
          operationId: `on${componentName(name.replaceAll(/[._]/g, ' ')).replace(/^./, (letter) => letter.toUpperCase())}`,
          tags: ['Webhooks'],
          summary: `Happened: ${name}`,
          description: SIGNED,
          security: [],
          parameters: HEADERS,
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: { '2XX': { description: 'Received. After any other answer, or none, it is sent again later' } },
        },
      },
    ]),
  )
}

const SIGNED =
  'Posted to the account’s webhooks that subscribe to it. Check the signature, and ignore a repeated `webhook-id`.'

const HEADERS = [
  ['webhook-id', 'Identifier of the event, the same at every try'],
  ['webhook-timestamp', 'When this try was signed: seconds since 1970'],
  ['webhook-signature', 'Signatures of Standard Webhooks 1.0.0, `v1,` and base64 each, with blanks between'],
  ['webhook-event', 'The name of the event'],
].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }))

function sorted(schemas: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)))
}
