// The payout report of a day, as JSON by pages and as CSV in one piece.
import Type, { type Static } from 'typebox'
import { readDay } from '../../api/days.ts'
import { answer, fileAnswer } from '../../api/fields.ts'
import { Next, neededDay, PagingQuery, readLimit } from '../../api/paging.ts'
import type { App } from '../../api/server.ts'
import type { FieldProblems } from '../../core/failure-table.ts'
import { isDay } from '../../core/time.ts'
import { invalidField, refuseInvalid } from '../../failures.ts'
import type { Store } from '../../store/store.ts'
import { Payout, presentLine, presentPayout, presentTotals, ReportLine, ReportTotals } from '../present.ts'
import { payoutOfDay } from '../search.ts'
import { type Records, sendCsv } from './csv.ts'
import { type MerchantEntry, merchantEntries } from './merchant-entries.ts'

const tags = ['Settlement']

const date = neededDay('The day of the payout, YYYY-MM-DD')

export function reportRoutes(app: App, { store }: { store: Store }): void {
  app.get(
    '/v1/settlement/report',
    {
      config: { access: 'read', remainder: ({ totals }: { totals: Static<typeof ReportTotals> }) => carriedOf(totals) },
      schema: {
        tags,
        summary: 'Read what a payout is made of',
        description:
          'Every payment, reversal, refund, dispute and move of the reserve of the days that the payout covers, in the order of their days, by pages; the totals are of the whole payout. With `Accept: text/csv` all lines come at once, as from `/v1/settlement/report.csv`.',
        querystring: Type.Object({ date, limit: PagingQuery.limit, starting_after: Type.Optional(Type.String()) }),
        response: answer(
          Type.Object({
            date: Type.String({ description: 'The day of the payout, YYYY-MM-DD' }),
            payout: Type.Union([Payout, Type.Null()], { description: 'null when nothing is paid out on the day' }),
            totals: ReportTotals,
            lines: Type.Array(ReportLine, { description: 'In the order in which they were posted' }),
            next: Next,
          }),
        ),
      },
    },
    async (request, reply) => {
      const day = requiredDay(request.query)
      const { accountId } = request.caller
      if (/\btext\/csv\b/.test(request.headers.accept ?? ''))
        return sendCsv(reply, day, columns, recordsOf(store, { accountId, day }))
      const { limit, after } = readPage(request.query)
      const found = await payoutOfDay(store, { accountId, affiliate: '', day })
      const lines = found ? await pageOf(store, { accountId, ...rangeOf(found.payout), after }, limit) : []
      const last = lines.at(-1)
      return {
        success: true,
        result: {
          date: day,
          payout: found ? presentPayout(found.payout) : null,
          totals: presentTotals(found?.lines ?? []),
          lines: lines.map(presentLine),
          next: last && lines.length === limit ? cursorOf(last) : null,
        },
      }
    },
  )

  app.get(
    '/v1/settlement/report.csv',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getSettlementReportCsv',
        tags,
        summary: 'Read what a payout is made of, as CSV',
        description: 'RFC 4180, UTF-8, one header record; a `carried` record for a remainder of earlier days.',
        querystring: Type.Object({ date }),
        ...fileAnswer('The lines of the report, one payment or reversal each', ['text/csv']),
      } as never,
    },
    async (request, reply) => {
      const day = requiredDay(request.query as { date?: string })
      return sendCsv(reply, day, columns, recordsOf(store, { accountId: request.caller.accountId, day }))
    },
  )
}

export function requiredDay(query: { date?: string }): string {
  const fields: FieldProblems = {}
  const day = readDay(query, 'date', fields)
  refuseInvalid(fields)
  if (day === undefined) throw invalidField('date', 'date es obligatorio', 'date is required')
  return day
}

export function readPage(query: { limit?: string; starting_after?: string }) {
  const fields: FieldProblems = {}
  const limit = readLimit(query, fields)
  const after = query.starting_after ? readCursor(query.starting_after) : undefined
  if (query.starting_after && after === undefined)
    fields.starting_after = [['starting_after no es una página', 'starting_after is not a page']]
  refuseInvalid(fields)
  return { limit, after }
}

function readCursor(text: string): { day: string; entry: string } | undefined {
  const [, day = '', entry = ''] = /^(\d{4}-\d\d-\d\d)\.([\w:-]{1,100})$/.exec(text) ?? []
  return isDay(day) ? { day, entry } : undefined
}

function cursorOf({ day, entry }: MerchantEntry): string {
  return `${day}.${entry}`
}

function rangeOf({ from_day, to_day }: { from_day: string; to_day: string }): { fromDay: string; toDay: string } {
  return { fromDay: from_day, toDay: to_day }
}

async function pageOf(
  store: Store,
  wanted: Parameters<typeof merchantEntries>[1],
  limit: number,
): Promise<MerchantEntry[]> {
  const page: MerchantEntry[] = []
  for await (const entries of merchantEntries(store, wanted, limit)) {
    page.push(...entries.slice(0, limit - page.length))
    if (page.length === limit) break
  }
  return page
}

const columns = Object.keys(ReportLine.properties) as (keyof typeof ReportLine.properties)[]

async function* recordsOf(store: Store, wanted: { accountId: string; day: string }): Records<(typeof columns)[number]> {
  const found = await payoutOfDay(store, { ...wanted, affiliate: '' })
  if (found === undefined) return
  for await (const entries of merchantEntries(store, { accountId: wanted.accountId, ...rangeOf(found.payout) }))
    yield entries.map(presentLine)
  const carried = carriedOf(presentTotals(found.lines))
  if (carried !== undefined) yield [carried]
}

/** The record of a file for what is paid besides the lines, so that its net amounts add up to the payout. */
function carriedOf({ carried }: Static<typeof ReportTotals>) {
  return carried === '0.00' ? undefined : { type: 'carried', net: carried }
}
