// Views of the operations that a person keeps under a name, for one account: the list's filters, checked as the list would check them.
import Type from 'typebox'
import { answer, bareAnswer, freeText, Id, requiredText, strictObject } from '../../api/fields.ts'
import type { App } from '../../api/server.ts'
import { holdsCardNumber } from '../../core/cards/number-in-text.ts'
import { newId } from '../../core/ids.ts'
import { instantOf } from '../../core/time.ts'
import { type Failure, invalidField } from '../../failures.ts'
import { ListQuery, readListQuery } from '../../operations/list/filter.ts'
import { columns } from '../../store/columns.ts'
import { conflictOn, decide } from '../../store/decide.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { insert, run, update } from '../../store/write.ts'
import type { SavedViewRow } from '../tables.ts'

const MAX = 20
const LONGEST = 1_000
/** The position in the list is not part of a view. */
const NARROWING = Object.keys(ListQuery.properties).filter(
  (name) => !['limit', 'offset', 'starting_after'].includes(name),
)

const View = Type.Object({ id: Type.String(), name: Type.String(), query: Type.String() })

export function savedViewRoutes(app: App, { store, clock }: StoreAndClock): void {
  const hide = { hide: true }
  const config = { access: 'person' } as const

  const viewsOf = (accountId: string, userId: string): Promise<SavedViewRow[]> =>
    store.db
      .selectFrom('saved_views')
      .select(columns.saved_views)
      .where('user_id', '=', userId)
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute()

  app.get(
    '/v1/console/views',
    { config, schema: { ...hide, response: answer(Type.Object({ views: Type.Array(View) })) } },
    async ({ caller }) => {
      const rows = await viewsOf(caller.accountId, caller.credentialId)
      return { success: true, result: { views: rows.map(({ id, name, query }) => ({ id, name, query })) } }
    },
  )

  app.put(
    '/v1/console/views',
    {
      config,
      schema: {
        ...hide,
        body: strictObject({ name: freeText(40, { minLength: 1 }), query: requiredText(LONGEST) }),
        response: answer(View),
      },
    },
    async ({ caller, body }) => {
      const { accountId, credentialId: userId } = caller
      const { name } = body
      const query = checkedQuery(body.query)
      // An existing name belongs to the new view from now on.
      const keep = async () => {
        const rows = await viewsOf(accountId, userId)
        const known = rows.find((row) => row.name === name)
        const slot = Array.from({ length: MAX }, (_, at) => at + 1).find((one) => !rows.some((row) => row.slot === one))
        if (known === undefined && slot === undefined) throw tooMany()
        const id = known?.id ?? newId(clock, 'viw')
        const created_at = instantOf(clock.wallMs())
        await store.commit([
          known === undefined
            ? insert('saved_views', {
                id,
                account_id: accountId,
                user_id: userId,
                slot: slot ?? 0,
                name,
                query,
                created_at,
              })
            : update('saved_views', { query }, { account_id: accountId, id, name }),
        ])
        return id
      }
      const id = await decide(keep, {
        again: conflictOn('saved_views'),
        tries: 2 * MAX,
        pauseMs: 2,
        exhausted: tooMany,
      })
      return { success: true, result: { id, name, query } }
    },
  )

  app.delete(
    '/v1/console/views/:id',
    { config, schema: { ...hide, params: Type.Object({ id: Id }), response: bareAnswer } },
    async ({ caller, params }) => {
      const removed = store.db
        .deleteFrom('saved_views')
        .where('id', '=', params.id)
        .where('user_id', '=', caller.credentialId)
        .where('account_id', '=', caller.accountId)
      await store.commit([run(removed.compile())])
      return { success: true }
    },
  )
}

function tooMany(): Failure {
  return invalidField('name', `ya guardaste ${MAX} vistas: quita una`, `you keep ${MAX} views: remove one`)
}

/** The same filters in one order, without empty ones. Fails with `parameters-invalid` where the list would. */
function checkedQuery(text: string): string {
  const parameters = new URLSearchParams(text)
  const kept = [...new Set(parameters.keys())]
    .filter((name) => parameters.get(name) !== '')
    .map((name) => [name, parameters.get(name) ?? ''])
  const unknown = kept.find(([name = '', value = '']) => !NARROWING.includes(name) || holdsCardNumber(value))
  if (unknown !== undefined || kept.length === 0)
    throw invalidField(
      'query',
      'query debe tener filtros de la lista de operaciones',
      'query must have filters of the list of operations',
    )
  readListQuery(Object.fromEntries(kept))
  return new URLSearchParams(kept).toString()
}
