// The kept calls of an account: the newest, and one in full.
import Type from 'typebox'
import { answer, formedText, Id, orNull } from '../../api/fields.ts'
import type { App } from '../../api/server.ts'
import { knownRow } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import { Moment, timelineOf } from '../views/timeline.ts'
import { presentLine, RequestShown, requestLines } from './lines.ts'

/** The moments of an operation that are its events, and their deliveries. */
const ofEvents: readonly Moment['kind'][] = ['event', 'refund', 'dispute', 'transfer', 'webhook']
const PAGE = 50
const MAX_PAGE = 200

const Requests = Type.Object({ has_more: Type.Boolean(), requests: Type.Array(RequestShown) })
const RequestInFull = Type.Object(
  {
    ...RequestShown.properties,
    headers: orNull(Type.String()),
    body: orNull(Type.String()),
    answer: orNull(Type.String()),
    caused: Type.Array(Moment, { description: 'The events and deliveries of its operation' }),
  },
  { title: 'RequestInFull' },
)

export function requestRoutes(app: App, { store }: { store: Store }): void {
  const hide = { hide: true }
  const config = { access: 'admin' } as const

  app.get(
    '/v1/console/requests',
    {
      config,
      schema: {
        ...hide,
        querystring: Type.Object({
          only: Type.Optional(Type.String({ maxLength: 20 })),
          path: Type.Optional(Type.String({ maxLength: 200, pattern: '^[ -~]*$' })),
          status: Type.Optional(Type.String({ pattern: '^[2-5]([0-9]{2})?$' })),
          operation: Type.Optional(Id),
          starting_after: Type.Optional(Id),
          limit: Type.Optional(
            formedText(/^[1-9]\d{0,8}$/, [
              'debe ser un entero desde 1, de hasta 9 dígitos',
              'must be an integer from 1 on, of up to 9 digits',
            ]),
          ),
        }),
        response: answer(Requests),
      },
    },
    async (request) => {
      const { only, path, status, operation, starting_after: after, limit } = request.query
      const size = Math.min(Number(limit ?? PAGE), MAX_PAGE)
      const rows = await requestLines(store, request.caller.accountId, {
        ...{ after, only, path, status, operation },
        limit: size + 1,
      })
      return { success: true, result: { has_more: rows.length > size, requests: rows.slice(0, size).map(presentLine) } }
    },
  )

  app.get(
    '/v1/console/requests/:id',
    { config, schema: { ...hide, params: Type.Object({ id: Id }), response: answer(RequestInFull) } },
    async (request) => {
      const { accountId } = request.caller
      const row = await knownRow(store.db, 'requests', { account_id: accountId, id: request.params.id })
      const moments = row.operation_id === null ? [] : ((await timelineOf(store, accountId, row.operation_id)) ?? [])
      const caused = moments.filter(({ kind }) => ofEvents.includes(kind))
      const { headers, body, answer: answered } = row
      return { success: true, result: { ...presentLine(row), headers, body, answer: answered, caused } }
    },
  )
}
