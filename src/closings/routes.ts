// The endpoints of the months of the books: list them, read one, close it, and fetch its package.
import { Readable } from 'node:stream'
import Type from 'typebox'
import { requestActor } from '../accounts/trail/record.ts'
import { languageOf } from '../api/answer.ts'
import { Total } from '../api/description/answer-members.ts'
import { answer, fileAnswer, strictObject } from '../api/fields.ts'
import { unlessAnswered } from '../api/idempotency.ts'
import { EXPENSIVE } from '../api/limits/rate-limit.ts'
import { CursorQuery, Next, readAfter, readLimit } from '../api/paging.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import { newId } from '../core/ids.ts'
import { monthPlus } from '../core/month.ts'
import { dayStartMs } from '../core/time.ts'
import { Failure, refuseInvalid } from '../failures.ts'
import { conflictOn, decide } from '../store/decide.ts'
import { insert } from '../store/write.ts'
import { type FoundMonth, findMonthOfBooks, listMonths, readClosing } from './find.ts'
import { packageParts } from './make.ts'
import type { OpenNeeds } from './open-items.ts'
import { Month, MonthSummary } from './present.ts'
import type { MonthPackageRow } from './tables.ts'

const tags = ['Ledger']
const path = '/v1/ledger/months'
const params = Type.Object({ month: Type.String({ description: 'YYYY-MM', examples: ['2026-10'] }) })
/** Open items that a refusal names. */
const NAMED = 5

export function closingRoutes(app: App, needs: OpenNeeds & RouteNeeds): void {
  const { store, clock, once } = needs
  const known = async (request: { caller: { accountId: string }; params: unknown }): Promise<FoundMonth> => {
    const { accountId } = request.caller
    const { month } = request.params as { month: string }
    const found = await findMonthOfBooks(needs, { accountId, month, at: clock.epochMs() })
    if (found === undefined) throw new Failure('resource-unknown')
    return found
  }

  app.get(
    path,
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listMonths',
        tags,
        summary: 'List the months of the books',
        description: 'Newest first, from the running month to the first one with postings.',
        querystring: Type.Object({ ...CursorQuery }),
        response: answer(
          Type.Object(
            { total: Total, months: Type.Array(MonthSummary, { description: 'Newest first' }), next: Next },
            { title: 'MonthList' },
          ),
        ),
      },
    },
    async (request) => {
      const fields: FieldProblems = {}
      const limit = readLimit(request.query, fields)
      const after = readAfter(request.query, /^\d{4}-(0[1-9]|1[0-2])$/, fields)
      refuseInvalid(fields)
      const asked = { accountId: request.caller.accountId, at: clock.epochMs() }
      return { success: true, result: await listMonths(store, asked, { limit, after }) }
    },
  )

  app.get(
    `${path}/:month`,
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getMonth',
        tags,
        summary: 'Read a month of the books',
        description: 'With what stands open, and the figures once it is closed.',
        params,
        response: answer(Month),
      },
    },
    async (request) => ({ success: true, result: (await known(request)).shown }),
  )

  app.post(
    `${path}/:month/close`,
    {
      config: { access: 'payouts', refusals: ['month-not-over', 'month-stands-open'] },
      schema: {
        operationId: 'closeMonth',
        tags,
        summary: 'Close a month of the books',
        description:
          'Of a month that has ended: its package is made in the background, and the event `ledger.month_closed` says when it is closed. Its figures never change again; what is about it later is posted in its own month, and says so (`concerns` of the journal). While something stands open the call is refused, unless `accept_open` is true. A repeated request closes once.',
        params,
        body: strictObject(
          {
            accept_open: Type.Optional(
              Type.Boolean({ description: 'Close it although something stands open; the package lists it' }),
            ),
          },
          { title: 'MonthCloseRequest' },
        ),
        response: answer(Month),
      },
    },
    (request, reply) =>
      once(request, reply, (effect) =>
        decide(
          async () => {
            const found = await known(request)
            const { shown } = found
            if (found.closing === undefined && found.making === undefined) {
              await refuseUnended(request.caller.accountId, shown.month)
              if (shown.open_items.length > 0 && request.body.accept_open !== true)
                throw new Failure('month-stands-open', { values: { items: namedItems(shown) } })
              const row = packageRow(shown.month)
              const body = { success: true, result: { ...shown, status: 'closing' as const } }
              await store.commit([insert('month_packages', row), ...effect.answered(body)])
              return body
            }
            const body = { success: true, result: shown }
            const writes = effect.answered(body)
            if (writes.length > 0) await store.commit(writes)
            return body

            function packageRow(month: string): MonthPackageRow {
              const now = clock.now()
              return {
                id: newId(clock, 'mcl'),
                account_id: request.caller.accountId,
                month,
                language: languageOf(request),
                actor: JSON.stringify(requestActor(request)),
                open_items: JSON.stringify(shown.open_items),
                state: 'making',
                attempt: 0,
                created_at: now,
                due_at: now,
                leased_until: 0,
              }
            }
          },
          { again: conflictOn('month_packages') },
        ).catch(unlessAnswered(effect)),
      ),
  )

  app.get(
    `${path}/:month/package.zip`,
    {
      config: { access: 'read', cost: EXPENSIVE, refusals: ['month-not-closed'] },
      schema: {
        operationId: 'getMonthPackage',
        tags,
        summary: 'Download the package of a closed month',
        description:
          'One ZIP file, always the same bytes: the journal, payments, refunds, disputes, payouts, fees, balances, reconciliation and open items as CSV, the stamped invoice, and a summary as JSON with the hash of each.',
        params,
        ...fileAnswer('The month package', ['application/zip']),
      } as never,
    },
    async (request, reply) => {
      const { shown } = await known(request as never)
      const { accountId } = request.caller
      const closing = await readClosing(store, { accountId, month: shown.month })
      if (closing === undefined) throw new Failure('month-not-closed')
      return reply
        .header('content-type', 'application/zip')
        .header('content-disposition', `attachment; filename="cobro-${shown.month}.zip"`)
        .header('content-length', String(closing.package_bytes))
        .send(Readable.from(packageParts(store, closing)))
    },
  )

  /** A month is over when its fees are closed and its records are hashed: nothing of it is still being written. */
  async function refuseUnended(accountId: string, month: string): Promise<void> {
    const [account, progress] = await Promise.all([
      store.db.selectFrom('accounts').select('fees_month').where('id', '=', accountId).executeTakeFirstOrThrow(),
      store.db.selectFrom('book_progress').select('until_at').executeTakeFirstOrThrow(),
    ])
    const endMs = dayStartMs(`${monthPlus(month, 1)}-01`)
    if (account.fees_month < month || Date.parse(progress.until_at) < endMs) throw new Failure('month-not-over')
  }
}

function namedItems({ open_items }: Month): string {
  const named = open_items.slice(0, NAMED).map(({ kind, id }) => `${kind} ${id}`)
  return [...named, ...(open_items.length > NAMED ? [`+ ${open_items.length - NAMED}`] : [])].join(', ')
}
