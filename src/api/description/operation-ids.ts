// The name of each call in generated clients: a verb and a noun, `listOperations`, `createCustomer`, `pauseWebhook`.

interface Named {
  method: string
  url: string
  schema: { operationId?: unknown }
}

/** Last words of a path that are verbs. */
const VERBS =
  /^(accept|apply|cancel|close|confirm|contest|pause|release|replay|resume|retry|roll|rotate|send|test|upload)(-.+)?$/

const BY_METHOD: Record<string, string> = { GET: 'get', POST: 'create', PUT: 'update', DELETE: 'delete' }

/**
 * `GET /v1/credentials` is `listCredentials`, `POST /v1/credentials` is `createCredential`, `GET /v1/credentials/:id` is `getCredential`
 * and `POST /v1/credentials/:id/roll` is `rollCredential`. A route for which this gives no good name says `operationId` in its schema.
 */
export function operationIdOf({ method, url, schema }: Named): string {
  if (typeof schema.operationId === 'string') return schema.operationId
  const parts = url.split('/').filter((part) => part !== '' && part !== 'v1')
  const last = parts.at(-1) ?? ''
  const nouns = parts.filter((part) => !part.startsWith(':'))
  if (method === 'POST' && VERBS.test(last) && nouns.length > 1) {
    const [verb = '', ...object] = last.split('-')
    return verb + pascal([...nouns.slice(0, -1).map(singular), ...object])
  }
  const owners = nouns.slice(0, -1).map(singular)
  const noun = nouns.at(-1) ?? ''
  if (method === 'GET' && noun.endsWith('s') && !last.startsWith(':')) return `list${pascal([...owners, noun])}`
  return (BY_METHOD[method] ?? method.toLowerCase()) + pascal([...owners, singular(noun)])
}

function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
}

function pascal(words: string[]): string {
  return words
    .flatMap((word) => word.split(/[-._]/))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
