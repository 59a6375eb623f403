// Answers a list as a file for `format=csv`, `format=xlsx` or the `Accept` of such a file; all pages, streamed.
import { Readable } from 'node:stream'
import type { FastifyRequest, RouteOptions } from 'fastify'
import Type from 'typebox'
import { languageOf } from '../api/answer.ts'
import { queryChoice } from '../api/paging.ts'
import type { Language } from '../core/language/bilingual.ts'
import { nextTurn } from '../core/turn.ts'
import { invalidField } from '../failures.ts'
import { type Cell, cellsOf, headingsOf } from './columns.ts'
import { headingOf } from './headings.ts'
import type { List } from './lists.ts'
import type { Asked, Sheet } from './sheet.ts'
import { csvText } from './text-file.ts'
import { inWords, valueWordsOf } from './value-words.ts'
import { workbook } from './workbook.ts'

export const formats = ['csv', 'xlsx'] as const
type Format = (typeof formats)[number]

export const mediaTypes = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<Format, string>

/** The parameters that every list has in addition to its own. */
const FileQuery = {
  format: queryChoice(
    ['json', ...formats],
    'json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long ' +
      'list use `POST /v1/exports`',
    ['csv'],
  ),
  lang: queryChoice(['es', 'en'], 'Of a file: the language of its headings; as `Accept-Language` says when left out', [
    'es',
  ]),
}

/** Records that one turn of the event loop makes into rows. */
const AT_ONCE = 100

/** A list with its own, older CSV format by `Accept`. */
const OWN_CSV = '/v1/settlement/report'

/** The handler that answers a file if one is requested, and otherwise calls the list's handler. */
export function asFileToo(list: List, handler: RouteOptions['handler'], route: RouteOptions): RouteOptions['handler'] {
  const querystring = (route.schema?.querystring ?? Type.Object({})) as { properties: object }
  route.schema = {
    ...route.schema,
    querystring: { ...querystring, properties: { ...querystring.properties, ...FileQuery } },
  }
  route.config = { ...route.config, files: Object.values(mediaTypes).map(withoutParameters) }
  return function answered(request, reply) {
    const query = request.query as Record<string, string>
    const format = formatOf(request, list)
    const language = readLanguage(query.lang) ?? languageOf(request)
    if (format === undefined) return handler.call(this, request, reply)
    const asked: Asked = { caller: request.caller, query, params: request.params as object, language }
    // The list's own refusals come before the file begins.
    return list.first(asked).then(() =>
      reply
        .header('content-disposition', `attachment; filename="${fileName(list, format)}"`)
        .type(mediaTypes[format])
        .send(fileOf(list, asked, { format, language })),
    )
  }
}

/** `text/csv; charset=utf-8` is text/csv. */
function withoutParameters(mediaType: string): string {
  return mediaType.replace(/;.*/, '')
}

/** The bytes of the file, read no faster than they are taken. */
export function fileOf(list: List, asked: Asked, { format, language, onRows, onTotal }: FileWish): Readable {
  const sheet = format === 'csv' ? wireSheet(list) : (list.sheet ?? wordedSheet(list))
  const headings = headingsOf(sheet.columns, language)
  const portions = rowsOf(list, sheet, { ...asked, language }, language, { onRows, onTotal })
  if (format === 'csv') return Readable.from(csvText(sheet.columns, headings, portions))
  return workbook({ columns: sheet.columns, headings, title: titleOf(list, language) }, portions)
}

interface FileWish {
  format: Format
  language: Language
  /** Called with the number of rows read, and the total if known. */
  onRows?: ((count: number) => void) | undefined
  onTotal?: ((total: number) => void) | undefined
}

async function* rowsOf(
  list: List,
  sheet: Sheet,
  asked: Asked,
  language: Language,
  { onRows, onTotal }: Pick<FileWish, 'onRows' | 'onTotal'>,
): AsyncGenerator<Cell[][]> {
  for await (const records of list.records(asked, onTotal)) {
    onRows?.(records.length)
    for (let start = 0; start < records.length; start += AT_ONCE) {
      // Whoever reads quickly would otherwise keep the event loop, because nothing here waits for anybody.
      await nextTurn()
      yield await sheet.rowsOf(records.slice(start, start + AT_ONCE), asked, language)
    }
  }
}

/** `operations.csv`, `received-payments.xlsx`. */
export function fileName({ path }: Pick<List, 'path'>, format: Format): string {
  return `${path
    .split('/')
    .slice(2)
    .filter((part) => !part.startsWith(':'))
    .join('-')}.${format}`
}

function titleOf({ path }: List, language: Language): string {
  return headingOf(
    path
      .split('/')
      .filter((part) => part !== '' && !part.startsWith(':'))
      .at(-1) ?? '',
    language,
  )
}

function formatOf(request: FastifyRequest, list: List): Format | undefined {
  const { format } = request.query as Record<string, string>
  if (format) {
    if (format === 'json') return undefined
    const known = formats.find((one) => one === format)
    if (known === undefined) {
      throw invalidField('format', 'format debe ser json, csv o xlsx', 'format must be json, csv or xlsx')
    }
    return known
  }
  const accept = request.headers.accept ?? ''
  if (accept.includes(mediaTypes.xlsx)) return 'xlsx'
  return /\btext\/csv\b/.test(accept) && list.path !== OWN_CSV ? 'csv' : undefined
}

export function readLanguage(text: string | undefined): Language | undefined {
  if (!text) return undefined
  if (text === 'es' || text === 'en') return text
  throw invalidField('lang', 'lang debe ser es o en', 'lang must be es or en')
}

/** For programs: the values of the records. */
function wireSheet({ columns }: Pick<List, 'columns'>): Sheet {
  return { columns, rowsOf: async (records, _, language) => records.map((one) => cellsOf(one, columns, language)) }
}

/** For people: the same columns, with the codes of states and kinds in words. */
function wordedSheet({ columns, path }: Pick<List, 'columns' | 'path'>): Sheet {
  const words = columns.map((column) => valueWordsOf(path, column.path))
  return {
    columns,
    rowsOf: async (records, _, language) =>
      records.map((one) =>
        cellsOf(one, columns, language, (texts, at) =>
          texts.map((text) => inWords(words[at], text, language)).join(', '),
        ).map((cell, at) => inWords(words[at], cell, language)),
      ),
  }
}
