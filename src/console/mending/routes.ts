// The operator mends what is stuck, as the commands of the terminal do: it is released, tried again or closed, and a report that could not be read is
// read. What moves money or gives it up is made by two operators (`mend-changes`).
import Type from 'typebox'
import { answer, bareAnswer, Id, orNull } from '../../api/fields.ts'
import type { App } from '../../api/server.ts'
import { optionalClabe } from '../../core/banks/clabe.ts'
import { mexicoCityTime } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import { rowOf } from '../../store/rows.ts'
import type { ConsoleNeeds, Unanswered } from '../needs.ts'
import { byOperator, printed } from '../operator/account-routes.ts'
import { closeOpen, notOpenNow, releaseOpen, retryReturn, tryRowAgain } from './actions.ts'
import {
  CLOSE_PATH,
  CloseOpenBody,
  OPEN_PATH,
  OpenDisputeBody,
  RELEASE_PATH,
  RETRY_PATH,
  ReleaseOpenBody,
} from './decided-by-two.ts'
import { prefixOf } from './read-items.ts'

const config = { access: 'operator' } as const
const hide = { hide: true }
const params = Type.Object({ id: Id })
const UnreadReport = Type.Object(
  { body: Type.String(), received_at: Type.String(), closed_at: orNull(Type.String()) },
  { title: 'UnreadReport' },
)

export function mendRoutes(app: App, needs: ConsoleNeeds): void {
  const { store, clock, readCauses } = needs
  const itemNeeds = { store, canReturnDeposit: needs.releases.canReturnDeposit ?? false }
  const sending = { store, clock, readCauses, releases: () => needs.releases }
  const closing = {
    ...{ store, clock, readCauses },
    unanswered: (use: (ends: Unanswered) => Promise<void>) => use(needs.unanswered),
  }

  app.get(
    '/v1/console/open/:id',
    { config, schema: { ...hide, params, response: answer(UnreadReport) } },
    async (request) => {
      const report = await rowOf(store.db, 'unread_reports', { id: request.params.id }, [
        'body',
        'received_at',
        'closed_at',
      ])
      if (report === undefined) throw new Failure('resource-unknown')
      const { body, received_at, closed_at } = report
      return {
        success: true,
        result: { body, received_at: mexicoCityTime(received_at), closed_at: closed_at && mexicoCityTime(closed_at) },
      }
    },
  )

  const sent = { config, schema: { ...hide, params, body: ReleaseOpenBody, response: bareAnswer } }
  app.post(RELEASE_PATH, sent, async (request) => {
    const { id } = request.params
    const wanted = { ...whereTo(request.body), by: byOperator(request) }
    await releaseOpen(sending, id, wanted).catch(notOpenNow(itemNeeds, { id, act: 'release' }))
    return { success: true }
  })

  app.post(RETRY_PATH, sent, async (request) => {
    const { id } = request.params
    const by = byOperator(request)
    if (prefixOf(id) === 'trf') await retryReturn(sending, id, { ...whereTo(request.body), by })
    else await tryRowAgain(needs, id, by).catch(notOpenNow(itemNeeds, { id, act: 'retry' }))
    return { success: true }
  })

  app.post(
    OPEN_PATH,
    { config, schema: { ...hide, params, body: OpenDisputeBody, response: bareAnswer } },
    async (request) => {
      const { id } = request.params
      const because = printed(request.body.because, 'because')
      const opened = await needs
        .openDisputeForRest(id, because, byOperator(request))
        .catch(notOpenNow(itemNeeds, { id, act: 'open' }))
      if (opened !== 'opened') throw new Failure(opened === 'no-dispute' ? 'resource-unknown' : 'dispute-not-for-rest')
      return { success: true }
    },
  )

  app.post(
    CLOSE_PATH,
    { config, schema: { ...hide, params, body: CloseOpenBody, response: bareAnswer } },
    async (request) => {
      const { id } = request.params
      const { outcome } = request.body
      const wanted = { because: printed(request.body.because, 'because'), outcome, by: byOperator(request) }
      await closeOpen(closing, id, wanted).catch(notOpenNow(itemNeeds, { id, act: 'close', outcome }))
      return { success: true }
    },
  )
}

function whereTo({ clabe, beneficiary }: { clabe?: string | null; beneficiary?: string | null }) {
  return { clabe: optionalClabe(clabe), beneficiary: beneficiary || undefined }
}
