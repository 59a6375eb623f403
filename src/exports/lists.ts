// Every list of the API as a source of rows: the routes define the records, and answer them page by page.
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import type { Access } from '../api/caller.ts'
import type { App } from '../api/server.ts'
import { validatorCompiler } from '../api/validate.ts'
import { type Column, columnsOf } from './columns.ts'
import type { Asked, Sheet } from './sheet.ts'

/** A list: the schema of its records, and the reader of its pages. */
export interface List {
  /** `/v1/operations` */
  path: string
  access: Access
  columns: Column[]
  /** Its workbook for people; undefined: the columns of its records, in words. */
  sheet: Sheet | undefined
  /** Its filters: its parameters without those of paging. */
  parameters: string[]
  /** The fault of a query; undefined for none. */
  check(query: Record<string, string>): { error?: Error; value?: unknown }
  /** Reads the first page, so that the list's refusals are thrown. */
  first(asked: Asked): Promise<unknown>
  /** The records of all pages, page by page. `onTotal` gets the total, if the list has one. */
  records(asked: Asked, onTotal?: (total: number) => void): AsyncGenerator<unknown[]>
}

/** The records of a page: one turn of the event loop reads them. */
const PAGE = '200'
/** In place of a name: the answer is the rows themselves. */
const ALONE = ''
/** What stands beside the rows of a list. */
const BESIDE = ['total', 'next', 'more']
/** Parameters of paging. */
const PAGING = ['limit', 'offset', 'starting_after']

type Shape = TSchema & { properties?: Record<string, Shape>; type?: string; items?: Shape }

/** Learns the lists as they are added: call it before the first endpoint. `wrap` may replace the handler of a list, `sheets` are workbooks by path. */
export function listsOf(
  app: App,
  lists: Map<string, List>,
  wrap: (list: List, handler: RouteOptions['handler'], route: RouteOptions) => RouteOptions['handler'],
  sheets: ReadonlyMap<string, Sheet> = new Map(),
): void {
  app.addHook('onRoute', (route) => {
    const found = listIn(route, sheets)
    if (found === undefined) return
    lists.set(route.url, found)
    route.handler = wrap(found, route.handler, route)
  })
}

function listIn(route: RouteOptions, sheets: ReadonlyMap<string, Sheet>): List | undefined {
  const { url, method, config, handler } = route
  // The console's own calls are no lists of the API.
  if ((route.schema as { hide?: boolean } | undefined)?.hide) return undefined
  if (method !== 'GET' || !url.startsWith('/v1/') || config?.access === undefined || config.access === 'public')
    return undefined
  const response = (route.schema?.response as Record<number, Shape> | undefined)?.[200]
  const result = response?.properties?.result
  // The rows alone, or beside their number and the next page.
  const parts = result?.type === 'array' ? [[ALONE, result] as const] : Object.entries(result?.properties ?? {})
  const [rowsKey, rows] = parts.find(([, { type, items }]) => type === 'array' && items?.properties !== undefined) ?? []
  if (rowsKey === undefined || rows?.items === undefined) return undefined
  const querystring = (route.schema?.querystring ?? { properties: {} }) as Shape
  const parameters = Object.keys(querystring.properties ?? {})
  // A record that contains lists is not a list: it has no pages and has other fields.
  if (!parameters.includes('limit') && parts.some(([name]) => name !== rowsKey && !BESIDE.includes(name)))
    return undefined
  if (parameters.includes('limit') && !parameters.includes('starting_after'))
    throw new Error(`${url} is a list that cannot be walked: give it a cursor (api/paging)`)
  const read = pageReader(app(handler), rowsKey, config.remainder)
  const validate = validatorCompiler({ schema: querystring, method: 'GET', url, httpPart: 'querystring' } as never)
  return {
    path: url,
    access: config.access,
    columns: columnsOf(rows.items),
    sheet: sheets.get(url),
    parameters: parameters.filter((name) => !PAGING.includes(name)),
    check: (query) => validate(query) as { error?: Error; value?: unknown },
    first: (asked) =>
      read(asked, { ...narrowed(asked.query, parameters), ...(parameters.includes('limit') && { limit: '1' }) }),
    records: (asked, onTotal) => pages(read, parameters, asked, onTotal),
  }
}

type Page = { rows: unknown[]; next: string | null | undefined; total: unknown; remainder: object | undefined }
type ReadPage = (asked: Asked, query: Record<string, string>) => Promise<Page>

async function* pages(
  read: ReadPage,
  parameters: string[],
  asked: Asked,
  onTotal?: (total: number) => void,
): AsyncGenerator<unknown[]> {
  const query = narrowed(asked.query, parameters)
  const paged = parameters.includes('starting_after')
  let place: Record<string, string> = {}
  for (let passed = 0; ; ) {
    const { rows, next, total, remainder } = await read(asked, { ...query, ...(paged && { limit: PAGE }), ...place })
    if (passed === 0 && typeof total === 'number') onTotal?.(total)
    passed += rows.length
    if (rows.length > 0) yield rows
    if (!paged || next === null || (rows.length === 0 && next === undefined)) {
      if (remainder !== undefined) yield [remainder]
      return
    }
    // After a row, never behind a number of rows: those that arrive meanwhile move no others.
    place = { starting_after: next ?? idOf(rows.at(-1)) }
  }
}

/** The filters of a query, without paging, because all pages are read. */
function narrowed(query: Record<string, string>, parameters: string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter(([name]) => parameters.includes(name) && !PAGING.includes(name)),
  )
}

/** The id of a list's record. */
function idOf(record: unknown): string {
  const { transaction, id } = (record ?? {}) as { transaction?: string; id?: string }
  return id ?? transaction ?? ''
}

/** Calls the handler of the route like a request of the caller, without HTTP. */
function pageReader(
  handle: (request: FastifyRequest, reply: FastifyReply) => unknown,
  rowsKey: string,
  remainderOf: (result: never) => object | undefined = () => undefined,
): ReadPage {
  return async ({ caller, params = {}, language }, query) => {
    const request = {
      caller,
      query,
      params,
      headers: { 'accept-language': language },
      method: 'GET',
      address: '',
      id: 'export',
    }
    const body = await handle(request as never, heldReply() as never)
    const { result } = (typeof body === 'string' ? JSON.parse(body) : body) as { result: Record<string, never> }
    return {
      rows: (rowsKey === ALONE ? (result as unknown as unknown[]) : result[rowsKey]) ?? [],
      next: result.next,
      total: result.total,
      remainder: remainderOf(result as never),
    }
  }
}

/** A reply that keeps the sent answer. */
function heldReply() {
  const reply = { type: () => reply, header: () => reply, code: () => reply, send: (body: unknown) => body }
  return reply
}

function app(handler: RouteOptions['handler']) {
  return handler as unknown as (request: FastifyRequest, reply: FastifyReply) => unknown
}
