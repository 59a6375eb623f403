// The calls about exports: request one, read its progress, fetch its file.
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import Type, { type Static } from 'typebox'
import { languageOf } from '../api/answer.ts'
import type { Caller, Scope } from '../api/caller.ts'
import { answer, choice, describedAs, Id, strictObject } from '../api/fields.ts'
import { unlessAnswered } from '../api/idempotency.ts'
import { EXPENSIVE } from '../api/limits/rate-limit.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import { cardNumberProblem, holdsCardNumber } from '../core/cards/number-in-text.ts'
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import { mexicoCityTime } from '../core/time.ts'
import { Failure, invalidField } from '../failures.ts'
import { directoryWrite, placeOf } from '../store/directory.ts'
import { addWithin } from '../store/limited-list.ts'
import { insert } from '../store/write.ts'
import { fileName, formats, mediaTypes, readLanguage } from './answer.ts'
import { openExports, partsOf, readExport } from './kept.ts'
import type { ExportLinks } from './link.ts'
import type { List } from './lists.ts'
import type { ExportNeeds } from './needs.ts'
import type { ExportRow } from './tables.ts'

/** Exports of one account that may wait or run at once. */
const MAX_OPEN = 5
/** Most exports are finished after this time. */
const RETRY_AFTER_SECONDS = 30
const MAX_PARAMETERS = 30

export const ExportFormat = choice(formats, { title: 'ExportFormat' })

const Export = Type.Object(
  {
    id: Type.String({ description: 'Of the export, `exp_…`', examples: ['exp_06gzm4nmanr01ank0qs25eymbc'] }),
    list: Type.String({ description: 'The path of the list', examples: ['/v1/operations'] }),
    format: ExportFormat,
    status: choice(['pending', 'finished', 'failed', 'expired'], {
      title: 'ExportStatus',
      description: '`pending`, `finished`, `failed`, or `expired` (its file is deleted)',
    }),
    rows: Type.Integer({ description: 'The rows written so far' }),
    rows_total: Type.Union([Type.Integer(), Type.Null()], { description: 'The total of rows, if the list has one' }),
    progress: Type.Union([Type.Integer(), Type.Null()], { description: 'Percent; null while unknown' }),
    timestamp: Type.String({ description: 'When it was requested' }),
    finished_at: Type.Union([Type.String(), Type.Null()], { description: 'When it was finished or given up' }),
    expires_at: Type.Union([Type.String(), Type.Null()], { description: 'Until when the file can be fetched' }),
    url: Type.Union([Type.String(), Type.Null()], {
      description:
        'The file: whoever has this address can fetch it without a credential. null until it is finished, and after it expired',
    }),
  },
  { title: 'Export' },
)

const tags = ['Exports']

