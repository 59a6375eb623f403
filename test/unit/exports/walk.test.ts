// A file is made by walking a list row after row, so that rows which arrive meanwhile neither repeat nor hide others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type List, listsOf } from '../../../src/exports/lists.ts'

/** The list that a route with these parameters is, over rows of ids in descending order. */
function listOver(rows: number[], parameters: string[], onPage: () => void): List | undefined {
  const lists = new Map<string, List>()
  let learn: (route: object) => void = () => {}
  const app = { addHook: (_: string, hook: typeof learn) => (learn = hook) }
  listsOf(app as never, lists, (_, handler) => handler)
  const text = { type: 'string' }
  learn({
    url: '/v1/things',
    method: 'GET',
    config: { access: 'read' },
    schema: {
      querystring: { type: 'object', properties: Object.fromEntries(parameters.map((name) => [name, text])) },
      response: {
        200: {
          properties: {
            result: { properties: { things: { type: 'array', items: { properties: { id: text } } }, next: text } },
          },
        },
      },
    },
    handler: async ({ query }: { query: Record<string, string> }) => {
      const after = query.starting_after === undefined ? Number.POSITIVE_INFINITY : Number(query.starting_after)
      const offset = Number(query.offset ?? 0)
      const found = rows.filter((id) => id < after).sort((one, other) => other - one)
      const page = found.slice(offset, offset + Number(query.limit))
      const next = found.length > offset + page.length ? String(page.at(-1)) : null
      onPage()
      return { success: true, result: { things: page.map((id) => ({ id: String(id) })), next } }
    },
  })
  return lists.get('/v1/things')
}

test('a file has each row that was there once, while rows arrive with each page', async () => {
  const rows = Array.from({ length: 1_700 }, (_, at) => at + 1)
  const first = [...rows]
  const list = listOver(rows, ['limit', 'offset', 'starting_after'], () => {
    for (let more = 0; more < 60; more += 1) rows.push(rows.length + 1)
  })
  assert.ok(list)
  const walked: number[] = []
  for await (const page of list.records({ caller: {} as never, query: {}, language: 'es' }))
    walked.push(...(page as { id: string }[]).map(({ id }) => Number(id)))
  assert.equal(new Set(walked).size, walked.length)
  assert.ok(first.every((id) => walked.includes(id)))
})

test('a list without a cursor cannot be added to the service', () => {
  assert.throws(() => listOver([], ['limit', 'offset'], () => {}), /cursor/)
})
