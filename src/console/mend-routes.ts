// The operator mends what is stuck: work that was set aside is tried again, a report that could not be read is read and closed, and a refused
// advice is closed by two operators (`power-changes`).
import Type from 'typebox'
import { answer, bareAnswer, freeText, Id, NoBody, orNull, strictObject } from '../api/fields.ts'
import type { App } from '../api/server.ts'
import { Failure } from '../core/failure.ts'
import { mexicoCityTime } from '../core/time.ts'
import { Unmet } from '../store/write.ts'
import { byOperator, printed } from './account-routes.ts'
import { closeSettled, tryRowAgain } from './mend.ts'
import type { PeopleNeeds } from './people.ts'
import { CLOSE_PATH } from './power-changes.ts'

const path = '/v1/console/open/:id'
const config = { access: 'operator' } as const
const hide = { hide: true } as object
const params = Type.Object({ id: Id })
const UnreadReport = Type.Object(
  { body: Type.String(), received_at: Type.String(), closed_at: orNull(Type.String()) },
  { title: 'UnreadReport' },
)

export function mendRoutes(app: App, needs: PeopleNeeds): void {
  app.get(path, { config, schema: { ...hide, params, response: answer(UnreadReport) } }, async (request) => {
    const report = await needs.store.db
      .selectFrom('unread_reports')
      .select(['body', 'received_at', 'closed_at'])
      .where('id', '=', request.params.id)
      .executeTakeFirst()
    if (report === undefined) throw new Failure('resource-unknown')
    const { body, received_at, closed_at } = report
    return {
      success: true,
      result: { body, received_at: mexicoCityTime(received_at), closed_at: closed_at && mexicoCityTime(closed_at) },
    }
  })

  app.post(
    `${path}/retry`,
    { config, schema: { ...hide, params, body: NoBody, response: bareAnswer } },
    async (request) => {
      await tryRowAgain(needs, request.params.id, byOperator(request)).catch(notOpen)
      return { success: true }
    },
  )

  app.post(
    CLOSE_PATH,
    {
      config,
      schema: {
        ...hide,
        params,
        body: strictObject({ because: freeText(500, { minLength: 1 }) }),
        response: bareAnswer,
      },
    },
    async (request) => {
      const because = printed(request.body.because, 'because')
      await closeSettled(needs, request.params.id, because, byOperator(request)).catch(notOpen)
      return { success: true }
    },
  )
}

function notOpen(error: unknown): never {
  throw error instanceof Unmet ? new Failure('resource-unknown') : error
}