export function exportRoutes(
  app: App,
  { store, clock, once, lists, links, refuseKnownCards }: ExportNeeds & RouteNeeds,
): void {
  app.post(
    '/v1/exports',
    {
      config: { access: 'read', refusals: ['exports-too-many'] },
      schema: {
        tags,
        summary: 'Export a list in the background',
        description: `Writes all pages of a list into a CSV or XLSX file. The event \`export.finished\` tells when it is done; its file is kept for 24 hours. At most ${MAX_OPEN} of an account at once. A credential needs the scope that the list itself needs.`,
        body: strictObject(
          {
            list: Type.String({
              maxLength: 100,
              description: 'The path of a list without ids in it',
              examples: ['/v1/operations'],
            }),
            query: Type.Optional(
              Type.Record(Type.String({ maxLength: 50 }), Type.String({ maxLength: 300 }), {
                description: 'The filters of the list, as in its query',
                examples: [{ start_date: '2026-11-01', status: 'N' }],
              }),
            ),
            format: Type.Optional(
              Type.Union(
                formats.map((format) => Type.Literal(format)),
                { description: 'csv when left out', ...describedAs(ExportFormat) },
              ),
            ),
            lang: Type.Optional(
              Type.String({
                maxLength: 5,
                ...describedAs({
                  type: 'string',
                  enum: ['es', 'en'],
                  description: 'The language of its headings; by default from `Accept-Language`',
                }),
              }),
            ),
          },
          { title: 'ExportRequest' },
        ),
        response: answer(Export, 'The export, which waits to be written'),
      },
    },
    async (request, reply) =>
      once(request, reply, async (effect) => {
        const { list: path, query = {}, format = 'csv', lang } = request.body
        const { caller } = request
        const list = lists.get(path)
        if (list === undefined || path.includes(':')) {
          const known = [...lists.keys()].filter((one) => !one.includes(':')).join(', ')
          throw invalidField('list', `list debe ser una de: ${known}`, `list must be one of: ${known}`)
        }
        refuseScope(caller, list)
        if (Object.keys(query).length > MAX_PARAMETERS)
          throw invalidField('query', 'query tiene demasiados parámetros', 'query has too many parameters')
        const unknown = Object.keys(query).find((name) => !list.parameters.includes(name))
        if (unknown !== undefined)
          throw invalidField(
            `query.${unknown}`,
            `${list.path} no tiene el parámetro ${unknown}`,
            `${list.path} has no parameter ${unknown}`,
          )
        // A filter that was left empty by mistake would put the whole list into the file.
        const empty = Object.keys(query).find((name) => query[name]?.trim() === '')
        if (empty !== undefined)
          throw invalidField(`query.${empty}`, `query.${empty} no debe estar vacío`, `query.${empty} must not be empty`)
        // The query is stored until the file is made.
        refuseCards(query)
        await refuseKnownCards(caller.accountId, { 'query.reference': query.reference })
        const checked = list.check(query)
        if (checked.error !== undefined) throw checked.error
        const formed = checked.value as Record<string, string>
        // The list's own refusals are thrown now, not hours later.
        await list.first({ caller, query: formed, language: languageOf(request) })
        const now = clock.now()
        const row: ExportRow = {
          id: newId(clock, 'exp'),
          account_id: caller.accountId,
          list: path,
          query: JSON.stringify(formed),
          format,
          language: readLanguage(lang) ?? languageOf(request),
          state: 'pending',
          attempt: 0,
          rows_read: 0,
          rows_total: null,
          bytes: 0,
          created_at: now,
          finished_at: null,
          expires_at: null,
          due_at: now,
          leased_until: 0,
        }
        const body = { success: true, result: present(row, clock, links) }
        const { accountId } = caller
        const limited = { accountId, ownerId: accountId, list: 'exports', most: MAX_OPEN } as const
        await addWithin(store, limited, openExports(store, accountId), {
          full: () =>
            new Failure('exports-too-many', {
              values: { limit: MAX_OPEN },
              retryAfterSeconds: RETRY_AFTER_SECONDS,
            }),
          add: (place) =>
            store.commit([
              place,
              insert('exports', row),
              directoryWrite('export', row.id, { accountId, subject: row.id }),
              ...effect.answered(body),
            ]),
        }).catch(unlessAnswered(effect))
        return body
      }),
  )

  app.get(
    '/v1/exports/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read how far an export has come',
        description: 'With the address of its file when it is finished.',
        params: Type.Object({ id: Id }),
        response: answer(Export, 'The export: how far it has come, and where its file is'),
      },
    },
    async (request) => {
      const row = await readExport(store, { id: request.params.id, accountId: request.caller.accountId })
      if (row === undefined) throw new Failure('resource-unknown')
      const list = lists.get(row.list)
      if (list !== undefined) refuseScope(request.caller, list)
      return { success: true, result: present(row, clock, links) }
    },
  )

  app.get(
    '/exports/:token',
    { config: { access: 'public', cost: EXPENSIVE, isSecret: true }, schema: { hide: true } },
    async (request, reply) => {
      const id = links.exportOf((request.params as { token: string }).token)
      const found = id === undefined ? undefined : await placeOf(store, 'export', id)
      const row = found && (await readExport(store, { id: found.subject, accountId: found.accountId }))
      if (row === undefined || !isReady(row, clock)) throw new Failure('resource-unknown')
      reply
        .headers({
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex, nofollow',
          'referrer-policy': 'no-referrer',
          'content-disposition': `attachment; filename="${fileName({ path: row.list }, row.format)}"`,
        })
        .type(mediaTypes[row.format])
      // A preview of the link must not read the file.
      if (request.method === 'HEAD') return reply.send()
      const parts = Readable.from(partsOf(store, row))
      return reply.send(row.format === 'csv' ? parts.compose(createGunzip()) : parts)
    },
  )
}

/** The search text is free text; the reference is an identifier, which is checked separately. */
function refuseCards(query: Record<string, string>): void {
  const [es, en] = cardNumberProblem
  const fields = Object.entries(query)
    .filter(([name, text]) => name !== 'reference' && holdsCardNumber(text))
    .map(([name]): [string, Bilingual[]] => [`query.${name}`, [[`query.${name} ${es}`, `query.${name} ${en}`]]])
  if (fields.length > 0) throw new Failure('parameters-invalid', { fields: Object.fromEntries(fields) })
}

/** A caller that may not read a list may not export it. */
function refuseScope(caller: Caller, { access }: List): void {
  if (access !== 'any' && !caller.scopes.includes(access as Scope))
    throw new Failure('scope-missing', { values: { scope: access } })
}

function isReady({ state, expires_at }: ExportRow, clock: Clock): boolean {
  return state === 'finished' && expires_at !== null && expires_at > clock.now()
}

function present(row: ExportRow, clock: Clock, links: ExportLinks): Static<typeof Export> {
  const { rows_read, rows_total, state } = row
  const percent = rows_total === null ? null : Math.min(99, Math.floor((100 * rows_read) / Math.max(1, rows_total)))
  const time = (at: string | null) => at && mexicoCityTime(at)
  const isGone = state === 'finished' && !isReady(row, clock)
  return {
    id: row.id,
    list: row.list,
    format: row.format,
    status: isGone ? 'expired' : state,
    rows: rows_read,
    rows_total,
    progress: state === 'finished' || state === 'expired' ? 100 : percent,
    timestamp: mexicoCityTime(row.created_at),
    finished_at: time(row.finished_at),
    expires_at: time(row.expires_at),
    url: isReady(row, clock) ? links.urlOf(row.id) : null,
  }
}
